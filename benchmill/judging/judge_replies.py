"""The judge's reply -> findings whose quotes are in the text they were taken from; else BadReply.

What the code can see to be wrong does not count: a quote that is not there, a value that the answer does not hold. Such
a reply is asked again once with the reason, and then the answer is undecided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmill.chat.errors import BadReply
from benchmill.chat.json_text import read_object
from benchmill.chat.model import ChatReply
from benchmill.judging.judge_schemas import ABSTENTION_LABELS, COMPONENT_LABELS, STATEMENT_LABELS
from benchmill.judging.reference import Component
from benchmill.records.normalising import find_normalised
from benchmill.records.numbers import Quantity, answer_tokens, quantities

# A longer component without short answers may hold numbers that an answer need not repeat ("since 2.1, it is 30 s").
_SHORT = 6


@dataclass(frozen=True, slots=True)
class Finding:
    """What was decided on one component, statement or reply, and the verbatim words it rests on ("" for none)."""

    label: str
    quote: str


@dataclass(frozen=True, slots=True)
class Found:
    """The findings in the order in which the parts were shown."""

    findings: tuple[Finding, ...]
    rationale: str = ""


def read_correctness(reply: ChatReply, *, components: Sequence[Component], answer: str, language: str = "en") -> Found:
    """A finding for each component: present, absent or contradicted.

    Raises BadReply where one is missing, a label is none of these, a quote is not in the answer, or a component is said
    to be present although its value is nowhere in the answer.
    """
    found = _found(reply, "components", "component", len(components), COMPONENT_LABELS)
    checked = []
    for number, (finding, component) in enumerate(zip(found.findings, components, strict=True), start=1):
        name = f"component_{number}"
        if finding.label == "absent":
            checked.append(Finding("absent", ""))
            continue
        quote = _quoted(finding.quote, (answer,), f"{name} is {finding.label}, but its quote", "the answer")
        if finding.label == "present" and not holds_value(component, answer, language):
            raise BadReply(f"{name} has a value that the answer does not have: it is not present", check="value")
        checked.append(Finding(finding.label, quote))
    return Found(tuple(checked), found.rationale)


def read_groundedness(reply: ChatReply, *, statements: int, passages: Sequence[str]) -> Found:
    """A finding for each statement: supported, contradicted, unsupported or no_claim; raises BadReply alike."""
    found = _found(reply, "statements", "statement", statements, STATEMENT_LABELS)
    checked = []
    for number, finding in enumerate(found.findings, start=1):
        if finding.label in ("unsupported", "no_claim"):
            checked.append(Finding(finding.label, ""))
            continue
        quote = _quoted(
            finding.quote, passages, f"statement_{number} is {finding.label}, but its quote", "any of the passages"
        )
        checked.append(Finding(finding.label, quote))
    return Found(tuple(checked), found.rationale)


def read_abstention(reply: ChatReply, *, answer: str) -> Finding:
    """`declines` or `answers`, with its quote; raises BadReply alike."""
    fields = read_object(reply.text)
    finding = _finding(fields, "the reply", ABSTENTION_LABELS)
    if finding.label == "answers" and not finding.quote.strip():
        return finding
    return Finding(finding.label, _quoted(finding.quote, (answer,), f"it {finding.label}, but the quote", "the reply"))


def holds_value(component: Component, answer: str, language: str = "en") -> bool:
    """Whether the answer has the value that the component turns on, if it turns on one.

    It does where every short form of it is made of numbers; then the numbers of one form must be in the answer, in
    whatever unit.

    >>> [holds_value(Component("5 seconds"), answer) for answer in ("It waits 5,000 ms.", "It waits a bit.")]
    [True, False]
    """
    forms = component.short_answers or (component.text,)
    values = [[one for one in quantities(form, language) if one.in_digits] for form in forms]
    if not all(values) or any(len(answer_tokens(form, language)) > _SHORT for form in forms):
        return True
    said = {form for one in quantities(answer, language) for form in _forms(one)}
    return any(all(_forms(one) & said for one in wanted) for wanted in values)


def _forms(quantity: Quantity) -> frozenset[str]:
    """A quantity in base units, and as it is written: "30" answers "how many seconds" where the reference says 30 s."""
    return frozenset({str(quantity), str(quantity.written.normalize())})


def _found(reply: ChatReply, field: str, name: str, count: int, labels: Sequence[str]) -> Found:
    fields = read_object(reply.text)
    parts = fields.get(field)
    if not isinstance(parts, dict):
        raise BadReply(f'the reply has no "{field}"')
    named = {str(key).strip().casefold(): value for key, value in parts.items()}
    findings = []
    for number in range(1, count + 1):
        place = f"{name}_{number}"
        if place not in named:
            raise BadReply(f"{place} is missing")
        findings.append(_finding(named[place], place, labels))
    if len(named) > count:
        raise BadReply(f"there are {count} {field}, the reply has {len(named)}")
    rationale = fields.get("rationale")
    return Found(tuple(findings), rationale if isinstance(rationale, str) else "")


def _finding(value: object, place: str, labels: Sequence[str]) -> Finding:
    fields: Mapping[str, object] = value if isinstance(value, dict) else {}
    label = fields.get("label")
    plain = label.strip().casefold().replace(" ", "_") if isinstance(label, str) else ""
    if plain not in labels:
        raise BadReply(
            f"the label of {place} must be {', '.join(labels[:-1])} or {labels[-1]}, not {str(label)[:40]!r}"
        )
    quote = fields.get("quote")
    return Finding(plain, quote if isinstance(quote, str) else "")


def _quoted(quote: str, texts: Sequence[str], what: str, where: str) -> str:
    """The words of the first text that holds the quote, exactly as written there."""
    for text in texts:
        if place := find_normalised(quote, text):
            return text[slice(*place)]
    raise BadReply(f"{what} is not in {where}: {quote[:80]!r}", check="quote")
