"""A docs folder -> the titles that the configuration of its site, or the README of its repository, gives.

Nothing is executed: `conf.py` is parsed, and of the other files only one line is read. Only literal text counts.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

# A file's name -> the key whose first line gives the site's title.
_KEYS = {
    "mkdocs.yml": "site_name",
    "mkdocs.yaml": "site_name",
    "zensical.toml": "site_name",
    "book.toml": "title",
    "book.json": "title",
    "hugo.toml": "title",
    "hugo.yaml": "title",
    "config.toml": "title",
    "config/_default/config.toml": "title",
    "config/_default/config.yaml": "title",
    "_config.yml": "title",
    "_quarto.yml": "title",
    "antora.yml": "title",
    "astro.config.mjs": "title",
    **{f"docusaurus.config.{end}": "title" for end in ("js", "ts", "mjs")},
    **{f".{tool}press/config.{end}": "title" for tool in ("vite", "vue") for end in ("js", "ts", "mjs", "mts")},
}
_HEADING = re.compile(r"^(#+)[ \t]+(\S.*)$", re.MULTILINE)
_MOST_BYTES = 200_000
_QUOTED = re.compile(r"([\"'])((?:(?!\1)[^\\])+)\1\s*(?:[,;#].*|//.*)?")
_PLAIN = re.compile(r"[^\s\"'`!&*{\[|>%@#][^{}$]*")  # text without quotes, as YAML has it


def stated_names(folder: Path) -> tuple[str, ...]:
    """The titles, the one of the folder's own configuration first, then those of the folder above."""
    own = folder.resolve()
    if not own.is_dir():
        return ()
    found = [_title(place, name) for place in (own, own.parent) for name in ("conf.py", *_KEYS)]
    if (own.parent / ".git").exists():
        heading = _HEADING.search(_text(own.parent, "README.md"))
        found += [heading[2]] if heading and heading[1] == "#" else []
    return tuple(dict.fromkeys(title for title in found if title))


def _title(place: Path, name: str) -> str:
    text = _text(place, name)
    if name == "conf.py":
        return _project(text)
    line = re.search(rf"^[ \t]*[\"']?{_KEYS[name]}[\"']?[ \t]*[:=][ \t]*(.*)$", text, re.MULTILINE)
    value = line[1].strip() if line else ""
    if quoted := _QUOTED.fullmatch(value):
        return quoted[2]
    return value if name.endswith((".yml", ".yaml")) and _PLAIN.fullmatch(value) else ""


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


def _text(place: Path, name: str) -> str:
    """The file's text; empty if it is absent, large, or a link."""
    path = place / name
    try:
        if path.resolve() != path or not path.is_file() or path.stat().st_size > _MOST_BYTES:
            return ""
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
