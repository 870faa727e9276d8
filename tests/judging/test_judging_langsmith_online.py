"""`evaluate` with an upload: the feedback arrives at the service under the keys that the README names."""

from __future__ import annotations

import json
import re
import threading
import uuid
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from langsmith import Client, evaluate
from langsmith.schemas import Example

from benchmill.langsmith import KEYS, evaluators
from tests.servers.simulated import SimulatedServer

DATASET = uuid.UUID(int=7)
NOW = "2026-11-20T00:00:00+00:00"


class _Service(BaseHTTPRequestHandler):
    """As much of LangSmith as an experiment needs; `server.bodies` keeps what was sent, by path."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        dataset = {"id": str(DATASET), "name": "d", "created_at": NOW, "modified_at": NOW, "data_type": "kv"}
        path = self.path.partition("?")[0]
        limits = {"size_limit": 100, "size_limit_bytes": 20_971_520, "scale_up_qsize_trigger": 1000}
        limits |= {"scale_up_nthreads_limit": 16, "scale_down_nempty_trigger": 4, "use_multipart_endpoint": True}
        info = {"version": "0.12.0", "batch_ingest_config": limits}
        found = {"/info": info, "/datasets": [dataset], f"/datasets/{DATASET}": dataset, "/sessions": []}
        self._answer(found.get(path, {}))

    def do_POST(self) -> None:
        body = self._body()
        session = {"id": str(uuid.uuid4()), "name": "e", "tenant_id": str(uuid.UUID(int=1)), "start_time": NOW}
        self._answer({**session, "reference_dataset_id": str(DATASET)} if body.startswith(b"{") else {})

    def do_PATCH(self) -> None:
        self.do_POST()

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding") == "chunked":
            body = b""
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.bodies.append((self.path, body))  # type: ignore[attr-defined]
        return body

    def _answer(self, value: object) -> None:
        content = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Nothing on standard error."""


@pytest.fixture
def service() -> Iterator[ThreadingHTTPServer]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Service) as running:
        running.bodies = []  # type: ignore[attr-defined]
        threading.Thread(target=running.serve_forever, args=(0.01,), daemon=True).start()
        yield running
        running.shutdown()


def test_an_uploaded_experiment_holds_every_feedback_key(service: ThreadingHTTPServer) -> None:
    row = Example(
        id=uuid.uuid4(),
        dataset_id=DATASET,
        inputs={"question": "How long are logs kept?"},
        outputs={"answer": "14 days"},
        created_at=NOW,
        modified_at=NOW,
    )
    client = Client(api_url=f"http://127.0.0.1:{service.server_address[1]}", api_key="none")
    with SimulatedServer() as model, evaluators(model="openai:simulated", base_url=model.base_url) as judges:
        evaluate(
            lambda inputs: {"answer": f"For 14 days, as to {inputs['question']}", "documents": ["For 14 days."]},
            data=[row],
            evaluators=judges,
            client=client,
        )
    client.flush()  # the SDK sends from a thread of its own
    assert _keys(service) == set(KEYS)


def _keys(service: ThreadingHTTPServer) -> set[str]:
    """The feedback keys that arrived so far: each feedback is a part of its own in a multipart body."""
    sent = b"".join(body for _, body in service.bodies)  # type: ignore[attr-defined]
    return {match.decode() for match in re.findall(rb'"key":\s?"(\w+)"', sent)}
