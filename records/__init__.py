"""The nouns: frozen values that every room passes on. Standard library only; constructors check, then nobody does."""

from records.benchmark import Benchmark, Item
from records.candidate import KINDS, AnswerComponent, Candidate, Evidence, Grade, Hop, Kind, NearMiss, Origin, Reading
from records.corpus import Chunk, Document, Span
from records.errors import BenchmillError, InputError, MissingExtra, ServiceError, UsageError, WorkspaceError
from records.failure import Failure, Stage
from records.identity import canonical_json, digest, short_digest
from records.verdict import CRITERIA, Criterion, Critique, Decision, Verdict

__all__ = [
    "CRITERIA",
    "KINDS",
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
