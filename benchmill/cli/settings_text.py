"""Settings <-> text for people: a benchmill.toml, and what each setting does."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Any, get_args, get_type_hints

from benchmill.chat.call_settings import Help
from benchmill.chat.redacted import without_password
from benchmill.records.toml_value import toml_value
from benchmill.settings import CALL_SETTINGS, GrowSettings, RunOptions


def as_toml(settings: GrowSettings | RunOptions, *, explained: bool = False) -> str:
    """The settings as a benchmill.toml that gives the same run.

    A setting that is unset is written as a comment; where it is `explained`, every setting is, with its help."""
    lines = []
    # what is grown comes first, how models are asked after it
    for name, value in sorted(asdict(settings).items(), key=lambda setting: setting[0] in CALL_SETTINGS):
        value = without_password(value) if name == "base_url" and value else value
        if explained:
            lines.append(f"\n# {setting_help(name, type(settings))}")
        comment = "# " if value is None or explained else ""
        lines.append(f"{comment}{name} = {'' if value is None else toml_value(value)}".rstrip())
    return "\n".join(lines).lstrip() + "\n"


def setting_help(name: str, kind: type[GrowSettings | RunOptions] = GrowSettings) -> str:
    """What the setting `name` does, in a sentence."""
    return next(part.text for part in annotation_of(name, kind)[1] if isinstance(part, Help))


def annotation_of(name: str, kind: type[GrowSettings | RunOptions] = GrowSettings) -> tuple[Any, tuple[object, ...]]:
    """(plain type, metadata) of the setting `name`."""
    whole = _hints()[kind][name]
    return get_args(whole)[0], whole.__metadata__


@cache
def _hints() -> dict[type, dict[str, Any]]:
    """The annotations as values; every command asks for all of them, and each time costs two milliseconds."""
    return {kind: get_type_hints(kind, include_extras=True) for kind in (GrowSettings, RunOptions)}
