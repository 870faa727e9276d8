"""A named setting, option, parameter or command -> the words that ask about it, and the facts that describe it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from benchmill.generator.extractive.answers import length, long_answer
from benchmill.generator.extractive.fact import Fact, Part, Place
from benchmill.generator.extractive.language import letters_of
from benchmill.generator.extractive.section import Section, is_qualified
from benchmill.generator.markup.node import Node
from benchmill.records.candidate import Kind
from benchmill.records.words import content_words

_OWNED = ("parameter", "argument", "attribute", "method")  # known only with their class or function
_DO = ("command", "method", "code")  # the docs describe things of these kinds by what they do
_CODE = re.compile(r"`?((?:\[\w+\] )?[A-Za-z$][\w.$:-]*(?:\([\w, ]*\))?)`?")
_COMMAND = re.compile(r"`?([a-z][\w.-]*(?: [a-z][\w-]*){0,2})`?")
MARKED = re.compile(r"[._\]-]|[a-z][A-Z]")  # many products have a `name` or a `password`
_OPTION = re.compile(r"(?<![\w-])--(?!(?:help|version)\b)[a-z][\w.-]*")
_TAKES_VALUE = re.compile(r"--[\w.-]+[ =\[]+[\w<{\[]")
# A value as docs write it: code, a number with its unit, a path, quoted text, brackets, or one constant word.
_VALUE_ONLY = re.compile(
    r"(?:`(?P<code>[^`]+)`|(?P<plain>[-+]?\d[\w.,:%/]*(?: [A-Za-z/]+){0,2}|[~.]?/[\w./-]+|[a-z][\w.]*|[A-Z][A-Z\d_]+"
    r"|(?:True|False|Yes|No|On|Off|Enabled|Disabled|Auto)|[\"“'][^\"”']*[\"”']|[\[{][^\n]{0,30}[\]}]))"
    r"(?: \([^()]*\))?"
)
_QUOTED = re.compile(r"^[\"'“]([^\"'“”]+)[\"'”]$")
_TYPED = re.compile(r"(?<=\w):(?:string|str|int|integer|number|bool|boolean|float|long|object|list|array|any)$")
_TYPE = re.compile(r"^\([^()]{1,40}\)\s*")
_QUANTITY = re.compile(r"[1-9]\d*(?:\.\d+)? ?[A-Za-z]{0,7}")
_LEAST_BEFORE_MORE = 6
_MOST_QUOTED = 120  # from the name of a thing to what its description states last


@dataclass(frozen=True)
class Thing:
    """A named thing of a known kind in a section; `written` is its name as a cell, entry or heading shows it."""

    section: Section
    kind: str
    written: str
    given_owner: str = ""
    is_member: bool = False  # of a class directive, which surely is about that class
    is_shared: bool = False  # by several tables, of which the name alone says none

    @cached_property
    def name(self) -> str:
        """The bare name; of an option its one long name, because a description of two options fits neither."""
        if self.kind == "option":
            names = [name for name in _OPTION.findall(self.written) if not name.startswith("--no-")]
            return names[0] if len(names) == 1 else ""
        return _TYPED.sub("", self.written.strip("` ").rstrip(":"))

    @cached_property
    def owner(self) -> str:
        """The class, function, command or table that has the thing; empty if none is known or the name is a path."""
        if self.kind == "option":
            return self.given_owner or self.section.command_of(self.name)
        if self.kind == "setting":
            table = self.section.table or self.given_owner
            is_alone = is_variable(self.name) or self._is_path or table.strip("`[]") == self.name.partition(".")[0]
            return "" if is_alone else table
        owner = (self.given_owner or self.section.owner) if self.kind in _OWNED else ""
        return "" if owner.strip("`") in (self.name.partition("(")[0], self.section.name.casefold()) else owner

    @cached_property
    def _is_path(self) -> bool:
        """Whether the name is a path from the root, as `com.relay.retry.max` is: the page writes no longer one."""
        return self.name.count(".") > 1 and not self._is_end_of(r"[\w>\]]", f".{self.name}")

    def _is_end_of(self, longer: str, end: str) -> bool:
        """Whether the page writes `end` behind the pattern `longer`."""
        text = self.section.document.text  # it may have megabytes, and only the first test of it is quick
        return end in text and re.search(rf"{longer}{re.escape(end)}\b", text) is not None

    @cached_property
    def is_clear(self) -> bool:
        """Whether the name is one name and identifies the thing, alone or together with its owner and product."""
        written, section = self.written.strip().rstrip(":"), self.section
        if self._is_end_of("", f"{self.name.rpartition('.')[0]}.<{self.name.rpartition('.')[2]}"):
            return False  # the page says that `relay.tcp.name` stands for `relay.tcp.<name>`
        if self.kind == "command":
            # "subscription list" below the heading "subscription", on a page that calls the program
            first = self.name.partition(" ")[0]
            shown = section.shown_command("" if first == section.heading.strip("`") != self.name else self.name)
            return bool(_COMMAND.fullmatch(written) and shown)
        if self.kind == "option":
            is_heading = self.name in section.heading and section.shown_command() and not section.is_of_one_command
            return bool(self.name and not section.company and (self.owner or is_heading))
        if self.kind == "flag":  # "`-http.prefix`"
            return bool(section.name)
        if not _CODE.fullmatch(written):
            return False
        is_word = self.kind == "variable" and "_" not in self.name
        if self.name.isupper() and not is_word and self._is_end_of(r"\b[A-Z\d_]+", f"_{self.name}"):
            return False  # the heading `MAX_JOBS` of a variable that is `PEBBLEWIRE_MAX_JOBS`
        if self.kind in _OWNED:
            return bool(self.owner) and not self.name.isupper()  # in capitals it is a value
        if self.kind == "code":
            # a tutorial's `get_data` is nobody's, and "Export" may be a button
            return is_qualified(self.name) and re.search(r"[(.:]|[a-z][A-Z]", self.name) is not None
        if is_variable(self.name) or self.kind != "setting":
            if section.language.says("packaged", " ".join(section.headings[: len(section.above) - 1])):
                return False
            # `PORT` is clear in the table of the product's variables
            return is_variable(self.name) or bool(self.name.isupper() and section.name and section.is_about_settings)
        if self.owner.startswith("`@"):
            return True
        if not section.name or self._is_path:
            # on the page of one connector, `poll.await.time.ms` is that connector's, and `com.relay.tries` is of all
            first, said = self.name.partition(".")[0], letters_of(" ".join((section.name, *section.titles)))
            is_placed = bool(section.name) and (section.is_about_settings or letters_of(first) in said)
            return self._is_path and (is_placed or first in ("com", "org", "net", "io"))
        of_product = re.match(rf"{re.escape(section.name)}[._-]", self.name, re.IGNORECASE)
        is_own = of_product or (MARKED.search(self.name) and section.has_own_setting(self.name))
        return not self.is_shared and bool(self.owner or is_own)

    @cached_property
    def phrase(self) -> str:
        language = self.section.language
        phrase = language.thing(self.kind, f"`{self.name}`")
        return str(language.data["of"]).format(thing=phrase, owner=self.owner) if self.owner else phrase

    def facts(
        self, quote: Place, default: str = "", purpose: str = "", *, whole: bool = True, below: Sequence[Node] = ()
    ) -> Iterator[Fact]:
        """The facts that a row, entry or sentence states. `whole` is false if more text follows the purpose. `below`
        are the nodes that describe the thing: a sentence behind the default may have its unit."""
        said, is_clear = self.section.words(*quote), self.is_clear
        if length(said) > _MOST_QUOTED or self.section.language.says("restricts", said):
            return
        if is_clear or (self.kind != "option" and _CODE.fullmatch(self.written)):
            yield from self._default(default.strip().rstrip(".").strip(), quote, below, asks=is_clear)
        is_path = self.kind == "setting" and self._is_path and not default
        if is_clear and (self.is_member or is_path or self.kind in ("option", "command", "code")):
            yield from self._purpose(_TYPE.sub("", purpose), quote, whole=whole)

    def version(self, part: Part) -> Iterator[Fact]:
        """The question since when a class exists, which somebody may ask where no passage about the class says it."""
        yield from self._fact("version", "version", part, "unanswerable")

    def _fact(self, construct: str, form: str, part: Part, kind: Kind = "factoid", unit: str = "") -> Iterator[Fact]:
        section, scope = self.section, self.section.scope(self.phrase)
        # `RAILS_ENV` may be another program's, as on a page that does not name the product: it is only compared
        is_nobodys = is_variable(self.name) and not self.owner and not section.name
        is_others = self.kind == "variable" and bool(scope) and not section.is_of_product
        question = section.language.ask(form, thing=self.phrase, scope=scope)
        if unit:
            question = str(section.language.data["in_unit"]).format(question=question.rstrip("?"), unit=unit)
        if is_nobodys or is_others:
            if kind == "factoid":
                yield Fact(section.document, construct, "", (part,), self.name)
        elif question:
            yield Fact(self.section.document, construct, question, (part,), self.name, kind, self.owner)

    def _default(self, said: str, quote: Place, below: Sequence[Node], *, asks: bool) -> Iterator[Fact]:
        """The default, if it is a value: "from the profile" is none. A default that is a quantity makes the maximum a
        question that somebody may ask, too, and that no passage answers."""
        language, found = self.section.language, _VALUE_ONLY.fullmatch(said)
        if not found or "(" in self.name or language.says("exception", self.section.words(*quote)):
            return  # a function has no default, one of its parameters has
        written = found["code"] or found["plain"]
        answer = _QUOTED.sub(r"\1", written)
        value = answer.strip("\"'“” ").casefold()
        if language.says("no_default", value) or language.says("default_words", value):
            return
        if found["plain"] and value in language.words("no_values"):
            return
        if self.kind in ("option", "flag") and value in language.words("off"):
            return  # every flag is off until a user gives it
        is_secret = language.says("secret", self.name)
        if is_secret and (language.says("no_secret", value) or language.says("required", self.section.words(*quote))):
            return
        name, (unit, quote) = self.name.replace("_", " "), self._unit(answer, quote, below)
        if length(self.section.words(*quote)) > _MOST_QUOTED:
            return
        is_bare = answer.replace(".", "").isdigit() and not unit and not language.says("unit_in_name", name)
        if asks and is_bare and language.says("measured", name):
            return  # ten of what?
        if not asks:  # whose it is is not certain, but another value makes an item about this name doubtful
            yield Fact(self.section.document, "defaults", "", (Part(answer, quote),), self.name)
            return
        yield from self._fact("defaults", "default", Part(answer, quote), unit=unit)
        is_bound = language.says("bound", name) or language.says("said_maximum", name)
        numbers = set(re.findall(r"\d+", self.section.words(*quote).replace(self.name, "")))
        others = numbers.difference(re.findall(r"\d+", answer))
        # 1 is a switch, which has no bound; other numbers may be the values that are possible; a reference of flags
        # says nothing of bounds
        is_open = answer != "1" and self.kind != "flag" and not (is_bound or others)
        is_quantity = language.says("measured", name) or language.says("counted", name)
        if is_open and _QUANTITY.fullmatch(written) and is_quantity:
            yield from self._fact("maximum", "maximum", Part(answer, quote), "unanswerable")

    def _unit(self, answer: str, quote: Place, below: Sequence[Node]) -> tuple[str, Place]:
        """The unit of a bare number, if the description says it: "10" where it says "the time-out in seconds". With
        the quote, which reaches to the sentence that says it."""
        start, end = quote
        first = next((node for node in below if node.kind == "paragraph" and node.start > end), None)
        places = self.section.sentences(first) if first else []
        for stop in (end, *(stop for _, stop in places)) if answer.replace(".", "").isdigit() else ():
            said = self.section.language.pattern("unit").findall(self.section.words(start, stop))
            if said:
                return (str(said[0]), (start, stop)) if len(set(said)) == 1 else ("", quote)
        return "", quote

    def _purpose(self, said: str, quote: Place, *, whole: bool) -> Iterator[Fact]:
        language = self.section.language
        answer, short = long_answer(said, language)
        least = language.data.get("least_purpose", 3) if whole else _LEAST_BEFORE_MORE  # else it may be only a type
        if not answer or length(answer) < least or not self._says_enough(answer):
            return
        if language.says("no_purpose", answer) or language.says("unclear", answer):
            return
        if language.says("default_words", answer.casefold()) or answer.startswith(("`", f"{self.section.name} ")):
            return  # it says a value, or what one value or the product does
        verbal = language.begins_with_verb(answer)
        # an option with a value may be described by the value, an attribute by what it holds
        noun = self.kind == "option" and _TAKES_VALUE.search(self.written)
        holds = whole and self.kind == "attribute" and language.words("verbs") and not verbal
        if verbal or noun or holds:
            form = "does" if self.kind in _DO else "holds" if holds else "says"
            yield from self._fact("purposes", form, Part(answer, quote, short))
            if self.kind == "code":
                yield from self.version(Part(answer, quote))

    def _says_enough(self, answer: str) -> bool:
        """Whether the answer adds words to the name: "The name of the database" of `DATABASE_NAME` adds none."""
        language = self.section.language
        said = set(content_words(answer, language.code)) - language.words("empty_words")
        repeated = {word for word in said if word[:4] in letters_of(self.name)}
        known = repeated | {word for word in said if word[:4] in letters_of(self.owner + self.section.name)}
        least = 4 if repeated and self.kind not in _DO else 3
        return len(said - known) >= int(language.data.get("least_new", least))


def is_variable(name: str) -> bool:
    """Whether a name looks like that of an environment variable."""
    return name.isupper() and "_" in name


def kind_of_names(section: Section, kind: str, names: Sequence[str], lead: str) -> str:
    """The kind of the things in one list or table, which their names may show better than the `kind` that the
    words above say: options begin with a hyphen, the names of environment variables are in capitals, and some have
    several words. `lead` is the sentence above."""
    if names and not kind and all(name.startswith("--") for name in names):
        return "option"
    if kind == "option" and not any(name.startswith("-") for name in names):
        return "setting"
    if kind == "variable" and section.language.says("packaged", lead):
        return ""  # of the container, not of the program
    in_capitals = all(map(str.isupper, names)) and any(map(is_variable, names))
    if in_capitals and not kind and section.is_about_settings and "variable" not in section.kinds_above:
        return "setting"
    return "variable" if (kind == "data" or (not kind and in_capitals)) and section.says("variable") else kind
