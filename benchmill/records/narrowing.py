"""A quote -> the sentences of it that are needed, and whether it is too long for its passage.

The opposite of `widening`: a writer that quotes a whole passage proves its answer, but a scorer that compares texts
then takes every piece of the passage for a find.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from benchmill.records.list_marks import MARK, NUMBER
from benchmill.records.numbers import answer_tokens
from benchmill.records.sentences import sentences
from benchmill.records.widening import LEANS, LONGEST
from benchmill.records.words import contains, content_words
from benchmill.records.words import length as word_length

SHORT = 25
"""Words: a quote of at most so many may fill its passage, whatever else it says."""

SHARE = 0.4
"""A longer quote may be this share of its passage. Beyond it, each sentence at its ends must be needed."""

_UNSEEN = re.compile(rf"(?<=\])\([^()\n]*\)|^[ \t>]*(?:{NUMBER})(?=[ \t])", re.MULTILINE)
_MOST_SENTENCES = 40
_BELOW_STEP = re.compile(rf"```|\n[ \t]+(?:{MARK})[ \t]+")


def length(text: str) -> int:
    """How many words a reader sees: neither the address that a link leads to nor the number of an entry is counted.

    >>> length("See [the limits](https://example.com/docs/limits) first.")
    4
    """
    return word_length(_UNSEEN.sub("", text))


def fits(quote: str, passage: str, short: int = SHORT, share: float = SHARE) -> bool:
    """Whether a quote is short, or no large part of its passage."""
    return length(quote) <= max(short, share * length(passage))


def allowed_share(
    quote: str, passage: str, *, inside: bool, steps: bool, short: int = SHORT, share: float = SHARE
) -> float:
    """The share of its `passage` that a quote may be; inf where it is not `inside` the source chunk.

    In a procedure (`steps`) what a reader has to paste, and the list below a step that says what to do there, are part
    of the step, however long they are: only the words before the code or the list count.

    >>> step, rest = "Set the heap.\\n```\\n-Xms2g\\n-Xmx2g", "Then run it, and look for errors in its log."
    >>> [allowed_share(step, step + rest, inside=True, steps=steps, short=2) for steps in (True, False)]
    [inf, 0.4]
    """
    prose, *more = _BELOW_STEP.split(quote, maxsplit=1)
    has_more = steps and prose.strip() and any(map(str.strip, more)) and fits(prose, passage, short, share)
    return share if inside and not has_more else math.inf


def too_long(
    quote: str, passage: str, asked: str, answers: Sequence[str], language: str = "en", *,
    most: int = LONGEST, short: int = SHORT, share: float = SHARE,
) -> str:  # fmt: skip
    """Why `quote` is too long as evidence of `answers` to what is `asked`; empty where it is not.

    It has more than `most` words, or is more than `share` of its passage although fewer of its sentences would do: not
    where a step in words of its own does not show which. A quote of at most `short` words is never too long.
    """
    count = length(quote)
    if count > most:
        return f"a quote of {count} words, more than {most}"
    if fits(quote, passage, short, share) or needed(quote, asked, answers, language, most) in (None, (0, len(quote))):
        return ""
    much = f"{count} of the chunk's {length(passage)} words, more than {share:.0%}"
    return f"a quote of {much}, where fewer sentences would do"


def needed(
    quote: str, asked: str, answers: Sequence[str], language: str = "en", most: int = LONGEST
) -> tuple[int, int] | None:
    """(start, end) of the fewest sentences in a row that say all that `quote` says of the answer and what is `asked`.

    Where these have more than `most` words, the sentences that say most of what is asked. The answer stays whole. All
    of the quote where no sentence at its ends can be left out. None where an answer in other words does not show which
    sentences prove it.

    >>> quote = "The log is a file. Kestrel keeps a log for 14 days. Reports are weekly. They go to the owner."
    >>> quote[slice(*needed(quote, "How long does Kestrel retain logs?", ["14 days"]))]
    'Kestrel keeps a log for 14 days.'
    """
    places = sentences(quote)
    if not 1 < len(places) <= _MOST_SENTENCES:
        return 0, len(quote)
    wanted = set(content_words("\n".join((asked, *answers)), language))
    stems = [wanted & set(content_words(quote[start:end], language)) for start, end in places]
    lengths = [length(quote[start:end]) for start, end in places]
    proof = _Proof.of(quote, answers, language)
    if proof is None:
        return None
    best: tuple[int, int, int, int] | None = None
    for first in range(len(places)):
        for last in range(first, len(places)):
            begin = _with_what_it_leans_on(quote, places, first)
            size = sum(lengths[begin : last + 1])
            said = len(set().union(*stems[begin : last + 1]))
            better = size <= most and (best is None or (said, -size) > (best[0], best[1]))
            start, end = places[begin][0], places[last][1]
            if better and not _leaves_code(quote, start, end) and proof.stays(quote[start:end]):
                best = said, -size, begin, last
    if best is None or (best[2], best[3]) == (0, len(places) - 1):
        return 0, len(quote)
    return places[best[2]][0], places[best[3]][1]


class _Proof:
    """What of the answers a quote holds, and any shorter quote must hold, too."""

    def __init__(self, literal: list[list[str]], stems: set[str], language: str) -> None:
        self._literal, self._stems, self._language = literal, stems, language

    @classmethod
    def of(cls, quote: str, answers: Sequence[str], language: str) -> _Proof | None:
        """The forms of the answer that are in the quote, word for word; where none is, the words of the answer.

        None where the quote has not all of these words either.
        """
        tokens = answer_tokens(quote, language)
        forms = [answer_tokens(answer, language) for answer in answers]
        literal = [form for form in forms if contains(tokens, form)]
        stems = set(content_words(answers[0], language)) if answers else set()
        known = bool(literal) or (bool(stems) and stems <= set(content_words(quote, language)))
        return cls(literal, stems, language) if known else None

    def stays(self, text: str) -> bool:
        if self._literal:
            tokens = answer_tokens(text, self._language)
            return any(contains(tokens, form) for form in self._literal)
        return self._stems <= set(content_words(text, self._language))


def _leaves_code(quote: str, start: int, end: int) -> bool:
    """Whether the piece begins inside fenced code and goes on behind it."""
    return quote.count("```", 0, start) % 2 == 1 and "```" in quote[start:end]


def _with_what_it_leans_on(quote: str, places: Sequence[tuple[int, int]], number: int) -> int:
    """The number of the sentence before, where this one begins with "It" or "This" and both are in one paragraph."""
    start, end = places[number]
    leans = number > 0 and LEANS.match(quote[start:end]) and "\n\n" not in quote[places[number - 1][1] : start]
    return number - 1 if leans else number
