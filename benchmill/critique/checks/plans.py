"""Case -> plan-as-fact: an answer that is the release for which the evidence only announces a change."""

from __future__ import annotations

import re
from functools import cache

from benchmill.critique.checks.case import Case, show
from benchmill.records.any_language import of_any_language

_CLAUSE = re.compile(r"[.;,:。；，、]\s|[。；，]|.{60}")
_NUMBER = r"v?\d+(?:\.[\dx]+)*"


def announced(case: Case) -> str | None:
    """Refuses a question whose answer is a coming release: "will be removed in v2" is a plan, which nobody takes back
    when the release is there. What replaces the thing, or since when it is out of use, is a fact."""
    for part in case.candidate.components:
        answer = " ".join(part.text.strip("`*'\" .").split())
        if not _release().fullmatch(answer) and not _is_named(answer, case):
            continue
        quotes = [" ".join(evidence.span.text.split()) for evidence in part.original_evidence]
        if quotes and all(_is_planned(quote, answer) for quote in quotes):
            return f"{show(answer)} is a release that was to come when this was written: {show(quotes[0])}"
    return None


def _is_named(answer: str, case: Case) -> bool:
    """Whether the answer is a number behind a name from headings or title: "Kestrel 6"."""
    name, _, number = answer.rpartition(" ")
    heads = " ".join((*case.seed.headings, case.facts.title(case.seed.document_id)))
    return bool(name) and number.isdigit() and name.casefold() in heads.casefold()


def _is_planned(quote: str, release: str) -> bool:
    """Whether the release is part of what is planned, or stands right behind it: "will be removed in v2"."""
    at = quote.casefold().find(release.casefold())
    return any(plan.start() <= at and not _CLAUSE.search(quote[plan.end() : at]) for plan in _planned().finditer(quote))


@cache
def _planned() -> re.Pattern[str]:
    return re.compile(of_any_language(__package__, "plans.toml", "planned"), re.IGNORECASE | re.DOTALL)


def release() -> str:
    """A pattern of what names a release: "v4.5", "version 2", "3.0"."""
    word = of_any_language(__package__, "plans.toml", "release")
    return rf"(?:(?:{word})\s*{_NUMBER}|{_NUMBER}\s*(?:{word})|v\d[\w.]*|\d+\.\d[\w.]*)"


@cache
def _release() -> re.Pattern[str]:
    """A release and at most two words before it: "NetBox v4.5"."""
    return re.compile(rf"(?:[^\W\d][\w.-]*\s+){{0,3}}{release()}", re.IGNORECASE)
