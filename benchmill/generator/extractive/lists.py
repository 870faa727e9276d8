"""Section -> "Which X does Y support?": the facts of short lists below a sentence that names the entries."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.answers import is_answer, length, names_something
from benchmill.generator.extractive.fact import Fact, Part
from benchmill.generator.extractive.section import Section
from benchmill.generator.markup.node import Node

_HEAD = re.compile(r"(?:`[^`]+`(?:, `[^`]+`)*|[^:`–—.]{2,80}?)(?=\s*(?:[:：]|\s?[–—-]\s|$))")
_OWN_NAME = re.compile(r"[\w-][A-Z]|[A-Z]\w*\d|`")
_MOST_ITEMS, _MOST_WORDS, _MOST_QUOTED = 9, 8, 60


def lists(section: Section) -> Iterator[Fact]:
    """One fact for each list of two to nine short entries right below such a sentence."""
    if sum(node.kind == "list" for node in section.nodes) != 1:
        return  # another list may go on with more entries of the same kind
    for lead, node in section.with_lead:
        if node.kind == "list" and 2 <= len(node.children) <= _MOST_ITEMS:
            question = _question(section, lead.replace("：", ":").strip())
            parts = [part for item in node.children if (part := _part(section, item))]
            if question and len(parts) == len(node.children):
                yield Fact(section.document, "lists", question, tuple(parts), kind="list")


def _question(section: Section, lead: str) -> str:
    language = section.language
    patterns = language.data["patterns"].get("list_of", [])
    match = next((found for pattern in patterns if (found := re.match(pattern, lead))), None)
    said = {"subject": "", "state": "", "rest": "", "verb": "", **(match.groupdict("") if match else {})}
    owner = said["subject"] or said["rest"]
    named = match is not None and _is_named(section, owner) and not language.is_pointing(owner.split()[0])
    if match is None or not (named or _is_of_heading(section, said["rest"])):
        return ""
    if language.says("vague_subject", owner) or language.words("vague_nouns") & set(said["noun"].casefold().split()):
        return ""
    if said["subject"].casefold() == section.name.casefold():
        return ""  # what the whole product supports, later pages extend, and the page about one part means that part
    form = next((each for each in ("verb", "state") if said[each]), "rest")
    said["base"] = language.data.get("bases", {}).get(said["verb"], said["verb"])
    said["subject"] = re.sub(r"^(An?|The)(?= )", lambda article: article[0].lower(), said["subject"])
    scope = "" if form == "rest" and names_something(f"x {owner}") else section.scope(lead)
    question = " ".join(str(language.data["list_questions"].get(form, "")).format(**said, scope=scope).split())
    return question[:1].upper() + question[1:]


def _is_of_heading(section: Section, rest: str) -> bool:
    """Whether the list is about the one noun of its heading: "scopes of tokens" below "Token"."""
    noun = rest.strip().removeprefix("of ").casefold()
    return bool(section.name and noun.isalpha() and noun.rstrip("s") == section.heading.casefold().rstrip("s"))


def _is_named(section: Section, owner: str) -> bool:
    """Whether the words name the owner of the list: by the product's name, a class, or a name with capitals."""
    first, _, rest = re.sub(r"`[a-z][^`.]*`", "", owner).partition(" ")
    of_product = section.name and section.name.casefold() in owner.casefold()
    return bool(of_product or names_something(f"x {rest}") or _OWN_NAME.search(first))


def _part(section: Section, item: Node) -> Part | None:
    """An entry's name, or the whole of a short entry."""
    body = item.children[0] if item.children else item
    places = section.sentences(body) if body.kind == "paragraph" else []
    if not places:
        return None
    said = section.shown(body).rstrip(".;,")
    head = _HEAD.match(said)
    answer = (head[0] if head else said).strip().rstrip(",;")
    quote = (body.start, places[0][1])
    short = length(answer) <= _MOST_WORDS and length(section.document.text[slice(*quote)]) <= _MOST_QUOTED
    goes_on = section.language.says("goes_on", answer)
    return Part(answer, quote) if short and not goes_on and is_answer(answer, section.language) else None
