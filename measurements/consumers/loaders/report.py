"""What a consumer read -> one JSON object on the last line of standard output."""

from __future__ import annotations

import json
from collections.abc import Iterable


def report(version: str, questions: Iterable[str], references: Iterable[str] = ()) -> None:
    """Version of the program, the questions in its order, and the answers where the format has them."""
    print("\n" + json.dumps({"version": version, "questions": list(questions), "references": list(references)}))
