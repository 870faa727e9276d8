"""Asked -> (purpose, answer): the schema's property names show the purpose; equal requests get equal answers."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from typing import Literal

from tests.servers.simulated.asked import Asked
from tests.servers.simulated.facts import Fact, facts
from tests.servers.simulated.filled import UNKNOWN, Give, fill, names_in, resolved
from tests.servers.simulated.forms import asked_like
from tests.servers.simulated.judging import findings, judges
from tests.servers.simulated.kinds import kind_of, readings_of, recognised, write
from tests.servers.simulated.pack import best_fact
from tests.servers.simulated.passages import passages, subject, unmarked

Purpose = Literal["generator", "standalone", "groundedness", "relevance", "judge", "other"]

_NOT_THERE = "NOT_IN_PASSAGES"
_PER_CALL = 2
_BESIDE = re.compile(r"^\[.*\]$", re.MULTILINE)  # what stands before or after a piece


def answer(asked: Asked, fail_rates: Mapping[str, float], seed: int) -> tuple[Purpose, str]:
    """The model's reply, as JSON where a schema is known. Equal requests get equal replies."""
    purpose = purpose_of(asked.schema)
    if not asked.schema:
        return purpose, "I have read it. Nothing to add."
    if purpose == "generator":
        kind = kind_of(names_in(asked.schema))
        return purpose, _dump(_generate(asked, seed) if kind == "factoid" else _of_kind(asked, kind))
    if purpose == "judge":
        return purpose, _dump(fill(asked.schema, findings(asked.user, names_in(asked.schema))))
    if purpose == "other":
        return purpose, _dump(fill(asked.schema, _again(question_in(asked.user))))
    question = question_in(asked.user)

    def low(rated: str) -> bool:
        rate = fail_rates.get(f"{asked.model}/{rated}", fail_rates.get(rated, 0.0))
        return random.Random(f"{seed}:{rated}:{question}").random() < rate

    if purpose == "groundedness":
        return purpose, _dump(_critic(asked, question, low(purpose)))
    parts = asked.schema.get("properties")
    if isinstance(parts, Mapping) and set(parts) == {"standalone", "relevance"}:
        return purpose, _dump({name: fill(part, _rated(question, low(name))) for name, part in parts.items()})
    return purpose, _dump(fill(asked.schema, _rated(question, low(purpose))))


def _of_kind(asked: Asked, kind: str) -> object:
    made = write(kind, passages(asked.user), _asked_for(asked))
    return {"candidates": [_in_order(one.record, asked.schema) for one in made]}


def _asked_for(asked: Asked) -> int:
    """How many questions the writer's prompt asks for; one where it names no number."""
    said = re.search(r"up to (\d+)", asked.system)
    return int(said.group(1)) if said else 1


def _in_order(record: Mapping[str, object], schema: Mapping[str, object]) -> object:
    """The record with its quotes as the schema allows them."""
    allowed = _quotes_allowed(schema)

    def quoted(value: object) -> object:
        if isinstance(value, dict):
            return {key: _chosen(str(part), allowed) if key == "quote" else quoted(part) for key, part in value.items()}
        return [quoted(part) for part in value] if isinstance(value, list) else value

    return quoted(dict(record))


def _chosen(quote: str, allowed: tuple[str, ...]) -> str:
    words = set(quote.split())
    return max(allowed, key=lambda choice: len(words & set(choice.split()))) if allowed else quote


def _critic(asked: Asked, question: str, low: bool) -> object:
    """The groundedness critic in its forms: blind, joint, readings, same fact, same steps."""
    names = names_in(asked.schema)
    pack = passages(asked.user)
    if names == {"difference", "same"}:
        missing = _missing_step(*(piece.text for piece in pack))
        return {"difference": missing, "same": "no" if missing else "yes"}
    rating = _rating(question, low)
    if "rating" not in names:
        said = re.search(r"^\W*Answer\W*: *(\S.*)$", asked.user, re.MULTILINE)
        wanted = said.group(1).casefold() if said else ""
        said_in = [_BESIDE.sub("", piece.text).casefold() for piece in pack]
        labels = {
            f"passage_{n}": {"rationale": "Read alone.", "label": "yes" if wanted in piece else "no"}
            for n, piece in enumerate(said_in, start=1)
        }
        return {"passages": labels}
    if "readings" in names:
        readings = readings_of(question, pack)
        return {"readings": readings, "rationale": "Listed as read.", "rating": rating if readings else 1}
    found = recognised(question, pack, ("list", "procedure", "comparison", "multi_hop"))
    if found is None:
        return fill(asked.schema, _grounded(asked, question, low))
    made, chosen = found
    quotes = {passage.label: made.quotes[number] for number, passage in enumerate(chosen)}
    if len(chosen) == 1:  # a passage may stand in two files
        quotes |= {piece.label: made.quotes[0] for piece in pack if made.quotes[0] in piece.text}
    label = "full" if len(chosen) == 1 else "partial"
    labels = {
        f"passage_{n}": {"quote": quotes.get(piece.label, ""), "label": label if piece.label in quotes else "none"}
        for n, piece in enumerate(pack, start=1)
    }
    judged = {"conflict": [], "answer": made.answer, "rationale": "Stated in them.", "rating": rating}
    return {"passages": labels, **judged}


def _missing_step(first: str, second: str) -> str:
    """The first step of one procedure that the other does not have: behind the step before, in all its words."""
    said = re.findall(r"[\w/-]+", second.casefold())
    for step in first.splitlines():
        for word in re.findall(r"[\w/-]+", step.casefold()):
            if word not in said:
                return f"{step} is missing."
            said = said[said.index(word) :]
    return ""


def purpose_of(schema: Mapping[str, object]) -> Purpose:
    """
    >>> purpose_of({"properties": {"rationale": {}, "rating": {}}})
    'standalone'
    """
    names = names_in(schema)
    if judges(names):
        return "judge"
    if names == {"difference", "same"} or ({"passages", "label"} <= names and not names & {"rating", "score"}):
        return "groundedness"
    if names & {"rating", "score"}:
        if any("passage" in name or "quote" in name for name in names):
            return "groundedness"
        return "relevance" if names & {"task", "user_task", "need", "audience"} else "standalone"
    return "generator" if any("question" in name for name in names) else "other"


def question_in(prompt: str) -> str:
    """The question that a critic rates: the labelled line, else the last line that ends with a question mark."""
    named = re.findall(r"^\W*question\W*:\s*(\S.*)$", prompt, re.IGNORECASE | re.MULTILINE)
    asked = re.findall(r"^.*\?\W*$", prompt, re.MULTILINE)
    found = named or asked
    return unmarked(found[-1].strip()) if found else ""


def _generate(asked: Asked, seed: int) -> object:
    passage = passages(asked.user)[0]
    name = subject(passage)
    rng = random.Random(f"{seed}:{asked.seed}:{passage.text}")
    found = [fact for fact in facts(passage.text, _quotes_allowed(asked.schema)) if _apart(fact, name)]
    asked_for = re.search(r"up to (\d+)", asked.system)
    chosen = rng.sample(found, min(int(asked_for.group(1)) if asked_for else _PER_CALL, len(found)))

    def give(name_: str, schema: Mapping[str, object]) -> object:
        items = schema.get("items")
        if schema.get("type") == "array" and isinstance(items, Mapping):
            item = resolved(items, asked.schema)
            if any("question" in inner for inner in names_in(item)):
                return [
                    fill({**item, "$defs": asked.schema.get("$defs", {})}, _written(fact, name, rng, asked.user))
                    for fact in chosen
                ]
        if chosen and not isinstance(value := _written(chosen[0], name, rng, asked.user)(name_, schema), type(UNKNOWN)):
            return value
        return UNKNOWN

    return fill(asked.schema, give)


def _written(fact: Fact, name: str, rng: random.Random, user: str) -> Give:
    question = asked_like(user, fact, name, rng)

    def give(key: str, schema: Mapping[str, object]) -> object:
        choices = schema.get("enum")
        if "quote" in key or key == "evidence":
            return [fact.sentence] if schema.get("type") == "array" else fact.sentence
        if isinstance(choices, list):
            return "factoid" if "factoid" in choices else choices[0]
        if schema.get("type") == "array":
            return [] if "short" in key or "alias" in key else UNKNOWN
        if key == "kind":
            return "factoid"
        if "question" in key:
            return question
        return fact.answer if "answer" in key or key in ("text", "component") else UNKNOWN

    return give


def _apart(fact: Fact, name: str) -> bool:
    """Whether the subject's name contains no part of the answer."""
    return not {word.lower() for word in re.findall(r"\w+", fact.answer)} & {
        w.lower() for w in re.findall(r"\w+", name)
    }


def _quotes_allowed(schema: object) -> tuple[str, ...]:
    """The sentences a schema allows as a quote, where it lists them."""
    if isinstance(schema, Mapping):
        for key, value in schema.items():
            if "quote" in str(key) and isinstance(value, Mapping) and isinstance(value.get("enum"), list):
                return tuple(str(choice) for choice in value["enum"])
            if inner := _quotes_allowed(value):
                return inner
    return ()


def _rated(question: str, low: bool) -> Give:
    reasons = {
        True: "A stranger could not tell what this is about.",
        False: "Somebody who uses the product would ask this, and it names what it is about.",
    }

    def give(key: str, schema: Mapping[str, object]) -> object:
        if key in ("rating", "score"):
            return _rating(question, low)
        if key in ("task", "user_task", "need"):
            return "set up and run the product"
        if key in ("rationale", "reason"):
            return reasons[low]
        return [] if schema.get("type") == "array" else UNKNOWN

    return give


def _grounded(asked: Asked, question: str, low: bool) -> Give:
    pack = passages(asked.user)
    found = {passage.label: best_fact(question, passage) for passage in pack}
    best = next((fact for fact in found.values() if fact), None)

    def give(key: str, schema: Mapping[str, object]) -> object:
        items, fields = schema.get("items"), schema.get("properties")
        if key == "conflict":
            return []
        if isinstance(items, Mapping) and names_in(items):
            item = resolved(items, asked.schema)
            return [fill(item, _judged(passage.label, found[passage.label])) for passage in pack]
        if isinstance(fields, Mapping) and (number := re.search(r"\d+$", key)):
            return fill(schema, _judged(number.group(), found.get(number.group())))
        if "answer" in key and schema.get("type") != "boolean":
            return best.answer if best else _NOT_THERE
        if key in ("rating", "score"):
            return _rating(question, low or best is None)
        if key in ("rationale", "reason"):
            return "A passage states it." if best else "No passage states it."
        return UNKNOWN

    return give


def _judged(label: str, fact: Fact | None) -> Give:
    def give(key: str, schema: Mapping[str, object]) -> object:
        choices = schema.get("enum")
        if "quote" in key:
            if fact and isinstance(choices, list):
                return _nearest(fact, [str(choice) for choice in choices])
            return fact.sentence if fact else _absent(schema)
        if isinstance(choices, list) and "full" in choices:
            return "full" if fact else "none"
        if key == "label":
            return "full" if fact else "none"
        if key in ("id", "passage", "number", "passage_id"):
            return int(label) if schema.get("type") == "integer" and label.isdigit() else label
        return UNKNOWN

    return give


def _nearest(fact: Fact, choices: list[str]) -> str:
    """The quote, of those allowed, that shares most words with the fact."""
    words = set(fact.sentence.split())
    return max(choices, key=lambda choice: (fact.answer in choice, len(words & set(choice.split()))))


def _absent(schema: Mapping[str, object]) -> str | None:
    kinds = schema.get("type")
    return None if isinstance(kinds, list) and "null" in kinds else ""


def _rating(question: str, low: bool) -> int:
    return random.Random(f"rating:{question}").choice((2, 3) if low else (4, 5, 5))


def _again(question: str) -> Give:
    """Only a paraphrase is given: more words around the same ones, so that the same facts answer it."""

    def give(key: str, schema: Mapping[str, object]) -> object:  # noqa: ARG001 - the name says enough
        return f"Speaking plainly, my dear: {question}" if key == "paraphrase" else UNKNOWN

    return give


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
