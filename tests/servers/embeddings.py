"""Texts -> vectors over HTTP: an OpenAI-compatible `/v1/embeddings` whose vectors count words."""

from __future__ import annotations

import json
import re
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

_SIZE = 512


class EmbeddingServer:
    """`embedded` lists every text that was asked for; `failures` is how many of the next requests get a 503."""

    def __init__(self) -> None:
        self.embedded: list[str] = []
        self.failures = 0
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
                if server.failures:
                    server.failures -= 1
                    self._reply(503, {"error": {"message": "busy"}})
                    return
                server.embedded += texts
                data = [{"index": n, "embedding": _vector(text)} for n, text in enumerate(texts)]
                self._reply(200, {"data": data[::-1]})  # reversed: clients must use the index

            def _reply(self, status: int, value: object) -> None:
                content = json.dumps(value).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: object) -> None: ...

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.base_url = f"http://127.0.0.1:{self.http.server_port}/v1"


def _vector(text: str) -> list[float]:
    counts = [0.0] * _SIZE
    for word in re.findall(r"\w{3,}", text.lower()):
        counts[zlib.crc32(word.encode()) % _SIZE] += 1.0
    return counts


@contextmanager
def embedding_server() -> Iterator[EmbeddingServer]:
    """Run the server while the block lasts."""
    running = EmbeddingServer()
    threading.Thread(target=running.http.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield running
    finally:
        running.http.shutdown()
        running.http.server_close()
