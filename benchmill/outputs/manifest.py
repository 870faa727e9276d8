"""Plain values -> manifest.json: what the benchmark was made from, by what, and what it cost; and back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmill.outputs.fields import as_object, number_in, text_in
from benchmill.outputs.json_files import json_bytes, read_json
from benchmill.outputs.whole_file import write_whole
from benchmill.records import Document, InputError, digest


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a reader needs to trust the benchmark, or to grow the same one.

    There is no clock in it, and `calls`, `input_tokens`, `output_tokens` are those behind the candidates, whoever paid
    them and when: the same corpus, settings and recorded calls give the same bytes. `models` maps a role (`generator`,
    `critic`) to a model spec, `prompts` a prompt's name to its fingerprint, `files` a file's name to its SHA-256.
    """

    name: str
    version: str
    accepted: int
    corpus_hash: str
    models: Mapping[str, str]
    prompts: Mapping[str, str]
    settings: Mapping[str, object]
    counts: Mapping[str, object]
    files: Mapping[str, str] = field(default_factory=dict)
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = None

    def as_json(self) -> dict[str, object]:
        """The mapping that stands in the file."""
        return {
            "name": self.name,
            "benchmill": self.version,
            "accepted": self.accepted,
            "corpus_hash": self.corpus_hash,
            "models": dict(sorted(self.models.items())),
            "prompts": dict(sorted(self.prompts.items())),
            "settings": dict(sorted(self.settings.items())),
            "counts": dict(self.counts),
            "cost": {
                "calls": self.calls,
                "input_tokens": self.input_tokens,
                "output_tokens": self.output_tokens,
                "usd": self.usd,
                "per_accepted_item": {
                    "calls": self._each(self.calls),
                    "input_tokens": self._each(self.input_tokens),
                    "output_tokens": self._each(self.output_tokens),
                    "usd": None if self.usd is None or not self.accepted else round(self.usd / self.accepted, 6),
                },
            },
            "files": dict(sorted(self.files.items())),
        }

    def _each(self, total: int) -> float | None:
        return round(total / self.accepted, 3) if self.accepted else None


def corpus_hash(documents: Iterable[Document]) -> str:
    """One hash over the ids, bytes and texts of all documents: equal where nothing that counts has changed."""
    return digest(sorted([document.id, document.source_hash, digest(document.text)] for document in documents))


def file_hashes(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """File name -> SHA-256 of its bytes, for `Manifest.files`; InputError where one cannot be read."""
    hashes = {}
    for name in names:
        try:
            with (folder / name).open("rb") as file:
                hashes[name] = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise InputError(f"{folder / name} cannot be read: {error.strerror or error}") from error
    return hashes


def write_manifest(path: Path, manifest: Manifest) -> None:
    """manifest.json: whole or not at all; the same manifest gives the same bytes."""
    write_whole(path, json_bytes(manifest.as_json()))


def read_manifest(path: Path) -> Manifest:
    """The manifest in a file; InputError naming the file and the field where it is none."""
    place = str(path)
    record = as_object(read_json(path), place)
    cost = as_object(record.get("cost", {}), f"{place}: 'cost'")
    return Manifest(
        name=text_in(record, "name", place),
        version=text_in(record, "benchmill", place),
        accepted=number_in(record, "accepted", place),
        corpus_hash=text_in(record, "corpus_hash", place),
        models=_texts(record.get("models"), f"{place}: 'models'"),
        prompts=_texts(record.get("prompts"), f"{place}: 'prompts'"),
        settings=as_object(record.get("settings"), f"{place}: 'settings'"),
        counts=as_object(record.get("counts"), f"{place}: 'counts'"),
        files=_texts(record.get("files", {}), f"{place}: 'files'"),
        calls=number_in(cost, "calls", f"{place}: 'cost'"),
        input_tokens=number_in(cost, "input_tokens", f"{place}: 'cost'"),
        output_tokens=number_in(cost, "output_tokens", f"{place}: 'cost'"),
        usd=_amount(cost.get("usd"), f"{place}: 'cost'"),
    )


def _amount(value: object, place: str) -> float | None:
    if value is None:
        return None
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise InputError(f"{place}: 'usd' must be a number, not {value!r}")
    return float(value)


def _texts(value: object, place: str) -> dict[str, str]:
    record = as_object(value, place)
    return {key: text_in(record, key, place) for key in record}
