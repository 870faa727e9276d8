"""Plain values -> manifest.json: what the benchmark was made from, by what, and what it cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from benchmill.records import Document, digest


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a reader needs to trust the benchmark, or to grow the same one.

    There is no clock in it, and `calls`, `input_tokens`, `output_tokens` are the candidates' own, whichever run paid
    them and when: the same corpus, settings and recorded calls give the same bytes. `models` maps a role (`generator`,
    `critic`) to a model spec, `prompts` a prompt's name to its fingerprint, `files` a file's name to its SHA-256.
    `residual` is what a sample of the items showed about unlabelled answers.
    """

    name: str
    version: str
    accepted: int
    corpus_hash: str
    models: Mapping[str, str]
    prompts: Mapping[str, str]
    settings: Mapping[str, object]
    counts: Mapping[str, object]
    files: Mapping[str, str] = field(default_factory=dict)
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = None
    residual: Mapping[str, object] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        """The mapping that the file holds."""
        return {
            "name": self.name,
            "benchmill": self.version,
            "accepted": self.accepted,
            "corpus_hash": self.corpus_hash,
            "models": dict(sorted(self.models.items())),
            "prompts": dict(sorted(self.prompts.items())),
            "settings": dict(sorted(self.settings.items())),
            "counts": dict(self.counts),
            "cost": {
                "calls": self.calls,
                "input_tokens": self.input_tokens,
                "output_tokens": self.output_tokens,
                "usd": self.usd,
                "per_accepted_item": {
                    "calls": self._each(self.calls),
                    "input_tokens": self._each(self.input_tokens),
                    "output_tokens": self._each(self.output_tokens),
                    "usd": None if self.usd is None or not self.accepted else round(self.usd / self.accepted, 6),
                },
            },
            **({"residual": dict(self.residual)} if self.residual else {}),
            "files": dict(sorted(self.files.items())),
        }

    def _each(self, total: int) -> float | None:
        return round(total / self.accepted, 3) if self.accepted else None


def corpus_hash(documents: Iterable[Document]) -> str:
    """One hash over the ids, bytes and texts of all documents: equal where nothing that counts has changed."""
    return digest(sorted([document.id, document.source_hash, document.text_hash] for document in documents))
