"""How the review page of one workspace runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    """How the page runs. `port` 0 takes a free one; `reviewer` is the name of whoever gives none."""

    bench: Path
    reviewer: str = ""
    double: bool = False
    port: int = 0
