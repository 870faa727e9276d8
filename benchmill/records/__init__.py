"""The nouns: frozen values that every room passes on. Standard library only; the constructors check."""

from benchmill.records.benchmark import Benchmark, Item
from benchmill.records.candidate import (
    KINDS,
    AnswerComponent,
    Candidate,
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
from benchmill.records.verdict import BUILT_IN, CRITERIA, PREMIUM, SECOND, Criterion, Critique, Decision, Verdict

__all__ = [
    "BUILT_IN",
    "CRITERIA",
    "KINDS",
    "PREMIUM",
    "SECOND",
    "AnswerComponent",
    "Benchmark",
    "BenchmillError",
    "Candidate",
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
    "WorkspaceError",
    "canonical_json",
    "digest",
    "short_digest",
]
