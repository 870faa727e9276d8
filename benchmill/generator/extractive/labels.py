"""A fact and the corpus -> the other passages that state the fact, and whether a passage makes the fact doubtful."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from pathlib import PurePosixPath

from benchmill.generator.extractive.answers import length
from benchmill.generator.extractive.fact import Fact, Place
from benchmill.generator.extractive.language import Language
from benchmill.generator.extractive.verbs import begins_with_verb
from benchmill.generator.markup.inline import shown
from benchmill.generator.markup.node import Node
from benchmill.generator.markup.nodes import sections
from benchmill.records.corpus import Document
from benchmill.records.numbers import answer_tokens, quantities
from benchmill.records.sentences import sentences
from benchmill.records.words import content_words, words

_SURE, _DOUBTFUL = 0.5, 0.25  # the share of a description's words that another passage repeats
_MARKED = re.compile(r"[^\w\s]|_|\w[A-Z]")  # a word of another form than prose has
_LEAST_DESCRIBED = 3  # an option's name and its value are no description
_MOST_QUOTED, _MOST_NODES, _MOST_BEFORE = 60, 6, 12
_REFERENCE = r"(?:(?:setting|option|param\w*|conf\w*)s?[_-])?"  # the target of a link to a setting begins so
_TERM_ENDS = re.compile(r"\s?[:–—]\s|\s-\s|:$")


class _Page:
    """A document with its statements: sentences, entries of listings, and names with what is said below them."""

    def __init__(self, document: Document) -> None:
        self.document, self.text, self.small = document, document.text, document.text.casefold()

    @cached_property
    def _sentences(self) -> tuple[list[int], list[Place]]:
        places = sentences(self.text)
        return [start for start, _ in places], places

    @cached_property
    def _sections(self) -> tuple[list[int], list[str]]:
        """Where each section begins, and the headings above its content."""
        found = [above for above, _ in sections(self.document)]
        said = [" \n ".join(self.text[node.start : node.end] for node in above) for above in found]
        return [above[-1].start if above else 0 for above in found], said

    @cached_property
    def _named(self) -> list[tuple[int, int, list[Place]]]:
        """(start, end) of a heading, term or argument, and the places from it to the end of each node below it."""
        found: list[tuple[int, int, list[Place]]] = []
        for above, below in sections(self.document):
            described = [(above[-1], below)] if above and below else []
            described += [(node.children[0], list(node.children[1:])) for node in _all(below) if _is_named(node)]
            for name, nodes in described:
                places = [(name.start, node.end) for node in nodes[:_MOST_NODES]]
                short = [place for place in places if length(self.text[slice(*place)]) <= _MOST_QUOTED]
                found.append((name.start, name.end, short or places[:1]))
        return found

    def section(self, at: int) -> int:
        return max(bisect_right(self._sections[0], at) - 1, 0)

    def above(self, at: int) -> str:
        """The headings above a place and the file's name."""
        return f"{self._sections[1][self.section(at)]} \n {PurePosixPath(self.document.id).stem.replace('-', ' ')}"

    def statements(self, at: int) -> list[Place]:
        """The statement at a place; a name with more and more of what is below it."""
        for start, end, places in self._named:
            if start <= at < end:
                return places
        starts, within = self._sentences
        number = bisect_right(starts, at) - 1
        if number < 0 or within[number][1] <= at:
            return []
        start, end = within[number]
        line = self.text.rfind("\n", 0, at) + 1
        before = self.text[line:at]
        if line > start and not before.strip(" `*-"):
            # An entry of a listing, as the help text of a program has it: its further lines are indented more.
            indent = len(before) - len(before.lstrip())
            further = re.compile(rf"[^\n]*(?:\n {{{indent + 1},}}\S[^\n]*)*").match(self.text, line)
            start, end = line + indent, min(end, further.end()) if further else end
        return [(start, end)]

    def around(self, start: int, end: int) -> str:
        """The table row of a sentence, or its paragraph up to 600 characters behind the sentence."""
        line = self.text.rfind("\n", 0, start) + 1
        if self.text[line : start + 1].lstrip().startswith("|"):
            return self.text[line:end]
        return self.text[self.text.rfind("\n\n", 0, start) + 1 : end + 600]


class Labels:
    """Searches all documents. What a document that is not in `read` says in other words is no reason for doubt."""

    def __init__(self, documents: Sequence[Document], language: Language, read: Collection[str]) -> None:
        self._language, self._read = language, read
        self._pages = {document.id: _Page(document) for document in documents}

    def same(self, fact: Fact) -> tuple[tuple[str, ...], ...]:
        """The words of the answer. Two statements of one fact have equal words here."""
        return tuple(tuple(answer_tokens(part.answer, self._language.code)) for part in fact.parts)

    def silent(self, fact: Fact) -> bool:
        """Whether no passage that names the thing of an unanswerable fact says anything of what the fact asks for."""
        said = re.compile(str(self._language.data[f"said_{fact.construct}"]), re.IGNORECASE)
        return not any(said.search(page.around(*places[-1])) for page, places in self._naming(fact.thing))

    def elsewhere(self, stated: Sequence[tuple[Document, Fact]]) -> list[tuple[Document, Place]] | None:
        """The other places that state the first of the facts, which all describe one thing. None if a place states
        it differently, or if it is doubtful whether a place states it."""
        document, fact = stated[0]
        if len({self.same(other) for _, other in stated}) > 1 and (fact.construct == "defaults" or len(fact.parts) > 1):
            return None
        seed = self._pages[document.id]
        found = [(document, part.quote) for part in fact.parts]
        answer = fact.parts[0].answer
        equal = {
            (each.id, other.parts[0].quote)
            for each, other in stated
            if self.same(other) == self.same(fact) and _bounded(answer, each.text[slice(*other.parts[0].quote)])
        }
        units = [(self._pages[each.id], [other.parts[0].quote]) for each, other in stated[1:]]
        units += self._naming(fact.thing) if len(fact.parts) == 1 and fact.thing else ()
        for page, places in units:
            start, end = places[0][0], places[-1][1]
            if any(page.document is other and start < stop and begin < end for other, (begin, stop) in found):
                continue
            known = (page.document.id, places[0]) in equal
            judged = [known or self._states(fact, page, place) for place in places]
            is_near = page is seed and page.section(start) == seed.section(found[0][1][0])
            if True in judged:
                found.append((page.document, places[judged.index(True)]))
            elif None in judged and page.document.id in self._read and not is_near:
                return None
        return found[len(fact.parts) :]

    def _states(self, fact: Fact, page: _Page, place: Place) -> bool | None:
        """Whether a place states the fact; None if that is doubtful."""
        said = shown(page.text[slice(*place)], page.document.media_type)
        before = said.casefold().partition(fact.thing.casefold())[0]
        if not self._is_of_owner(fact, said, before, page.above(place[0])):
            return False
        if fact.construct == "defaults":
            return self._default(fact, said) if self._language.says("default_words", said.casefold()) else False
        linked = page.text[place[0]] == "["  # an entry of a list of links
        if not self._is_about(fact, said) or (linked and fact.construct != "purposes"):
            return False
        answer = fact.parts[0].answer
        wanted = self._stems(answer) - self._stems(f"{fact.thing} {fact.owner}")
        # `relay apply --all` does not say that anything is applied
        naming = re.compile(rf"`[^`]*{re.escape(fact.thing)}[^`]*`") if fact.thing.startswith("-") else None
        shared = wanted & self._stems(naming.sub(" ", said) if naming else said)
        is_option = fact.thing.startswith("-")
        if len(shared) < _DOUBTFUL * len(wanted) or not shared:
            # A second entry of an option without its command may be another command's.
            is_entry = is_option and not fact.owner and not before.strip("`*#- |,")[1:]
            return None if is_entry and len(self._stems(said[len(before) :])) > _LEAST_DESCRIBED else False
        # A sentence that names the thing late may only mention it.
        # "Simulate the prompt" is not what "Fill the prompt" says.
        is_verb = is_option and begins_with_verb(self._language, answer)
        verb = self._stems(answer.split()[0]) if is_verb else set()
        most = len(shared) >= max(_SURE * len(wanted), min(2, len(wanted)))
        return (verb <= shared and most and length(before) <= _MOST_BEFORE) or None

    def _default(self, fact: Fact, said: str) -> bool | None:
        """Whether the words give the thing's default; None if they give another value, or the value in other words."""
        answer, code = fact.parts[0].answer, self._language.code
        wanted = quantities(answer, code)[:1]
        for one in wanted:
            units = ((each.unit, one.unit) for each in quantities(said, code) if each.written == one.written)
            return any(there == here or not (there and here) for there, here in units) or None
        if _bounded(answer, said):
            return True
        others = {each for each in re.findall(r"`+([^`]+)`+", said) if fact.thing not in each}
        return None if len(others) <= 1 else False  # it may be another thing's default

    def _is_about(self, fact: Fact, said: str) -> bool:
        """Whether words are about the thing: any that name code, and a definition that begins with a term."""
        if fact.construct == "purposes":
            first = (
                rf"\W*(?:The |An? )?\W*{re.escape(fact.thing)}(?![\w-])|.*`(?:[^`]* )?{re.escape(fact.thing)}(?![\w-])"
            )
            return bool(_MARKED.search(fact.thing) or re.match(first, said, re.IGNORECASE))
        match = self._language.pattern("definition").match(said)
        subject = match["subject"] if match else _TERM_ENDS.split(said)[0]
        return subject.strip(' `*_|“”"').casefold() == fact.thing.casefold()

    def _is_of_owner(self, fact: Fact, said: str, before: str, above: str) -> bool:
        """Whether words are about the owner's thing: every class may have a `name`, every command an `--all`."""
        owner = words(fact.owner)
        named = owner[1:] if " " in fact.owner else owner  # "`relay sweep`": pages of commands leave out the program
        if not owner or set(named) <= set(words(above)):
            return True
        if len(owner) == 1 and fact.thing.startswith("-"):
            return bool(before.strip("`*- |"))  # an entry that begins with the option describes another program's
        return _bounded(fact.owner, said)

    def _stems(self, text: str) -> set[str]:
        return {stem[:5] for stem in content_words(text, self._language.code)}

    def _naming(self, thing: str) -> Iterator[tuple[_Page, list[Place]]]:
        """Every statement that names the thing, without the addresses of links."""
        named = re.compile(rf"(?<![\w-])(?<!\w\.){_REFERENCE}{re.escape(thing)}(?![\w-]|\.\w|`?\]:)", re.IGNORECASE)
        for page in self._pages.values():
            last = -1
            for match in named.finditer(page.text) if thing.casefold() in page.small else ():
                places = page.statements(match.start())
                if places and places[0][0] > last:
                    last = places[0][0]
                    yield page, places


def _is_named(node: Node) -> bool:
    return node.kind in ("definition", "directive") and len(node.children) > 1


def _all(nodes: Sequence[Node]) -> Iterator[Node]:
    for node in nodes:
        yield from (node, *_all(node.children))


def _bounded(needle: str, text: str) -> bool:
    """Whether the needle is in the text as whole words."""
    wanted, said = words(needle), words(text)
    size = len(wanted)
    return any(said[at : at + size] == wanted for at in range(len(said) - size + 1))
