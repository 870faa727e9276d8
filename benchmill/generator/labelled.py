"""Labelled text ("Factoid question: ... / Answer: ...") -> the fields of each pair, or what is wrong with the pair."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

# A label is at the start of a line and may be numbered or in bold. The same word inside a line is text.
_LABEL = re.compile(
    r"""
    [\s>\#]*(?:\d{1,2}[.)]\s*|[-*+]\s+)?
    (?P<bold>\*\*|__|\*|_|`)?(?P<name>factoid\ question|question|answer|quote|evidence|q|a)(?:\s*\#?\d{1,2})?
    (?(bold)(?:(?P=bold)[ \t]*[:：]+|[ \t]*[:：]+[ \t]*(?P=bold)|[ \t]*[:：]+)|[ \t]*[:：]+)
    [ \t]*(?P<value>.*)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_NAMES = {"factoid question": "question", "q": "question", "a": "answer", "evidence": "quote"}
_ASIDE = re.compile(
    r"[\s>*_#-]*(?:\(|(?:notes?|explanation|reason|rationale|source|reference|context)\b)", re.IGNORECASE
)
_RULE = re.compile(r"[\s>*_=`-]*$")


@dataclass(slots=True)
class _Pair:
    """The fields of one question, as far as read. `open` names the field to which lines without a label belong."""

    fields: dict[str, str] = field(default_factory=dict)
    open: str = ""
    ended: bool = False
    problem: str = ""

    def put(self, name: str, value: str) -> None:
        if name in self.fields:
            self.problem = self.problem or f"a question has two lines labelled {name}"
        self.fields[name], self.open, self.ended = value.strip(), name, False

    def go_on(self, line: str) -> None:
        """Read a line without a label: it continues a field, is an aside to skip, or makes the pair unreadable."""
        if _RULE.fullmatch(line):
            self.ended = self.ended or not line.strip() or bool(self.fields.get(self.open))
        elif not self.ended or not self.fields.get(self.open, "x"):
            self.fields[self.open] = f"{self.fields[self.open]} {line.strip()}".strip()
            self.ended = False
        elif _ASIDE.match(line):
            self.open = ""
        else:
            self.problem = self.problem or f"there is text after the {self.open} that may belong to it"


def has_labels(text: str) -> bool:
    """Whether a line of `text` has the label of a question."""
    return any(_name(label) == "question" for line in text.splitlines() if (label := _LABEL.match(line)))


def read_labelled(text: str) -> Iterator[dict[str, object] | str]:
    """Each pair's fields (`question`, `answer`, and `quote` if present) in order, or what is wrong with the pair.

    >>> list(read_labelled("Factoid question: What is X?\\nAnswer: Y\\n\\nNote: see the first paragraph."))
    [{'question': 'What is X?', 'answer': 'Y'}]
    """
    for pair in _pairs(text):
        missing = [name for name in ("question", "answer") if not pair.fields.get(name)]
        if pair.problem:
            yield pair.problem
        elif missing:
            yield f"an entry has no {missing[0]}"
        else:
            yield dict(pair.fields)


def _pairs(text: str) -> Iterator[_Pair]:
    pair: _Pair | None = None
    quote_first: bool | None = None
    for line in text.splitlines():
        label = _LABEL.match(line)
        if label is None:
            if pair and pair.open:
                pair.go_on(line)
            continue
        name = _name(label)
        quote_first = name == "quote" if quote_first is None else quote_first
        begins = name == "quote" if quote_first else name == "question"
        if pair is None or begins:
            if pair:
                yield pair
            pair = _Pair()
        pair.put(name, _unclosed(label["value"]) if label["bold"] else label["value"])
    if pair:
        yield pair


def _name(label: re.Match[str]) -> str:
    name = label["name"].casefold()
    return _NAMES.get(name, name)


def _unclosed(value: str) -> str:
    """`value` without the end of an emphasis that began before its label (`**Answer: Y**`)."""
    bare = value.rstrip()
    for mark in ("**", "__", "*"):
        if bare.endswith(mark) and bare.count(mark) == 1:
            return bare[: -len(mark)]
    return bare
