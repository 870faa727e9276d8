"""What the user decides about model calls -> CallSettings, a part of the settings of every run that asks models."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, Any, Literal

from annotated_types import Gt

Positive = Annotated[int, Gt(0)]


@dataclass(frozen=True, slots=True)
class Help:
    """What a setting does: the same words in `--help` and in the file that `benchmill init` writes."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSettings:
    """How models are asked; no setting is part of a prompt. Seconds, tokens, US dollars; None means no limit.

    `base_url`: of the OpenAI-compatible server, or of Ollama or langchain's vendor where no `openai:` model is named;
    several, with commas between them, are servers with the same models. `MODEL=URL` is a server for that model alone.
    `concurrency`, `rpm` and `tpm` are for each server, the limits for the whole run.
    """

    base_url: Annotated[
        str | None,
        Help(
            "address of a model server, or MODEL=URL for one model; may be given again; "
            "default: OPENAI_BASE_URL, OLLAMA_HOST, the provider's"
        ),
    ] = None
    concurrency: Annotated[
        Positive, Help("most calls at one time; a run starts with fewer and learns how many the server can take")
    ] = 8
    rpm: Annotated[Positive | None, Help("most calls a minute")] = None
    tpm: Annotated[Positive | None, Help("most tokens a minute")] = None
    timeout: Annotated[float, Gt(0), Help("seconds a call may take")] = 120.0
    max_calls: Annotated[Positive | None, Help("end the run before it makes more calls than this")] = None
    max_tokens: Annotated[Positive | None, Help("end the run before it uses more tokens than this")] = None
    max_cost: Annotated[
        Annotated[float, Gt(0)] | None, Help("end the run before it costs more than this, in US dollars")
    ] = None
    prices: Annotated[str | None, Help("TOML file with prices of your own")] = None
    hedge: Annotated[
        Literal["on", "off"],
        Help("send a call a second time where it is far slower than the others; off where each call costs money"),
    ] = "on"
    engine: Annotated[
        Literal["local", "ray"], Help("ray: send calls from the machines of a Ray cluster (RAY_ADDRESS)")
    ] = "local"
    num_ctx: Annotated[
        Positive | None,
        Help("context in tokens of an ollama: model (default: as the prompts need) or a gguf: model (8192)"),
    ] = None

    @property
    def calls(self) -> dict[str, Any]:
        """These settings alone, by name."""
        return {field.name: getattr(self, field.name) for field in fields(CallSettings)}
