"""Model spec and tokens -> USD, from one dated list that the user may replace."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from benchmill.chat.addresses import addresses, is_loopback
from benchmill.chat.model import ChatReply
from benchmill.chat.specs import parse_spec
from benchmill.records.errors import InputError

_BUILT_IN = Path(__file__).with_name("prices.toml")
# `gpt-4o-2024-08-06` costs what `gpt-4o` costs, `gpt-4o-audio` does not
_DATED = re.compile(r"-(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{3,4}|latest)$")
_MILLION = 1_000_000
_LOCAL = frozenset({"ollama", "gguf"})


@dataclass(frozen=True, slots=True)
class Price:
    """USD per million tokens."""

    input: float
    output: float
    cached_input: float

    def cost(self, input_tokens: int, output_tokens: int, cached_tokens: int = 0) -> float:
        """USD. Cached tokens are part of the input tokens.

        >>> Price(input=2.0, output=8.0, cached_input=1.0).cost(1_000_000, 500_000, 500_000)
        5.5
        """
        fresh = input_tokens - cached_tokens
        return (fresh * self.input + cached_tokens * self.cached_input + output_tokens * self.output) / _MILLION

    def times(self, factor: float) -> Price:
        return Price(self.input * factor, self.output * factor, self.cached_input * factor)

    def of(self, reply: ChatReply) -> float:
        return self.cost(reply.input_tokens, reply.output_tokens, reply.cached_tokens)


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices by vendor and the model's name without its date. `date` is the list's own, ISO.

    `batch`: what a call in a batch costs, as a share of its price; None where the list does not say.
    """

    date: str
    by_vendor: dict[str, dict[str, Price]]
    batch: float | None = None

    def of(self, spec: str, *, base_url: str | None = None, batch: bool = False) -> Price | None:
        """The price of a model like `openai:gpt-4o-mini`; 0 where the user's machines run it; None where it is unknown.

        `batch`: what it costs in a batch. `base_url` on this machine makes an unlisted model free; a listed price wins,
        because a gateway on this machine may pass calls on to a paid service.
        """
        local = bool(urls := addresses(base_url, spec)) and all(map(is_loopback, urls))
        model = parse_spec(spec)
        listed = self.by_vendor.get(model.vendor, {})
        price = listed.get(model.model) or listed.get(_DATED.sub("", model.model))
        if price:
            return price.times(self.batch) if batch and self.batch is not None else price
        return Price(0.0, 0.0, 0.0) if local or model.vendor in _LOCAL else None


def load_prices(own: Path | None = None) -> Prices:
    """The built-in list, with the user's own entries over it. Raises InputError naming what is wrong in `own`."""
    prices = _read(_BUILT_IN)
    if own is None:
        return prices
    extra = _read(own)
    merged = {
        vendor: {**prices.by_vendor.get(vendor, {}), **extra.by_vendor.get(vendor, {})}
        for vendor in {*prices.by_vendor, *extra.by_vendor}
    }
    return Prices(extra.date, merged, prices.batch if extra.batch is None else extra.batch)


def _read(path: Path) -> Prices:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"{path}: the price list cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start} is not UTF-8; save the price list as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: the price list is not TOML: {error}") from error
    by_vendor: dict[str, dict[str, Price]] = {}
    for vendor, models in table.items():
        if vendor in ("date", "batch"):
            continue
        if not isinstance(models, dict):
            raise InputError(f"{path}: {vendor!r} must be a table of models")
        by_vendor[vendor] = {prefix: _price(path, f"{vendor}.{prefix}", entry) for prefix, entry in models.items()}
    return Prices(str(table.get("date", "")), by_vendor, _batch(path, table.get("batch")))


def _price(path: Path, where: str, entry: object) -> Price:
    numbers: dict[str, float] = {}
    if isinstance(entry, dict):
        for name, value in entry.items():
            if isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0:
                numbers[str(name)] = float(value)
    if "input" not in numbers or "output" not in numbers:
        raise InputError(f"{path}: {where} needs 'input' and 'output', each a number of USD per million tokens")
    return Price(numbers["input"], numbers["output"], numbers.get("cached_input", numbers["input"]))


def _batch(path: Path, value: object) -> float | None:
    if value is None:
        return None
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 <= value <= 1:
        raise InputError(f"{path}: 'batch' must be a share between 0 and 1, not {value!r}")
    return float(value)
