"""A GGUF -> llama.cpp's OpenAI-compatible server on a free loopback port, until the process is ended.

It is a separate program (`python tests/servers/llama/serve.py MODEL`), because the server's threads would outlive a
test. The program prints the server's address when the server is ready.
"""

from __future__ import annotations

import signal
import sys

import xllamacpp  # type: ignore[import-untyped]  # has no stubs


def main(model: str) -> None:
    params = xllamacpp.CommonParams()
    params.model.path = model
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.model_alias = {"tiny"}
    params.n_parallel = 4
    params.n_ctx = 4 * 16384  # shared by the four slots
    params.cpuparams.n_threads = 1  # several threads wait for one another in a loop, which a busy machine slows down
    params.warmup = False
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    signal.sigwait({signal.SIGTERM, signal.SIGINT})


if __name__ == "__main__":
    main(sys.argv[1])
