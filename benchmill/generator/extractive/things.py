"""A setting, option, command or term with its owner -> the phrase that names it, and the facts about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from benchmill.generator.extractive.answers import is_answer, length, long_answer
from benchmill.generator.extractive.fact import Fact, Part, Place
from benchmill.generator.extractive.section import Section
from benchmill.generator.extractive.verbs import begins_with_verb
from benchmill.records.words import content_words

# Names of these kinds mean something only within their class, function, command or file.
_OWNED = ("parameter", "argument", "attribute", "method", "function", "field", "column")
_OF_A_CLASS = ("attribute", "method")
OWNED_UNLESS_LONG = ("option", "flag")
LABELLED = ("setting", "option", "field")  # an interface shows things of these kinds with a label
_MOST_LABEL = 6
_CODE = re.compile(r"`?(--?\w[\w.-]*|/?[A-Za-z$][\w.$/:-]*(?:\([^()]*\))?)`?")
_COMMAND = re.compile(r"`?([a-z][\w.-]*(?: [a-z][\w-]*){0,2})`?")
_PHRASE = re.compile(r"[^`<>|{}\[\]]{3,50}")
# "Auto, Light, or Dark" lists the possible values. It does not say what the setting is for.
_ALTERNATIVES = re.compile(r"(?:[\w`-]+, ?)+(?:or |and )?[\w`-]+")
_PLAIN_DEFAULT = re.compile(r"`[^`]+`|[-+]?\d[\w.,:%/ ]{0,20}|[A-Za-z]+|[\"“][^\"”]*[\"”]|[\[({][^\n]{0,30}[\])}]")
_NO_DEFAULT = (
    "-",
    "–",
    "—",
    "n/a",
    "none",
    "null",
    "nil",
    "undefined",
    "no default",
    "required",
    "",
    "not set",
    "unset",
    "empty",
)
_OFF = ("off", "false", "no", "disabled")
_MARKED = re.compile(r"[._/:-]|[a-z][A-Z]|^[A-Z0-9]+$")
_QUANTITY = re.compile(r"\d+(?:\.\d+)? ?[A-Za-z]{0,7}")
_NO_QUANTITY = re.compile(r"port|host|addr|database|db$|index|version|seed|id$|mode|level|mask|code", re.IGNORECASE)
_FILE = re.compile(r"\.(?:sh|py|js|ts|rb|ya?ml|json|toml)`?$")
_TYPE = re.compile(r"^\([^()]{1,40}\)\s*")
_VALUE = re.compile(r"[`\d\"“]")  # a description that begins with a literal is a value
_OF_TYPE = re.compile(r"(?<=\w):(?:string|str|int|integer|number|bool|boolean|float|long|object|list|array|any)$")
_LEAST_BEFORE_MORE = 6
_DO = ("command", "method", "function", "code")  # the docs describe things of these kinds by what they do


@dataclass(frozen=True)
class Thing:
    """A named thing of a known kind in a section; `written` is its name as a cell, term or heading shows it."""

    section: Section
    kind: str
    written: str
    given_owner: str = ""

    @property
    def name(self) -> str:
        return _OF_TYPE.sub("", self.written.strip("` ").rstrip(":"))

    @property
    def is_label(self) -> bool:
        """Whether the name is a label of an interface ("Maximum size") and the language has a phrase for labels."""
        return (
            self.kind in LABELLED and " " in self.name and f"label_{self.kind}" in self.section.language.data["things"]
        )

    @property
    def owner(self) -> str:
        if (self.kind not in _OWNED and self.kind not in OWNED_UNLESS_LONG) or self.is_label:
            return ""
        owner = self.given_owner or self.section.owner
        if "." in self.name or (self.kind in _OF_A_CLASS and not owner.strip("`")[:1].isupper()):
            return ""
        if _FILE.search(owner):
            return ""  # the heading names a script, which is not the product
        own = (self.name.partition("(")[0], self.section.name.casefold())
        return "" if owner.strip("`") in own else owner

    @property
    def _is_path(self) -> bool:
        """Whether the name is a path from the root: the page never writes it as the end of a longer path."""
        longer = rf"[\w>\]]\.{re.escape(self.name)}\b"
        text = self.section.document.text
        return bool(self.name.count(".") > 1 and self.section.name and not re.search(longer, text, re.IGNORECASE))

    @property
    def is_clear(self) -> bool:
        """Whether the name is one name and identifies the thing, alone or together with its owner and product."""
        if self.is_label and (not self.name[0].isupper() or len(self.name.split()) > _MOST_LABEL):
            return False
        if self.kind in ("phrase", "term") or self.is_label:
            return bool(
                _PHRASE.fullmatch(self.name)
                and not self.section.language.is_pointing(self.name.split()[0])
                and not self.section.language.is_unclear(self.name)
                and self.section.name
                and (self.kind == "term" or len(self.name.split()) > 1)
            )
        if not (_COMMAND if self.kind == "command" else _CODE).fullmatch(self.written.strip().rstrip(":")):
            return False
        if self.kind in ("parameter", "argument") and (self.name.isupper() or ":" in self.name):
            return False  # a value of the argument, or its name with its type
        if self.kind == "variable" and not self.name.isupper() and "$" not in self.name:
            return False
        if self.kind == "data":
            return bool(self.section.name and ("." in self.name or self.name.isupper()))
        if self.kind == "command" and not self.section.shows_command(self.name):
            return False
        if self.kind in OWNED_UNLESS_LONG and (
            self.section.is_foreign or self.section.company or not self.name.startswith("--")
        ):
            return False
        owner = self.given_owner or self.owner
        if self.kind in OWNED_UNLESS_LONG and not owner and not self.section.is_about_options(self.name):
            return False  # the page does not say which command has the option
        if self.kind in _OWNED:
            return bool(self.owner or self._is_path)
        if self.kind in ("setting", "variable", "signal", "code") and not _MARKED.search(self.name):
            return False  # many products have a `name` or a `password`
        return bool(
            self.section.name or (self.name.isupper() and "_" in self.name) or (self.owner and "_" in self.name)
        )

    @property
    def phrase(self) -> str:
        language = self.section.language
        if self.kind == "term":
            return self.name
        if self.is_label:
            return language.thing(f"label_{self.kind}", self.name)
        phrase = language.thing(self.kind, self.name if self.kind == "phrase" else f"`{self.name}`")
        return str(language.data["of"]).format(thing=phrase, owner=self.owner) if self.owner else phrase

    @property
    def scope(self) -> str:
        # A variable's name is clear by itself. A page without the product's name may describe another program.
        apart = self.kind == "variable" and self.name.isupper() and "_" in self.name and not self.section.says_name
        return "" if apart else self.section.scope(self.phrase)


def default_fact(thing: Thing, said: str, quote: Place) -> Iterator[Fact]:
    """The question about a default, if the default is a value: a literal, a number, or a few plain words."""
    said = said.strip().rstrip(".").strip()
    language = thing.section.language
    value = said.strip("`\"'“”() ").casefold()
    if (
        value in _NO_DEFAULT
        or language.says("default_words", value)
        or value.startswith(("no ", "empty ", "<"))
        or (thing.kind in OWNED_UNLESS_LONG and value in _OFF)
    ):
        return  # every flag is off until a user gives it
    if not (_PLAIN_DEFAULT.fullmatch(said) or (length(said) <= 8 and is_answer(said, language))) or not value:
        return
    if said.count("`") == 2 and said.startswith("`"):
        said = said.strip("`")
    question = language.ask("default", thing=thing.phrase, scope=thing.scope)
    if question and said.strip():
        yield Fact("defaults", question, (Part(said, quote),), thing.name, owner=thing.owner)
    bound = language.ask("maximum", thing=thing.phrase, scope=thing.scope)
    if (
        bound
        and _QUANTITY.fullmatch(said)
        and said not in ("0", "1")  # 0 and 1 are switches, which have no bound
        and not _NO_QUANTITY.search(thing.name)
        and not language.says("bounds", thing.name.replace("_", " ").casefold())
    ):
        yield Fact("unanswered", bound, (Part(said, quote),), thing.name, "unanswerable", thing.owner)


def purpose_fact(thing: Thing, said: str, quote: Place, *, alone: bool = True) -> Iterator[Fact]:
    """The question about what a thing does, what a term means, or what any other thing is for.

    `alone` is true if the statement is the whole description. If more text follows, a few words may be only a type.
    """
    language = thing.section.language
    said = _TYPE.sub("", said)
    answer, short = long_answer(said, language)
    if (
        not answer
        or thing.kind == "phrase"
        or length(answer) < (language.data.get("least_purpose", 3) if alone else _LEAST_BEFORE_MORE)
        or _VALUE.match(answer)
        or language.says("no_purpose", answer)
        or language.is_unclear(answer)
        or _ALTERNATIVES.fullmatch(answer)
        or language.says("default_words", answer.casefold())
        or language.is_pointing(answer.split()[0])
        or _says_little(thing, answer)
    ):
        return
    acts = thing.kind in _DO or thing.is_label
    if acts and not begins_with_verb(language, answer):
        return
    form = "means" if thing.kind == "term" else "does" if thing.kind in _DO else "says"
    question = language.ask(form, thing=thing.phrase, scope=thing.scope)
    if question:
        yield Fact("purposes", question, (Part(answer, quote, short),), thing.name, owner=thing.owner)


def _says_little(thing: Thing, answer: str) -> bool:
    """Whether the answer only repeats the name: "The name of the database to use" of `DATABASE_NAME`."""
    language = thing.section.language
    known = re.sub(r"\W|_", "", f"{thing.name}{thing.section.name}").casefold()
    said = set(content_words(answer, language.code)) - language.words("empty_words")
    new = {word for word in said if re.sub(r"\W|_", "", word) not in known}
    repeats = len(new) < len(said) and thing.kind not in _DO  # "Removes ..." is what `remove` does
    return bool(len(new) < language.data.get("least_new", 3 if repeats else 2))
