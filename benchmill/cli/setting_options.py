"""GrowSettings -> the options of a command, so that one place defines setting, option and help."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from types import UnionType
from typing import Annotated, Any, TypeVar, get_args, get_origin

import typer

from benchmill.cli.settings_text import annotation_of, setting_help
from benchmill.settings import CALL_SETTINGS, GrowSettings, RunOptions

# Settings with one text whose option may be repeated.
_REPEATED = frozenset({"base_url"})
# Lists whose option takes one text with commas.
_WITH_COMMAS = ("kinds", "styles", "difficulty")

F = TypeVar("F", bound=Callable[..., None])
Kind = type[GrowSettings] | type[RunOptions]


def with_settings(command: F) -> F:
    """Give `command`, which takes **flags, an option for every setting; options that are not typed arrive as None."""
    return _with_options(command, [field.name for field in fields(GrowSettings)])


def with_run_options(command: F) -> F:
    """Give `command` the options for where a run writes and how it reports."""
    return _with_options(command, [field.name for field in fields(RunOptions)], RunOptions)


def with_call_settings(command: F) -> F:
    """Give `command` the settings of model calls; the command itself defines the option for the model."""
    return _with_options(command, (*CALL_SETTINGS, "prompts", "seed"))


def _with_options(command: F, names: Sequence[str], kind: Kind = GrowSettings) -> F:
    defaults = {field.name: field.default for field in fields(kind)}
    signature = inspect.signature(command, eval_str=True)
    own = list(signature.parameters.values())
    rest = [own.pop()] if own[-1].kind is inspect.Parameter.VAR_KEYWORD else []
    options = [_option(name, defaults[name], kind) for name in names]
    parameters = [*own, *options, *(rest if kind is RunOptions else [])]
    command.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {p.name: p.annotation for p in parameters}
    return command


def given(flags: Mapping[str, object], kind: Kind = GrowSettings) -> dict[str, object]:
    """The typed flags that are settings of this kind, as settings; mixes and addresses may be one text with commas."""
    names = {field.name for field in fields(kind)}
    typed = {name: value for name, value in flags.items() if name in names and value is not None and value != []}
    if isinstance(urls := typed.get("base_url"), list):
        typed["base_url"] = ",".join(urls)
    for name in _WITH_COMMAS:
        if isinstance(texts := typed.get(name), list):
            typed[name] = [part.strip() for text in texts for part in text.split(",") if part.strip()]
    return typed


def _option(name: str, default: object, kind: Kind) -> inspect.Parameter:
    plain = list if name in _REPEATED else _plain(annotation_of(name, kind)[0])
    shown = "" if default in (None, (), False, "") else f"  [default: {'on' if default is True else default}]"
    # without it an option that may be repeated is shown as `list[str]`
    metavar = "<str>" if plain is list else None
    info = typer.Option(_flag(name, plain), help=setting_help(name, kind) + shown, metavar=metavar, show_default=False)
    optional = (list[str] if plain is list else plain) | None
    annotation = Annotated.__class_getitem__((optional, info))  # type: ignore[attr-defined]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def _flag(name: str, plain: object) -> str:
    """`--batch/--no-batch`: the command line can switch off what a file or a default switched on."""
    flag = name.replace("_", "-")
    if plain is not bool:
        return f"--{flag}"
    return f"--{flag}/--{flag.removeprefix('no-')}" if flag.startswith("no-") else f"--{flag}/--no-{flag}"


def _plain(annotation: Any) -> Any:  # noqa: ANN401 - types are values here
    """A setting's type -> the option's type: int, float, str, bool, a Literal, or a list."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return _plain(get_args(annotation)[0])
    if origin is UnionType or str(origin) == "typing.Union":
        return _plain(next(part for part in get_args(annotation) if part is not type(None)))
    if origin is tuple:
        return list
    return annotation
