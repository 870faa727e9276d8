"""When the critic's procedure has the writer's steps, in the writer's order."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.critique.answers import same_answer
from benchmill.records import AnswerComponent, Candidate
from tests.critique.made import CANDIDATE, SEED, candidate, chunk

SERVER = (
    "Install harbor",
    "Optionally edit `/etc/harbor/server.yml` for the server",
    "Run `harbor serve`, or `systemctl start harbor` when using the deb/rpm",
)
PACKAGES = (
    "Abhängigkeiten installieren: `sudo apt install -y curl gnupg`",
    "Paketliste aktualisieren und harbor installieren: `sudo apt update`, `sudo apt install -y harbor`",
    "Im Browser die Oberfläche unter http://localhost:7070 öffnen",
    "Administrator-Passwort vergeben und Geräte über die Weboberfläche einrichten",
)
LIMIT = ("Open a terminal", "Set `idle_timeout` in `harbor.yml` to 30 s", "Restart the server")
PLAIN = ("Open the Payees page", "Type the name into the filter to only show those payees", "Select Merge")


def made(question: str, steps: Sequence[str]) -> Candidate:
    seed = chunk("\n".join(f"{number}. {step} (see the install page)." for number, step in enumerate(steps, 1)))
    parts = tuple(candidate(seed, step, step, "How?").components[0] for step in steps)
    return Candidate("procedure", question, "; ".join(steps), parts, (seed.id,))


UP = made("How do I get my own harbor server up and running on a Linux machine?", SERVER)
APT = made("Wie installiere ich die stabile Version von harbor unter Linux und nehme sie in Betrieb?", PACKAGES)
IDLE = made("How do I make the server of Harbor drop idle clients earlier?", LIMIT)
MERGE = made("How do I combine two spellings of one shop?", PLAIN)

SAME = [
    # other words, one step inside another one, an aside
    (UP, "1. Install harbor by one of the ways; 2. optionally edit /etc/harbor/server.yml; 3. run `harbor serve` (or "
         "`systemctl start harbor` with deb/rpm)"),
    (UP, "Install harbor (install page), then change /etc/harbor/server.yml, then run harbor serve or "
         "systemctl start harbor"),
    # commands alone, one step in two, two steps in one
    (APT, "1. sudo apt install -y curl gnupg; 2. sudo apt update; 3. sudo apt install -y harbor; 4. "
          "http://localhost:7070 öffnen, Administrator-Passwort vergeben und Geräte einrichten"),
    (APT, "sudo apt install -y curl gnupg\nsudo apt update && sudo apt install -y harbor\nhttp://localhost:7070 im "
          "Browser öffnen\nAdministrator-Passwort vergeben, Geräte einrichten"),
    # a terminal need not be opened twice, and may be opened first
    (IDLE, "1. Set idle_timeout to 30 seconds in harbor.yml. 2. Restart the server."),
    (IDLE, "In `harbor.yml` set `idle_timeout` to 30 s and restart the server"),
    (UP, "1. Open a terminal. 2. Install harbor. 3. Optionally edit `/etc/harbor/server.yml`. 4. Run `harbor serve` or "
         "`systemctl start harbor`."),
    (MERGE, "1. Open the Payees page. 2. Type the shop's name into the filter. 3. Select Merge."),
]  # fmt: skip
OTHERS = [
    # another command, path, value, unit, name
    (UP, "1. Install harbor; 2. optionally edit /etc/harbor/server.yml; 3. run `harbor start` (or `systemctl start "
         "harbor` with deb/rpm)"),
    (UP, "1. Install harbor; 2. optionally edit /etc/harbor/client.yml; 3. run `harbor serve` (or `systemctl start "
         "harbor` with deb/rpm)"),
    (UP, "1. Install harbor; 2. optionally edit /etc/harbor/server.yml; 3. run `harbor serve --debug` (or `systemctl "
         "start harbor`)"),
    (IDLE, "1. Set idle_timeout to 60 seconds in harbor.yml. 2. Restart the server."),
    (IDLE, "1. Set idle_timeout to 30 minutes in harbor.yml. 2. Restart the server."),
    (IDLE, "1. Set pool_timeout to 30 seconds in harbor.yml. 2. Restart the server."),
    (MERGE, "1. Open the Accounts page. 2. Type the shop's name into the filter. 3. Select Merge."),
    (APT, "1. sudo apt install -y curl gnupg; 2. sudo apt update; 3. sudo apt install -y harbor; 4. "
          "http://localhost:7071 öffnen, Administrator-Passwort vergeben und Geräte einrichten"),
    # steps swapped, also within one
    (UP, "1. Install harbor; 2. run `harbor serve` (or `systemctl start harbor` with deb/rpm); 3. optionally edit "
         "/etc/harbor/server.yml"),
    (IDLE, "1. Restart the server. 2. Set idle_timeout to 30 seconds in harbor.yml."),
    (APT, "1. sudo apt install -y curl gnupg; 2. sudo apt install -y harbor; 3. sudo apt update; 4. "
          "http://localhost:7070 öffnen, Administrator-Passwort vergeben und Geräte einrichten"),
    (MERGE, "1. Type the shop's name into the filter. 2. Open the Payees page. 3. Select Merge."),
    # a step missing, on the critic's side and on the writer's
    (UP, "1. optionally edit /etc/harbor/server.yml; 2. run `harbor serve` (or `systemctl start harbor` with deb/rpm)"),
    (IDLE, "Set idle_timeout to 30 seconds in harbor.yml."),
    (APT, "1. sudo apt install -y curl gnupg; 2. sudo apt install -y harbor; 3. http://localhost:7070 öffnen, "
          "Administrator-Passwort vergeben und Geräte einrichten"),
    (UP, "1. Install harbor by one of the ways; 2. optionally edit /etc/harbor/server.yml; 3. run `harbor init`; 4. "
         "run `harbor serve` (or `systemctl start harbor` with deb/rpm)"),
    (MERGE, "1. Open the Payees page. 2. Type the shop's name into the filter. 3. Tick every entry. 4. Select Merge."),
    # a negation, the opposite
    (UP, "1. Install harbor by one of the ways; 2. do not edit /etc/harbor/server.yml; 3. run `harbor serve` (or "
         "`systemctl start harbor` with deb/rpm)"),
    (IDLE, "1. Set idle_timeout to 30 seconds in harbor.yml. 2. Don't restart the server."),
    (IDLE, "1. Remove idle_timeout with its 30 seconds in harbor.yml. 2. Restart the server."),
    (UP, "1. Uninstall harbor; 2. optionally edit /etc/harbor/server.yml; 3. run `harbor serve` (or `systemctl start "
         "harbor` with deb/rpm)"),
]  # fmt: skip


@pytest.mark.parametrize(("writers", "own"), SAME)
def test_steps_in_other_words_merged_split_or_trivial_are_the_same_procedure(writers: Candidate, own: str) -> None:
    assert same_answer(own, writers)


@pytest.mark.parametrize(("writers", "own"), OTHERS)
def test_another_command_value_order_number_of_steps_or_a_negation_is_another_procedure(
    writers: Candidate, own: str
) -> None:
    assert not same_answer(own, writers)


def test_most_words_of_all_steps_are_not_enough_where_one_step_is_missing() -> None:
    steps = [f"Run `nmcli connection {verb} ens160-night`" for verb in ("add", "modify", "up")]
    writers = made("How do I make a host use its own DNS server?", steps)

    assert same_answer("; ".join(steps), writers)
    assert not any(same_answer("; ".join(step for step in steps if step != left), writers) for left in steps)


def test_a_step_that_the_critic_quoted_need_not_be_in_its_answer() -> None:
    assert same_answer("1. Install harbor; 2. run `harbor serve` or `systemctl start harbor`", UP, frozenset({1}))


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from([*SERVER, *PACKAGES, *LIMIT, *PLAIN]), min_size=2, max_size=5, unique=True))
def test_any_procedure_agrees_with_itself(steps: Sequence[str]) -> None:
    writers = made("How do I do it?", steps)

    assert same_answer(writers.answer, writers)
    assert same_answer("\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1)), writers)


@settings(deadline=None, max_examples=80)
@given(st.text(max_size=60), st.lists(st.text(min_size=1, max_size=20).filter(str.strip), min_size=2, max_size=3))
def test_comparing_procedures_never_fails(own: str, steps: Sequence[str]) -> None:
    parts = tuple(AnswerComponent(step, CANDIDATE.components[0].evidence) for step in steps)
    same_answer(own, Candidate("procedure", "How?", "; ".join(steps), parts, (SEED.id,)))
