"""A fact and the corpus -> the other passages that state the fact, and whether a passage makes the fact doubtful."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from benchmill.generator.extractive.answers import length
from benchmill.generator.extractive.fact import Fact, Place
from benchmill.generator.extractive.language import Language
from benchmill.generator.extractive.section import FENCE
from benchmill.generator.extractive.statements import Page
from benchmill.generator.markup.inline import shown
from benchmill.records.corpus import Document
from benchmill.records.numbers import answer_tokens, quantities
from benchmill.records.words import contains, content_words, words

_SURE, _DOUBTFUL = 0.5, 0.25  # the share of a description's words that another passage repeats
_MARKED = re.compile(r"[^\w\s]|_|\w[A-Z]")  # a word of another form than prose has
_LEAST_DESCRIBED = 3  # an option's name and its value are no description
_MOST_BEFORE = 12  # a sentence that names the thing late may only mention it
_REFERENCE = r"(?:(?:setting|option|param\w*|conf\w*)s?[_-])?"  # the target of a link to a setting begins so


class Labels:
    """Searches all documents. What a document that is not in `read` says in other words is no reason for doubt."""

    def __init__(self, documents: Sequence[Document], language: Language, read: Collection[str]) -> None:
        self._language, self._read = language, read
        self._pages = {document.id: Page(document) for document in documents}

    def same(self, fact: Fact) -> tuple[tuple[str, ...], ...]:
        """The words of the answer. Two statements of one fact have equal words here."""
        return tuple(tuple(answer_tokens(part.answer, self._language.code)) for part in fact.parts)

    def silent(self, fact: Fact) -> bool:
        """Whether no passage that names the thing of an unanswerable fact says anything of what the fact asks for."""
        said = re.compile(str(self._language.data[f"said_{fact.construct}"]), re.IGNORECASE)
        return not any(said.search(page.around(*places[-1])) for page, places in self._naming(fact.thing))

    def elsewhere(self, facts: Sequence[Fact]) -> list[tuple[Document, Sequence[Place]]] | None:
        """The other places that state the first of the facts, which all describe one thing: in a document, one for each
        part. None if a place states it differently, or if it is doubtful whether a place states it."""
        fact, document = facts[0], facts[0].document
        wanted, single = self.same(fact), len(fact.parts) == 1
        if (fact.construct == "defaults" or not single) and any(self.same(other) != wanted for other in facts):
            return None
        found: list[tuple[Document, Sequence[Place]]] = [(document, [part.quote for part in fact.parts])]
        units = [
            (self._pages[each.document.id], [part.quote for part in each.parts], self.same(each) == wanted)
            for each in facts
        ]
        units += [(page, places, False) for page, places in self._naming(fact.thing)] if single and fact.thing else []
        for page, places, is_same in units:
            start, end = places[0][0], places[-1][1]
            if any(page.document is other and start < known[-1][1] and known[0][0] < end for other, known in found):
                continue
            judged = [is_same or self._states(fact, page, place) for place in places]
            is_near = page.document is document and page.section(start) == page.section(fact.parts[0].quote[0])
            if True in judged:
                found.append((page.document, [places[judged.index(True)]] if single else places))
            elif None in judged and page.document.id in self._read and not is_near:
                return None
        return found[1:]

    def _states(self, fact: Fact, page: Page, place: Place) -> bool | None:
        """Whether a place states the fact; None if that is doubtful."""
        said = shown(FENCE.sub("", page.text[slice(*place)]), page.document.media_type)
        before = re.split(_written(fact.thing), said, maxsplit=1, flags=re.IGNORECASE)[0].casefold()
        if fact.construct == "defaults" and fact.thing.startswith("-") and page.commented(place[0]):
            # "# Same as '--format'" above the key and its default
            is_said = self._language.says("default_words", page.before_code.casefold())
            return is_said and contains(words(said), words(fact.parts[0].answer))
        if not self._is_of_owner(fact, said, before, page.above(place[0])):
            return False
        if fact.construct == "defaults":
            is_said = self._language.says("default_words", f"{page.header(place[0])} {said}".casefold())
            # another image may have a `PORT` of its own
            is_word = fact.thing.isupper() and "_" not in fact.thing and f"`{fact.thing}" in said
            return self._default(fact, said, before) if is_said else None if is_word else False
        if fact.construct == "purposes":
            # an option that stands in a call is not described, one that begins a line of a help screen is
            is_call = page.is_code(place[0]) and not said.startswith("-")
            return self._purpose(fact, said, before, is_call=is_call)
        if page.text[place[0]] == "[" or not self._is_term(fact.thing, said):  # "[" begins an entry of a list of links
            return False
        return self._repeats(fact, said, before) or None  # it defines the term, if only in other words

    def _default(self, fact: Fact, said: str, before: str) -> bool | None:
        """Whether the words give the thing's default; None if they give another value, or the value in other words."""
        is_row = said.startswith("|")
        if before.strip("|` ") if is_row else "`" in before.replace(f"`{fact.owner}`", "").rstrip("`"):
            # the row or entry of another thing only names this one; another sentence may be about either
            return False if is_row or before.startswith("`") else None
        answer, code = fact.parts[0].answer, self._language.code
        stated = [match["value"].strip("`") for match in self._language.pattern("default_inside").finditer(said)]
        if is_row:  # "true (root) / false (substore)" is not what "true" says
            stated += said.split("|")[2:]
            return any(words(value) == words(answer) for value in stated) or None
        if wanted := quantities(answer, code)[:1]:
            units = [
                each.unit for each in quantities(" ".join(stated) or said, code) if each.written == wanted[0].written
            ]
            return any(not (unit and wanted[0].unit) or unit == wanted[0].unit for unit in units) or None
        if stated and all(words(value) != words(answer) for value in stated):
            return None
        if contains(words(said), words(answer)):
            return True
        others = {each for each in re.findall(r"`+([^`]+)`+", said) if fact.thing not in each}
        return None if len(others) <= 1 else False  # it may be another thing's default

    def _purpose(self, fact: Fact, said: str, before: str, *, is_call: bool) -> bool | None:
        """Whether the words give the thing's purpose. A name that looks like prose must be code or begin the words.
        Any other sentence about an option may say in other words what it is for."""
        name, is_option = re.escape(fact.thing), fact.thing.startswith("-")
        first = rf"\W*(?:The |An? )?\W*{name}(?![\w-])|.*`(?:[^`]* )?{name}(?![\w-])"
        if not _MARKED.search(fact.thing) and not re.match(first, said, re.IGNORECASE):
            return False
        if not is_option:
            return self._repeats(fact, said, before)
        # `relay apply --all` does not say that anything is applied
        states = self._repeats(fact, re.sub(rf"`[^`]*{name}[^`]*`", " ", said), before)
        if states is False:
            is_said = len(self._stems(re.sub(r"`[^`]*`", " ", said))) > _LEAST_DESCRIBED
            return None if is_said and not is_call else False
        # "Simulate the prompt" is not what "Fill the prompt" says.
        answer = fact.parts[0].answer
        is_verb = states and self._language.begins_with_verb(answer)
        return states if not is_verb or self._stems(answer.split()[0]) <= self._stems(said) else None

    def _repeats(self, fact: Fact, said: str, before: str) -> bool | None:
        """Whether the words repeat most of the answer's words; None if they repeat some."""
        wanted = self._stems(fact.parts[0].answer) - self._stems(f"{fact.thing} {fact.owner}")
        shared = wanted & self._stems(said)
        if not shared or len(shared) < _DOUBTFUL * len(wanted):
            return False
        most = len(shared) >= max(_SURE * len(wanted), min(2, len(wanted)))
        return (most and length(before) <= _MOST_BEFORE) or None

    def _is_term(self, term: str, said: str) -> bool:
        """Whether the words are a sentence that defines the term."""
        match = self._language.pattern("definition").match(said)
        return match is not None and match["subject"].strip(' `*_|“”"').casefold() == term.casefold()

    def _is_of_owner(self, fact: Fact, said: str, before: str, above: str) -> bool:
        """Whether words are about the owner's thing: every class may have a `name`, every command an `--all`."""
        owner = words(fact.owner)
        named = owner[1:] if " " in fact.owner else owner  # "`relay sweep`": pages of commands leave out the program
        if not owner or set(named) <= set(words(above)):
            return True
        if len(owner) == 1 and fact.thing.startswith("-"):
            return bool(before.strip("`*- |"))  # an entry that begins with the option describes another program's
        return contains(words(said), owner)

    def _stems(self, text: str) -> set[str]:
        return {stem[:5] for stem in content_words(text, self._language.code)}

    def _naming(self, thing: str) -> Iterator[tuple[Page, list[Place]]]:
        """Every statement that names the thing, without the addresses of links."""
        name = _written(thing)
        named = re.compile(rf"(?<![\w-])(?<!\w\.){_REFERENCE}{name}(?![\w-]|\.\w|`?\]:)", re.IGNORECASE)
        forms = {thing.casefold(), thing.casefold().replace("_", " ")}
        for page in self._pages.values():
            last = -1
            for match in named.finditer(page.text) if any(each in page.small for each in forms) else ():
                if "_" in thing and "_" not in match[0] and page.is_code(match.start()):
                    continue  # the comment of another setting
                commented = page.commented(match.start()) if thing.startswith("-") else []
                places = commented or page.statements(match.start())
                if places and places[0][0] > last:
                    last = places[0][0]
                    yield page, places


def _written(thing: str) -> str:
    """A pattern for a name, of which prose writes the words apart: "the default log level" of `log_level`."""
    return re.escape(thing).replace("_", "[_ ]")
