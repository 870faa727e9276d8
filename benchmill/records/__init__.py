"""The nouns: frozen values that every room passes on. Standard library only; the constructors check."""

from benchmill.records.benchmark import Benchmark, Item
from benchmill.records.candidate import (
    CHANGES,
    KINDS,
    AnswerComponent,
    Candidate,
    Change,
    Evidence,
    Grade,
    Hop,
    Kind,
    NearMiss,
    Origin,
    Reading,
)
from benchmill.records.corpus import Chunk, Document, Span
from benchmill.records.errors import BenchmillError, InputError, MissingExtra, ServiceError, UsageError, WorkspaceError
from benchmill.records.failure import Failure, Stage
from benchmill.records.identity import canonical_json, digest, short_digest
from benchmill.records.verdict import (
    BUILT_IN,
    CRITERIA,
    PREMIUM,
    SECOND,
    Criterion,
    Critique,
    Decision,
    Verdict,
    Witness,
)

__all__ = [
    "BUILT_IN",
    "CHANGES",
    "CRITERIA",
    "KINDS",
    "PREMIUM",
    "SECOND",
    "AnswerComponent",
    "Benchmark",
    "BenchmillError",
    "Candidate",
    "Change",
    "Chunk",
    "Criterion",
    "Critique",
    "Decision",
    "Document",
    "Evidence",
    "Failure",
    "Grade",
    "Hop",
    "InputError",
    "Item",
    "Kind",
    "MissingExtra",
    "NearMiss",
    "Origin",
    "Reading",
    "ServiceError",
    "Span",
    "Stage",
    "UsageError",
    "Verdict",
    "Witness",
    "WorkspaceError",
    "canonical_json",
    "digest",
    "short_digest",
]
