"""Case -> offers-options: questions that name their possible answers, so that a guess may be right."""

from __future__ import annotations

import re

from benchmill.critique.checks.case import Case, offers, show

_DUMP = re.compile(
    r"\b(?:which|what|who) (?:one )?of (?:the following|these|those)\b|\b(?:true|yes) or (?:false|no)\b"
    r"|\b(?:yes/no|true/false)\b(?! (?!if\b|whether\b|that\b)\w)"  # "a Yes/No dialog" is a thing
    r"|\bwelche[rs]? (?:der|von den) folgenden\b|\brichtig oder falsch\b|\blequel des suivants\b|\bvrai ou faux\b"
    r"|\bcuál de (?:los|las) siguientes\b|\bverdadero o falso\b|\b(?:select|choose) (?:the correct|all that apply)\b"
    r"|^(?:select|choose) one\b",
    re.IGNORECASE,
)
_LETTERED = re.compile(r"(?:^|[\s(])[aA1][).:] ?\S.{0,200}?(?:\s|\()[bB2][).:] ?\S")


def guessable(case: Case) -> str | None:
    """Refuses options, and an "A or B?" whose answer is A or B (a comparison's answer says more)."""
    dump = _DUMP.search(case.prose) or _LETTERED.search(case.question)
    if dump:
        return f"lists the answers to choose from: {show(dump[0])}"
    if case.candidate.kind != "comparison" and offers(case.prose, case.candidate, case.language):
        return f"its answer {show(case.candidate.answer)} is one of the two it names: {show(case.question)}"
    return None
