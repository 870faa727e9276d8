"""Passage -> "What is X?": sentences "X is a ...", bold or code terms, definition lists."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.blocks import blocks
from benchmill.generator.extractive.clauses import clause
from benchmill.generator.extractive.draft import Draft, Part, Passage
from benchmill.generator.extractive.lexicon import PAGE_WORDS, POINTING
from benchmill.generator.extractive.markup import is_junk, length, plain
from benchmill.generator.extractive.prose import told

_IS = re.compile(
    r"(?P<article>(?:An?|The)\s+)?(?P<subject>(?:\[`[^`\]]+`\](?:\([^)\s]*\))?|\[[^\]\n]{2,60}\]\([^)\s]*\)|`[^`\n]+`|\*{1,2}[^*\n]{2,60}\*{1,2}"
    r"|[A-Za-z][\w.+/-]*(?:[ ][\w.+/-]+){0,4}))(?:\s\([^)\n]{2,60}\))?\s(?P<verb>is|are)\s(?P<what>(?:an?|the)\s.+)",
    re.DOTALL,
)
_LIST_TERM = re.compile(r"^(?P<term>[A-Z][^\n:|`*#>]{1,60})\n:[ \t]+(?P<what>\S.*(?:\n(?![:\n]).+)*)", re.MULTILINE)


def definitions(passage: Passage) -> Iterator[Draft]:
    """One draft a definition; the answer is what the thing is, cut at a clause border."""
    text = passage.text
    for start, end in told(passage, blocks(text)):
        match = _IS.match(text, start, end)
        if not match:
            continue
        subject, what = plain(match["subject"]), clause(text, (match.start("what"), match.end("what")))
        marked = match["subject"][0] in "*`["
        article = (match["article"] or "").lower().strip()
        if article == "the" and not re.search(r"[A-Z`\d]", subject):
            continue  # "The difference is the ...": of what?
        if what and is_subject(subject, marked) and tells_more(text[slice(*what)], subject):
            yield _draft(passage, subject, article, match["verb"], Part(what, (start, end)), match["subject"][0])
    for match in _LIST_TERM.finditer(text):
        first = clause(text, (match.start("what"), match.end("what")))
        sentence_end = text.find(". ", match.start("what"), match.end())
        quote = match.start(), sentence_end + 1 if sentence_end > 0 else match.end()
        if first and is_subject(match["term"], True) and quote[1] >= first[1]:
            yield _draft(passage, match["term"].strip(), "", "is", Part(first, quote))


def _draft(passage: Passage, subject: str, article: str, verb: str, part: Part, first: str = "*") -> Draft:
    linked = first == "["
    if (
        first == "*"
        and not article
        and verb == "is"
        and "`" not in subject
        and not re.search(r"[a-z][A-Z]|\d", subject)
    ):
        # a glossary's entry: "mean" needs no article
        return Draft("definition", f'What does "{subject}" mean{passage.among(subject)}?', (part,))
    common = (
        not linked
        and re.fullmatch(r"[A-Z][a-z]+(?:[ -][a-z]+)*", subject)
        and (" " in subject or re.search(rf"(?<![\w/.-]){subject.lower()}s?(?![\w/-])", passage.text))
    )
    name = subject[0].lower() + subject[1:] if common else subject
    # a name of several words or humps is known by itself; `strength`, "scheduler" or ADD holds somewhere
    alone = re.search(r"[a-z][A-Z]|[A-Z]\S* [A-Z0-9]|[A-Z][a-z]+-[A-Z0-9]", subject)
    question = f"What {verb} {f'{article} {name}'.strip()}{'' if alone else passage.among(subject)}?"
    return Draft("definition", question, (part,))


def is_subject(subject: str, marked: bool) -> bool:
    """Whether words can be what a question asks for: a name or term, nothing that points back or at the page."""
    parts = subject.replace("`", "").split()
    if (
        not parts
        or not re.search(r"[A-Za-z]{2}", subject)
        or parts[0].casefold() in POINTING
        or is_junk(subject)
        or len(subject) > 60
    ):
        return False
    if parts[-1].casefold() in PAGE_WORDS or parts[-1].casefold() in (
        "below",
        "above",
        "here",
        "there",
        "abstract",
        "goal",
    ):
        return False
    if (
        re.fullmatch(r"[A-Z][a-z]+ing", parts[0])
        and len(parts) > 1
        and parts[1] in ("a", "an", "the", "your", "with", "to")
    ):
        return False
    if marked:
        return True
    # unmarked: "A scheduler is ...", "Stable Diffusion XL is ...": short, no verb or comparison inside
    return len(parts) <= 4 and not any(
        part in ("that", "which", "of", "in", "is", "are", "and", "or", "for") for part in parts
    )


def tells_more(answer: str, subject: str) -> bool:
    """Whether an answer says at least two things the subject's own name does not."""
    from_name = {piece.casefold()[:5] for piece in re.findall(r"[A-Z]?[a-z]+|[A-Z]+|\d+", subject)}
    told_words = [
        word for word in re.findall(r"[^\W_]{3,}", plain(answer)) if word.casefold() not in ("the", "and", "for")
    ]
    if re.fullmatch(r"an? (?:\w+ )?(?:bound|value|parameter|argument|object|string|boolean|integer|flag|name)", answer):
        return False
    return length(answer) >= 3 and sum(word.casefold()[:5] not in from_name for word in told_words) >= 2
