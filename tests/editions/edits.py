"""A kind of question -> the docs without the words that its first item quotes, so that the next night retires it."""

from __future__ import annotations

import json
from pathlib import Path

SAID_INSTEAD = "Nothing of this is said any more."


def retire_one(docs: Path, out: Path, kind: str) -> str:
    """Take the evidence of the first item of the kind in the workspace `out` away; returns the name of the document."""
    records = map(json.loads, (out / "items.jsonl").read_text("utf-8").splitlines())
    quote = next(each for each in records if each["kind"] == kind)["components"][0]["evidence"][0]
    page = docs / quote["document"]
    page.write_text(page.read_text("utf-8").replace(quote["text"], SAID_INSTEAD), "utf-8")
    return str(quote["document"])
