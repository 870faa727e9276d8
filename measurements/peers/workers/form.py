"""The form of a reply, as every library that knows pydantic takes it."""

from __future__ import annotations

from pydantic import BaseModel


class Draft(BaseModel):
    question: str
    answer: str
    evidence: str
