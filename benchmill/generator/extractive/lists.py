"""Section -> "Which X does Y support?": the facts of short lists below a sentence that names the entries."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.answers import is_answer, length
from benchmill.generator.extractive.fact import Fact, Part
from benchmill.generator.extractive.section import Section
from benchmill.generator.markup.node import Node

_HEAD = re.compile(r"(?:`[^`]+`(?:, `[^`]+`)*|[^:`–—.]{2,80}?)(?=\s*(?:[:：]|\s?[–—-]\s|$))")
_MOST_ITEMS, _MOST_WORDS, _MOST_BEHIND = 9, 8, 2


def lists(section: Section) -> Iterator[Fact]:
    """One fact for each list of two to nine short entries right below such a sentence."""
    if not section.name or sum(node.kind == "list" for node in section.nodes) != 1:
        return  # another list may go on with more entries of the same kind
    for lead, node in section.with_lead:
        if node.kind == "list" and 2 <= len(node.children) <= _MOST_ITEMS:
            question, thing = _question(section, lead.replace("：", ":").strip())
            parts = [part for item in node.children if (part := _part(section, item))]
            if question and len({part.answer for part in parts}) == len(node.children):
                yield Fact(section.document, "lists", question, tuple(parts), thing, "list")


def _question(section: Section, lead: str) -> tuple[str, str]:
    language = section.language
    patterns = language.data["patterns"].get("list_of", [])
    match = next((found for pattern in patterns if (found := re.match(pattern, lead))), None)
    said = {"subject": "", "state": "", "rest": "", "verb": "", **(match.groupdict("") if match else {})}
    is_vague = language.says("vague_subject", said["subject"] or said["rest"]) or (
        match and not language.words("vague_nouns").isdisjoint(said["noun"].casefold().split())
    )
    if not match or is_vague or not _is_named(section, said["subject"], said["rest"]):
        return "", ""
    form = next((each for each in ("verb", "state") if said[each]), "rest")
    said["base"] = language.data.get("bases", {}).get(said["verb"], said["verb"])
    said["subject"] = re.sub(r"^(An?|The)(?= )", lambda article: article[0].lower(), said["subject"])
    asked = str(language.data["list_questions"].get(form, "")).format(**said, scope=section.scope(lead))
    question = " ".join(asked.split())
    return question[:1].upper() + question[1:], " ".join((said["noun"], said["subject"], said["rest"]))


def _is_named(section: Section, subject: str, rest: str) -> bool:
    """Whether the words are clear about the owner of the list: "Each object" is not, and what the whole product
    supports, later pages extend. What is behind the noun is as short as in "scopes of tokens"."""
    if subject:
        return not section.language.is_pointing(subject.split()[0]) and subject.casefold() != section.name.casefold()
    return 0 < len(rest.split()) <= _MOST_BEHIND


def _part(section: Section, item: Node) -> Part | None:
    """An entry's name, or the whole of a short entry."""
    body = item.children[0] if item.children else item
    places = section.sentences(body) if body.kind == "paragraph" else []
    if not places:
        return None
    said = section.shown(body).rstrip(".;,")
    head = _HEAD.match(said)
    answer = (head[0] if head else said).strip().rstrip(",;")
    is_whole = length(answer) <= _MOST_WORDS and is_answer(answer, section.language)
    return Part(answer, (body.start, places[0][1])) if is_whole else None
