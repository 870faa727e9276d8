"""A template and its values -> one page of HTML that needs no other file: style and script are inside."""

from __future__ import annotations

import base64
import hashlib
import unicodedata
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from benchmill.records.rounding import rounded_up

if TYPE_CHECKING:
    from jinja2 import Environment


def page(template: str, *, scripts: Sequence[str] = ("page.js",), forms: bool = False, **values: object) -> bytes:
    """The page. The template escapes every value; the Content-Security-Policy lets only our scripts run.

    Documents and models wrote most values. No value can become markup or code, and no page uses the network. `forms`:
    the page sends forms to the server it came from.
    """
    from markupsafe import Markup

    found = [Markup(asset(name)) for name in scripts]  # noqa: S704 - files of ours
    text = _environment().get_template(template).render(policy=policy(*scripts, forms=forms), scripts=found, **values)
    return text.encode("utf-8", "backslashreplace")


def policy(*scripts: str, forms: bool = False) -> str:
    """A Content-Security-Policy under which these scripts run and nothing else."""
    hashes = " ".join(f"'{_hash(asset(name))}'" for name in scripts)
    to = "'self'" if forms else "'none'"
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src {hashes}; base-uri 'none'; form-action {to}"


@cache
def asset(name: str) -> str:
    """The text of a template, style or script: `ROOM/NAME` of that room, `NAME` of this one."""
    room, _, file = name.rpartition("/")
    return (resources.files(f"benchmill.{room or 'reporting'}") / "templates" / file).read_text(encoding="utf-8")


@cache
def _environment() -> Environment:
    # this jinja2 environment escapes every value, the one for prompts must not; imported when a page is made
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FunctionLoader(asset), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.globals["style"] = Markup(asset("style.css"))  # noqa: S704 - a file of ours
    environment.filters["percent"] = percent
    environment.filters["points"] = points
    environment.filters["plain"] = visible
    return environment


def percent(value: float | None, digits: int = 0) -> str:
    """A share as text; a dash for None.

    >>> percent(0.125, 1)
    '12.5 %'
    """
    return "–" if value is None else f"{100 * value:.{digits}f} %"


def points(difference: float) -> str:
    """A detectable difference in points, rounded up: the headline promises that one so large is found.

    >>> points(0.0808)
    '9'
    """
    return f"{rounded_up(100 * difference):.0f}"


def visible(text: object) -> str:
    """The text with a replacement character for each character that is invisible or reverses the line's direction.

    >>> visible("a" + chr(0x202e) + "b" + chr(27) + "[31m")
    'a�b�[31m'
    """
    shown = str(text)
    if shown.isprintable():
        return shown
    return "".join("\ufffd" if _hidden(character) else character for character in shown)


def _hidden(character: str) -> bool:
    # Cc: control, Cf: format (line direction among them), Cs: half a surrogate pair; scripts need joiners
    return unicodedata.category(character) in ("Cc", "Cf", "Cs") and character not in "\n\t\u200c\u200d\xad"


def _hash(script: str) -> str:
    digest = hashlib.sha256(script.encode()).digest()
    return "sha256-" + base64.b64encode(digest).decode()
