"""The name in `gguf:NAME` -> the model's file: a path, or a file of a Hugging Face repository, fetched once."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

from benchmill.chat.errors import ModelRefused
from benchmill.records.errors import MissingExtra
from benchmill.records.installed import check_versions

_OF_A_REPOSITORY = re.compile(r"([\w.-]+/[\w.-]+):([^:]+\.gguf)", re.IGNORECASE)


def model_file(name: str, report: Callable[[str], None] = lambda _: None) -> Path:
    """The file, on this machine. `report` gets its size before it is fetched; huggingface_hub shows a progress bar.

    Raises ModelRefused where the file does not exist or cannot be fetched; MissingExtra where huggingface_hub is
    needed and not installed.
    """
    path = Path(name).expanduser()
    if path.is_file():
        return path.resolve()
    found = _OF_A_REPOSITORY.fullmatch(name)
    if not found:
        raise ModelRefused(f"there is no file {name}; write gguf:PATH, or gguf:OWNER/REPOSITORY:FILE.gguf to fetch one")
    try:
        from huggingface_hub import hf_hub_download
    except ModuleNotFoundError as error:
        raise MissingExtra(f"fetching {name}", "local") from error
    check_versions("huggingface-hub")
    endpoint = os.environ.get("HF_ENDPOINT") or None
    repository, file = found.groups()
    try:
        asked = hf_hub_download(repository, file, endpoint=endpoint, dry_run=True)
        if asked.will_download:
            report(f"fetching {file} of {repository}: {(asked.file_size or 0) / 1e6:,.0f} MB")
        return Path(hf_hub_download(repository, file, endpoint=endpoint))
    except Exception as error:
        words = str(error).strip().split("\n")[0]
        raise ModelRefused(f"{file} of {repository} cannot be fetched: {words}") from error
