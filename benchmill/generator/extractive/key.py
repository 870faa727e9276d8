"""A named setting, option or variable -> whose it is, and the question about it if the name shows that."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from benchmill.generator.extractive.owners import command_of, owner_shown
from benchmill.generator.extractive.section import Section
from benchmill.generator.languages import letters_of

_NAME = re.compile(r"`?((?:\[\w+\] )?[A-Za-z$][\w.$:-]*)`?", re.ASCII)
# Of three words or more: "scan depth" is of many things.
_SPOKEN = re.compile(r"[^\W\d_][\w'/-]*(?: [(\w][\w'/)-]*){2,9}")
_MARKED = re.compile(r"[._\]-]|[a-z][A-Z]")  # many products have a `name` or a `password`
_OPTION = re.compile(r"(?<![\w-])--(?!(?:help|version)\b)[a-z][\w.-]*")


@dataclass(frozen=True)
class Key:
    """A key of a kind (`setting`, `option`, `variable`, `data`); `written` is its name as the document writes it.

    `table` is the table or path of a configuration that has the key."""

    section: Section
    kind: str
    written: str
    table: str = ""

    @cached_property
    def name(self) -> str:
        """The bare name; of an option its one long name, because a description of two options fits neither."""
        if self.kind == "option":
            names = [name for name in _OPTION.findall(self.written) if not name.startswith("--no-")]
            return names[0] if len(names) == 1 else ""
        return self.written.strip("` ").rstrip(":")

    @property
    def spoken(self) -> str:
        """The name with its words apart."""
        return re.sub(r"_|(?<=[a-z])(?=[A-Z])", " ", self.name)

    @cached_property
    def owner(self) -> str:
        """The command of an option, or the table of a setting; empty if none is known or the name is a path."""
        if self.kind == "option":
            return command_of(self.section)
        is_alone = self.kind != "setting" or is_variable(self.name) or self._is_path
        return "" if is_alone else self.table or self._shown or ""

    @cached_property
    def _shown(self) -> str | None:
        """The owner that headings or examples show; None if that is not certain, or the page is not about settings."""
        return owner_shown(self.section, self.name) if self.section.is_about_settings else None

    def ask(self, form: str, unit: str = "") -> str:
        """The question of that form; empty if the name alone, or with its owner and the product, may be another's."""
        if not self._is_clear:
            return ""
        section, language = self.section, self.section.language
        marked = str(language.data["quoted"]) if self._is_spoken else "`{name}`"
        phrase = language.thing(self.kind, marked.format(name=self.name))
        phrase = str(language.data["of"]).format(thing=phrase, owner=self.owner) if self.owner else phrase
        question = language.ask(form, thing=phrase, scope=section.scope(phrase))
        return str(language.data["in_unit"]).format(question=question.rstrip("?"), unit=unit) if unit else question

    @property
    def _is_clear(self) -> bool:
        section, name = self.section, self.name
        if self.kind == "option":
            return bool(name and self.owner)
        if not section.name:
            return False  # `RAILS_ENV` may be any program's
        if self._is_spoken:
            return section.is_about_settings
        if not _NAME.fullmatch(self.written.strip().rstrip(":")):
            return False
        if is_variable(name) or self.kind != "setting":
            # `PORT` is clear in the table of the product's variables
            return is_variable(name) or (name.isupper() and section.is_about_settings)
        if self._is_path:  # on the page of one connector, `poll.await.time.ms` is that connector's
            said = letters_of(" ".join((section.name, *section.titles)))
            return section.is_about_settings or letters_of(name.partition(".")[0]) in said
        of_product = re.match(rf"{re.escape(section.name)}[._-]", name, re.IGNORECASE)
        return bool(self.owner or of_product or (_MARKED.search(name) and self._shown == ""))

    @property
    def _is_spoken(self) -> bool:
        """Whether the name is that of a preference in a window: "always ask before moving an image file"."""
        return self.kind == "setting" and _SPOKEN.fullmatch(self.name) is not None

    @property
    def _is_path(self) -> bool:
        """Whether the name is a path from the root, as `com.relay.retry.max` is."""
        return self.name.count(".") > 1


def is_variable(name: str) -> bool:
    """Whether a name looks like that of an environment variable."""
    return name.isupper() and "_" in name


def kind_of_keys(section: Section, kind: str, names: Sequence[str]) -> str:
    """The kind of the things in one list or table, which their names may show better than the `kind` that the
    words above say: options begin with a hyphen, the names of environment variables are in capitals."""
    if kind in ("", "option") and names:
        are_options = [name.startswith("-") for name in names]
        if all(are_options) or (kind and any(are_options)):
            return "option"
        if kind:
            return "setting"
    in_capitals = all(map(str.isupper, names)) and any(map(is_variable, names))
    small = section.document.text.casefold() if kind == "data" or (not kind and in_capitals) else ""
    return "variable" if any(said in small for said in section.language.data["keys"]["variable"]) else kind
