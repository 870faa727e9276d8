"""A GGUF file -> llama.cpp's OpenAI-compatible server on a free loopback port, until standard input ends.

This is a program of its own: its threads and its memory end with it. It prints its address when it is ready. Its
standard input ends together with the program that started it, even after a crash, so the server never outlives its run.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

_HEAD = 1 << 20  # bytes; a model file describes the model at its beginning, before the vocabulary


def main(text: str) -> None:
    """Serve as the JSON object `text` says: model, name, slots, context (tokens of one slot), embedding."""
    import xllamacpp  # type: ignore[import-untyped, unused-ignore]  # has no stubs; an extra

    asked = json.loads(text)
    params = xllamacpp.CommonParams()
    params.model.path = asked["model"]
    params.model_alias = {asked["name"]}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_parallel = asked["slots"]
    params.n_ctx = asked["slots"] * asked["context"]  # shared out among the slots
    params.cache_prompt = True  # prompts that share their beginning read it once
    params.warmup = False
    if asked["embedding"]:
        params.embedding = True
        params.n_batch = params.n_ubatch = asked["context"]  # a text is read in one step, or not at all
        if not _says_pooling(asked["model"]):
            params.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    try:
        server = xllamacpp.Server(params)
    except RuntimeError:  # "Failed to init server": the reason is in its log
        sys.exit(1)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()
    os._exit(0)  # nothing here is worth waiting for


def _says_pooling(model: str) -> bool:
    """Whether the file names a pooling (how token vectors become one): files of embedding models do."""
    with Path(model).open("rb") as file:
        return b".pooling_type" in file.read(_HEAD)


if __name__ == "__main__":
    main(sys.argv[1])
