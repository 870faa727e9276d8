"""A docs folder -> what the files around its pages state about the product: titles, package names, READMEs.

Nothing is executed: `conf.py` is parsed, and of the other files only one line is read. Only literal text counts.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from itertools import takewhile
from pathlib import Path

from benchmill.generator.loaders.decode import tidy
from benchmill.generator.loaders.formats import media_type_of
from benchmill.generator.loaders.title import title_of
from benchmill.generator.loaders.walk import ending_of
from benchmill.records import Document

_DATA = tomllib.loads((resources.files("benchmill.generator.loaders") / "stated_name.toml").read_text(encoding="utf-8"))
_TITLES: Mapping[str, str] = _DATA["titles"]
_PACKAGES: Mapping[str, list[str]] = _DATA["packages"]
_LINES = {name: re.compile(pattern, re.MULTILINE) for name, pattern in _DATA["lines"].items()}
_ABOVE = 5  # a translation may be in website/i18n/fr/docusaurus-plugin-content-docs/current
_MOST_BYTES = 200_000
_QUOTED = re.compile(r"([\"'])((?:(?!\1)[^\\])+)\1\s*(?:[,;#].*|//.*)?")
_PLAIN = re.compile(r"([^\s\"'`!&*{\[|>%@#][^{}$]*?)(?:\s+#.*)?")  # text without quotes, as YAML has it


@dataclass(frozen=True, slots=True)
class Stated:
    """What is near comes first. `readmes` are those of folders above that are the root of a repository or a package;
    `packages` are the last parts of names, so `@pebble/wire` gives `wire`; `@pebble/monorepo` gives `pebble`."""

    titles: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    readmes: tuple[Document, ...] = ()


NOTHING = Stated()


def stated_names(folder: Path) -> Stated:
    """What the configuration in the folder and above it states, up to the root of the repository."""
    own = folder.resolve()
    if not own.is_dir():
        return Stated()
    places = [own, *_up_to_the_root(own)]
    titles = [_title(place, name) for place in places for name in _TITLES]
    return Stated(
        tuple(dict.fromkeys(filter(None, titles))),
        tuple(dict.fromkeys(package for place in places for package in _packages(place))),
        tuple(filter(None, (_readme(place) for place in places[1:] if _is_root(place)))),
    )


def _up_to_the_root(own: Path) -> list[Path]:
    """The folders above, up to the root of the repository. Without `.git`, it is the first one that looks like a root,
    and what looks so right above that: a site in a repository has a package file, too."""
    above = own.parents[:_ABOVE]
    for at, place in enumerate((own, *above)):
        if (place / ".git").exists():
            return [*above[:at]]
    first = next((at for at, place in enumerate(above) if _is_root(place)), 0)
    return [*above[:first], *takewhile(lambda place: place == above[0] or _is_root(place), above[first:])]


def _is_root(place: Path) -> bool:
    marks = {*_DATA["marks"], *_PACKAGES, *_LINES, *_TITLES} - {"conf.py"}
    return all(any((place / name).exists() for name in names) for names in (marks, _DATA["readmes"]))


def _title(place: Path, name: str) -> str:
    text = _text(place, name)
    return _project(text) if name == "conf.py" else _value(text, name, _TITLES[name])


def _packages(place: Path) -> Iterator[str]:
    for name in (*_PACKAGES, *_LINES):
        if (text := _text(place, name)) and (package := _package(name, text)):
            scope, _, last = package.rpartition("/")
            yield scope[1:] if scope.startswith("@") and last in _DATA["of_all"] else last


def _package(name: str, text: str) -> str:
    if name in _LINES:
        found = _LINES[name].search(text)
        return found[1] if found else ""
    try:
        parsed = json.loads(text) if name.endswith(".json") else tomllib.loads(text)
    except (ValueError, RecursionError):
        return ""
    for path in _PACKAGES[name]:
        value: object = parsed
        for key in path.split("."):
            value = value.get(key) if isinstance(value, dict) else None
        if isinstance(value, str):
            return value
    return ""


def _value(text: str, name: str, key: str) -> str:
    line = re.search(rf"^[ \t]*[\"']?{key}[\"']?[ \t]*[:=][ \t]*(.*)$", text, re.MULTILINE)
    value = line[1].strip() if line else ""
    if quoted := _QUOTED.fullmatch(value):
        return quoted[2]
    plain = _PLAIN.fullmatch(value) if name.endswith((".yml", ".yaml")) else None
    return plain[1] if plain else ""


def _project(text: str) -> str:
    """The value of `project`, or of the variable that it is set to."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    values = {
        target.id: each.value
        for each in body
        if isinstance(each, ast.Assign)
        for target in each.targets
        if isinstance(target, ast.Name)
    }
    value = values.get("project")
    value = values.get(value.id) if isinstance(value, ast.Name) else value
    return value.value.strip() if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""


def _readme(place: Path) -> Document | None:
    for name in _DATA["readmes"]:
        if (text := tidy(_text(place, name))).strip():
            media_type = media_type_of(ending_of(name))
            return Document(name, text, title_of(name, text, media_type), "", media_type)
    return None


def _text(place: Path, name: str) -> str:
    """The file's text; empty if it is absent, large, or a link."""
    path = place / name
    try:
        if path.resolve() != path or not path.is_file() or path.stat().st_size > _MOST_BYTES:
            return ""
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
