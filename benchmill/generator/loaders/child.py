"""Requests on standard input -> texts on standard output; the child process reads one file at a time, within limits.

A file of 40 KB can need 8 GB of memory or a minute of work. Such a file ends only this process, not the run.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any, BinaryIO

from benchmill.generator.loaders.formats import reader_for
from benchmill.generator.loaders.loaded import Text, Unreadable
from benchmill.records import InputError, MissingExtra


def main() -> None:
    """Answer requests until standard input ends. Everything that a package prints goes to standard error."""
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    while line := requests.readline():
        request = json.loads(line)
        _answer(answers, request, requests.read(request["size"]))


def _answer(answers: BinaryIO, request: dict[str, Any], data: bytes) -> None:
    _limit(request["memory"], request["seconds"])
    path = Path(os.fsdecode(bytes.fromhex(request["path"])))
    try:
        read = reader_for(request["ending"], request["reader"])(data, path)
        head, text = _told(read, request["characters"])
    except Unreadable as unreadable:
        head, text = {"unreadable": [unreadable.check, unreadable.reason]}, b""
    except MissingExtra as missing:
        head, text = {"missing": [missing.purpose, missing.extra]}, b""
    except InputError as error:
        head, text = {"input": str(error)}, b""
    except MemoryError:
        head, text = {"unreadable": ["too-large", f"needs more than {request['memory'] >> 20} MB of memory"]}, b""
    answers.write(json.dumps(head | {"size": len(text)}).encode() + b"\n" + text)
    answers.flush()


def _told(read: Text, most: int) -> tuple[dict[str, Any], bytes]:
    if len(read.text) > most:
        raise Unreadable("too-large", f"becomes a text of {len(read.text):,} characters, more than {most:,}")
    head = {"title": read.title, "note": read.note, "cells": read.cells}
    return head, read.text.encode("utf-8", "surrogatepass")


def _limit(memory: int, seconds: int) -> None:
    """Limit this process to `memory` bytes, and to `seconds` of work from now on. Waiting does not count as work."""
    if sys.platform == "win32":
        return  # Windows has no such limits: there, only the parent's clock ends a reader
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    end = int(used.ru_utime + used.ru_stime) + seconds + 1
    for what, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, end)):
        try:
            hard = resource.getrlimit(what)[1]
            resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
        except (ValueError, OSError):  # macOS refuses a memory limit
            continue
