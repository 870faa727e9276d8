"""A heading and the nodes below it -> Section, which each construct (a rule that finds facts) reads."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from benchmill.generator.extractive.language import Language
from benchmill.generator.markup.inline import shown
from benchmill.generator.markup.node import Node
from benchmill.records import Document
from benchmill.records.sentences import sentences
from benchmill.records.words import words

_IDENTIFIER = re.compile(
    r"`?(?:[A-Za-z]\w*(?:\.|::))*(?:[A-Z]+[a-z0-9]+[A-Z]\w*|[a-z]+[A-Z]\w*|\w+_\w+|_\w+)(?:\([^()]*\))?`?"
    r"|`[A-Za-z][\w.:-]*(?: [a-z][\w-]*){0,2}(?:\([^()]*\))?`"
)

_PROGRAM = re.compile(r"^\.\. program:: ([\w .-]*\w)[ \t]*$", re.MULTILINE)
_TITLED = re.compile(r"[a-z][a-z0-9_]+(?:-[a-z0-9]+)*")  # a manual page has the program's name for its title
_COMMAND = re.compile(r"^[ \t]*\$ ([a-z][\w-]*)", re.MULTILINE)


@dataclass(frozen=True)
class Section:
    """A heading with its content. `above` holds the headings over the content, the section's own heading last.

    `nodes` holds the content. `name` is the product's name, or empty.
    """

    document: Document
    language: Language
    above: tuple[Node, ...]
    nodes: tuple[Node, ...]
    name: str = ""
    company: bool = False

    @property
    def heading(self) -> str:
        """The section's own heading in plain words; the document's title if the section has none."""
        return self.shown(self.above[-1]) if self.above else self.document.title

    def shown(self, node: Node) -> str:
        return self.words(node.start, node.end)

    def words(self, start: int, end: int) -> str:
        """The document's text from `start` to `end` in plain words, with code in backticks."""
        return shown(self.document.text[start:end], self.document.media_type)

    def sentences(self, node: Node) -> list[tuple[int, int]]:
        """The sentences of a paragraph."""
        text = self.document.text[node.start : node.end]
        return [(node.start + start, node.start + end) for start, end in sentences(text)]

    @property
    def says_name(self) -> bool:
        """Whether the document says the product's name, not only within an address or a path."""
        word = rf"(?<![\w./-]){re.escape(self.name)}(?![\w/-])"
        return bool(self.name) and re.search(word, self.document.text, re.IGNORECASE) is not None

    @property
    def is_foreign(self) -> bool:
        """Whether the document shows commands of other programs only. Its options then belong to those programs."""
        commands = set(_COMMAND.findall(self.document.text))
        return bool(commands) and not any(command in self.name.casefold() for command in commands)

    def shows_command(self, name: str) -> bool:
        """Whether a command belongs to the product: its name, or the document, has the program's name before it."""
        program = re.escape(self.name.casefold().split()[0]) if self.name else "(?!)"
        written = rf"(?<![\w-]){program}[\w-]* (?:[\w-]+ )*?{re.escape(name.casefold())}(?![\w-])"
        return " " in name or re.search(written, self.document.text.casefold()) is not None

    def is_about_options(self, option: str) -> bool:
        """Whether the heading has the option, or a heading or the title is the product's name or announces options."""
        kinds = ("option", "flag")
        said = [self.document.title, *(self.shown(node) for node in self.above)]
        parts = [part for each in said for part in (each, *each.split())]
        named = any(self.name and self.name.casefold() == each.casefold() for each in said)
        return named or option in self.heading or any(self.language.kind_of_key(part) in kinds for part in parts)

    @property
    def is_glossary(self) -> bool:
        """Whether the heading, the document's title or its file's name says that the section explains terms."""
        said = [self.heading, self.document.title, PurePosixPath(self.document.id).stem]
        return any(set(words(each)) & set(self.language.data["glossary"]) for each in said)

    def command_of(self, option: str) -> str:
        """The product's command before the option, such as "`relay`" or "`relay send`"; empty if the page shows the
        option after no command or after several."""
        program = re.escape(self.name.casefold().split()[0]) if self.name else "(?!)"
        written = rf"(?<![\w/.-])({program}(?: [a-z][\w-]*)*)(?: [^\n`]*?)? {re.escape(option)}(?![\w-])"
        found = set(re.findall(written, self.document.text))
        return f"`{found.pop()}`" if len(found) == 1 else ""

    @property
    def program(self) -> str:
        """The program that the last `program` directive above or the title of a manual page names; empty if that is the
        product or there is none."""
        named = _PROGRAM.findall(self.document.text, 0, self.nodes[-1].end if self.nodes else 0)
        title = self.shown(self.above[0]) if self.above else ""
        named = named or ([title] if _TITLED.fullmatch(title) else [])
        return f"`{named[-1]}`" if named and named[-1].casefold() != self.name.casefold() else ""

    @property
    def owner(self) -> str:
        """The innermost heading that is an identifier or a command: the section describes its parameters."""
        for node in reversed(self.above):
            words = self.shown(node).removesuffix(" class").removesuffix(" function").removesuffix(" command")
            if _IDENTIFIER.fullmatch(words):
                name = words.strip("`").partition("(")[0]
                # A heading in camel case may be a product's name. The page writes an identifier as code somewhere.
                return f"`{name}`" if "`" in words or "(" in words or f"`{name}" in self.document.text else ""
        return ""

    def scope(self, *said: str) -> str:
        """ " in NAME", or nothing if no name is certain or the words `said` already contain it."""
        asked = " ".join(said).casefold()
        if not self.name or any(len(word) > 3 and word in asked for word in self.name.casefold().split()):
            return ""
        return str(self.language.data["company" if self.company else "scope"]).format(name=self.name)
