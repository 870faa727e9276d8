"""A fact and a place that names its thing -> whether the place states the fact."""

from __future__ import annotations

import re
from collections.abc import Sequence

from benchmill.generator.extractive.fact import Fact, Place
from benchmill.generator.extractive.page import Page
from benchmill.generator.extractive.values import CODE, Value
from benchmill.generator.languages import Language, letters_of
from benchmill.records.sentences import sentences
from benchmill.records.words import contains, words

_LEAST_LETTERS = 8  # of an owner whose words may stand apart
_KEY = re.compile(r"[a-zA-Z][\w-]*(?:[._][\w-]+)+")
_BRACKETS = re.compile(r"[(（]([^()（）]{1,60})[)）]")
_SET_OFF = re.compile(r"[`\"“']([^`\"“”']+)[`\"”']")


class Claim:
    """What a page says in a `place` of the thing of a fact, which it names at `at`. `answer` is the fact's."""

    def __init__(self, fact: Fact, answer: Value, language: Language, page: Page, at: int, place: Place) -> None:
        self._fact, self._value, self._language = fact, answer, language
        self._said, self._above = page.shown(*place), page.above(place[0])
        self._before = page.shown(place[0], max(at, place[0])).casefold()  # the words before the thing's name
        self._header, self._cells = page.row(at)
        self._is_code = "code" in page.nodes(at)
        self._is_of_defaults = self._is_code and language.says("of_defaults", page.heading(at).casefold())
        self._has_defaults = self._is_code and language.says(
            "default_words", f"{page.lead(at)} {page.document.title}".casefold()
        )

    def states(self) -> bool:
        """Whether the claim is the fact. Words without "default" may tell what it was changed to, or any value."""
        if not (self._said and self._is_of_owner()):
            return False  # a picture says nothing
        if beside := self._beside():
            return self._value.is_any([beside])
        if self._is_of_defaults and (assigned := self._assigned()):
            return self._value.is_any([assigned])
        if self._has_defaults and self._value.is_any([self._assigned()]):
            return True  # "All keys with their default values", but also "to change the default"
        if self._language.says("default_words", f"{' '.join(self._header)} {self._said}".casefold()):
            stated = self._stated()
            if not all(self._value.is_any([each]) for each in stated):
                return False  # "Default is `0`; with `APPEND` the default is `3`" says two things
            return self._default_in_row(stated) if self._cells else self._default_in_words(is_stated=bool(stated))
        is_order = self._language.is_order(self._said)  # "Change the port in the health check to 7480"
        if not is_order and self._value.is_any(self._values("changed")):
            return True
        # "The name `x` may be customized using the `KEY` setting."
        is_overridden = self._language.says("overridden", self._said)
        return is_overridden and self._value.is_any(each.rpartition("=")[2] for each in _SET_OFF.findall(self._said))

    def _is_of_owner(self) -> bool:
        """Whether the words are about the owner's thing: every command may have an `--all`."""
        owner = words(self._fact.owner)
        # "`relay sweep`": pages of commands leave out the program
        named = owner[1:] if " " in self._fact.owner else owner
        if not owner or set(named) <= set(words(self._above)):
            return True
        letters = letters_of(self._fact.owner)  # `mailSearch` on the page "Mail Search"
        if len(letters) >= _LEAST_LETTERS and letters in letters_of(self._above):
            return True
        return contains(words(self._said), owner)

    def _beside(self) -> str:
        """The default right behind the thing's name, as in "`relay.port` (default: 7480)"."""
        named = re.search(rf"(?<![\w-]){re.escape(self._fact.thing)}[`*]*:? ?", self._said, re.IGNORECASE)
        behind = self._said[named.end() :] if named else ""
        state, _, rest = behind.partition(" ")
        is_state = state in self._language.words("on") | self._language.words("off")  # "`RELAY` enabled (default: on)"
        stated = self._language.pattern("default_inside").match(rest if is_state else behind)
        if not stated and (beside := _BRACKETS.match(behind)):  # "`relay.size` (default `512` KB)"
            is_default = self._language.says("default_words", beside[1].casefold()) and self._value.is_in(beside[1])
            return self._value.written if is_default else ""
        return stated["value"].strip("`") if stated else ""

    def _assigned(self) -> str:
        """The value that code gives the thing: `'PORT': 7480,` in a line, or `{ "port": 7480 }` inside one."""
        line = rf"[\"']?{re.escape(self._fact.thing)}[\"']?[ \t]*[:=][ \t]*"
        found = re.fullmatch(rf"{line}(\S.*?)[,;]?", self._said.strip())
        found = found or re.search(rf"(?<![\w.-]){line}([^\s,;{{}}()\[\]`]+)(?=[\s,;)}}\]`]|$)", self._said)
        return found[1] if found and found[1] not in ("{", "[", "(") else ""

    def _default_in_words(self, *, is_stated: bool) -> bool:
        """Whether a sentence or an entry gives the default, which it states as one or has in other words."""
        before = self._before_owner()
        if any(not self._value.is_any([code]) for code in CODE.findall(before.rstrip("`"))):
            return False  # it may be about another thing, and only name this one
        return is_stated or self._value.is_in(self._of_default()) or self._value.is_any([self._assigned()])

    def _of_default(self) -> str:
        """The sentences with a word on defaults: another one may tell what else the thing can be."""
        said = [self._said[start:end] for start, end in sentences(self._said)]
        return " ".join(each for each in said if self._language.says("default_words", each.casefold()))

    def _default_in_row(self, stated: Sequence[str]) -> bool:
        """The same of a row, whose first cell may be a group's name. The row of another thing only names this one."""
        given = [*stated, *self._cells[1:]]
        if self._before_owner().strip("|` —–-"):
            full = letters_of(f"{self._fact.owner}{self._fact.thing}")  # "queue/size"
            thing = self._fact.thing.casefold()
            is_own = any(full == letters_of(cell) or thing == cell.strip("`* ").casefold() for cell in self._cells)
            columns = zip(self._header, self._cells, strict=False)
            given = [cell for header, cell in columns if self._language.heads_defaults(header)]
            if not is_own:  # "Login limit | 10 per minute | all of `/auth`, `limit.login_per_minute`"
                is_alone = {code for code in CODE.findall(self._said) if _KEY.fullmatch(code)} == {self._fact.thing}
                return is_alone and any(map(self._value.is_in, given))
        # "true (root) / false (substore)" is not what "true" says
        return self._value.is_any(given)

    def _before_owner(self) -> str:
        owner = self._fact.owner.casefold()
        last = f"`{owner.strip('`').rpartition(' ')[2]}`"  # pages of `relay sweep` call it `sweep`
        return self._before.replace(owner, "").replace(last, "").lstrip() if owner else self._before.lstrip()

    def _stated(self) -> list[str]:
        return [value for name in ("default_inside", "switched", "changed") for value in self._values(name)]

    def _values(self, pattern: str) -> list[str]:
        return [match["value"].strip("`") for match in self._language.pattern(pattern).finditer(self._said)]
