"""A passage -> the names that it explains, and the names and links that its sentences use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from benchmill.generator.kinds.sections import TABLE_ROW
from benchmill.records import Chunk
from benchmill.records.sentences import prose_sentences
from benchmill.records.words import is_plain_word, word_count, words

LONGEST_NAME = 4
"""Words of a heading that names a thing. A longer heading is a phrase."""

# The words of a link may go on in the next line.
_LINK = re.compile(
    r"(?<!!)\[(?P<text>(?:[^\]\n]|\n(?![ \t]*\n)){2,80})\]\((?P<page>[^)\s#]*)(?:#(?P<anchor>[^)\s]*))?\)"
)
# An address with a folder and a page: it may be that of a page of these documents on their own site.
_SITE = re.compile(r"https?://[^/]+/(?:[^/]+/)+[^/]*[^\W\d][^/]*/?")
_ROLE = re.compile(
    r"(?::(?P<rst>ref|doc):|\{(?:ref|doc)\})`(?:(?P<text>[^`<\n]{2,80}?)\s*<)?(?P<page>[^`>\n]{2,80})>?`"
)
_CODE = re.compile(r"(?<!`)`{1,2}(?P<name>[^`\n]+)`{1,2}(?!`)")
ARTICLE = r"(?:(?:an?|the|der|die|das|eine?|les?|la|une?|el|los|las|il|lo|os?|as|het|een)[ \t]+|l['’])?"
# A name in code font, or a flag, that begins an entry or a row; the argument of a directive that documents a setting.
_ENTRY = re.compile(
    r"^[ \t]{0,3}(?:(?:(?:[-*+]|\d{1,2}[.)])[ \t]+|\|[ \t]*)(?:\*\*)?"
    r"(?:`{1,2}(?P<code>[^`\n]{2,60})`{1,2}|(?P<flag>--?[a-z][\w-]+))(?P<rest>[^\n]*)"
    r"|\.\.[ \t]+(?:\w+:)?\w*(?:option|setting|confval|envvar|command)::[ \t]*(?P<argument>[^\s`]+))",
    re.M,
)
_OPENS = re.compile(
    rf"[ \t\"'“«(*]*{ARTICLE}(?P<mark>`{{1,2}}|\*\*)(?P<name>[^`*\n]{{2,60}})(?P=mark)(?!(?<=\*)[:：])", re.I
)
# A sentence that only points at another place: nothing can be asked about what it says.
_POINTS = re.compile(
    r"\b(?:see|refer to|read (?:more|the|about)|learn more|more (?:info\w*|details|about)|take a look"
    r"|check(?:ing)? ?out|head over|siehe|weitere|mehr (?:informationen|dazu)|voir|consulte[rz]?|en savoir plus"
    r"|véase|consulta|vedi|zie|veja)\b"
    r"|参照|参考|ご覧|请参|请看|參見"
    r"|\b(?:for (?:example|instance)|e\.g\.|z\. ?B\.|par exemple|por ejemplo|bijvoorbeeld|such as|etc\b|or similar)",
    re.I,
)
_IDENTIFIER = re.compile(r"[_\d./:()-]|[a-z][A-Z]|^[A-Z]{3,}$")
# Sections whose names are made up for a lesson.
_LESSON = re.compile(
    r"\b(?:examples?|samples?|tutorials?|walk-?through|beispiele?|exemples?|ejemplos?|esempi\w?|exemplos?)\b|示例|例",
    re.I,
)
_NO_NAME = re.compile(r"[?!？！(（]|[:：]\s*$")  # in a heading that says what its section is for
_NUMBERED_STEP = re.compile(r"\b(?:step|schritt|étape|paso|passo|stap|шаг) ?\d", re.I)
_POINTING = re.compile(
    r"\b(?:above|below|following|this example|oben|unten|folgende\w*|ci-dessus|ci-dessous|siguiente)\b", re.I
)
_PLACEHOLDER = re.compile(
    r"^[A-Z](?:\.[A-Z])+$|[<>{}$*…]|\.\.\.|example|^my[-_]|\bfoo\b|\bbar\b|://|^\W*\d[\d.,%\s]*\w?$", re.I
)
# A link's sentence that only says where something is described.
_POINTS_BY_LINK = re.compile(
    r"\b(?:documentation|guides?|manual|tutorials?|pages?|sections?|chapters?|articles?|instructions|list of|blog"
    r"|described|explained|found|dokumentation|anleitung|handbuch|seiten?|abschnitt|kapitel|beschrieben|nachgelesen"
    r"|zu finden|rubrique|décrit\w*|página|guía|sección|descrit\w+|pagina|sezione|guida|handleiding)\b"
    r"|文档|教程|ドキュメント|ガイド|ページ",
    re.I,
)
_AS_EXAMPLE = (
    r"\b(?:like|such as|e\.g\.,?|wie|z\. ?B\.|comme|como|come|zoals)[ \t]+"
    r"(?:`[^`\n]+`(?:, | or | and | oder | und | ou | et ))*`?"
)
_FEWEST_WORDS = 6  # of a sentence beside its names and links
_MOST_CODE, _MOST_LINKS = 3, 1  # in one sentence: of many names, no question asks for one
_LEAST_TOLD = 3  # words of an entry or row beside its name


@dataclass(frozen=True, slots=True)
class Use:
    """A name in a sentence. `page` and `anchor` say where a link leads; they are None for a name without a link."""

    name: str
    sentence: str
    page: str | None = None
    anchor: str = ""


def is_lesson(chunk: Chunk) -> bool:
    """Whether the chunk is part of an example or a tutorial, by its headings and the line above its list."""
    return is_of_lesson(" ".join((*chunk.headings, chunk.lead)))


def is_of_lesson(heading: str) -> bool:
    """Whether a heading names an example, a tutorial or one step of them."""
    return _LESSON.search(heading) is not None or _NUMBERED_STEP.search(heading) is not None


def explained(chunk: Chunk) -> dict[str, str]:
    """Each name in code font that the chunk explains, and the words that do so: its heading, an entry, a sentence."""
    found: dict[str, str] = {}
    if is_lesson(chunk):
        return found
    heading = chunk.headings[-1] if chunk.headings else ""
    if name := code_name(heading) if is_identifier(heading) else "":
        found[name] = chunk.text
    for match in _ENTRY.finditer(chunk.text):
        told = match["rest"] if match["argument"] is None else chunk.text[match.end() : match.end() + 300]
        name = code_name(match["code"] or match["flag"] or match["argument"])
        if name and word_count(words(told)) >= _LEAST_TOLD:
            found.setdefault(name, told)
    for sentence in prose_sentences(chunk.text):
        opens = _OPENS.match(sentence)
        if opens and (name := code_name(opens["name"])) and _says_enough(sentence) and not _POINTING.search(sentence):
            found.setdefault(name, sentence)
    return found


@dataclass(frozen=True, slots=True)
class Spoken:
    """A sentence that says something: the names and links in it, and its other words, joined by spaces."""

    sentence: str
    uses: tuple[Use, ...]
    rest: str


def spoken(chunk: Chunk) -> Iterator[Spoken]:
    """The sentences of a chunk that say something, with the names in code font and the links that they use."""
    if _POINTS.search(chunk.lead) or is_lesson(chunk):
        return
    heads = {code_name(match["code"] or match["flag"] or "") for match in _ENTRY.finditer(chunk.text)}
    for sentence in prose_sentences(chunk.text):
        if not _says_enough(sentence) or _POINTS.search(sentence):
            continue
        found: list[Use] = []
        bare = _ROLE.sub(" ", sentence)
        codes = list(dict.fromkeys(code_name(match["name"]) for match in _CODE.finditer(bare)))
        opens = _OPENS.match(sentence)
        own = code_name(opens["name"]) if opens else ""
        if len(codes) <= _MOST_CODE:
            named = (name for name in codes if name and name != own and name not in heads and not is_common_word(name))
            found += (Use(name, sentence) for name in named)
        links = list(_LINK.finditer(sentence))
        points = len(links) > _MOST_LINKS or _POINTS_BY_LINK.search(sentence) or sentence.startswith(("[", ":doc:"))
        for link in links if not points else ():
            if _is_inside(link["page"]) or _SITE.fullmatch(link["page"]):
                found.append(Use(_shown(link["text"]), sentence, link["page"], link["anchor"] or ""))
        for role in _ROLE.finditer(sentence) if not points else ():
            if role["text"] or " " in role["page"]:  # without words of its own, only the rendered page shows the name
                place = (role["page"], "") if "doc" in role.group()[:6] else ("", role["page"])
                found.append(Use(_shown(role["text"] or role["page"]), sentence, *place))
        yield Spoken(sentence, tuple(found), " ".join(words(_CODE.sub(" ", _LINK.sub(" ", bare)))))


def links_in(chunk: Chunk) -> Iterator[Use]:
    """Every link to another place of the documents, also from sentences that only point there."""
    for link in _LINK.finditer(chunk.text):
        if _is_inside(link["page"]):
            yield Use(_shown(link["text"]), link.group(), link["page"], link["anchor"] or "")
    for role in _ROLE.finditer(chunk.text):
        place = (role["page"], "") if "doc" in role.group()[:6] else ("", role["page"])
        yield Use(_shown(role["text"] or role["page"]), role.group(), *place)


def used(said: Iterable[Spoken], phrases: Set[str], begin: Set[tuple[str, str]]) -> Iterator[Use]:
    """The names and links in sentences. `phrases` are the names without code font, `begin` their first two words."""
    for each in said:
        yield from each.uses
        yield from (Use(name, each.sentence) for name in _phrases_in(each.rest, phrases, begin))


def code_name(said: str) -> str:
    """A name in code font in one form, with backticks; empty for a value, a placeholder or a line of code.

    >>> [code_name(said) for said in ("--retries N", "connect()", "14", "<your-name>", "a = b + c")]
    ['`--retries`', '`connect`', '', '', '']
    """
    said = said.strip()
    if said.startswith("-"):
        said = re.split(r"[ =,\[]", said, maxsplit=1)[0]
    said = said.removesuffix("()").rstrip(":")
    if (
        not 3 <= len(said) <= 60
        or len(said.split()) > 3
        or _PLACEHOLDER.search(said)
        or re.search(r"[=+;\"',\[\]|]", said)
    ):
        return ""
    return f"`{said}`" if any(letter.isalpha() for letter in said) else ""


def is_common_word(name: str) -> bool:
    """Whether a name in code font is also a word that has another meaning on another page: `name`, `always`."""
    bare = name.strip("`")
    return is_plain_word(bare.casefold()) and bare[1:].islower()


def is_identifier(name: str) -> bool:
    """Whether a heading is a name of code rather than words: `max_size`, `--check`, `E203`."""
    return " " not in name and bool(_IDENTIFIER.search(name))


def phrase_of(chunk: Chunk) -> str:
    """The chunk's heading as words, where it may be the name of a thing; empty where it is too long or too short."""
    heading = re.sub(r"^[\d.]+\s+", "", chunk.headings[-1]) if chunk.headings else ""
    tokens = words(heading) if not _NO_NAME.search(heading) else []
    return " ".join(tokens) if tokens and len(tokens) <= LONGEST_NAME and len("".join(tokens)) > 3 else ""


def is_proper(phrase: str, sentence: str, *, nouns_are_capital: bool) -> bool:
    """Whether `sentence` writes the phrase as a name: in capitals within the sentence, marked, or as a link's text."""
    pattern = r"[\s-]+".join(re.escape(word) for word in phrase.split())
    for match in re.finditer(rf"(?<![\w-]){pattern}(?![\w-])", sentence, re.I):
        said, before = match.group(), sentence[: match.start()].rstrip()
        parts = re.split(r"[\s-]+", said)
        if before.endswith(("**", "_", "“", "[")):
            return len(parts) > 1 or not said.islower()
        has_signs = any(part[1:] != part[1:].lower() or any(map(str.isdigit, part)) for part in parts)
        capital = all(part[:1].isupper() for part in parts)
        if before and not before.endswith((":", ".", "!", "?")) and capital and (has_signs or not nouns_are_capital):
            return True
        if capital and has_signs:
            return True
    return False


@lru_cache(maxsize=8192)  # many passages use a name that one passage explains
def definition(phrase: str, text: str) -> str:
    """The sentence of `text` that begins with the phrase, after an article, and says what it is or does; or nothing."""
    pattern = r"[\s-]+".join(re.escape(word) for word in phrase.split())
    opening = re.compile(rf"[\"'“«(*_]*{ARTICLE}[*_]*{pattern}[*_]*\s+\S", re.I)
    every = (said for said in prose_sentences(text) if _says_enough(said))
    return next((said for said in every if phrase and opening.match(said.replace("`", ""))), "")


def says_something(text: str) -> bool:
    """Whether a text has a sentence that says more than where to read on."""
    return any(_says_enough(sentence) and not _POINTS.search(sentence) for sentence in prose_sentences(text))


def points_elsewhere(said: str) -> bool:
    """Whether a sentence or row points at another place, or names something as an example."""
    return _POINTS.search(said) is not None


def is_example(name: str, said: str) -> bool:
    """Whether a sentence gives the name as one of several.

    >>> is_example("`redis`", "A store like `disk` or `redis` holds it."), is_example("`redis`", "`redis` holds it.")
    (True, False)
    """
    return re.search(_AS_EXAMPLE + re.escape(name.strip("`")), said, re.I) is not None


def has_facts(text: str) -> bool:
    """Whether a text has a sentence, or a row, that says something: not only links, values or pasted output."""
    return any(_plain_words(said) > _LEAST_TOLD for said in (*prose_sentences(text), *TABLE_ROW.findall(text)))


def _phrases_in(said: str, phrases: Set[str], begin: Set[tuple[str, str]]) -> Iterator[str]:
    """The phrases that a sentence, given as its words, contains as whole words.

    The search compares a phrase only where its first two words are. Otherwise a large corpus takes minutes.
    """
    tokens = said.split(" ")
    if not phrases.isdisjoint(tokens):
        yield from (token for token in dict.fromkeys(tokens) if token in phrases)
    if begin.isdisjoint(pairwise(tokens)):
        return
    for start, pair in enumerate(pairwise(tokens)):
        if pair in begin:
            for size in range(2, LONGEST_NAME + 1):
                if (found := " ".join(tokens[start : start + size])) in phrases:
                    yield found


def _is_inside(page: str) -> bool:
    return "://" not in page and not page.startswith("mailto:")


def _says_enough(sentence: str) -> bool:
    return _plain_words(sentence) >= _FEWEST_WORDS


def _plain_words(said: str) -> int:
    """Words beside names in code font and links."""
    rest = _CODE.sub(" ", _LINK.sub(" ", _ROLE.sub(" ", said)))
    return word_count([word for word in words(rest) if is_plain_word(word)])


def _shown(text: str) -> str:
    return " ".join(text.replace("`", "").replace("*", "").split())
