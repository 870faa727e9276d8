"""Case, step of a procedure -> the files that the step names and its passage, not its quote, shows to be meant."""

from __future__ import annotations

import re

from benchmill.critique.checks.case import Case
from benchmill.records.candidate import AnswerComponent
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


def files_acted_on(case: Case, step: AnswerComponent) -> list[str]:
    """The files of the step that its passage names last before the quote, or that are named after a tool it names.

    A line of code is often quoted without the sentence above it, which says in what file the line is. The quote must
    hold the rest of the step: at least half of its words, the file's name aside.
    """
    if case.candidate.kind != "procedure" or not step.evidence:
        return []
    span = step.evidence[0].span
    chunk = next((each for each in case.sources if each.span.contains(span)), None)
    named = _FILE.findall(step.text)
    of_tool = [(found[0], found["tool"].casefold()) for found in _OF_TOOL.finditer(step.text)]
    if chunk is None or not (named or of_tool):
        return []
    files = {*named, *(file for file, _ in of_tool)}
    if not _holds_the_rest(span.text, step.text, files, case.language):
        return []
    above = "\n".join((*chunk.headings, chunk.text[: span.start - chunk.span.start]))
    last = _FILE.findall(above)[-1:]
    spoken = set(words("\n".join((*chunk.headings, chunk.text))))
    return [*(file for file in named if file in last), *(file for file, tool in of_tool if _names(spoken, tool, file))]


def _names(spoken: set[str], tool: str, file: str) -> bool:
    return bool({tool, file.casefold()} & spoken)


def _holds_the_rest(quote: str, step: str, files: set[str], language: str) -> bool:
    """Whether the quote has all names of the step but the files, and half of its words where it has no such name."""
    rest = step
    for file in files:
        rest = rest.replace(file, " ")
    names = [name for name in Names.of(rest, language).surfaces if words(name)]
    if names:
        return all(name.casefold() in quote.casefold() for name in names)
    stems = set(content_words(rest, language))
    return bool(stems) and len(stems & set(content_words(quote, language))) >= _FEWEST * len(stems)
