"""Which multi-hop questions with one fact at their end are the same question."""

from __future__ import annotations

import pytest

from benchmill.critique.duplicates import Duplicates
from benchmill.records.candidate import AnswerComponent, Candidate, Evidence, Hop
from benchmill.records.corpus import Span

PAGES = {
    "flags.md": "| `--cap-add=NET_ADMIN` | Commonly added capability for DHCP |\nA second line.",
    "compose.md": "# Required if you are using Relay as your DHCP server, else not needed\n  - NET_ADMIN",
    "capabilities.md": "`CAP_NET_ADMIN`: modify routing tables. `CAP_SYS_NICE`: raise the priority.",
    "builds.md": "Nightly builds keep their output in the `frost` store.",
    "releases.md": "Release builds keep their output in the `frost` store, too.",
    "stores.md": "The `frost` store deletes files after 90 days. Its regions are Oslo and Lyon.",
    "renamed.md": "| `push_all` | `relay send` |\n| `push_some` | `relay send` |",
    "send.md": "`relay send` stops at the first file larger than 2 GB.",
}


def hops(question: str, first: tuple[str, str, str], second: tuple[str, str, str]) -> Candidate:
    """Each hop is its page, its quote and its answer."""
    found = []
    for page, quote, answer in (first, second):
        at = PAGES[page].index(quote)
        found.append(Hop("?", answer, Evidence(Span(page, at, at + len(quote), quote))))
    parts = tuple(AnswerComponent(hop.answer, (hop.evidence,)) for hop in found)
    return Candidate("multi_hop", question, second[2], parts, ("c-1", "c-2"), hops=tuple(found))


TABLES = ("capabilities.md", "`CAP_NET_ADMIN`: modify routing tables.", "modify routing tables")
FLAG = ("flags.md", "| `--cap-add=NET_ADMIN` | Commonly added capability for DHCP |", "`--cap-add=NET_ADMIN`")
COMPOSE = ("compose.md", PAGES["compose.md"], "NET_ADMIN")
DAYS = ("stores.md", "The `frost` store deletes files after 90 days.", "90 days")
NIGHTLY = ("builds.md", PAGES["builds.md"], "`frost`")
RELEASE = ("releases.md", PAGES["releases.md"], "`frost`")
LARGE = ("send.md", PAGES["send.md"], "2 GB")
ADDED = hops("What may Relay do thanks to the capability commonly added to its container for DHCP?", FLAG, TABLES)
OUTPUT = hops("After how long is the output of a nightly Relay build deleted?", NIGHTLY, DAYS)
REGIONS = ("stores.md", "Its regions are Oslo and Lyon.", "Oslo and Lyon")


@pytest.mark.parametrize(
    ("first", "second", "is_same"),
    [
        # seen in a trial: two pages speak of the capability for DHCP in other words
        (
            ADDED,
            hops("What does the capability needed when Relay is the DHCP server let it do?", COMPOSE, TABLES),
            True,
        ),
        (ADDED, hops("Which rights has Relay by the flag that many add for DHCP?", FLAG, TABLES), True),
        (OUTPUT, hops("When does Relay remove what a nightly build has left behind?", NIGHTLY, DAYS), True),
        (OUTPUT, hops("How many days does Relay keep the output of nightly builds?", RELEASE, DAYS), True),
        # one answer serves two questions: each names another thing
        (OUTPUT, hops("After how long is the output of a release Relay build deleted?", RELEASE, DAYS), False),
        (OUTPUT, hops("How many days do the results of a release stay on the disk?", RELEASE, DAYS), False),
        (
            hops(
                "At what file size does the successor of `push_all` stop?", ("renamed.md", "| `push_all` |", "x"), LARGE
            ),
            hops(
                "At what file size does the successor of `push_some` stop?",
                ("renamed.md", "| `push_some` |", "x"),
                LARGE,
            ),
            False,
        ),
        # another fact of the same store
        (OUTPUT, hops("In which regions is the output of a nightly Relay build kept?", NIGHTLY, REGIONS), False),
    ],
)
def test_two_ways_to_one_fact_are_one_question_where_the_clue_is_the_same(
    first: Candidate, second: Candidate, is_same: bool
) -> None:
    for one, other in ((first, second), (second, first)):
        known = Duplicates()
        known.add(one)
        assert (known.find(other) is one) == is_same
