"""A file that a converter reads -> its Text, or why it has none; kept in facts.sqlite until its bytes change."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field

from benchmill.generator.loaders import (
    Converted,
    Interrupted,
    Reader,
    Text,
    Unreadable,
    conversion_of,
    converted_now,
    ending_of,
)
from benchmill.indexing.facts_file import KeptFacts
from benchmill.records import digest

_NAME = "converted "
_FAST = 1  # of zlib's levels: the first run writes every text, and most are read once a night


@contextmanager
def kept_conversions(kept: KeptFacts | None, reader: Reader) -> Iterator[Converted]:
    """Converts a file only where `kept` does not have what these bytes became; forgets files that are gone.

    Whether a reader of other packages makes the same text again cannot be known: they fetch models of their own.
    """
    if kept is None or reader != "light":
        yield converted_now
        return
    conversions = _Conversions(kept)
    yield conversions
    kept.drop(_NAME, but=conversions.names)


@dataclass(frozen=True, slots=True)
class _Conversions:
    """A file that could not be read is not tried again either: that may have taken all the work that it is allowed."""

    kept: KeptFacts
    names: set[str] = field(default_factory=set)

    def __call__(self, identifier: str, source_hash: str, convert: Callable[[], Text]) -> Text:
        name, key = _NAME + identifier, digest(source_hash, conversion_of(ending_of(identifier)))
        self.names.add(name)
        value = self.kept.value(name, key)
        if value is None:
            value = zlib.compress(json.dumps(_outcome(convert)).encode(), _FAST)
            self.kept.keep(name, key, value)
        found = json.loads(zlib.decompress(value))
        if "check" in found:
            raise Unreadable(**found)
        return Text(**found | {"cells": tuple(map(tuple, found["cells"]))})


def _outcome(convert: Callable[[], Text]) -> dict[str, object]:
    try:
        return asdict(convert())
    except Interrupted:
        raise
    except Unreadable as unreadable:
        return {"check": unreadable.check, "reason": unreadable.reason}
