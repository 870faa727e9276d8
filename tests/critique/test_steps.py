"""When the critic's procedure has the writer's steps, in their order: by code where it is sure, else by a call."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.chat.errors import BadReply
from benchmill.chat.recorded import MemoryStore, Recorded
from benchmill.critique.critic_prompts import CriticPrompts
from benchmill.critique.critic_replies import Finding, Findings, Judgement
from benchmill.critique.critic_request import PanelSettings
from benchmill.critique.own_answer import compared, same_answer
from benchmill.critique.pair_check import settled
from benchmill.critique.verification import verify
from benchmill.prompts.brief import Brief
from benchmill.records import AnswerComponent, Candidate
from tests.critique.made import CANDIDATE, SEED, candidate, chunk
from tests.servers.fake_model import FakeModel

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
NOTICE = made(
    "Misskeyで全員にお知らせを出すには？",
    ("コントロールパネルを開く", "「追加」をクリックする", "内容を編集して「保存」をクリックする"),
)
ALL = (UP, APT, IDLE, MERGE, NOTICE)

# two declarations of one part: either may be first
PARTS = made(
    "How do I make a card of Harbor show a title that the page gives it?",
    ("In the page, put the title between the tags of the card, as in `<harbor-card>`", "In the card, declare `title`"),
)
PARTS_SWAPPED = "In the card, declare `title`; in the page, put the title between the tags of `<harbor-card>`"

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


# told in the writer's words, or quoted: no call is needed
SURE = [
    (UP, "Install harbor, then change /etc/harbor/server.yml, then run harbor serve or systemctl start harbor", ()),
    (UP, "; ".join(SERVER), ()),
    (APT, "\n".join(f"{number}. {step}" for number, step in enumerate(PACKAGES, 1)), ()),
    (IDLE, "1. Open a terminal. 2. Set `idle_timeout` to 30 s in `harbor.yml`. 3. Restart the server.", ()),
    (IDLE, "Set idle_timeout to 30 in harbor.yml, restart the server", (0, 1)),
    (UP, "1. Install harbor. 3. Run `harbor serve` or `systemctl start harbor`.", (0, 1, 2)),
    (MERGE, "Open the page, type the name, select it", (0, 1, 2)),
    (APT, "Abhängigkeiten installieren, Paketliste aktualisieren, Oberfläche öffnen, Passwort vergeben", (0, 1, 2, 3)),
    # numbers behind a full stop of another script
    (NOTICE, "1. コントロールパネルを開く。2. 「追加」をクリックする。3. 内容を編集して「保存」をクリックする。", ()),
]
# another value in its stead: no call is needed either
SURELY_OTHERS = [
    (IDLE, "1. Open a terminal. 2. Set idle_timeout to 60 s in harbor.yml. 3. Restart the server.", ()),
    (APT, OTHERS[7][1], ()),
    (made("Which image?", ("Add `actions/checkout@v2`", "Push it")), "Add actions/checkout@v4; push it", ()),
    (made("Which port?", ("Open port 8080", "Restart")), "1. Open port 8081. 2. Restart", ()),
    (made("Which file?", ("Save `app-2.zip`", "Run `app load`")), "Save `app-3.zip`; run `app load`", (1,)),
]


@pytest.mark.parametrize(("writers", "own"), SAME)
def test_steps_in_other_words_merged_split_or_trivial_are_no_other_procedure(writers: Candidate, own: str) -> None:
    assert compared(own, writers) != "different"


@pytest.mark.parametrize(("writers", "own"), OTHERS)
def test_another_command_value_order_number_of_steps_or_a_negation_is_never_the_same_procedure(
    writers: Candidate, own: str
) -> None:
    assert not same_answer(own, writers)


@pytest.mark.parametrize(("writers", "own", "shown"), SURE)
def test_steps_said_or_quoted_in_order_and_nothing_besides_are_the_same(
    writers: Candidate, own: str, shown: tuple[int, ...]
) -> None:
    assert compared(own, writers, frozenset(shown)) == "same"


def test_a_quote_confirms_no_step_that_the_writer_has_in_another_order_than_its_document() -> None:
    parts = MERGE.components[-1:] + MERGE.components[:-1]
    swapped = replace(MERGE, components=parts, answer="; ".join(part.text for part in parts))
    brief, shown = "Open the page, type the name, select it", frozenset((0, 1, 2))

    assert compared(brief, MERGE, shown) == "same"
    assert compared(brief, swapped, shown) == "unsure"
    assert compared(swapped.answer, swapped, shown) == "same"


@pytest.mark.parametrize(("writers", "own", "shown"), SURELY_OTHERS)
def test_another_value_makes_another_procedure(writers: Candidate, own: str, shown: tuple[int, ...]) -> None:
    assert compared(own, writers, frozenset(shown)) == "different"


@pytest.mark.parametrize(("writers", "own"), [*OTHERS[8:12], (PARTS, PARTS_SWAPPED)])
def test_whether_the_order_of_swapped_steps_matters_is_left_to_the_critic(writers: Candidate, own: str) -> None:
    assert compared(own, writers) == "unsure"


@pytest.mark.parametrize(("question", "steps"), [(each.question, [p.text for p in each.components]) for each in ALL])
def test_no_procedure_is_the_same_with_a_step_dropped_added_or_swapped(question: str, steps: Sequence[str]) -> None:
    writers = made(question, steps)
    for number, step in enumerate(steps):
        rest = [*steps[:number], *steps[number + 1 :]]
        assert not same_answer("; ".join(rest), writers)
        assert not same_answer("; ".join(steps), made(question, rest))
        for place in range(len(rest) + 1):
            moved = [*rest[:place], step, *rest[place:]]
            assert same_answer("; ".join(moved), writers) == (place == number)


def test_most_words_of_all_steps_are_not_enough_where_one_step_is_missing() -> None:
    steps = [f"Run `nmcli connection {verb} ens160-night`" for verb in ("add", "modify", "up")]
    writers = made("How do I make a host use its own DNS server?", steps)

    assert compared("; ".join(steps), writers) != "different"
    assert not any(same_answer("; ".join(step for step in steps if step != left), writers) for left in steps)


def ruled(writers: Candidate, own: str, reply: str, rating: int = 5) -> tuple[int, str, list[str]]:
    """The rating that counts, its reason and what the critic was shown, where it answers `reply` to a doubt."""
    passage = chunk("\n".join(("These are the steps.", *writers.quotes)))
    source = replace(writers, chunk_ids=(passage.id,))
    findings = Findings((Finding("full", "These are the steps."),), own, Judgement(rating, "Stated."))
    model = FakeModel(lambda _: reply)
    panel = PanelSettings("openai:m", brief=Brief(secret="s"))
    asking = settled(
        verify(source, [passage], findings),
        source,
        client=Recorded(model, MemoryStore()),
        prompts=CriticPrompts.load(),
        settings=panel,
    )
    result = asyncio.run(asking)
    return result.rating, result.rationale, [request.messages[-1].content for request in model.asked]


YES, NO = '{"difference": "", "same": "yes"}', '{"difference": "The first does not tick them.", "same": "no"}'


def test_a_critic_decides_where_code_is_not_sure_and_is_not_asked_where_it_is() -> None:
    rating, rationale, (shown,) = ruled(MERGE, SAME[-1][1], YES)
    assert (rating, rationale) == (5, "Stated.")
    assert all(f"¦ {step}\n" in shown for step in PLAIN)
    assert "¦ Also quoted:" not in shown

    rating, rationale, _ = ruled(MERGE, OTHERS[16][1], NO)
    assert rating == 1
    assert "they differ (The first does not tick them): the critic answered" in rationale
    assert "The critic had rated 5: Stated." in rationale

    assert ruled(UP, "; ".join(SERVER), NO)[0::2] == (5, [])
    assert ruled(*SURELY_OTHERS[1][:2], YES)[0::2] == (1, [])
    assert ruled(MERGE, SAME[-1][1], YES, rating=3)[0::2] == (1, [])  # refused anyway
    with pytest.raises(BadReply, match="must be yes or no"):
        ruled(MERGE, SAME[-1][1], '{"same": "perhaps"}')


@settings(max_examples=60)
@given(st.lists(st.sampled_from([*SERVER, *PACKAGES, *LIMIT, *PLAIN]), min_size=2, max_size=5, unique=True))
def test_any_procedure_agrees_with_itself(steps: Sequence[str]) -> None:
    writers = made("How do I do it?", steps)

    assert compared(writers.answer, writers) != "different"
    assert compared("\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1)), writers) != "different"


@settings(max_examples=80)
@given(st.text(max_size=60), st.lists(st.text(min_size=1, max_size=20).filter(str.strip), min_size=2, max_size=3))
def test_comparing_procedures_never_fails(own: str, steps: Sequence[str]) -> None:
    parts = tuple(AnswerComponent(step, CANDIDATE.components[0].evidence) for step in steps)
    same_answer(own, Candidate("procedure", "How?", "; ".join(steps), parts, (SEED.id,)))


LINK = replace(
    made("How do people get into a public Space of Kestrel?", ["An easily shareable access link"]), kind="factoid"
)


@pytest.mark.parametrize(
    ("question", "writers", "own", "sure"),
    [
        ("How do people enter a Space?", "an access link", "Via an access link, no invitation is required", "unsure"),
        ("Who may read the header?", "only from current origin", "false: just the current origin", "unsure"),
        ("What happens to a full queue?", "it is emptied", "its messages are dropped", "unsure"),
        ("What is a guest allowed?", "to read", "reading, nothing else", "unsure"),
        ("Is a token kept?", "supported", "not supported", "unsure"),
        ("Which key is set?", "`queue_size`", "`queue_age`", "different"),
        ("How long is a log kept?", "30 days", "90 days", "different"),
        ("Which flag?", "`--force` with care", "with care", "different"),
        ("Which port?", "8080", "the usual one", "different"),
        ("How long is a log kept?", "30 days", "for 30 days", "same"),
    ],
)
def test_only_words_leave_code_unsure_and_values_do_not(question: str, writers: str, own: str, sure: str) -> None:
    candidate = replace(made(question, [writers]), kind="factoid")
    assert compared(own, candidate) == sure


def test_a_critic_reads_two_wordings_of_one_answer() -> None:
    own = "Via a link that can be shared; no invitation is required"
    yes, no = (
        json.dumps({"passages": {"passage_1": {"rationale": "Read.", "label": label}}}) for label in ("yes", "no")
    )
    rating, rationale, (shown,) = ruled(LINK, own, yes)
    assert (rating, rationale) == (5, "Stated.")
    assert f"¦ {own}" in shown
    assert LINK.answer in shown
    rating, rationale, _ = ruled(LINK, own, no)
    assert rating == 1
    assert "A critic compared the answers, and they differ: the critic answered" in rationale
