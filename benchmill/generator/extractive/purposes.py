"""Passage -> "What does `X` do?", "What do you use to ...?": sentences that tell what a named thing is for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.blocks import blocks
from benchmill.generator.extractive.clauses import clause
from benchmill.generator.extractive.definitions import tells_more
from benchmill.generator.extractive.draft import Draft, Part, Passage, Place
from benchmill.generator.extractive.lexicon import VERBS, base_form, is_third_person
from benchmill.generator.extractive.markup import bare, is_junk, plain
from benchmill.generator.extractive.prose import told as sentences_told
from benchmill.records.words import content_words

_THING = r"(?P<name>\[`[~!]?[^`\]]+`\](?:\([^)\s]*\))?|\*{0,2}`[^`\n]+`\*{0,2})"
_KIND = r"(?:\s(?P<kind>method|function|class|parameter|option|argument|command|flag|setting|keyword argument|script))?"
_USE = re.compile(
    rf"(?:You can |Simply |Just )?(?P<how>[Uu]se|[Cc]all|[Pp]ass|[Ss]et|[Rr]un) (?:the )?{_THING}{_KIND} to "
    r"(?P<what>[a-z].+)",
    re.DOTALL,
)
_USED = re.compile(
    rf"(?:The )?{_THING}{_KIND} (?:is used|can be used|is designed|lets you|allows you|makes it possible) (?:to )?"
    r"(?P<what>[a-z].+)",
    re.DOTALL,
)
_ACTS = re.compile(rf"(?:The |Accessing |Calling )?{_THING}{_KIND} (?P<what>(?:[a-z]+s|will return)\s.+)", re.DOTALL)
_TERM = re.compile(r"The (?P<name>\*\*[a-z][\w -]{2,30}\*\*(?: [a-z]+)?) (?P<what>(?:[a-z]+s) .+)", re.DOTALL)
# "x specifies the timeout": ask what it specifies
_STATES = re.compile(
    r"(?:will\s+)?(?P<verb>returns?|specifies|determines|defines|controls|represents|describes|contains|stores|holds|means)\s+"
)
_TO = re.compile(
    rf"(?:To|If you (?:want|need|would like) to|In order to) (?P<what>[a-z][^,.:;]+), (?:you can |you should |you must "
    rf"|simply |please |just )?(?P<how>use|call|pass|set|run) (?:the )?{_THING}{_KIND}(?=[\s.,:;]|$)",
    re.DOTALL,
)
_MOST_FREE = 3  # content words of a goal: a longer one is the sentence read backwards
_DULL = frozenset(["takes", "requires", "accepts", "has", "needs", "keeps", "is", "does", "includes", "contains"])


def purposes(passage: Passage) -> Iterator[Draft]:
    """One draft a sentence: by its goal where that is short, else by the thing's name."""
    text = passage.text
    for start, end in sentences_told(passage, blocks(text)):
        to = _TO.match(text, start, end)
        match = _USE.match(text, start, end) or _USED.match(text, start, end)
        acts = _ACTS.match(text, start, end) or _TERM.match(text, start, end)
        if to:
            yield from _means(passage, to, (start, end))
        elif match:
            backwards = list(_means(passage, match, (start, end))) if match.re is _USE else []
            yield from backwards or _purpose(passage, match, (start, end))
        elif acts:
            yield from _action(passage, acts, (start, end))


def _means(passage: Passage, match: re.Match[str], sentence: Place) -> Iterator[Draft]:
    """ "Use `x` to tile the decoder" -> "What do you use to tile the decoder?"."""
    goal_place = clause(passage.text, (match.start("what"), match.end("what")), most=9)
    name = bare(passage.text, (match.start("name"), match.end("name"))) or _reference(match)
    if goal_place is None or name is None:
        return
    goal = plain(passage.text[slice(*goal_place)])
    thing = passage.text[slice(*name)]
    if (
        goal.split()[0] not in VERBS
        or not 2 <= len(content_words(goal)) <= _MOST_FREE
        or " " in thing
        or is_junk(thing)
    ):
        return
    if goal.startswith(("get started", "start", "do ", "make sure")):
        return
    said = {stem[:4] for stem in content_words(goal)}
    if sum(piece[:4] in said for piece in re.findall(r"[a-z]{3,}", thing.casefold().replace("_", " "))) > 1:
        return  # `enable_tiling` to enable tiling
    kind = match["kind"]
    asked = f"Which {kind} do you {match['how'].lower()} to" if kind else f"What do you {match['how'].lower()} to"
    yield Draft("means", f"{asked} {goal}{passage.among(goal)}?", (Part(name, sentence),))


def _reference(match: re.Match[str]) -> Place | None:
    """The last name of an autodoc reference: `b` of [`~pkg.a.b`]."""
    inner = re.match(r"\[`[~!]?(?:[^`\]]*\.)?(\w+)`", match["name"])
    return (match.start("name") + inner.start(1), match.start("name") + inner.end(1)) if inner else None


def _purpose(passage: Passage, match: re.Match[str], sentence: Place) -> Iterator[Draft]:
    name, first = plain(match["name"]), match["what"].split(None, 1)[0]
    what = clause(passage.text, (match.start("what"), match.end("what")))
    if what and passage.text[what[0] - 3 : what[0]] == "to ":
        what = what[0] - 3, what[1]  # "used for?" is answered by "to reduce ..."
    if what and first in VERBS and _is_name(name) and tells_more(passage.text[slice(*what)], name):
        yield Draft("purpose", f"What is {name} used for{_where(passage, name)}?", (Part(what, sentence),))


def _action(passage: Passage, match: re.Match[str], sentence: Place) -> Iterator[Draft]:
    name, told_words = plain(match["name"]), plain(match["what"]).split(" ")
    start = match.start("what")
    states = _STATES.match(passage.text, start)
    if match.re is _TERM:
        name = f"the {name}"
    elif not _is_name(name):
        return
    if states:
        value = clause(passage.text, (states.end(), match.end("what")))
        if value and tells_more(passage.text[slice(*value)], name):
            asked = f"What does {name} {base_form(states['verb'])}{_where(passage, name)}?"
            yield Draft("purpose", asked, (Part(value, sentence),))
        return
    what = clause(passage.text, (start, match.end("what")))
    if not what or not is_third_person(told_words) or told_words[0] in _DULL or re.search(r"\.\w{2,5}`$", name):
        return
    told = passage.text[slice(*what)]
    if tells_more(told, name) and not re.search(r"\bthe \w+'s\b", told):  # "the scheduler's file": of which example?
        yield Draft("purpose", f"What does {name} do{_where(passage, name)}?", (Part(what, sentence),))


def _is_name(name: str) -> bool:
    return not is_junk(name) and "=" not in name and " " not in name


def _where(passage: Passage, name: str) -> str:
    """The whole scope for a short name; the product alone for one that hardly another thing has."""
    return passage.among(name) if name.count("_") > 1 or "." in name else passage.within(name)
