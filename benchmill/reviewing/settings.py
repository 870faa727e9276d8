"""How the review page of one workspace runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    """How the page runs. `port` 0 takes a free port; `reviewer` is the default name of a reviewer."""

    bench: Path
    reviewer: str = ""
    double: bool = False
    port: int = 0
