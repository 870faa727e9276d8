"""Case -> markup-debris, cut-answer: markup that a model copied along with an answer, and an end that it left off."""

from __future__ import annotations

import re
from itertools import product

from benchmill.critique.checks.case import Case, show
from benchmill.critique.checks.hollow_steps import hollow_steps
from benchmill.records.candidate import AnswerComponent
from benchmill.records.languages import CODE
from benchmill.records.list_marks import MARK
from benchmill.records.normalising import DATAMARK, find_normalised
from benchmill.records.words import words

_TYPES = "str|string|int|integer|float|number|bool|boolean|list|dict|object|array|optional|required"
_DEBRIS = re.compile(
    rf"{DATAMARK}|``|\{{#[\w.:-]+\}}|\[#[\w.:-]+\]|<a (?:name|id)=|¶|^[ \t]*(?:```|~~~)|^\|.*\|$|^#{{1,6}} "
    rf"|\s\((?:{_TYPES})(?:\s*,\s*(?:{_TYPES}))*\)\s*$",
    re.IGNORECASE | re.MULTILINE,
)
_TAG = re.compile(
    r"</?(?:a|b|br|code|em|i|kbd|li|p|span|strong|sub|sup|td|tr|tt|u)(?: [^<>\n]{0,200})?/?>", re.IGNORECASE
)
_ICON = re.compile(r"(?<![\w:]):[a-z][\w+-]*:(?!\w)")  # `:material-cog:`, which a page shows as a picture
_QUOTED_TICK = re.compile(r"[\"'“‘「]`+[\"'”’」]")  # the sign itself: "`"
_PAIRS = (("(", ")"), ("（", "）"), ("「", "」"), ("『", "』"), ("《", "》"), ("【", "】"))
_UNFINISHED = re.compile(
    r"[\w`)\"']\s*[,(\[:]\s*$|\b(?<![./@-])(?:the|a|an|of|and|or|to|for|with|by|from|that|which|than|because|if|when|is|are|was"
    r"|und|oder|der|die|das|ein|eine|mit|von|für|dass|weil|et|ou|le|la|les|de|des|pour|avec|que|(?-i:si)|sauf|y|o|el|los|las"
    r"|para|con)"
    r"\s*$",
    re.IGNORECASE,
)


# The end of a sentence or entry, or of one before its examples: German verbs split off their prefix ("Legen Sie einen
# Abschnitt an."), English clauses end with a preposition ("the domain that it applies to, such as `example.com`").
_SENTENCE_ENDS = re.compile(
    rf"[ \t\"'”»)\]*_]*(?:[.!?;。！？](?!\w)|:[ \t]*$|, such as\b|\n[ \t]*(?:\n|(?:{MARK})[ \t])|\|)", re.MULTILINE
)
_LAST = 3  # words of an answer that stand so at the end of the document's sentence, which may begin otherwise
_MARK_BEFORE, _MARK_BEHIND = re.compile(r"[`*\"“„«「]$"), re.compile(r"[`*\"”“»」]")


def debris(case: Case) -> str | None:
    """Refuses a margin mark, fence, anchor, tag, table border or type note in question or answer."""
    candidate = case.candidate
    for text in (candidate.question, candidate.answer, *(part.text for part in candidate.components)):
        found = _DEBRIS.search(text) or _TAG.search(CODE.sub("``", text))
        if found:
            return f"{show(found[0].strip())} is markup that was copied from the passage: {show(text)}"
    return None


def cut(case: Case) -> str | None:
    """Refuses an answer that ends inside a sentence, with "the", a comma, an open bracket or open code font, and steps
    without the lists that they introduce."""
    for part in case.candidate.components:
        text = part.text.strip()
        if len(words(text)) < 2:
            continue  # the question may ask for `of` or `(`
        prose = CODE.sub(
            lambda code: "``" if _is_whole(code[0], case) else code[0].replace("`", ""),
            _ICON.sub("''", _QUOTED_TICK.sub("''", text)),
        )
        if prose.count("`") % 2 or any(prose.count(opens) > prose.count(closes) for opens, closes in _PAIRS):
            return f"the answer is cut off: {show(text)}"
        ending = None if prose.endswith("``") else _UNFINISHED.search(prose)
        if ending and not (ending[0].strip().isalpha() and _ends_a_sentence(part, case)):
            return f"the answer is cut off after {show(ending[0].strip())}: {show(text)}"
    return hollow_steps(case)


def _is_whole(code: str, case: Case) -> bool:
    """Whether every bracket of a code span is closed, or a line of the passage's code ends with the span, too."""
    bare = " ".join(code.strip("`").split())
    return bare.count("(") <= bare.count(")") or any(line.endswith(bare) for line in case.code)


def _ends_a_sentence(part: AnswerComponent, case: Case) -> bool:
    """Whether the document, too, ends a sentence or a table's cell where the answer ends, or has it in marks."""
    text = part.text.strip()
    # of "port: the port to listen to" the document has the value alone
    texts = [text, *(short.strip() for short in part.short_answers if text.endswith(short.strip()))]
    texts.append(" ".join(text.split()[-_LAST:]))  # "the limits apply to" for "these limits apply to"
    for evidence, said in product(part.evidence, texts):
        span = evidence.span
        place = find_normalised(said, span.text)
        chunk = next((each for each in case.sources if each.span.overlaps(span)), None)
        after = chunk.text[span.end - chunk.span.start :] if chunk and span.end >= chunk.span.start else ""
        if place and _SENTENCE_ENDS.match(span.text[place[1] :] + after):
            return True
        if place and _MARK_BEFORE.search(span.text[: place[0]]) and _MARK_BEHIND.match(span.text[place[1] :]):
            return True  # the name of a field: the **Pull from** list
    return False
