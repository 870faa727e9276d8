"""A GGUF file -> a llama.cpp server that we start and end."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from importlib.util import find_spec

from benchmill.chat.errors import ModelRefused
from benchmill.records.errors import MissingExtra
from benchmill.records.installed import check_versions

_SHOWN = 300  # characters of the server's words
# a line of llama.cpp's log that tells of an error: "0.00.013.637 E gguf_init_from_reader: invalid magic characters"
_ERROR = re.compile(r"^[\d.]+ E \S+ *(\S.*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ServerPlan:
    """`slots`: calls at once; `context`: tokens of one slot, prompt and answer together."""

    model: str
    name: str
    slots: int
    context: int
    embedding: bool = False


class LocalServer:
    """Starts at once and returns when the model is loaded. Raises ModelRefused with the server's own words.

    The server ends with `close`, or at the latest with this process, even where this process is killed.
    """

    def __init__(self, plan: ServerPlan) -> None:
        self._plan = plan
        if find_spec("xllamacpp") is None:
            raise MissingExtra("a model of a GGUF file", "local")
        check_versions("xllamacpp")
        # It has no name, so nothing is left of it where this process is killed; "a": the server writes at its end.
        self._log = tempfile.TemporaryFile("a+b")  # noqa: SIM115 - `close` closes it
        # The server gets a process session of its own: Ctrl-C must reach only us, who finish calls under way.
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", "benchmill.chat.local.serve", json.dumps(asdict(plan))],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, text=True, start_new_session=True,
        )  # fmt: skip
        address = self._process.stdout.readline().strip() if self._process.stdout else ""
        if not address:
            first = _ERROR.search(self._said())  # the errors after it are its consequences
            words = first[1][:_SHOWN] if first else self.last_words()
            self.close()
            raise ModelRefused(f"llama.cpp cannot serve {plan.model}: {words}")
        self.base_url = f"{address}/v1"

    @property
    def process_id(self) -> int:
        return self._process.pid

    def end(self) -> str:
        """How the server ended by itself, in words; empty while it runs."""
        code = self._process.poll()
        if code is None:
            return ""
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return f"llama.cpp's server for {self._plan.name} ended ({how}): {self.last_words()}"

    def last_words(self) -> str:
        """The last lines of the server's log, joined into one."""
        lines = self._said().split("\n")
        return " / ".join(line.strip() for line in lines if line.strip())[-_SHOWN:] or "it printed no message"

    def _said(self) -> str:
        self._log.seek(0)
        return self._log.read().decode(errors="replace")

    def close(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.wait()
        self._log.close()
