"""A judge's prompt -> findings by word comparison: words and figures present in the answer, or others instead."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tests.servers.simulated.filled import UNKNOWN, Give
from tests.servers.simulated.passages import unmarked

_FENCED = re.compile(r"^([0-9][0-9a-z]{11})(?: +\d+)?\n(.*?)\n\1$", re.MULTILINE | re.DOTALL)
_COMPONENT = re.compile(r"^(component_\d+): (.*)$", re.MULTILINE)
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_DECLINES = re.compile(
    r"\b(?:I (?:do not|don't) know|(?:not|nothing|never) [\w\s]{0,30}(?:described|said|say|mentioned|stated|given)"
    r"|no (?:information|answer))\b[^.\n]*",
    re.IGNORECASE,
)


def judges(names: frozenset[str]) -> bool:
    """Whether a schema with these names asks for a judgement of an answer."""
    return "label" in names and not names & {"rating", "score", "passages"}


def findings(user: str, names: frozenset[str]) -> Give:
    """The values of the fields of the judge's reply."""
    blocks = [unmarked(match[2]) for match in _FENCED.finditer(user)]
    if "components" in names:
        wanted = {name: text.split(" (or: ")[0] for name, text in _COMPONENT.findall(user)}
        return _giving({name: _component(text, blocks[-1]) for name, text in wanted.items()})
    if "statements" in names:
        border = user.rindex("\nStatements:")
        passages = [unmarked(match[2]) for match in _FENCED.finditer(user) if match.start() < border]
        said = [unmarked(match[2]) for match in _FENCED.finditer(user) if match.start() > border]
        return _giving({f"statement_{n}": _statement(text, passages) for n, text in enumerate(said, start=1)})
    return _giving({"": _stance(blocks[-1])})


def _giving(found: Mapping[str, tuple[str, str]]) -> Give:
    """A part's field is filled with its finding; the whole reply's own, where it has no parts."""

    def give(key: str, schema: Mapping[str, object]) -> object:  # noqa: ARG001 - the name is enough
        if key in found and key:
            return dict(zip(("quote", "label"), found[key], strict=True))
        if key in ("quote", "label") and "" in found:
            return dict(zip(("quote", "label"), found[""], strict=True))[key]
        return "Read word by word." if key == "rationale" else UNKNOWN

    return give


def _component(text: str, answer: str) -> tuple[str, str]:
    """Present where its words are in the answer, contradicted where other figures are in its place."""
    at = answer.casefold().find(text.casefold().rstrip("."))
    if at >= 0:
        return answer[at : at + len(text.rstrip("."))], "present"
    wanted, said = _FIGURE.findall(text), list(_FIGURE.finditer(answer))
    if wanted and said and not set(wanted) & {match.group() for match in said}:
        return said[0].group(), "contradicted"
    return "", "absent"


def _statement(text: str, passages: Sequence[str]) -> tuple[str, str]:
    """Supported where a passage has it word by word."""
    plain = text.strip().rstrip(".")
    if _DECLINES.search(plain) or not re.search(r"\w", plain):
        return "", "no_claim"
    for passage in passages:
        at = passage.casefold().find(plain.casefold())
        if at >= 0:
            return passage[at : at + len(plain)], "supported"
    return "", "unsupported"


def _stance(answer: str) -> tuple[str, str]:
    declined = _DECLINES.search(answer)
    return (declined.group().strip(), "declines") if declined else ("", "answers")
