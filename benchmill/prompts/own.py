"""A folder of prompts -> the user's own critics and examples in it; an unknown file is an error.

A critic of the user's own is a prompt file in `critique/` that begins with a header between two lines of `---`: name,
inputs, scale, minimum. It judges candidates like the built-in critics.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from benchmill.prompts import Prompt, load, names, parse
from benchmill.records import KINDS
from benchmill.records.errors import UsageError, did_you_mean
from benchmill.records.verdict import BUILT_IN

INPUTS = ("question", "answer", "evidence", "passages", "kind")
"""What a critic of the user's own may be shown of a candidate; `audience` and `about` are always there."""

EXAMPLES = "generator/examples"

_KEYS = ("name", "inputs", "scale", "minimum")
_NAME = re.compile(r"[a-z][a-z0-9_-]{1,39}")
_SCALE = re.compile(r"1\s*(?:-|–|to|\.\.)\s*(?P<top>[2-5])")
_HEADING = re.compile(r"^#{1,6}[ \t]+(?P<words>\w[\w -]*?)[ \t:]*$", re.MULTILINE)
_ROOMS = ("critique", "generator", "judge")


@dataclass(frozen=True, slots=True)
class OwnCritic:
    """A critic of the user's own. It rates from 1 to `scale`; candidates rated under `minimum` are refused."""

    name: str
    inputs: tuple[str, ...]
    scale: int
    minimum: int
    prompt: Prompt


def own_critics(folder: Path | None) -> tuple[OwnCritic, ...]:
    """The critics in `folder`/critique that are not built in, by name.

    Raises UsageError naming the file for a header that is missing or wrong, and for a file that benchmill never reads.
    """
    if folder is None:
        return ()
    known = set(names())
    found: dict[str, OwnCritic] = {}
    for path in _files(folder):
        relative = path.relative_to(folder)
        name = relative.with_suffix("").as_posix()
        if path.suffix == ".md" and (name in known or name == EXAMPLES):
            continue
        if path.suffix != ".md" or relative.parts[:-1] != ("critique",) or not _text(path).startswith("---"):
            raise UsageError(_unknown(path, relative, known))
        critic = _critic(path)
        if critic.name in found:
            raise UsageError(f"{path}: another file already names its critic {critic.name}")
        found[critic.name] = critic
    return tuple(found[name] for name in sorted(found))


def load_writer(kind: str, folder: Path | None = None) -> Prompt:
    """The writer's prompt for `kind`, with what `generator/examples.md` in `folder` adds to it.

    Text before the first heading that is a kind's name is for every kind; text under such a heading is for that kind.
    """
    prompt = load(f"generator/{kind}", folder)
    path = folder / f"{EXAMPLES}.md" if folder else None
    if path is None or not path.is_file():
        return prompt
    added = _examples_for(kind, _text(path), path)
    if not added:
        return prompt
    # the user's examples are not a template: braces in them are JSON
    words = "{% raw %}" + added.replace("{%", "{ %") + "{% endraw %}"
    system = f"{prompt.system}\n\nFurther examples, to show what these people ask; never copy one:\n{words}"
    fingerprint = hashlib.sha256(f"{prompt.fingerprint}\0{added}".encode()).hexdigest()[:16]
    return replace(prompt, system=system, fingerprint=fingerprint)


def _examples_for(kind: str, text: str, path: Path) -> str:
    if not text.strip():
        raise UsageError(f"{path}: it is empty; write examples into it, or delete it")
    headings = [(_kind_named(match["words"], path), match) for match in _HEADING.finditer(text)]
    headings = [(named, match) for named, match in headings if named]
    ends = [*(match.start() for _, match in headings), len(text)]
    own = [text[match.end() : end] for (named, match), end in zip(headings, ends[1:], strict=True) if named == kind]
    return "\n\n".join(part.strip() for part in (text[: ends[0]], *own) if part.strip())


def _kind_named(heading: str, path: Path) -> str | None:
    """The kind that a heading names. Raises UsageError for one that is nearly a kind's name: its examples would go to
    the wrong writers."""
    said = re.sub(r"[ -]+", "_", heading.casefold())
    if said in KINDS:
        return said
    if near := did_you_mean(said, KINDS):
        raise UsageError(f"{path}: the heading {heading!r} names no kind of question{near}")
    return None


def _critic(path: Path) -> OwnCritic:
    header, _, body = _text(path)[3:].partition("\n---\n")
    fields: dict[str, str] = {}
    for line in header.strip().splitlines():
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or key not in _KEYS:
            raise UsageError(f"{path}: {line.strip()!r} in its header; a header has {', '.join(_KEYS)}, one a line")
        if key in fields:
            raise UsageError(f"{path}: its header has two lines {key!r}")
        fields[key] = value
    name = fields.get("name", path.stem)
    if not _NAME.fullmatch(name) or name in BUILT_IN:
        raise UsageError(
            f"{path}: a critic's name has small letters, digits, - and _ only, and is none of "
            f"{', '.join(BUILT_IN)}: not {name!r}"
        )
    inputs = tuple(each.strip() for each in fields.get("inputs", "question").strip("[]").split(",") if each.strip())
    for each in inputs:
        if each not in INPUTS:
            raise UsageError(f"{path}: unknown input {each!r}{did_you_mean(each, INPUTS)}; inputs: {', '.join(INPUTS)}")
    scale = _SCALE.fullmatch(fields.get("scale", "1-5"))
    if scale is None:
        raise UsageError(f"{path}: the scale must be 1-2, 1-3, 1-4 or 1-5, not {fields['scale']!r}")
    top = int(scale["top"])
    minimum = fields.get("minimum", str(min(4, top)))
    if not minimum.isdigit() or not 1 < int(minimum) <= top:
        raise UsageError(f"{path}: the minimum must be from 2 to {top}, not {minimum!r}")
    prompt = parse(f"critique/{name}", body.lstrip("\n"), path, fingerprint_of=_text(path))
    if unknown := prompt.variables - {*inputs, "audience", "about"}:
        raise UsageError(
            f"{path}: it uses {', '.join(sorted(unknown))}, which its header does not name as inputs; "
            f"inputs: {', '.join(INPUTS)}"
        )
    return OwnCritic(name, inputs, top, int(minimum), prompt)


def _files(folder: Path) -> Iterator[Path]:
    """Files that the user put into `folder` as prompts: hidden files and README are left out."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_file() and not any(part.startswith(".") for part in parts) and path.stem.upper() != "README":
            yield path


def _unknown(path: Path, relative: Path, known: set[str]) -> str:
    """The message about a file that benchmill never reads, with the names that it knows."""
    all_names = sorted({*known, EXAMPLES})
    room = relative.parts[0] if len(relative.parts) > 1 and relative.parts[0] in _ROOMS else ""
    shown = [name for name in all_names if name.startswith(f"{room}/")] if room else all_names
    hint = did_you_mean(relative.with_suffix("").as_posix(), all_names)
    own = "; a critic of your own begins with a header (docs/prompts.md)" if room == "critique" else ""
    return f"{path}: no prompt has this name{hint}; known names: {', '.join(f'{name}.md' for name in shown)}{own}"


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8, at byte {error.start}; save the prompt as UTF-8") from error
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from error
