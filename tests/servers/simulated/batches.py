"""OpenAI's files and batches: an uploaded file of requests -> a batch that ends after a while -> its result files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import parse_qs

from tests.servers.simulated import openai_wire
from tests.servers.simulated.http import Request, Response, json_response
from tests.servers.simulated.plan import ServerPlan

# The faults of a whole batch, by order of arrival: see ServerPlan.batch_faults.
Fault = Literal["", "expire", "cancel", "fail", "token-limit", "lose"]
ENDPOINT = "/v1/chat/completions"

Ask = Callable[[Request], tuple[int, object]]


@dataclass(slots=True)
class Batch:
    """One batch. `due`: the second from which on it has ended."""

    id: str
    input_file: str
    metadata: dict[str, str]
    fault: str
    due: float
    lines: list[dict[str, object]]
    retrieved: int = 0
    output_file: str = ""
    error_file: str = ""
    errors: list[dict[str, object]] = field(default_factory=list)
    status: str = "in_progress"


@dataclass(slots=True)
class Batches:
    """All files and batches of one server. `ask` answers one request as the live service would, and logs it."""

    plan: ServerPlan
    ask: Ask
    clock: Callable[[], float]
    holding: Callable[[], bool]
    files: dict[str, bytes] = field(default_factory=dict)
    batches: dict[str, Batch] = field(default_factory=dict)

    def handle(self, path: str, request: Request) -> Response:
        """Any request below /v1/files and /v1/batches."""
        parts = path.removeprefix("/v1/").strip("/").split("/")
        if self.plan.batch_seconds is None:
            return openai_wire.error(404, f"Unknown request URL: {request.method} {path}")
        if parts[0] == "files":
            return self._file(parts[1:], request)
        if request.method == "POST" and len(parts) == 1:
            return self._create(request)
        if len(parts) == 1:
            return self._page(request)
        batch = self.batches.get(parts[1])
        if batch is None or batch.fault == "lose":
            return openai_wire.error(404, f"No batch found with id '{parts[1]}'.")
        return json_response(self._shown(batch))

    def summary(self) -> list[dict[str, object]]:
        """For tests: every batch with the keys in it."""
        return [
            {"id": b.id, "status": b.status, "requests": len(b.lines), "models": sorted(map(_model, b.lines))}
            for b in self.batches.values()
        ]

    def _page(self, request: Request) -> Response:
        """Newest first, `limit` of them after the one named by `after`."""
        asked = parse_qs(request.path.partition("?")[2])
        newest = [self._shown(batch) for batch in reversed(self.batches.values())]
        names = [batch["id"] for batch in newest]
        start = names.index(asked["after"][0]) + 1 if "after" in asked else 0
        page = newest[start : start + int(asked.get("limit", ["20"])[0])]
        return json_response({"object": "list", "data": page, "has_more": start + len(page) < len(newest)})

    def _file(self, parts: list[str], request: Request) -> Response:
        if request.method == "POST":
            name = f"file-{len(self.files)}"
            self.files[name] = _part(request, "file")
            if _part(request, "purpose").strip() != b"batch":
                return openai_wire.error(400, "'purpose' must be 'batch'")
            return json_response(
                {
                    "id": name,
                    "object": "file",
                    "bytes": len(self.files[name]),
                    "created_at": 0,
                    "filename": "input.jsonl",
                    "purpose": "batch",
                    "status": "processed",
                }
            )
        if not parts or parts[0] not in self.files:
            return openai_wire.error(404, "No such File object")
        return Response(200, (self.files[parts[0]],), "application/jsonl")

    def _create(self, request: Request) -> Response:
        body = json.loads(request.body)
        content = self.files.get(body.get("input_file_id", ""))
        if content is None or body.get("endpoint") != ENDPOINT or body.get("completion_window") != "24h":
            return openai_wire.error(400, "invalid batch")
        lines = [json.loads(line) for line in content.split(b"\n") if line]
        arrival = len(self.batches)
        fault = self.plan.batch_faults[arrival] if arrival < len(self.plan.batch_faults) else ""
        due = self.clock() + (self.plan.batch_seconds or 0.0)
        batch = Batch(f"batch_{arrival}", body["input_file_id"], body.get("metadata") or {}, fault, due, lines)
        self.batches[batch.id] = batch
        if not fault and (wrong := self._wrong(batch)):
            batch.fault, batch.errors = "fail", [wrong]
        shown = self._shown(batch)
        if self.plan.batch_answer_lost and arrival == 0:
            return Response(200, ending="reset")  # the batch was made, but the client never gets its id
        return json_response(shown)

    def _wrong(self, batch: Batch) -> dict[str, object] | None:
        """The errors that the validation of a file finds."""
        if len(batch.lines) > self.plan.batch_requests:
            return {"code": "too_many_tasks", "message": "The batch input file contains too many requests."}
        if len({_model(line) for line in batch.lines}) != 1:
            return {"code": "mismatched_model", "message": "The provided model does not match other requests' model."}
        if len({line["custom_id"] for line in batch.lines}) != len(batch.lines):
            return {"code": "duplicate_custom_id", "message": "The custom_id is a duplicate of another request."}
        return None

    def _end(self, batch: Batch) -> None:
        if batch.fault in ("fail", "token-limit"):
            batch.status = "failed"
            code = "token_limit_exceeded" if batch.fault == "token-limit" else "invalid_file"
            batch.errors = batch.errors or [{"code": code, "message": "Enqueued token limit reached for the model."}]
            return
        broken = {"expire": "batch_expired", "cancel": "batch_cancelled"}.get(batch.fault, "")
        outputs: list[object] = []
        errors: list[object] = []
        # a batch that ended early has done its first half
        done = len(batch.lines) // 2 if broken else len(batch.lines)
        for line in batch.lines[:done]:
            status, body = self._answered(line)
            (outputs if status == 200 else errors).append(_result(line, status, body))
        for line in batch.lines[done:]:
            words = {"code": broken, "message": "This request could not be executed."}
            errors.append({"id": "x", "custom_id": line["custom_id"], "response": None, "error": words})
        batch.status = {"expire": "expired", "cancel": "cancelled"}.get(batch.fault, "completed")
        outputs.reverse()  # in any order, says the reference
        if outputs:
            batch.output_file = self._stored(outputs)
        if errors:
            batch.error_file = self._stored(errors)

    def _answered(self, line: dict[str, object]) -> tuple[int, object]:
        return self.ask(Request("POST", ENDPOINT, {}, json.dumps(line["body"]).encode()))

    def _stored(self, lines: list[object]) -> str:
        name = f"file-{len(self.files)}"
        self.files[name] = b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines)
        return name

    def _shown(self, batch: Batch) -> dict[str, object]:
        if batch.status == "in_progress" and self.clock() >= batch.due and not self.holding():
            self._end(batch)
        total = len(batch.lines)
        done = total if batch.status == "completed" else 0
        return {
            "id": batch.id,
            "object": "batch",
            "endpoint": ENDPOINT,
            "completion_window": "24h",
            "created_at": 0,
            "input_file_id": batch.input_file,
            "metadata": batch.metadata,
            "status": batch.status,
            "errors": {"object": "list", "data": batch.errors} if batch.errors else None,
            "output_file_id": batch.output_file or None,
            "error_file_id": batch.error_file or None,
            "request_counts": {"total": total, "completed": done, "failed": 0},
        }


def _result(line: dict[str, object], status: int, body: object) -> dict[str, object]:
    response = {"status_code": status, "request_id": "r", "body": body}
    return {"id": "batch_req", "custom_id": line["custom_id"], "response": response, "error": None}


def _model(line: dict[str, object]) -> str:
    body = line["body"]
    return str(body.get("model")) if isinstance(body, dict) else ""


def _part(request: Request, name: str) -> bytes:
    """One field of a multipart form."""
    found = re.search(r"boundary=\"?([^\";]+)", request.headers.get("content-type", ""))
    if not found:
        return b""
    for part in request.body.split(b"--" + found.group(1).encode()):
        head, _, content = part.partition(b"\r\n\r\n")
        if f'name="{name}"'.encode() in head:
            return content.removesuffix(b"\r\n")
    return b""
