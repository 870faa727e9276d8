"""Pairs of questions: the second repeats the first, gives it away or is given away by it, or is near and neither."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from benchmill.records.candidate import AnswerComponent, Candidate, Evidence, Kind
from benchmill.records.corpus import Span

PAGE = (
    "`pool_size` sets how many connections Kestrel keeps, 100 by default. `idle` sets how long Kestrel keeps them. "
    "A nightly job starts at 02:00. First stop the relay, then copy `/var/relay`. It reads YAML, TOML and JSON. "
    "Work of the night begins at 02:00."
)
POOL, IDLE = "`pool_size` sets how many connections Kestrel keeps, 100 by default.", "`idle` sets how long"
JOB, NIGHT, STEPS, FORMATS = (
    "A nightly job starts at 02:00.",
    "Work of the night begins at 02:00.",
    "First stop the relay, then copy `/var/relay`.",
    "YAML, TOML and JSON",
)


@dataclass(frozen=True)
class Pair:
    """`near_good`: both are kept."""

    check: Literal["duplicate", "gives-another-away"]
    near_good: bool
    first: Candidate
    second: Candidate

    def __str__(self) -> str:
        return f"{self.check}-{'passes' if self.near_good else 'fails'}-{ascii(self.second.question)[1:50]}"


def asked(question: str, answers: str, quote: str, kind: Kind = "factoid", found: str = "") -> Candidate:
    """A candidate whose components are `answers`, cut at semicolons; `found` is what a critic quoted for each, too."""
    evidence = [Evidence(_span(quote)), *([Evidence(_span(found), "promoted")] if found else [])]
    parts = tuple(AnswerComponent(text.strip(), tuple(evidence)) for text in answers.split(";"))
    return Candidate(kind, question, answers, parts, ("c-1",))


def _span(quote: str) -> Span:
    return Span("pool.md", PAGE.index(quote), PAGE.index(quote) + len(quote), quote)


_SIZE = asked("Which Kestrel setting is for the size of a pool?", "`pool_size`", POOL)
_KEPT = asked("What follows from the first setting of Kestrel?", "how many connections", POOL)
_START = asked("At what time does a nightly job of Kestrel start?", "02:00", JOB)
_MOVE = asked("How do I move the relay of Kestrel?", "stop the relay; copy `/var/relay`", STEPS, "procedure")
_READS = asked("Which formats does the Kestrel relay read?", "YAML; TOML; JSON", FORMATS, "list")

PAIRS = (
    Pair("duplicate", False, _START, asked("At what time does a nightly job of Kestrel start?", "02:00", JOB)),
    Pair("duplicate", False, _START, asked("At what time does the nightly job of the Kestrel start", "02:00", JOB)),
    Pair("duplicate", False, _START, asked("When are nightly jobs begun by Kestrel?", "02:00", JOB)),
    Pair("duplicate", False, _SIZE, asked("Which Kestrel setting is for the size of the pool?", "`pool_size`", POOL)),
    Pair("duplicate", False, _SIZE, asked("What changes the largest pool in Kestrel?", "`pool_size`", POOL)),
    Pair("duplicate", False, _START, asked("Until when can work of a night be put off?", "at 02:00", JOB)),
    Pair("duplicate", True, _START, asked("What does Kestrel begin with at night?", "a nightly job", JOB)),
    Pair(
        "duplicate", True, _READS, asked("What does the relay of Kestrel read besides TOML and JSON?", "YAML", FORMATS)
    ),
    Pair(
        "duplicate",
        False,
        _READS,
        asked("Which file formats are read by Kestrel?", "YAML; TOML; JSON", FORMATS, "list"),
    ),
    Pair("duplicate", False, _READS, asked("Which formats does the Kestrel relay read?", "YAML; XML", FORMATS, "list")),
    Pair(
        "duplicate",
        False,
        _MOVE,
        asked("How do I bring the Kestrel relay elsewhere?", "stop the relay; copy `/var/relay`", STEPS, "procedure"),
    ),
    Pair(
        "duplicate",
        False,
        asked("At what time does a nightly job of Kestrel start?", "02:00", JOB, found=NIGHT),
        asked("When does Kestrel work while all sleep?", "at 02:00", NIGHT, found=JOB),
    ),
    Pair(
        "duplicate",
        True,
        asked("At what time does a nightly job of Kestrel start?", "02:00", JOB, found=NIGHT),
        asked("When does Kestrel work while all sleep?", "at 02:00", NIGHT),
    ),
    Pair(
        "duplicate",
        False,
        asked("At what time does a nightly job of Kestrel start?", "02:00", JOB, found=NIGHT),
        asked("When does Kestrel work while all sleep?", "02:00", NIGHT),
    ),
    Pair("duplicate", True, _START, asked("When does Kestrel work while all sleep?", "02:00", NIGHT)),
    Pair("duplicate", True, _START, asked("At what time does a weekly job of Kestrel start?", "03:00", POOL)),
    Pair("duplicate", True, _START, asked("At what time does a nightly job of Kestrel not start?", "noon", POOL)),
    Pair("duplicate", True, _SIZE, asked("Which Kestrel setting is for the age of a pool?", "`idle`", IDLE)),
    Pair("duplicate", True, _SIZE, asked("What is the default of `pool_size` in Kestrel?", "100", POOL)),
    Pair("duplicate", True, _READS, asked("Which formats does the Kestrel relay write?", "XML; INI", IDLE, "list")),
    Pair("duplicate", True, _READS, asked("Which formats does Kestrel's worker 2 read?", "CSV; INI", IDLE, "list")),
    Pair("duplicate", True, _MOVE, asked("How do I back up the relay of Kestrel?", "copy; sync", IDLE, "procedure")),
    Pair("duplicate", True, _MOVE, _READS),
    Pair("gives-another-away", False, _SIZE, asked("What does `pool_size` of Kestrel set?", "how many", POOL)),
    Pair(
        "gives-another-away",
        False,
        _KEPT,
        asked("Which setting of Kestrel limits how many connections it keeps?", "`pool_size`", POOL),
    ),
    Pair("gives-another-away", False, _SIZE, asked("What is the default of `pool_size` in Kestrel?", "100", POOL)),
    Pair("gives-another-away", False, _START, asked("What does Kestrel start at 02:00?", "A nightly job", JOB)),
    Pair(
        "gives-another-away",
        False,
        asked("What does Kestrel start each day?", "nightly job", JOB),
        asked("When is the nightly job of Kestrel started?", "02:00", JOB),
    ),
    Pair(
        "gives-another-away",
        False,
        asked("Which folder of the relay is copied in Kestrel?", "`/var/relay`", STEPS),
        asked("What must be done before `/var/relay` is copied?", "stop the relay", STEPS),
    ),
    Pair(
        "gives-another-away",
        False,
        asked("What comes before the copy of the folder in Kestrel?", "stop the relay", STEPS),
        asked("What is to copy after one did stop the relay?", "`/var/relay`", STEPS),
    ),
    Pair(
        "gives-another-away",
        False,
        asked("Which formats does the Kestrel relay read?", "TOML and JSON", FORMATS),
        asked("What else than TOML and JSON does Kestrel read?", "YAML", FORMATS),
    ),
    Pair("gives-another-away", True, _SIZE, asked("Which setting of Kestrel is about idle time?", "`idle`", IDLE)),
    Pair("gives-another-away", True, _SIZE, asked("What does `pool_size` leave to another setting?", "how long", IDLE)),
    Pair("gives-another-away", True, _SIZE, asked("How large may the pool of Kestrel become?", "100", POOL)),
    Pair("gives-another-away", True, _KEPT, asked("How many are kept by Kestrel by default?", "100", POOL)),
    Pair(
        "gives-another-away",
        True,
        _START,
        asked("Which job of Kestrel runs while all sleep?", "that of each night", JOB),
    ),
    Pair("gives-another-away", True, _MOVE, _READS),
    Pair("gives-another-away", True, _START, asked("What waits until 02:00 in another zone?", "mail", STEPS)),
    Pair(
        "gives-another-away",
        True,
        _READS,
        asked("How do I convert YAML files of Kestrel?", "stop the relay; copy `/var/relay`", STEPS, "procedure"),
    ),
)
