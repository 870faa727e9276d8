"""A chunk -> the names by which it can be linked to another: those that are the same thing on every page."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache

from benchmill.generator.kinds.names import code_name, is_common_word, is_lesson
from benchmill.records import Chunk

CODE = re.compile(r"(?<!`)`{1,2}(?P<name>[^`\n]+)`{1,2}(?!`)")
# Names outside code font: MAX_SIZE, max_size, Backup-AddOn, /etc/hosts; no icon such as ":check_mark:".
BARE = re.compile(
    r"(?<![\w`/.<$=-])(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|(?!(?<=:)\w+:)[a-z]+(?:_[a-z0-9]+)+|[^\W\d_]{3,}-[A-Z]\w*[A-Z]\w*"
    r"|/(?:[\w.-]+/)+[\w.-]*)(?![\w`(-])"
)
_TOO_COMMON = re.compile(
    r"\W*(?:ipv[46]|utf-?8|https?|[a-z]+/\d(?:\.\d)?|[\w-]+\.(?:com|net|org|io|de|fr|es)"
    # keys and flags: each is something else in another mode or for another command; made-up addresses
    r"|--?[\w-]+|[^`]*@[^`]*|(?:ctrl|strg|alt|shift|cmd|meta|super|option|space|leader|esc|[acms])[-+ ].*"
    # commands of other programs; files that most projects have: many places do something with them
    r"|(?:git|npm|npx|yarn|pnpm|pip3?|docker|apt|apt-get|brew|curl|wget|sudo|cd|ls|cp|mv|mkdir|chmod|make|ssh|systemctl)"
    r" [^`]*|(?:docker-)?compose\.ya?ml|(?:config|settings|default|package|composer|index|main|app|setup|requirements"
    r"|readme|pyproject|tsconfig|local_settings|local)\.\w{1,5}|\.env|dockerfile|makefile"
    r"|[\w./-]*(?:bin|src|lib|dist|build|docs?|tests?|node_modules)/?|snake_case|camelcase)\W*",
    re.I,
)
_FILE = re.compile(r"`[^`\s]*[\w~-]\.[a-z]{2,6}`|`~?/[^`\s]+`")
_IDENTIFIER = re.compile(r"`\w*[a-z0-9]_[a-z0-9]\w*`|`[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+`")
FENCED = re.compile(r"^[ \t>]*(?P<fence>`{3,}|~{3,}).*?(?:^[ \t>]*(?P=fence)|\Z)", re.M | re.S)
TARGET = re.compile(r"\]\([^)\n]*\)|https?://\S+|<[^>\n]{1,80}>")


def names_of(chunk: Chunk) -> tuple[str, ...]:
    """The names by which a chunk can be linked to another; none of a lesson."""
    return () if is_lesson(chunk) else names_in(name_as_heading(chunk) + FENCED.sub("", chunk.text))


class NameSort(IntEnum):
    """A file and an identifier are the same thing wherever they are used."""

    OTHER = 0
    IDENTIFIER = 1
    FILE = 2


def sort_of(name: str) -> NameSort:
    """Whether the name is that of a file or of an identifier."""
    if _FILE.fullmatch(name):
        return NameSort.FILE
    return NameSort.IDENTIFIER if _IDENTIFIER.fullmatch(name) else NameSort.OTHER


def is_generic(name: str) -> bool:
    """Whether a name in code font is a word that many things have to do with: `JSON`, `HTTP/2`, `UTF-8`."""
    bare = name.strip("`")
    return (bare.isupper() and "_" not in bare) or _TOO_COMMON.fullmatch(name) is not None


@lru_cache(maxsize=8192)
def names_in(text: str) -> tuple[str, ...]:
    """Names that are the same thing on every page: in code font, or with signs that no word has."""
    coded = [match["name"] for match in CODE.finditer(text)]
    inner = (match.group() for said in coded for match in BARE.finditer(said.partition("=")[2]))
    # of `--cap-add=NET_ADMIN` the value is the name: the flag has another value on another page
    found = [name for said in coded if "=" not in said and (name := code_name(said)) and not is_common_word(name)]
    bare = (match.group() for match in BARE.finditer(CODE.sub(" ", TARGET.sub(" ", text))))
    found += [f"`{name}`" for name in (*inner, *bare)]
    return tuple(name for name in dict.fromkeys(found) if len(name) > 5 and not is_generic(name))


def name_as_heading(chunk: Chunk) -> str:
    """The last heading where it is one name, in code font."""
    heading = chunk.headings[-1].strip("` ") if chunk.headings else ""
    return f"`{heading}`\n" if heading and " " not in heading and not heading.isalpha() else ""
