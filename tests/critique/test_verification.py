"""A rating counts only where the findings carry it; what else is found becomes evidence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmill.critique.added_evidence import places_quoted, with_evidence
from benchmill.critique.critic_replies import Finding, Findings, Judgement
from benchmill.critique.quoted_place import Place, Quote
from benchmill.critique.verification import Verified, verify
from benchmill.prompts.fencing import fenced
from benchmill.records import AnswerComponent, Candidate, Chunk, Evidence, Kind, Span
from tests.critique.made import CANDIDATE, OTHER, SEED, TWIN, candidate, chunk

FULL = Finding("full", "kept for 14 days")
NONE = Finding("none", "")


def found(*passages: Finding, answer: str = "14 days", rating: int = 5) -> Findings:
    return Findings(passages, answer, Judgement(rating, "Stated."))


def added(result: Verified, to: Candidate) -> Candidate:
    """The candidate with the places that code is sure of."""
    return with_evidence(to, result.quoted.sure, "critic")


def test_a_rating_that_the_findings_carry_counts_as_it_is() -> None:
    result = verify(CANDIDATE, [OTHER, SEED], found(NONE, FULL))

    assert (result.rating, result.rationale, added(result, CANDIDATE)) == (5, "Stated.", CANDIDATE)


def across(*passages: str) -> str:
    """What a critic quotes that copies on from one passage to the next, with the fences of the prompt."""
    block = fenced(passages, secret="s", places=["Logs"] * len(passages))
    return block.text.partition("\n")[2].replace("¦ ", "")


@pytest.mark.parametrize(
    ("quote", "rating"),
    [
        (across(OTHER.text, "Build logs are kept"), 5),
        (across("kept for 14 days. They can be downloaded.", OTHER.text), 5),
        (across(OTHER.text, "Uploads are never kept."), 1),
        (across(OTHER.text, "-"), 1),
        (f"{OTHER.text}\nBuild logs are kept", 1),
    ],
)
def test_of_a_quote_that_runs_over_the_border_of_its_passage_the_piece_in_the_passage_counts(
    quote: str, rating: int
) -> None:
    assert verify(CANDIDATE, [OTHER, SEED], found(NONE, Finding("full", quote))).rating == rating


def test_the_piece_of_another_passage_becomes_evidence_only_where_it_holds_the_answer() -> None:
    def new(quote: str) -> list[str]:
        result = verify(CANDIDATE, [TWIN, OTHER, SEED], found(Finding("full", quote), NONE, FULL))
        return [place.span.text for place in result.quoted.sure]

    assert new(across("stores every build log for 14 days.", OTHER.text)) == [TWIN.text]
    assert new(across("Nothing of this passage.", OTHER.text)) == []


def test_code_never_raises_a_rating() -> None:
    assert verify(CANDIDATE, [SEED], found(FULL, rating=2)).rating == 2


@pytest.mark.parametrize(
    ("finding", "answer", "reason"),
    [
        (Finding("none", ""), "14 days", "is labelled none"),
        (Finding("partial", "kept for 14 days"), "14 days", "is labelled partial"),
        (Finding("full", "kept for 30 days"), "14 days", "the quote given is not in it"),
        (Finding("full", ""), "14 days", "the quote given is not in it"),
        (FULL, "", "the critic found no answer"),
        (FULL, "30 days", "the critic answered '30 days', the writer '14 days'"),
    ],
)
def test_a_rating_that_the_findings_contradict_becomes_1_with_the_reason(
    finding: Finding, answer: str, reason: str
) -> None:
    result = verify(CANDIDATE, [SEED], found(finding, answer=answer))

    assert result.rating == 1
    assert reason in result.rationale
    assert "The critic had rated 5: Stated." in result.rationale


def test_another_full_passage_with_the_answer_in_its_quote_becomes_added_evidence() -> None:
    findings = found(Finding("full", "build log for\n14 days"), FULL, NONE)
    result = verify(CANDIDATE, [TWIN, SEED, OTHER], findings)

    # the whole sentence: what was quoted does not say whose logs
    place = Span("docs/faq.md", 0, len(TWIN.text), TWIN.text)
    completed = added(result, CANDIDATE)
    assert completed.components[0].evidence[1:] == (Evidence(place, "promoted", 2, "critic"),)
    assert completed.id == CANDIDATE.id


@pytest.mark.parametrize(
    "finding",
    [
        Finding("partial", "build log for 14 days"),
        Finding("full", ""),
        Finding("none", "build log for 14 days"),
    ],
)
def test_a_passage_that_is_not_full_or_does_not_say_the_answer_is_not_added(finding: Finding) -> None:
    assert added(verify(CANDIDATE, [TWIN, SEED], found(finding, FULL)), CANDIDATE) == CANDIDATE


def test_a_paraphrase_with_the_words_and_numbers_of_the_passage_is_no_refusal() -> None:
    assert verify(CANDIDATE, [SEED], found(Finding("full", "Build logs ... 14 days"))).rating == 5


def test_a_paraphrase_without_a_number_is_no_refusal_and_one_of_another_number_is() -> None:
    seed = chunk("Builds that fail are started again by the scheduler, at most 3 times.")
    made = candidate(seed, "by the scheduler", "the scheduler", "Who restarts failed Harbor builds?")

    def rated(quote: str) -> int:
        return verify(made, [seed], found(Finding("full", quote), answer="the scheduler")).rating

    assert rated("The scheduler restarts builds that fail") == 5
    assert rated("The scheduler restarts builds 5 times") == 1
    assert rated("Nothing of this kind was written anywhere") == 1


def test_steps_that_the_critic_quotes_word_for_word_need_not_be_in_its_answer() -> None:
    seed = chunk("1. Run `useradd --system harbor`.\n2. Run `chown -R harbor /var/harbor`.\n3. Start it.")
    quotes = ("Run `useradd --system harbor`.", "Run `chown -R harbor /var/harbor`.")
    parts = tuple(candidate(seed, quote, quote, "How?").components[0] for quote in quotes)
    made = Candidate("procedure", "How do I set up Harbor?", "; ".join(quotes), parts, (seed.id,))
    own = "useradd harbor, then chown"

    assert verify(made, [seed], found(Finding("full", seed.text), answer=own)).rating == 5
    unsure = verify(made, [seed], found(Finding("full", quotes[0]), answer=own))
    assert unsure.rating == 1
    assert unsure.doubt is not None
    assert unsure.doubt.own == f"{own}\n\nAlso quoted:\n{quotes[0]}"
    assert unsure.doubt.if_same.rating == 5


def comparison(seed: Chunk, question: str, *sides: tuple[str, str, str]) -> Candidate:
    """A comparison with a side for each name, value and quote."""
    parts = tuple(
        AnswerComponent(f"{name}: {value}", candidate(seed, quote, value, "?x").components[0].evidence, (value,))
        for name, value, quote in sides
    )
    return Candidate("comparison", question, "; ".join(part.text for part in parts), parts, (seed.id,))


@pytest.mark.parametrize(
    ("own", "waits"),
    [
        ("bugfix: regularly, with each iteration; patch: whenever a severe fault is mended", True),
        ("bugfix: every 4 weeks; patch: between releases", False),
    ],
)
def test_sides_of_a_comparison_told_without_a_number_wait_for_a_critic_and_another_number_is_another_answer(
    own: str, *, waits: bool
) -> None:
    seed = chunk("A patch comes between two releases. A bugfix follows the iterations, one in 3 weeks.", "versions.md")
    values = {"patch": "between two releases", "bugfix": "the iterations, one in 3 weeks"}
    sides = ((name, value, value) for name, value in values.items())
    made = comparison(seed, "When do a patch and a bugfix of Harbor come?", *sides)
    result = verify(made, [seed], found(Finding("full", seed.text), answer=own))

    assert (result.rating, result.doubt is not None) == (1, waits)


def test_a_passage_that_states_both_sides_of_a_comparison_is_evidence_of_both_and_one_that_states_one_of_that() -> None:
    seed = chunk("`disk` caches hold 20 GB, `redis` caches hold 2 GB.", "caches.md")
    made = comparison(
        seed,
        "How do the `disk` and `redis` caches of Harbor differ in size?",
        ("`disk`", "20 GB", "`disk` caches hold 20 GB"),
        ("`redis`", "2 GB", "`redis` caches hold 2 GB"),
    )
    table = chunk("| cache | size |\n|---|---|\n| `disk` | 20 GB |\n| `redis` | 2 GB |", "table.md")
    one_side = chunk("A `redis` cache of Harbor is small: 2 GB.", "redis.md")
    other = chunk("A `redis` queue holds 5 GB.", "queue.md")
    worded = chunk("Caches on disk have ten times the room of those in memory, which is two gigabytes.", "why.md")
    findings = [
        Finding("full", seed.text),
        Finding("full", "| `disk` | 20 GB |"),
        Finding("partial", "2 GB"),
        Finding("partial", "5 GB"),
        Finding("full", "ten times the room"),
    ]
    result = verify(made, [seed, table, one_side, other, worded], found(*findings, answer=made.answer))

    assert [(place.component, place.span.text) for place in result.quoted.sure] == [
        (0, "| `disk` | 20 GB |"),
        (1, "| `redis` | 2 GB |"),
        (1, one_side.text),
    ]
    # in words of its own: a critic must confirm that it is the same contrast
    assert [(place.component, place.span.text) for place in result.quoted.doubtful] == [
        (0, worded.text),
        (1, worded.text),
    ]


def test_the_side_of_a_comparison_that_a_full_passage_words_otherwise_is_asked_about_beside_the_one_it_states() -> None:
    seed = chunk("**Held** stock is what lies in the store. **Reserved** stock is what is being packed.", "stock.md")
    made = comparison(
        seed,
        "How do held and reserved stock of Harbor differ?",
        ("held", "what lies in the store", "**Held** stock is what lies in the store."),
        ("reserved", "what is being packed", "**Reserved** stock is what is being packed."),
    )
    both = chunk(
        "Held stock lies, at this time, in the store. Count it. Reserved stock is what is being packed.", "b.md"
    )
    one = chunk("Reserved stock is what is being packed. It has a colour.", "one.md")

    def asked(passage: Chunk, label: Finding) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
        result = verify(made, [passage, seed], found(label, Finding("full", seed.text), answer=made.answer))
        quoted = result.quoted.sure, result.quoted.doubtful
        sure, doubtful = ([(place.component, place.span.text) for place in places] for places in quoted)
        return sure, doubtful

    packed = "Reserved stock is what is being packed."
    held = "Held stock lies, at this time, in the store. Count it."
    assert asked(both, Finding("full", both.text)) == ([(1, packed)], [(0, held)])
    assert asked(one, Finding("partial", one.text)) == ([(1, packed)], [])


def test_a_quote_without_the_answer_is_widened_to_the_sentence_that_holds_it() -> None:
    result = verify(CANDIDATE, [TWIN, SEED], found(Finding("full", "In short: Harbor stores"), FULL))

    (place,) = result.quoted.sure
    assert place.span.text == TWIN.text


@pytest.mark.parametrize("is_full", [True, False])
def test_a_command_is_compared_together_with_its_output_which_has_the_answer(*, is_full: bool) -> None:
    seed = chunk("A full relay of Harbor ends with code 28.", "docs/codes.md")
    made = candidate(seed, seed.text, "code 28", "With which code does a full relay of Harbor end?")
    lines = "$ harbor relay --once\nspool is full: ended with code 28\n$ harbor relay --purge"
    session = chunk(f"Try it:\n\n```console\n{lines}\n```\n", "docs/try.md")
    at = session.text.index("harbor relay --once")
    quoted = places_quoted(made, [Quote(session, session.part(at, at + 19), is_full)])

    assert [place.span.text for place in quoted.doubtful] == [lines.rpartition("\n")[0]]


def test_a_passage_that_says_it_in_other_words_or_of_something_else_waits_for_a_critic() -> None:
    worded = chunk("Harbor throws build output away a fortnight later.", "docs/other.md")
    something_else = chunk("Sessions end after 14 days.", "docs/sessions.md")
    quotes = [Finding("full", passage.text) for passage in (worded, something_else)]
    result = verify(CANDIDATE, [worded, something_else, SEED], found(*quotes, FULL))

    assert result.quoted.sure == ()
    assert [place.span.text for place in result.quoted.doubtful] == [worded.text, something_else.text]


def test_a_passage_called_partial_that_holds_the_whole_answer_waits_for_a_critic() -> None:
    """A critic called "nextest exits with code 4 by default" partial for "which code when --no-tests fails"."""
    partial = chunk("By default a build log of Harbor stays for 14 days.", "docs/defaults.md")
    findings = [Finding("partial", "stays for 14 days"), Finding("partial", "Test results are kept"), FULL]
    result = verify(CANDIDATE, [partial, OTHER, SEED], found(*findings))

    assert result.quoted.sure == ()
    assert [place.span.text for place in result.quoted.doubtful] == [partial.text]


def test_a_line_that_is_no_sentence_is_confirmed_with_the_lines_above_that_say_whose_it_is() -> None:
    seed = chunk("The help desk of Harbor has the number 0351 46340.", "docs/help.md")
    made = candidate(seed, seed.text, "0351 46340", "Which number does the help desk have?")
    lines = "Who answers:\n\nComputing centre, desk <br>\n01062 Dresden <br>\n\nTel.: 0351 46340 <br>\nFax: none <br>"
    imprint = chunk(f"# Imprint\n\nThis page is short.\n\n{lines}", "docs/imprint.md")
    row = chunk("| who | number |\n|---|---|\n| desk | 0351 46340 |", "docs/table.md")
    entry = chunk("#. Computing centre, desk\n#. Tel.: 0351 46340\n", "docs/list.rst")
    quotes = [Finding("full", "Tel.: 0351 46340"), Finding("full", "0351 46340"), Finding("full", "Tel.: 0351 46340")]
    asked = found(*quotes, Finding("full", seed.text), answer="0351 46340")
    result = verify(made, [imprint, row, entry, seed], asked)

    assert [place.span.text for place in result.quoted.doubtful] == [lines, "| desk | 0351 46340 |", "Tel.: 0351 46340"]


def steps(page: Chunk, *quotes: str) -> Candidate:
    parts = tuple(candidate(page, quote, quote, "How?").components[0] for quote in quotes)
    return Candidate("procedure", "How do I move the store of Harbor?", "; ".join(quotes), parts, (page.id,))


def test_a_full_passage_in_other_words_waits_for_a_critic_for_each_step_that_code_does_not_find_there() -> None:
    seed = chunk("Stop the runners. Copy the `frost` store. Start them.", "docs/move.md")
    made = steps(seed, "Stop the runners", "Copy the `frost` store")
    other = chunk("Halt all workers of Harbor, then copy the `frost` store.", "docs/other.md")
    findings = [Finding("full", seed.text), Finding("full", other.text)]
    result = verify(made, [seed, other], found(*findings, answer=made.answer))

    assert [(place.component, place.span.text) for place in result.quoted.sure] == [(1, other.text)]
    assert [(place.component, place.span.text) for place in result.quoted.doubtful] == [(0, other.text)]


def test_a_full_passage_without_the_words_of_any_step_is_compared_with_the_whole_answer() -> None:
    seed = chunk("Stop the runners. Copy the `frost` store. Start them.", "docs/move.md")
    made = steps(seed, "Stop the runners", "Copy the `frost` store")
    other = chunk("Halt all workers of Harbor, then duplicate what they keep.", "docs/other.md")
    result = verify(
        made, [seed, other], found(Finding("full", seed.text), Finding("full", other.text), answer=made.answer)
    )

    assert [(place.component, place.answer) for place in result.quoted.doubtful] == [(0, ""), (1, "")]


def test_the_subject_of_a_place_is_compared_in_the_language_of_the_question() -> None:
    """Words such as "de" and "la" are no subject that a question and a sentence share, or lack."""
    seed = chunk("On importe `rendre` de `vue/serveur` pour le rendu.", "fr/guide.md")
    asked = "De quel module importe-t-on rendre dans la page pour le rendu avec Kestrel ?"
    made = candidate(seed, seed.text, "`vue/serveur`", asked)
    same = chunk("Le rendu : importer depuis le module `vue/serveur`.", "fr/api.md")
    other = chunk("Avec la version de mai on a pour le paquet `vue/serveur` une page dans la liste.", "fr/notes.md")
    result = verify(
        made,
        [seed, same, other],
        found(*[Finding("full", one.text) for one in (seed, same, other)], answer="`vue/serveur`"),
    )

    assert [place.span for place in result.quoted.sure] == [same.span]
    assert [place.span for place in result.quoted.doubtful] == [other.span]


def test_a_passage_with_a_part_of_a_list_is_evidence_of_the_entries_that_it_states_of_the_same_thing() -> None:
    seed = chunk("The relay of Harbor reads `yaml` and `toml`.", "docs/relay.md")
    parts = tuple(candidate(seed, seed.text, text, "Which?").components[0] for text in ("`yaml`", "`toml`"))
    made = Candidate("list", "Which formats does the relay of Harbor read?", "`yaml`, `toml`", parts, (seed.id,))
    same = chunk("A relay of Harbor also reads `toml`.", "docs/also.md")
    other = chunk("- mirrors: `toml` and `yaml`", "docs/other.md")
    none = chunk("The mirrors write `ini`.", "docs/none.md")
    partial = [Finding("full", seed.text), *(Finding("partial", one.text) for one in (same, other, none))]
    result = verify(made, [seed, same, other, none], found(*partial, answer=made.answer))

    assert [(place.component, place.span) for place in result.quoted.sure] == [(1, same.span)]
    # of the mirrors: a critic sees both entries in one call
    assert [(place.component, place.span.document_id) for place in result.quoted.doubtful] == [
        (number, "docs/other.md") for number in (0, 1)
    ]


@pytest.mark.parametrize(
    ("kind", "parts", "quote", "asked"),
    [
        ("procedure", ["Add the filter `when: cron` to all steps", "Create a job"], "Have a `cron` condition.", [0]),
        ("procedure", ["Install Node.js and pnpm", "Run `pnpm install`"], "Install Node.js to build pages.", [0]),
        ("procedure", ["Stop the runner", "Adapt the line to use `gpu=0`"], "podman run --device gpu=0", [1]),
        ("procedure", ["Stop the runner", "Adapt the line to use `gpu=0`"], "Write to the mailing list.", []),
        ("list", ["サーバー: Node.js", "データベース: PostgreSQL、Redis"], "「PostgreSQL」・「Redis」を使う", [1]),
        ("list", ["8096/TCP", "8920/TCP", "7359/UDP"], "The HTTP port number is 8096, the other 8920.", [0, 1]),
        ("list", ["8096/TCP", "8920/TCP"], "The port of the metrics is 9100.", []),
        ("list", ["`/admin/v1/status`", "`/admin/v1/version`"], "/admin/v1/version", [1]),
        ("comparison", ["Local: Supported", "Docker: WIP"], "Docker support is work in progress.", [1]),
        ("comparison", ["8920 TCP: for HTTPS", "8096 TCP: for HTTP"], "HTTP is 8096, while HTTPS is 8920.", [0, 1]),
        ("comparison", ["Local: Supported", "Docker: WIP"], "Kubernetes support is work in progress.", []),
        ("factoid", ["Host Mode"], "The use of host networking is required.", [0]),
        ("factoid", ["`relay freeze`"], "freeze   forbid all changes until thaw", [0]),
        ("factoid", ["`freeze`"], "thaw   allow changes again", []),
        ("factoid", ["14 days"], "It takes 30 minutes.", []),
        ("factoid", ["`kestrel.conf`"], "The files are in the folder of Kestrel.", []),
    ],
)
def test_a_partial_quote_that_may_state_the_answer_or_a_part_of_it_in_other_words_waits_for_one_call(
    kind: Kind, parts: list[str], quote: str, asked: list[int]
) -> None:
    """A critic called each of these partial, and the folder had a further right place that nobody labelled."""
    seed = chunk("\n".join(parts), "docs/seed.md")
    one_by_one = tuple(candidate(seed, part, part, "Which?").components[0] for part in parts)
    if kind == "comparison":
        one_by_one = tuple(replace(part, short_answers=(part.text.split(": ")[1],)) for part in one_by_one)
    made = Candidate(kind, "What does Harbor have there?", "; ".join(parts), one_by_one, (seed.id,))
    other = chunk(quote, "docs/other.md")
    result = places_quoted(made, [Quote(other, other.span, is_full=False)])

    assert [place.component for place in result.doubtful] == asked
    assert len({(place.question, place.answer) for place in result.doubtful}) == min(1, len(asked))
    assert result.sure == ()


def test_an_entry_whose_words_are_in_the_name_of_another_entry_is_not_stated_there() -> None:
    seed = chunk("The relay of Harbor uses keeper_ or keeper-cli_.", "docs/relay.md")
    parts = tuple(candidate(seed, seed.text, text, "Which?").components[0] for text in ("keeper", "keeper-cli"))
    made = Candidate("list", "Which programs can the relay use?", "keeper; keeper-cli", parts, (seed.id,))
    news = chunk("Added support for keeper-cli_.", "docs/news.md")
    result = verify(
        made, [seed, news], found(Finding("full", seed.text), Finding("partial", news.text), answer=made.answer)
    )
    assert [(place.component, place.span) for place in result.quoted.doubtful] == [(1, news.span)]


def test_a_step_of_a_passage_with_a_part_of_a_procedure_waits_for_a_critic() -> None:
    seed = chunk("Stop the runners. Copy the `frost` store. Start them.", "docs/move.md")
    made = steps(seed, "Stop the runners", "Copy the `frost` store")
    other = chunk("To save the data of Harbor, copy the `frost` store.", "docs/other.md")
    findings = [Finding("full", seed.text), Finding("partial", other.text)]
    result = verify(made, [seed, other], found(*findings, answer=made.answer))

    assert result.quoted.sure == ()
    assert [(place.component, place.span) for place in result.quoted.doubtful] == [(1, other.span)]


def test_the_translated_page_is_evidence_step_by_step_where_it_has_the_same_names_and_numbers() -> None:
    seed = chunk("Stop the runners. Copy the `frost` store.", "docs/move.md")
    made = steps(seed, "Stop the runners", "Copy the `frost` store")
    page = chunk("Die Runner anhalten. Den Speicher `frost` kopieren.", "docs/move.de.md")
    elsewhere = chunk(page.text, "docs/stop.de.md")
    findings = [Finding("full", seed.text), Finding("full", page.text), Finding("full", page.text)]
    result = verify(made, [seed, page, elsewhere], found(*findings, answer=made.answer))

    assert [(place.component, place.chunk.document_id, place.span.text) for place in result.quoted.sure] == [
        (0, "docs/move.de.md", "Die Runner anhalten."),
        (1, "docs/move.de.md", "Den Speicher `frost` kopieren."),
    ]
    assert {place.chunk.document_id for place in result.quoted.doubtful} == {"docs/stop.de.md"}


def test_a_translated_page_that_gives_another_name_or_number_waits_for_a_critic() -> None:
    seed = chunk('The portal shows it as "Login user name".', "docs/en/login.md")
    made = candidate(seed, seed.text, '"Login user name"', "Under which label does the portal show the login?")
    page = chunk("Im Portal steht es als „Login-Name“.", "docs/de/login.md")
    quotes = [Finding("full", page.text), Finding("full", seed.text)]
    result = verify(made, [page, seed], found(*quotes, answer="Login user name"))

    assert (result.quoted.sure, [place.span.text for place in result.quoted.doubtful]) == ((), [page.text])


def test_a_place_that_is_evidence_already_is_not_evidence_twice() -> None:
    overlapping = chunk("kept for 14 days. They can be downloaded. And more.", start=40 + SEED.text.index("kept"))

    assert added(verify(CANDIDATE, [overlapping, SEED], found(FULL, FULL)), CANDIDATE) == CANDIDATE


def test_the_seed_is_not_added_where_the_critic_quotes_another_place_of_it() -> None:
    seed = chunk("Build logs are kept for 14 days. In short: 14 days.")
    made = candidate(seed, "kept for 14 days", "14 days", "How long does Harbor CLI retain build logs?")

    assert added(verify(made, [seed], found(Finding("full", "In short: 14 days"))), made) == made


def test_nothing_is_added_where_the_rating_does_not_count() -> None:
    refused = found(Finding("full", "build log for 14 days"), FULL, answer="30 days")

    assert added(verify(CANDIDATE, [TWIN, SEED], refused), CANDIDATE) == CANDIDATE


def test_a_question_that_more_than_six_different_passages_answer_is_too_general() -> None:
    others = [chunk(f"Page {n}: logs are kept for 14 days.", f"docs/{n}.md") for n in range(6)]
    result = verify(CANDIDATE, [SEED, *others], found(*[FULL] * 7))
    same = [chunk("Logs are kept for 14 days.", f"docs/{n}.md") for n in range(6)]

    assert result.rating == 1
    assert "too general: 7 different passages" in result.rationale
    assert verify(CANDIDATE, [SEED, *others[:5]], found(*[FULL] * 6)).rating == 5
    assert verify(CANDIDATE, [SEED, *same], found(*[FULL] * 7)).rating == 5
    translated = [chunk(f"Seite {n}: kept for 14 days.", f"docs/{n}.de.md") for n in range(5)]
    assert verify(CANDIDATE, [SEED, *others[:5], *translated], found(*[FULL] * 11)).rating == 5


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (
            "The answers for `ferry`:\n\n- **Which worker runs the crossing**\n    - The free one, there is no other.\n"
            "- **Which image the crossing uses** (_Linux only_)\n- **Which command starts inside it**",
            {1: "**Which image the crossing uses** (_Linux only_)", 2: "**Which command starts inside it**"},
        ),
        (
            "Which worker runs the crossing is set first:\n\n```yaml\n# the worker\nworker: linux\n"
            "# the image a crossing uses, on Linux\nimage: busybox\n```",
            {1: "# the image a crossing uses, on Linux"},
        ),
        ("Which worker runs the crossing is set first. The image of the logo is large. Commands are logged.", {}),
        ("Which worker runs the crossing is set first, and which image the crossing uses (Linux only).", {}),
    ],
)
def test_parts_of_a_list_beside_the_quoted_one_are_asked_about_where_the_passage_has_most_of_their_words(
    text: str, asked: dict[int, str]
) -> None:
    """A critic quoted the first of three entries; nobody asked about the others, and the passage answers in full."""
    seed = chunk(
        "- Which worker runs the crossing\n- Which image the crossing uses (`Linux only`)\n"
        "- Which command starts inside the container",
        "docs/seed.md",
    )
    lines = [line.removeprefix("- ") for line in seed.text.splitlines()]
    parts = tuple(candidate(seed, line, line, "Which?").components[0] for line in lines)
    made = Candidate("list", "What has a Harbor crossing to say?", "; ".join(lines), parts, (seed.id,))
    other = chunk(text, "docs/other.md")
    at = text.index("Which worker runs the crossing")
    quoted = places_quoted(made, [Quote(other, other.part(at, at + 30), is_full=False)])

    assert {place.component: place.span.text for place in quoted.doubtful if place.component} == asked


def test_a_step_in_the_code_below_the_quoted_sentence_is_asked_about_and_one_that_has_evidence_there_is_not() -> None:
    seed = chunk("List the wanted folders under `paths`. In the plan, `get` it with `trigger: true`.", "docs/seed.md")
    made = steps(seed, "List the wanted folders under `paths`", "In the plan, `get` it with `trigger: true`")
    code = "plan:\n  - get: api\n    trigger: true"
    other = chunk(f"To that end list two folders.\n\n```yaml\npaths:\n  - api/*\n{code}\n```", "docs/other.md")
    quote = Quote(other, other.part(0, 29), is_full=False)
    known = with_evidence(made, [Place(1, other.part(other.text.index(code), len(other.text)), other)], "critic")

    assert {place.span.text for place in places_quoted(made, [quote]).doubtful if place.component == 1} == {code}
    assert not [place for place in places_quoted(known, [quote]).doubtful if place.component == 1]
