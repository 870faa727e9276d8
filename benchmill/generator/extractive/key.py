"""A named setting, option or variable -> whose it is, and the question about it if the name shows that."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from benchmill.generator.extractive.owners import command_of, is_below, is_table, owner_shown, program_of, table_above
from benchmill.generator.extractive.section import Section
from benchmill.generator.languages import letters_of

_NAME = re.compile(r"`?((?:\[\w+\] )?[A-Za-z$][\w.$:-]*)`?", re.ASCII)
_SPOKEN = re.compile(
    r"[^\W\d_][\w'/-]*(?: [(\w][\w'/)-]*){2,9}"
)  # of three words or more: "scan depth" is of many things
_MARKED = re.compile(r"[._\]-]|[a-z][A-Z]")  # many products have a `name` or a `password`
_IN_CAMELS = re.compile(r"[a-z][A-Z]")  # `keepAlive` is a field of what the page is about
_OPTION = re.compile(r"(?<![\w-])--(?!(?:help|version)\b)[a-z][\w.-]*")
_IN_CAPITALS = re.compile(r"[A-Z][A-Z\d_]+")
_OF_CHART = re.compile(r"\bhelm[ -](?:charts?|values)\b", re.IGNORECASE)
_PROGRAM = re.compile(r"(?<![\w/.-])[a-z]+(?:-[a-z]+){2,}(?![\w/.-])")
_ASKED = ("setting", "variable", "data")


@dataclass(frozen=True)
class Key:
    """A key of a kind (`setting`, `option`, `variable`, `data`); `written` is its name as the document writes it.

    `table` is the table or path of a configuration that has the key; None if it does not show whose the key is."""

    section: Section
    kind: str
    written: str
    table: str | None = ""

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
            return command_of(self.section) or program_of(self.section, self.name)
        section, is_setting = self.section, self.kind == "setting"
        owners = (table_above(section, self.name), self.table, self._shown, section.component) if is_setting else ()
        table = next(filter(None, owners), "")
        is_whole = self._is_path and not self._shown  # below "`queue`", `retry.wait.max` may be the queue's
        is_alone = is_variable(self.name) or is_whole or table.strip("`[]") == self.name.partition(".")[0]
        return "" if is_alone else table

    @property
    def whose(self) -> str:
        """The owner without whom the name may be another thing's: a command, a table, or a part of the product."""
        if self.kind == "option":
            return command_of(self.section)
        return self.owner or self._chart or self.section.part(self.name)

    @property
    def _chart(self) -> str:
        """The Helm chart whose values follow, if a title says so: they are no settings of the product's program."""
        is_value = self.kind == "setting" and any(map(_OF_CHART.search, self.section.titles))
        return (
            f"{self.section.part(self.name) or self.section.name} Helm chart" if is_value and self.section.name else ""
        )

    @cached_property
    def _shown(self) -> str | None:
        """The owner that headings show; None if that is not certain, or the page is not about settings."""
        return owner_shown(self.section, self.name) if self.section.is_about_settings else None

    def ask(self, form: str, unit: str = "") -> str:
        """The question of that form; empty if the name alone, or with its owner and the product, may be another's."""
        if not self._is_clear or is_table(self.section, self.name) or is_below(self.section, self.name):
            return ""
        section, language = self.section, self.section.language
        marked = str(language.data["quoted"]) if self._is_spoken else "`{name}`"
        phrase = language.thing(self.kind, marked.format(name=self.name))
        phrase = str(language.data["of"]).format(thing=phrase, owner=self.owner) if self.owner else phrase
        scope = str(language.data["chart"]).format(name=self._chart) if self._chart else section.scope(phrase)
        question = language.ask(form, thing=phrase, scope=scope)
        return str(language.data["in_unit"]).format(question=question.rstrip("?"), unit=unit) if unit else question

    @cached_property
    def _is_clear(self) -> bool:
        section, name = self.section, self.name
        if section.is_fragment or (self.kind == "setting" and self.table is None):
            return False
        if self.kind == "option":
            return bool(name and self.owner)
        if self.kind == "setting" and (section.is_of_program or section.corpus.is_of_package(section.document.id)):
            return False
        above = (said.strip("`") for said in section.headings[1:])
        if not is_variable(name) and any(map(is_variable, above)):
            return False  # below `RELAY_DEFAULTS`, `keep_alive` is a key of that dictionary
        if self._is_spoken:  # "Watch the folders" on the page "Wren settings" is a preference of Wren
            is_own = section.is_about_settings and not section.is_titled_beside(name)
            return bool(section.name) and self.kind == "setting" and is_own
        if self.kind == "setting" and section.is_titled_by_part(name):
            return False
        if section.is_page("of_language"):
            return False
        before, _, last = name.rpartition(".")
        stands_for = f"{before}.<{last}>"  # the page may say that `relay.tcp.name` stands for `relay.tcp.<name>`
        if not _NAME.fullmatch(self.written.strip().rstrip(":")) or stands_for in section.document.text:
            return False
        if self.owner.startswith("`@"):
            return True
        if not section.name or (self.kind == "variable" and not section.corpus.may_read(name)):
            return False  # `RAILS_ENV` may be any program's
        first = letters_of(name.partition("_")[0])
        if is_variable(name) and (_is_of_title(section, first) or _is_of_program(section, first)):
            return False
        if section.is_in_folder("of_others") and not section.is_about_settings:
            return False  # of the other program, or of what connects the product to it
        if is_variable(name) or self.kind in ("variable", "data"):
            # `PORT` is clear in the table of the product's variables
            if is_variable(name) and self._is_beside(section):
                return False  # "The mouse in Pebblewire" may have variables of its own
            return self.kind in _ASKED and (is_variable(name) or (name.isupper() and section.is_about_settings))
        if self._is_path:  # on the page of one connector, `poll.await.time.ms` is that connector's
            said = letters_of(" ".join((section.name, *section.titles)))
            is_here = section.is_about_settings or letters_of(name.partition(".")[0]) in said
        else:
            of_product = re.match(rf"{re.escape(section.name)}[._-]", name, re.IGNORECASE)
            is_of_code = _IN_CAMELS.search(name) and section.is_titled_beside(name)
            has_owner = bool(self.owner) or (_MARKED.search(name) and self._shown == "" and not is_of_code)
            is_here = bool(of_product or (has_owner and section.component is not None))
        return is_here and self.kind == "setting"

    def _is_beside(self, section: Section) -> bool:
        """Whether the heading, or the title of a page that is not about settings, names the product and something
        beside it, and the name is not the product's."""
        product = letters_of(section.name)
        below = section.headings[:1] if len(section.above) > len(section.title) else []
        titles = below if section.is_about_settings else [*below, section.document.title]
        named = (each for each in titles if product in letters_of(each))
        return product not in letters_of(self.name) and any(section.is_beside(each, self.name) for each in named)

    @property
    def _is_spoken(self) -> bool:
        """Whether the name is that of a preference in a window: "always ask before moving an image file"."""
        return _SPOKEN.fullmatch(self.name) is not None

    @property
    def _is_path(self) -> bool:
        """Whether the name is a path from the root, as `com.relay.retry.max` is."""
        return self.name.count(".") > 1


def is_variable(name: str) -> bool:
    """Whether a name looks like that of an environment variable."""
    return name.isupper() and "_" in name


def _is_of_title(section: Section, first: str) -> bool:
    """Whether a page has another program's name as title with which its variables begin, "Analysis (TAU)" of
    `TAU_SAMPLING`, and never names the product, or speaks of "TAU environment variables"."""
    if first not in map(letters_of, section.document.title.split()):
        return False  # before the text is searched: a page may have thousands of variables
    text = section.document.text
    speaks = re.search(rf"\b{first.upper()} (?:environment )?variables\b", text)
    return speaks is not None or section.name.casefold() not in text.casefold()


def _is_of_program(section: Section, first: str) -> bool:
    """Whether the page names a program that is not the product and ends with the first word of variables, as
    "mesh-relay-capture" does with that of `RELAYCAPTURE_PORT`."""
    named = map(letters_of, _PROGRAM.findall(section.document.text))
    return first not in letters_of(section.name) and any(each != first and each.endswith(first) for each in named)


def _is_of_key(section: Section) -> bool:
    """Whether the section's heading is a setting in capitals, such as `MAIL`, which the text below shows as code."""
    key = section.heading.strip("`")
    text = section.document.text[section.nodes[0].start : section.nodes[-1].end] if section.nodes else ""
    return bool(_IN_CAPITALS.fullmatch(key)) and section.is_about_settings and f"`{key}`" in text


def kind_of_keys(section: Section, kind: str, names: Sequence[str]) -> str:
    """The kind of the things in one list or table, which their names may show better than the `kind` that the
    words above say: options begin with a hyphen, the names of environment variables are in capitals, and some have
    several words."""
    if _is_of_key(section) and not all(name.startswith(("-", section.heading.strip("`"))) for name in names):
        return "argument"  # the keys of a dictionary, which is the setting
    if names and not kind and all(name.startswith("--") for name in names):
        return "option"
    if kind == "option" and not any(name.startswith("-") for name in names):
        return "setting"
    in_capitals = all(map(str.isupper, names)) and any(map(is_variable, names))
    may_be_variable = kind == "data" or (not kind and in_capitals)
    small = section.document.text.casefold() if may_be_variable else ""
    said = "|".join(map(re.escape, section.language.data["keys"]["variable"]))
    return "variable" if re.search(rf"(?<![a-z])(?:{said})", small) else kind  # "serverlessEnv" says nothing
