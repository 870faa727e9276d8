"""The ideal: hand-written HTTP over asyncio streams, nothing read but the length. What no client can beat."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from measurements.clients.frame import Job, bodies, measured_loop


def _request(body: dict[str, Any]) -> bytes:
    data = json.dumps(body).encode()
    head = "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data


async def _client(port: int, queue: asyncio.Queue[bytes]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while not queue.empty():
        writer.write(queue.get_nowait())
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        await reader.readexactly(length)
    writer.close()


def main() -> None:
    job = Job.from_arguments()
    made = bodies(job)
    requests = [_request(write) for write, _ in made] + [_request(body) for _, critics in made for body in critics]

    async def run() -> int:
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        for request in requests:
            queue.put_nowait(request)
        await asyncio.gather(*(_client(job.port, queue) for _ in range(job.concurrency)))
        return len(requests)

    measured_loop(run, uvloop=True)


if __name__ == "__main__":
    main()
