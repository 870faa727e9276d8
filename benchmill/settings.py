"""Defaults, benchmill.toml and flags -> one frozen GrowSettings; flags win over the file, the file over defaults."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal, TypeVar

from annotated_types import Ge, Le

from benchmill.chat.addresses import models_with_addresses
from benchmill.chat.call_settings import CallSettings, Help, Positive
from benchmill.chat.specs import check_spec
from benchmill.records import KINDS, Kind, UsageError
from benchmill.records.askable import unasked_kinds
from benchmill.records.errors import did_you_mean
from benchmill.records.given_path import path
from benchmill.records.shares import check_mixes, names_of, shares_of
from benchmill.records.wrong_values import in_words, true_for_a_number

FILE_NAME = "benchmill.toml"
EXTRACTIVE = "extractive"

# The kinds that the built-in writer grows; models grow all.
GROWN_BY_RULES: tuple[Kind, ...] = ("factoid", "list", "procedure", "unanswerable")
CALL_SETTINGS = tuple(field.name for field in fields(CallSettings))  # how models are asked


@dataclass(frozen=True, slots=True, kw_only=True)
class GrowSettings(CallSettings):
    """Everything that decides what `grow` does. Seconds, code points, US dollars; None means no limit."""

    questions: Annotated[Positive, Help("accepted items wanted")] = 100
    model: Annotated[
        str, Help("model that writes: ollama:NAME, openai:NAME, langchain:PROVIDER:NAME, gguf:PATH, or extractive")
    ] = EXTRACTIVE
    critic_model: Annotated[str | None, Help("model that judges, best of another family; default: the writer")] = None
    second_critic_model: Annotated[
        str | None, Help("model of another family that judges again where the critic's rating is just the minimum")
    ] = None
    audience: Annotated[str, Help("people who will ask; the relevance critic judges for them")] = (
        "people who use what these documents describe"
    )
    about: Annotated[str | None, Help("one line about the documents, for writer and critics")] = None
    language: Annotated[str, Help("language of the questions, as a two-letter code; default: the documents' own")] = ""
    kinds: Annotated[
        tuple[str, ...],
        Help("kinds of questions, with commas, maybe with shares (factoid=40,list=20); default: a mix of all"),
    ] = ()
    styles: Annotated[
        tuple[str, ...],
        Help("how questions are asked: keywords, fragment, sentence, symptom, with commas, maybe with shares"),
    ] = ()
    persona: Annotated[
        tuple[str, ...],
        Help("who asks, as 'NAME: what they know' or 'NAME=SHARE: ...'; a file of such lines; or docs; again for more"),
    ] = ()
    difficulty: Annotated[
        tuple[str, ...],
        Help("easy, medium, hard, with commas, maybe with shares: by words shared with the evidence, passages needed"),
    ] = ()
    like: Annotated[
        str | None,
        Help("file of 20 or more real queries (CSV, JSONL, LangSmith runs): match their style, length, kinds, topics"),
    ] = None
    include: Annotated[tuple[str, ...], Help("read only files that match this glob; may be given again")] = ()
    exclude: Annotated[tuple[str, ...], Help("leave out files that match this glob; may be given again")] = ()
    reader: Annotated[
        Literal["light", "unstructured", "community"],
        Help("reader of .html .docx .pptx .pdf files: light, unstructured, or community (LangChain)"),
    ] = "light"
    chunk_size: Annotated[int, Ge(100), Help("longest chunk, in characters")] = 1000
    chunk_overlap: Annotated[int, Ge(0), Help("characters that the pieces of one very long paragraph share")] = 100
    min_rating: Annotated[int, Ge(1), Le(5), Help("lowest rating, 1 to 5, that every critic must give")] = 4
    quality: Annotated[
        Literal["lean", "standard", "premium"],
        Help(
            "lean: relevance by rules, no similar passages; standard: three critics, similar passages; premium: also "
            "asked without documents, without the evidence, and in other words"
        ),
    ] = "standard"
    shared_critics: Annotated[
        bool, Help("standalone and relevance ratings in one call, in quality standard; calibrate --shared compares")
    ] = True
    all_critics: Annotated[bool, Help("ask every critic, also after one refused (for calibration)")] = False
    residual: Annotated[int, Ge(0), Help("judge this many items against 20 more passages: unlabelled answers")] = 0
    evidence: Annotated[
        Literal["free", "enum"],
        Help("enum: the server forces every quote to be a sentence of the chunk (needs enforced JSON schemas)"),
    ] = "free"
    batch: Annotated[bool, Help("ask in batches, at half the price and within a day (openai: models only)")] = False
    batch_size: Annotated[Positive, Help("most requests in one batch file")] = 50_000
    no_wait: Annotated[bool, Help("with --batch: end once all is submitted; the same command goes on later")] = False
    prompts: Annotated[str | None, Help("folder with prompts of your own, named like the built-in ones")] = None
    seed: Annotated[int, Help("random seed of every choice")] = 0
    per_document: Annotated[Positive, Help("most items that a document may have")] = 5
    allow_retire: Annotated[
        bool, Help("retire items even where more than a fifth of them, and three or more, would go at once")
    ] = False
    keep_going: Annotated[bool, Help("go on even where items cost more than three times the expected calls")] = False
    fail_under: Annotated[Annotated[int, Ge(0)] | None, Help("exit with 1 where fewer items are accepted")] = None

    @property
    def critic(self) -> str:
        """The model spec of the critics: the generator's where none was given."""
        return self.critic_model or self.model

    @property
    def models(self) -> tuple[str, ...]:
        """Every model spec that a run asks."""
        asked = (self.model, self.critic, self.second_critic_model)
        return tuple(dict.fromkeys(spec for spec in asked if spec and spec != EXTRACTIVE))

    @property
    def roles(self) -> dict[str, str]:
        """Role -> the model spec that has it; rules where no model judges."""
        second = {"second_critic": self.second_critic_model} if self.second_critic_model else {}
        return {"generator": self.model, "critic": "rules" if self.by_rules else self.critic, **second}

    def asking_only(self, model: str) -> GrowSettings:
        """The same settings with one model for everything."""
        return replace(self, model=model, critic_model=None, second_critic_model=None)

    @property
    def premium(self) -> bool:
        """Whether further critics ask without documents, without the evidence, and in other words."""
        return self.quality == "premium"

    @property
    def shares_calls(self) -> bool:
        """Whether two critics share a call: with `lean`, rules judge relevance; `premium` asks each critic alone."""
        return self.shared_critics and self.quality == "standard"

    @property
    def by_rules(self) -> bool:
        """Whether the built-in extractive writer is used, which asks no model."""
        return self.model == EXTRACTIVE

    def most_per_document(self, documents: int) -> int:
        """The most items for one of so many documents. A single document may have all, where the user set no limit."""
        free = documents == 1 and self.lifts_per_document
        return max(self.questions, self.per_document) if free else self.per_document

    @property
    def lifts_per_document(self) -> bool:
        """Whether documents may have more items than `per_document`, because the user set no limit."""
        return self.per_document == type(self).__dataclass_fields__["per_document"].default

    @property
    def wanted_kinds(self) -> tuple[Kind, ...]:
        """The kinds to grow: those asked for, else all that the writer grows and somebody asks in these manners."""
        asked = names_of(self.kinds) or set(GROWN_BY_RULES if self.by_rules else KINDS).difference(self.unasked_kinds)
        return tuple(kind for kind in KINDS if kind in asked)

    @property
    def unasked_kinds(self) -> tuple[Kind, ...]:
        """The kinds that the default mix leaves out, since nobody asks them in the styles and difficulties wanted."""
        free = not self.kinds and not self.by_rules
        return unasked_kinds(names_of(self.styles), names_of(self.difficulty)) if free else ()

    @property
    def irreplaceable(self) -> tuple[Kind, ...]:
        """Kinds the user named whose place no other kind may take: one alone, or each with `keep_going`."""
        named = self.wanted_kinds if self.kinds else ()
        return named if self.keep_going or len(named) == 1 else ()

    @property
    def shares(self) -> dict[Kind, float]:
        """Kind -> its share of the questions, where the user gave shares; shares need not add up to 100."""
        found = shares_of(self.kinds)
        return {kind: found[kind] for kind in KINDS if kind in found}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """Where a `grow` writes and how it reports. This does not change what is grown, so the manifest omits it."""

    out: Annotated[str, Help("the workspace folder; created where it is missing")] = "bench"
    summary: Annotated[str | None, Help("also write a summary to this file, as Markdown for a CI page")] = None
    report: Annotated[bool, Help("write report.html and validity.json into the workspace, to look at")] = True
    log_format: Annotated[
        Literal["text", "json"], Help("how messages are written: lines for people, or one JSON object a line")
    ] = "text"
    json: Annotated[bool, Help("print one JSON object on standard output")] = False
    quiet: Annotated[bool, Help("print no progress and no messages, only the result")] = False


T = TypeVar("T", GrowSettings, RunOptions)


def resolve(
    flags: Mapping[str, object],
    file: Path | None = None,
    before: Mapping[str, object] | None = None,
    *,
    asked: Iterable[str] = (),
) -> GrowSettings:
    """The settings of one run. `flags` holds only what the user typed; `file` defaults to ./benchmill.toml if there.

    `before`: the last run's settings, for every setting that neither of them gives. `asked`: models that the command
    asks besides the writer and the critics of the settings. Raises UsageError naming the setting, where the user set
    it, and which values it may have.
    """
    from benchmill.prompts.languages import language_code  # loads the prompts: not for --help

    settings = _of(GrowSettings, flags, file, before or {})
    settings = replace(settings, language=language_code(settings.language))
    _check_together(settings)
    _check_addresses(settings, {*settings.models, *asked})
    return settings


def typed_settings(flags: Mapping[str, object], file: Path | None = None) -> dict[str, object]:
    """The settings that the user gave, in the file or as flags."""
    mine = {field.name for field in fields(GrowSettings)}
    given = {name: value for name, value in flags.items() if value is not None}
    return {name: value for name, value in {**_read(file), **given}.items() if name in mine}


def resolve_run(flags: Mapping[str, object], file: Path | None = None) -> RunOptions:
    """Where a `grow` writes and how it reports, from flags and the same file."""
    options = _of(RunOptions, flags, file)
    path(options.out)
    return options


def _of(
    kind: type[T], flags: Mapping[str, object], file: Path | None, before: Mapping[str, object] = MappingProxyType({})
) -> T:
    mine = {field.name for field in fields(kind)}
    from_file = {name: value for name, value in _read(file).items() if name in mine}
    merged = {**before, **from_file} | {name: value for name, value in flags.items() if value is not None}
    return _validated(kind, merged, {name: str(file or FILE_NAME) for name in from_file if flags.get(name) is None})


def _read(file: Path | None) -> dict[str, object]:
    """The table in `file`, or in ./benchmill.toml where there is one."""
    path = file or Path(FILE_NAME)
    if file is None and not path.is_file():
        return {}
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: byte {error.start} is not UTF-8; save the file as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: not valid TOML: {error}") from error
    known = [field.name for kind in (RunOptions, GrowSettings) for field in fields(kind)]
    for name in table:
        if name.replace("-", "_") not in known:
            hint = did_you_mean(name, known) or f"; known: {', '.join(known)}"
            raise UsageError(f"{path}: unknown setting {name!r}{hint}")
    return {name.replace("-", "_"): value for name, value in table.items()}


def _validated(kind: type[T], values: Mapping[str, object], from_file: Mapping[str, str]) -> T:
    # pydantic is loaded when a run starts, not for --help: it costs a tenth of a second
    from pydantic import TypeAdapter, ValidationError

    try:
        settings = TypeAdapter(kind).validate_python(dict(values))
        wrong = true_for_a_number(values, settings)
    except ValidationError as error:
        wrong = dict(error.errors()[0])
    if not wrong:
        return settings
    name = str(wrong["loc"][0]) if wrong["loc"] else "?"
    given = f"{from_file[name]}, {name}" if name in from_file else f"--{name.replace('_', '-')}"
    raise UsageError(f"{given}: {in_words(wrong)}")


def _check_addresses(settings: GrowSettings, asked: set[str]) -> None:
    for model in models_with_addresses(settings.base_url):
        if model not in asked:
            near = did_you_mean(model, asked) or f": it asks {', '.join(sorted(asked))}"
            raise UsageError(f"--base-url: the address is for {model}, which this run does not ask{near}")


def _check_together(settings: GrowSettings) -> None:
    overlap, size = settings.chunk_overlap, settings.chunk_size
    if overlap >= size:
        raise UsageError(f"chunk_overlap ({overlap}) must be smaller than chunk_size ({size})")
    rules = GROWN_BY_RULES if settings.by_rules else ()
    check_mixes(settings.kinds, settings.styles, settings.difficulty, settings.persona, by_rules=rules)
    if settings.by_rules and (settings.critic_model or settings.second_critic_model):
        option = "--critic-model" if settings.critic_model else "--second-critic-model"
        raise UsageError(f"{option} needs --model too: the extractive writer is judged by rules, without a model")
    if settings.second_critic_model == settings.critic:
        named = f"--second-critic-model {settings.critic}"
        raise UsageError(f"{named} is the critic already: name a model of another family")
    for spec in settings.models:
        check_spec(spec, settings.engine)  # a typing error is found before a thousand files are read
    if settings.no_wait and not settings.batch:
        raise UsageError("--no-wait needs --batch: only batches can be left under way")
    if settings.prompts and not Path(settings.prompts).is_dir():
        raise UsageError(f"--prompts {settings.prompts}: no such folder")
