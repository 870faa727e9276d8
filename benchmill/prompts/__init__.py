"""Prompt name -> its text: every prompt is a readable file, `load`ed once and `render`ed with named variables.

A file is Markdown in two parts, `# System` and `# User`; `{{ name }}` is a variable (Jinja2, sandboxed, values are
never rendered again). Every letter of the text is part of the fingerprint and of each call's key.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from jinja2 import StrictUndefined, Template, TemplateSyntaxError, UndefinedError, meta
from jinja2.sandbox import ImmutableSandboxedEnvironment

from benchmill.records.errors import UsageError

_BUILT_IN = Path(__file__).parent
_ENVIRONMENT = ImmutableSandboxedEnvironment(undefined=StrictUndefined, keep_trailing_newline=False, autoescape=False)


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt text with variables. `fingerprint` (16 hex digits) changes with every letter of the text."""

    name: str
    system: str
    user: str
    fingerprint: str
    variables: frozenset[str]

    def render(self, **values: object) -> tuple[str, str]:
        """(system text, user text) with the variables filled in.

        Raises UsageError naming a variable that the prompt uses and the caller did not give: a typing error in a
        prompt of the user's own.
        """
        missing = self.variables - values.keys()
        if missing:
            known = ", ".join(sorted(values))
            raise UsageError(f"prompt {self.name} asks for {', '.join(sorted(missing))}; known variables: {known}")
        try:
            return _compiled(self.system).render(values), _compiled(self.user).render(values)
        except UndefinedError as error:
            raise UsageError(f"prompt {self.name}: {error}") from error


def load(name: str, folder: Path | None = None) -> Prompt:
    """The prompt `name` (`critique/standalone`): from `folder` where it has one of that name, else the built-in.

    Raises UsageError where neither has it, or where the file lacks a part or cannot be parsed.
    """
    relative = f"{name}.md"
    own = folder / relative if folder else None
    path = own if own and own.is_file() else _BUILT_IN / relative
    if not path.is_file():
        raise UsageError(f"no prompt is named {name}; there are: {', '.join(names())}")
    try:
        text = path.read_text(encoding="utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8, at byte {error.start}; save the prompt as UTF-8") from error
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from error
    return parse(name, text, path, fingerprint_of=text)


def parse(name: str, text: str, path: Path, *, fingerprint_of: str) -> Prompt:
    """The prompt in `text`. Raises UsageError naming `path` where a part is missing or the text is not a template."""
    head, found_system, rest = text.partition("# System\n")
    system, found_user, user = rest.partition("\n# User\n")
    if head.strip() or not found_system or not found_user:
        raise UsageError(f"{path}: a prompt has two parts, '# System' and then '# User', each on a line of its own")
    try:
        variables = meta.find_undeclared_variables(_ENVIRONMENT.parse(text))
    except TemplateSyntaxError as error:
        raise UsageError(f"{path}, line {error.lineno}: {error.message}") from error
    fingerprint = hashlib.sha256(fingerprint_of.encode()).hexdigest()[:16]
    return Prompt(name, system.strip(), user.strip(), fingerprint, frozenset(variables))


def names() -> list[str]:
    """Names of the built-in prompts, sorted."""
    return sorted(path.relative_to(_BUILT_IN).with_suffix("").as_posix() for path in _BUILT_IN.rglob("*.md"))


@lru_cache(maxsize=64)
def _compiled(prompt_set: str) -> Template:
    return _ENVIRONMENT.from_string(prompt_set)
