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
_MOST_ITEMS, _MOST_WORDS, _MOST_ITEM, _MOST_QUOTED = 9, 10, 30, 60


def lists(section: Section) -> Iterator[Fact]:
    """One fact for each list of two to nine short items right below such a sentence."""
    for lead, node in zip(section.nodes, section.nodes[1:], strict=False):
        if lead.kind != "paragraph" or node.kind != "list" or not 2 <= len(node.children) <= _MOST_ITEMS:
            continue
        places = section.sentences(lead)
        question = _question(section, section.words(*places[-1])) if places else ""
        parts = [_part(section, item) for item in node.children]
        if question and all(parts):
            yield Fact("lists", question, tuple(part for part in parts if part), kind="list")


def _question(section: Section, lead: str) -> str:
    language = section.language
    lead = lead.replace("：", ":").strip()
    for pattern in language.data["patterns"].get("list_of", []):
        match = re.match(pattern, lead)
        if not match:
            continue
        words = {name: value or "" for name, value in match.groupdict().items()}
        subject = words.get("subject", "")
        whole = subject or words.get("need", "") or words.get("rest", "")
        if not words.get("can") and ("," in whole or not _is_named(section, whole)):
            return ""
        if (
            (subject and language.is_pointing(subject.split()[0]))
            or language.is_unclear(whole)
            or language.says("vague_subject", whole)
        ):
            return ""
        if language.words("opinions") & set(words.get("noun", "").casefold().split()):
            return ""
        words["subject"] = re.sub(r"^(An?|The)(?= )", lambda article: article[0].lower(), subject)
        if words.get("can") and "`" not in subject:
            words["subject"] = subject.lower()
        form = next((name for name in ("can", "by", "need", "of", "may", "verb", "state") if words.get(name)), "rest")
        wording = language.data["list_questions"].get(form)
        nouns = [word for word in words.get("noun", "").split() if word not in language.words("generic_adjectives")]
        of_product = section.name and section.name.split()[0].casefold() in subject.casefold()
        if of_product and len(nouns) == 1 and not _is_title(section, nouns[0]):
            return ""  # "which values?" is clear only beside the sentence above the list
        if language.says("vague_rest", words.get("rest", "")):
            return ""
        base = language.data.get("bases", {}).get(words.get("verb", ""), words.get("verb", ""))
        scope = "" if form == "rest" and names_something(f"x {whole}") else section.scope(lead)
        if not wording:
            return ""
        said = {"noun": "", "state": "", "rest": "", "by": "", **words, "base": base, "scope": scope}
        question = " ".join(str(wording.format(**said)).split())
        return question[:1].upper() + question[1:]
    return ""


def _is_title(section: Section, noun: str) -> bool:
    """Whether the page's title names the entries: a list of formats on a page about formats is the product's."""
    titles = [section.document.title, *(section.shown(node) for node in section.above[:1])]
    return any(noun.casefold().rstrip("s") in title.casefold() for title in titles)


def _is_named(section: Section, whole: str) -> bool:
    """Whether the words name the owner of the list: by the product's name, by code, or by a name with capitals."""
    first, _, rest = whole.partition(" ")
    of_product = section.name and section.name.casefold() in whole.casefold()
    return bool(of_product or names_something(f"x {rest}") or _OWN_NAME.search(first))


def _part(section: Section, item: Node) -> Part | None:
    """An item's name, or the whole of a short item."""
    body = item.children[0] if item.children else None
    if body is None or body.kind != "paragraph":
        return None
    said = section.shown(body).rstrip(".;,")
    head = _HEAD.match(said)
    answer = (head[0] if head and length(head[0]) <= _MOST_WORDS else said).strip().rstrip(",;")
    places = section.sentences(body)
    quote = (body.start, places[0][1]) if places else (body.start, body.end)
    short = length(answer) <= _MOST_ITEM and length(section.document.text[slice(*quote)]) <= _MOST_QUOTED
    return Part(answer, quote) if short and is_answer(answer, section.language) else None
