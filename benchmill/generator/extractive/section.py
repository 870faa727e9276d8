"""A heading and the nodes below it -> Section, which each construct (a rule that finds facts) reads."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import PurePosixPath
from textwrap import dedent

from benchmill.generator.extractive.language import Language
from benchmill.generator.markup.inline import shown
from benchmill.generator.markup.node import Node
from benchmill.records import Document
from benchmill.records.languages import detect
from benchmill.records.sentences import sentences
from benchmill.records.words import words

_IDENTIFIER = re.compile(r"`?[A-Za-z][\w.:]*(?:\([^()]*\))?`?")
_QUALIFIED = re.compile(r"[A-Z]\w*[a-z]|\w(?:\.|::)\w")  # a class, or a name with its module
_CAMEL = re.compile(r"[a-z][A-Z]")
_SIGNATURE = r"\b(?:func|function|def|fn|fun) (?:\([^()\n]*\) )?{name}\("
_TABLE = re.compile(r"`(\[+[\w.:-]+\]+)`")
_PACKAGE = re.compile(r"@[\w.-]+/[\w.-]+")
_KEY = re.compile(r"`[^`]+`|[a-z][\w.-]*(?=$| ?[|,(])")
_OF_SETTINGS = ("setting", "option", "variable")
_PROGRAM = re.compile(r"^\.\. program:: ([\w .-]*\w)[ \t]*$", re.MULTILINE)
_TITLED = re.compile(r"[a-z][a-z0-9_]+(?:-[a-z0-9]+)*")  # a manual page has the program's name for its title
_COMMAND = re.compile(r"[a-z][\w-]*(?: [a-z][\w-]*){0,3}")
_WITH_ARGUMENTS = re.compile(r"`+([a-z][\w-]*(?: [a-z][\w-]*){0,3})`+(?:\s+(?:[\[<{].*|\*[^*]+\*\S*))*")


_BLOCKS = ("code", "table", "list", "directive")
FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,}).*$", re.MULTILINE)

Page = Sequence[tuple[tuple[Node, ...], Sequence[Node]]]


@dataclass(frozen=True)
class Section:
    """A heading with its content. `above` holds the headings over the content, the section's own heading last.

    `nodes` holds the content. `name` is the product's name, or empty. `page` holds all sections of the document.
    """

    document: Document
    language: Language
    above: tuple[Node, ...]
    nodes: tuple[Node, ...]
    name: str = ""
    company: bool = False
    page: Page = ()

    @cached_property
    def headings(self) -> list[str]:
        """The headings over the content in plain words, the innermost first."""
        return [self.shown(node).strip() for node in reversed(self.above)]

    @property
    def heading(self) -> str:
        """The section's own heading in plain words; the document's title if the section has none."""
        return self.headings[0] if self.above else self.document.title

    @cached_property
    def titles(self) -> list[str]:
        """The headings, the innermost first, and the document's title."""
        return [*self.headings, self.document.title]

    @property
    def with_lead(self) -> Iterator[tuple[str, Node]]:
        """Each node with the last sentence of the paragraph right above it, or with an empty string."""
        before: Node | None = None
        for node in self.nodes:
            places = self.sentences(before) if before is not None and before.kind == "paragraph" else []
            yield self.words(*places[-1]) if places else "", node
            before = node

    def shown(self, node: Node) -> str:
        return self.words(node.start, node.end)

    def words(self, start: int, end: int) -> str:
        """The document's text from `start` to `end` in plain words, with code in backticks."""
        return shown(self.document.text[start:end], self.document.media_type)

    def code(self, node: Node) -> str:
        """The lines of a block of code, without the margin of an entry or tab that they are in."""
        return dedent(self.document.text[self.document.text.rfind("\n", 0, node.start) + 1 : node.end])

    def sentences(self, node: Node) -> list[tuple[int, int]]:
        """The sentences of a paragraph."""
        text = self.document.text[node.start : node.end]
        return [(node.start + start, node.start + end) for start, end in sentences(text)]

    def language_at(self, place: int) -> str:
        """The language of the block at a place, else of the section's prose; empty if too few words show it. A French
        page may show the English help screen of a program, of which one short line does not show its language."""
        block = [node for node in self.nodes if node.start <= place < node.end and node.kind in _BLOCKS]
        nodes = block or [node for node in self.nodes if node.kind != "code"]
        return detect("\n".join(FENCE.sub("", self.document.text[node.start : node.end]) for node in nodes))

    @property
    def kinds_above(self) -> Iterator[str]:
        """The kinds of things that the headings over the section's own and the title say that they are about."""
        return (kind for said in self.titles[1:] if (kind := self.language.kind_of_things(said)))

    def says(self, kind: str) -> bool:
        """Whether the document says that there are things of a kind, such as an "environment variable"."""
        small = self.document.text.casefold()
        return any(words in small for words in self.language.data["keys"].get(kind, ()))

    @property
    def _title(self) -> list[str]:
        """The heading that is the page's title."""
        return self.headings[-1:] if self.above and self.above[0].level == 1 else []

    @cached_property
    def is_about_settings(self) -> bool:
        """Whether the title, the file's name or its folder says that the page is about settings."""
        path = PurePosixPath(self.document.id)
        about = [re.sub("[-_]", " ", each) for each in (*self._title, self.document.title, path.stem, path.parent.name)]
        return any(
            self.language.says("about_settings", said.casefold())
            or any(self.language.kind_of_key(each) in _OF_SETTINGS for each in (said, *words(said)))
            for said in about
        )

    @property
    def is_of_product(self) -> bool:
        """Whether the page is about the product's own settings, or names the product."""
        return self.is_about_settings or self.name in self.document.text

    def has_own_setting(self, name: str) -> bool:
        """Whether a setting's name is clear alone: the page is about settings, and neither headings nor examples
        write the name below another key or in a table. What is there may be a part of anything."""
        title = self._title
        keys = [
            found[0].strip("`") for said in self.headings[: len(self.above) - len(title)] if (found := _KEY.match(said))
        ]
        if any(key != name and not name.startswith(f"{key}.") for key in keys):
            return False
        if not self.is_about_settings:
            return False
        of, _, last = map(re.escape, name.rpartition("."))
        below_key = rf"^(?:[ \t]+(?:- )?|- )[\"']?{last}[\"']?[ \t]*[:=]"
        # `server.listen` is below `[server]` in an example
        own = rf"{of or '(?!)'}|tool\.{re.escape(self.name.casefold())}"
        below_table = rf"^\[+(?!(?:{own})\])[\w.\"-]+\]+\n(?:[^\[\n].*\n|\n)*?{last}[ \t]*="
        return not any(
            re.search(f"{below_key}|{below_table}", self.code(node), re.MULTILINE)
            for _, nodes in self.page
            for node in nodes
            if node.kind == "code"
        )

    @property
    def table(self) -> str:
        """The table of a configuration file that a heading names, such as "`[output.html]`", or the package that the
        title names, such as "@relay/plugin-http"."""
        table = next((f"`{match[1]}`" for said in self.headings if (match := _TABLE.search(said))), "")
        return table or next((f"`{said}`" for said in self.headings if _PACKAGE.fullmatch(said)), "")

    def path_above(self, table: Node) -> str | None:
        """The path that the section states above a table, as in "Namespace: `options.scales[id]`". None if it states
        several."""
        path: str | None = ""
        for node in self.nodes[: self.nodes.index(table)]:
            said = self.shown(node) if node.kind == "paragraph" else ""
            if match := self.language.pattern("stated_path").match(said):
                path = f"`{match['path']}`" if match["path"] else None
        return path

    @property
    def is_glossary(self) -> bool:
        """Whether the heading, the document's title or its file's name says that the section explains terms."""
        said = [self.heading, self.document.title, PurePosixPath(self.document.id).stem]
        terms = set(self.language.data["glossary"])
        return any(terms & {each.casefold(), *words(each.replace("_", " "))} for each in said)

    @property
    def is_internal(self) -> bool:
        """Whether a folder, the file's name or the title says that the page is for those who work on the product."""
        return self._is_page_of("internal")

    @property
    def is_tutorial(self) -> bool:
        """Whether a folder, the file's name or the title says that the page tells of one example."""
        return self._is_page_of("of_an_example")

    def _is_page_of(self, name: str) -> bool:
        path, pattern = PurePosixPath(self.document.id), self.language.pattern(name)
        return any(pattern.fullmatch(said.casefold()) for said in (*path.parts[:-1], path.stem, *self.titles[-2:]))

    @cached_property
    def owner(self) -> str:
        """The innermost heading that is the name of a class, or of a function with its module."""
        for said in self.headings:
            bare = said.removesuffix(" class").removesuffix(" function")
            if _IDENTIFIER.fullmatch(bare):
                name = bare.strip("`").partition("(")[0]
                # "Authentication" is no class, and a heading in camel case may be a product's name
                is_code = "`" in bare or "(" in bare or (_CAMEL.search(name) and f"`{name}" in self.document.text)
                if not is_code or not is_qualified(name) or self.language.kind_of_key(name):
                    return ""  # "Configuration" is no class
                is_function = re.search(_SIGNATURE.format(name=re.escape(name)), self.document.text)
                return "" if is_function else f"`{name}`"
        return ""

    def command_of(self, option: str) -> str:
        """The command that has the option: the one that the page is about, else the only one behind which the page
        shows the option. Empty if there is none or more than one."""
        command = self._command
        if command is None:
            called = self._called_with(re.escape(option))
            if not called and self.is_about_settings:  # of the program, if the page calls no command with options
                called = self._called_with(r"--[a-z][\w-]*")
                called = set() if any(" " in each for each in called) else called
            # words behind the program that no heading has may be an example's arguments
            known = words(" ".join(self.titles))
            command = next((each for each in called if len(called) == 1 and {*words(each)[1:]} <= {*known}), "")
        return f"`{command}`" if command else ""

    def _called_with(self, option: str) -> set[str]:
        """The commands that the page calls with an option. What has a colon or dot is no command but an argument, as in
        "relay main:app --port 7480"."""
        behind = rf"({self._program}(?: [a-z][\w:-]*)*)(?: [^\n`]*?)? {option}(?![\w-])"
        return {re.sub(r" \S*[:.].*", "", each) for each in re.findall(behind, self._calls)}

    @cached_property
    def _command(self) -> str | None:
        """The command that a directive, the title, the file's name or a heading names; empty if it is nowhere shown
        behind the product's program, None if nothing names a command."""
        text, program, path = self.document.text, self.name.casefold(), PurePosixPath(self.document.id)
        if directives := _PROGRAM.findall(text, 0, self.nodes[-1].end if self.nodes else 0):
            return str(directives[-1])
        if self.above and _TITLED.fullmatch(self.headings[-1]):
            return self.headings[-1]
        file = path.name.partition(".")[0]  # "relay.1.md" is the manual page of `relay`
        if program and file.split("-")[0] == program:
            spaced = file.replace("-", " ")
            if file == program or re.search(rf"(?:`|\*\*){re.escape(spaced)}(?![\w-])", text):
                return spaced
        called = [_WITH_ARGUMENTS.fullmatch(self._raw(node)) for node in reversed(self.above)]
        names = [
            match[1] if match else said.strip("`") for match, said in zip((*called, None), self.titles, strict=True)
        ]
        name = next((each for each in names if _COMMAND.fullmatch(each)), None)
        if name is None or (command := self.shown_command(name)):
            return name and command
        # the title in code, in a folder of commands, on a page that writes the program so
        is_title = self.is_of_one_command and not any(map(_COMMAND.fullmatch, names[: len(self.above) - 1]))
        in_folder = self.language.kind_of_key(path.parent.name.replace("-", " ")) == "command"
        is_said = program and re.search(rf"(?<![\w/.-]){re.escape(program)}(?![\w-])", self._calls)
        return f"{program} {name}" if is_title and in_folder and is_said else ""

    def _raw(self, heading: Node) -> str:
        return self.document.text[heading.start : heading.end].strip(" #")

    @property
    def is_of_one_command(self) -> bool:
        """Whether the title is a command's: the options of its page are not the program's."""
        return bool(self.above and _WITH_ARGUMENTS.fullmatch(self._raw(self.above[0])))

    def shown_command(self, name: str = "") -> str:
        """The command `name`, or any command, as the page shows it behind the product's program: "relay sweep"."""
        first, _, rest = name.partition(" ")
        name = re.escape(rest if self.name.casefold().startswith(first) and rest else name) or r"[a-z][\w-]*"
        match = re.search(rf"{self._program} (?:(?!help )[a-z][\w-]* )*?{name}(?![\w-])", self._calls)
        return match[0] if match else ""

    @property
    def _calls(self) -> str:
        """The lines that may call the product's program."""
        return _lines_with(self.name.casefold().partition(" ")[0], self.document.text)

    @property
    def _program(self) -> str:
        """A pattern for the name of the product's program: `relay` or `relay-cli` for the product Relay."""
        return rf"(?<![\w/.-]){re.escape(self.name.casefold().split()[0])}[\w-]*" if self.name else "(?!)"

    def scope(self, *said: str) -> str:
        """ " in NAME", or nothing if no name is certain or the words `said` already contain it."""
        asked = " ".join(said).casefold()
        name = self.name.casefold()
        is_said = re.search(rf"\b{re.escape(name)}\b", asked) or all(
            word in asked and len(word) > 4 for word in name.split()
        )
        if not name or is_said:
            return ""
        return str(self.language.data["company" if self.company else "scope"]).format(name=self.name)


@lru_cache(maxsize=4)  # a page of megabytes may have thousands of options, and the whole is searched for each
def _lines_with(word: str, text: str) -> str:
    return "\n".join(line for line in text.split("\n") if word in line)


def is_qualified(name: str) -> bool:
    """Whether a name of code can own parameters: any module may have a `run`, and every API has a `POST`."""
    return _QUALIFIED.search(name) is not None
