"""A folder -> a running llama.cpp server with a new random model."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.servers.llama.tiny_gguf import write_tiny_gguf


@dataclass(frozen=True, slots=True)
class LlamaServer:
    """The server's address (`base_url` for OpenAI clients) and its model's name."""

    base_url: str
    model: str = "tiny"

    @property
    def spec(self) -> str:
        return f"openai:{self.model}"


@contextmanager
def running_llama(folder: Path, seed: int = 7) -> Iterator[LlamaServer]:
    """Run a server while the block lasts; its model and its messages go to `folder`."""
    model = write_tiny_gguf(folder / "tiny.gguf", seed)
    messages = folder / "llama.log"
    program = Path(__file__).with_name("serve.py")
    with messages.open("wb") as log:
        command = [sys.executable, str(program), str(model)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    with process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()  # printed once the model is loaded and the port is open
            if not address:
                raise RuntimeError(f"llama.cpp's server did not start:\n{messages.read_text(errors='replace')[-2000:]}")
            yield LlamaServer(f"{address}/v1")
        finally:
            process.terminate()
