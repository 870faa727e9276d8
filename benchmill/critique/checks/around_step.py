"""Case, part of an answer -> the names in it that its passage, not its quote, shows to be meant.

A quote is often one entry of a list or one line of code: the file, the program or the place that it is about stands
above it. The quote must hold the rest of the part.
"""

from __future__ import annotations

import re

from benchmill.critique.checks.case import Case
from benchmill.records.candidate import AnswerComponent
from benchmill.records.corpus import Chunk
from benchmill.records.languages import CODE
from benchmill.records.leads import introduction
from benchmill.records.names import Names
from benchmill.records.words import content_words, words

_ENDINGS = (
    "bat|cfg|conf|config|css|csv|env|gradle|html|ini|js|json|jsonc|lock|md|mdx|plist|properties|ps1|py|rb|rs|rst|service"
    "|sh|sql|tf|toml|ts|tsx|txt|xml|ya?ml"
)
_FILE = re.compile(rf"(?<![\w./-])[\w./~-]*\w\.(?:{_ENDINGS})(?![\w-])", re.IGNORECASE)
# Dockerfile, Makefile, Jenkinsfile: what the file of a tool is called.
_OF_TOOL = re.compile(r"(?<![\w./-])(?P<tool>[A-Z][a-z]{2,12}?)file(?![\w-])")
_FEWEST = 0.5


def names_around(case: Case, part: AnswerComponent) -> list[str]:
    """The names of a step or list entry that the text around its quote gives it.

    Of both: names in the words that introduce the list ("Set these in `server.yml`:"). Of a step, too: the file that
    its passage names last before the quote, a file called after a tool ("Dockerfile"), and names, not code, that the
    quote of the step before has ("Install the Kestrel Agent." "Make sure that it runs.").
    """
    if case.candidate.kind not in ("procedure", "list") or not part.evidence:
        return []
    span = part.evidence[0].span
    chunk = next((each for each in case.sources if each.span.contains(span)), None)
    if chunk is None:
        return []
    at = span.start - chunk.span.start
    around = _held_by(introduction(chunk.text, at), part.text, case.language)
    if case.candidate.kind == "procedure":
        around |= _files(part.text, chunk, chunk.text[:at])
        around |= _held_by(_quotes_before(case, part), CODE.sub(" `` ", part.text), case.language)
    around = {name for name in around if name.casefold() not in span.text.casefold()}
    return sorted(around) if around and _holds_the_rest(span.text, part.text, around, case.language) else []


def _files(step: str, chunk: Chunk, above: str) -> set[str]:
    """The files of the step that its passage names last before the quote, or that are named after a tool it names."""
    last = _FILE.findall("\n".join((*chunk.headings, above)))[-1:]
    of_tool = [(found[0], found["tool"].casefold()) for found in _OF_TOOL.finditer(step)]
    spoken = set(words("\n".join((*chunk.headings, chunk.text)))) if of_tool else set()
    return {
        *(file for file in _FILE.findall(step) if file in last),
        *(file for file, tool in of_tool if _names(spoken, tool, file)),
    }


def _held_by(text: str, part: str, language: str) -> set[str]:
    """The names of `part` that `text` has, each as a whole."""
    there = frozenset(name.casefold() for name in Names.of(text, language).surfaces)
    return {name for name in Names.of(part, language).surfaces if name.casefold() in there}


def _quotes_before(case: Case, step: AnswerComponent) -> str:
    """What the step before quotes; nothing for the first step."""
    steps = case.candidate.components
    at = next((number for number, each in enumerate(steps) if each is step), 0)
    return "\n".join(steps[at - 1].quotes) if at else ""


def _names(spoken: set[str], tool: str, file: str) -> bool:
    return bool({tool, file.casefold()} & spoken)


def _holds_the_rest(quote: str, step: str, around: set[str], language: str) -> bool:
    """Whether the quote has all names of the step but those around, and half of its words where it has no such name."""
    rest = step
    for name in around:
        rest = rest.replace(name, " ")
    names = [name for name in Names.of(rest, language).surfaces if words(name)]
    if names:
        return all(name.casefold() in quote.casefold() for name in names)
    stems = set(content_words(rest, language))
    return bool(stems) and len(stems & set(content_words(quote, language))) >= _FEWEST * len(stems)
