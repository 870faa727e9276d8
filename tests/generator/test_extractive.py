"""The built-in writer: what it asks of which structure, and what it leaves alone."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmill.generator.chunkers import chunk_document
from benchmill.generator.extractive import product, write
from benchmill.records import Candidate, Chunk, Document, Span
from benchmill.records.normalising import find_normalised

FILLER = (
    "Pebblewire relays messages between programs of one team. Many people run Pebblewire beside their other services, "
    "and most of them never look at it again. Reading the log of Pebblewire once a week is a good habit. Whoever runs "
    "it on a small machine will hardly notice it, and whoever runs it on a large one even less than that.\n"
)
NUMBERED = "Taking a snapshot"


def page(text: str, title: str = "Settings") -> Document:
    return Document("guide/page.md", f"# {title}\n\n{FILLER}\n{text}\n\n{FILLER}", title, "", "text/markdown")


def ask(text: str, *headings: str, title: str = "Settings") -> list[Candidate]:
    """What the writer makes of a page that holds `text`, as one chunk."""
    document = page(text, title)
    chunk = Chunk(Span.of(document, 0, len(document.text)), (title, *headings))
    return write(chunk, document, product="Pebblewire")


def asked(text: str, *headings: str, title: str = "Settings") -> dict[str, str]:
    """Question -> answer."""
    return {candidate.question: candidate.answer for candidate in ask(text, *headings, title=title)}


CASES = [
    (
        "a docstring-like signature",
        "- `timeout` (`float`, *optional*, defaults to 5.0): seconds to wait.",
        "What is the default value of the `timeout` parameter in Pebblewire?",
        "5.0",
    ),
    (
        "a default in brackets at the end of an item",
        "- `max_connections`, maximum number of allowable connections, or `None` for no\nlimits. (Default 100)",
        "What is the default value of `max_connections` in Pebblewire?",
        "100",
    ),
    (
        "a sentence with two defaults",
        "The method accepts two parameters: `split_size` (defaults to `256`) and `tile_size` (defaults to `16`).",
        "What is the default value of `tile_size` in Pebblewire?",
        "16",
    ),
    (
        "a default told of a setting",
        "The default value of `retry_delay` is 2.5 seconds.",
        "What is the default value of `retry_delay` in Pebblewire?",
        "2.5 seconds",
    ),
    (
        "a table of settings",
        "| Setting | Default | Meaning |\n|---|---|---|\n| `server.listen` | `127.0.0.1:7480` | Address of the API |\n"
        "| `server.grace` | `20s` | Pause before the stop |",
        "What is the default value of the `server.grace` setting in Pebblewire?",
        "20s",
    ),
    (
        "a table of commands",
        "| Command | Purpose |\n|---|---|\n| [`env`](#env) | Print environment facts for bug reports. |\n"
        "| [`run`](#run) | Start the relay in the foreground. |",
        "What does the `env` command do in Pebblewire?",
        "Print environment facts for bug reports",
    ),
    (
        "a table with phrases for keys",
        "| What | Limit | Can be changed |\n|---|---|---|\n| Payload of one message | 256 KiB | no |\n"
        "| Ordering key | 128 bytes | no |",
        'What is the limit for "Payload of one message" in Pebblewire?',
        "256 KiB",
    ),
    (
        "a table without outer pipes in its cells' markup",
        "| GPU | Memory Usage |\n|:--|--:|\n| A100 | **17 GB** |\n| H100 | 21 GB |",
        "What is the memory usage for the A100 GPU in Pebblewire?",
        "17 GB",
    ),
    (
        "an option told by a verb",
        "- `--loss-weight`: controls the influence of the prior loss on the model",
        "What does the `--loss-weight` option do in Pebblewire?",
        "controls the influence of the prior loss on the model",
    ),
    (
        "an option told by whether",
        "- `--push`: whether to push the trained model to the Hub",
        "What does the `--push` option decide in Pebblewire?",
        "whether to push the trained model to the Hub",
    ),
    (
        "an option told by a noun",
        "- `--data-dir`: path to a folder of example images; it must exist",
        "What does the `--data-dir` option specify in Pebblewire?",
        "path to a folder of example images",
    ),
    (
        "a definition",
        "A sweeper is a background task that removes expired segments from the disk.",
        "What is a sweeper in Pebblewire?",
        "a background task that removes expired segments from the disk",
    ),
    (
        "a definition cut at its clause",
        "Stable Relay is a distributed message broker designed for fast and reliable delivery of very many very small "
        "messages.",
        "What is Stable Relay?",
        "a distributed message broker",
    ),
    (
        "a linked name with an address after it",
        "[Core Relay](https://example.net/relay) is the storage format supported by older releases.",
        "What is Core Relay?",
        "the storage format supported by older releases",
    ),
    (
        "a glossary's term",
        "**Sweep** is the search for expired segments, every 5 minutes by default.",
        'What does "Sweep" mean in Pebblewire?',
        "the search for expired segments, every 5 minutes by default",
    ),
    (
        "a definition list",
        "Acknowledgement\n: The answer of a receiver that a message has been processed. For webhooks any status.",
        'What does "Acknowledgement" mean in Pebblewire?',
        "The answer of a receiver that a message has been processed",
    ),
    (
        "an amount of memory",
        "The full archive needs ~23 GB of memory in the default mode.",
        "How much memory does the full archive need in Pebblewire?",
        "~23 GB",
    ),
    (
        "a largest value",
        "The maximum batch size is 100 messages.",
        "What is the maximum batch size in Pebblewire?",
        "100 messages",
    ),
    (
        "a name in code",
        "The Pebblewire equivalent of `queue.Session` is `relay.Client`.",
        "What is the Pebblewire equivalent of `queue.Session`?",
        "relay.Client",
    ),
    (
        "what a thing returns",
        "The `next_offset` method returns the number of the first message that was not read yet.",
        "What does `next_offset` return in Pebblewire?",
        "the number of the first message that was not read yet",
    ),
    (
        "what to use for a goal",
        "Use [`~relay.Store.enable_paging`] to reduce memory usage.",
        "What do you use to reduce memory usage in Pebblewire?",
        "enable_paging",
    ),
    (
        "what a thing is used for",
        "The `LevelConfig` class allows you to configure the compression of old segments on every channel.",
        "What is `LevelConfig` used for?",
        "to configure the compression of old segments on every channel",
    ),
]


@pytest.mark.parametrize(("text", "question", "answer"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_pattern_gives_its_question_and_answer(text: str, question: str, answer: str) -> None:
    assert asked(text).get(question) == answer


def test_a_page_of_parameters_below_their_names_is_read() -> None:
    text = "*`count`*\\\nThe number of elements to compare.\n"
    found = asked(text, "Parameters", title="`buffer_compare`")
    assert found == {
        "What does the `count` parameter specify in `buffer_compare`?": "The number of elements to compare"
    }


def test_numbered_steps_become_a_procedure_with_a_quote_each() -> None:
    steps = (
        "1. Choose a target with enough space.\n2. Run `relay snapshot create`.\n3. Copy the file away. It is large."
    )
    (candidate,) = ask(steps, NUMBERED)
    assert (candidate.kind, candidate.question) == ("procedure", "How do you take a snapshot in Pebblewire?")
    assert [component.text for component in candidate.components] == [
        "Choose a target with enough space",
        "Run `relay snapshot create`",
        "Copy the file away",
    ]
    starts = [component.evidence[0].span.start for component in candidate.components]
    assert starts == sorted(starts)


def test_a_sentence_that_says_what_the_steps_are_for_wins_over_the_heading() -> None:
    steps = "To make the standby the primary:\n\n1. Stop the old primary.\n2. Run `relay promote` on the standby."
    assert [candidate.question for candidate in ask(steps, "Backup")] == [
        "How do you make the standby the primary in Pebblewire?"
    ]


def test_a_list_under_a_sentence_that_names_it_becomes_a_list_question() -> None:
    items = "- `json`: text for people\n- `cbor`: small and quick\n- `avro`: with a schema\n"
    text = f"Pebblewire supports the following formats:\n\n{items}"
    (candidate,) = [one for one in ask(text) if one.kind == "list"]
    assert candidate.question == "Which formats does Pebblewire support?"
    assert [component.text for component in candidate.components] == ["json", "cbor", "avro"]
    assert [component.evidence[0].span.text for component in candidate.components][1] == "`cbor`: small and quick"


def test_a_faq_heading_is_asked_with_the_product_and_its_answer_keeps_the_heading_as_evidence() -> None:
    text = (
        "# FAQ\n\nHere Pebblewire answers.\n\n## How large may a message be?\n\n256 KiB. The limit is fixed.\n\n"
        + FILLER
    )
    document = Document("faq.md", text, "FAQ", "", "text/markdown")
    start = text.index("## How")
    chunk = Chunk(Span.of(document, start, len(text)), ("FAQ", "How large may a message be?"))
    (candidate,) = [one for one in write(chunk, document, product="Pebblewire") if "large" in one.question]
    assert candidate.question == "How large may a message be in Pebblewire?"
    assert candidate.answer == "256 KiB"
    assert candidate.components[0].evidence[0].span.text == "How large may a message be?\n\n256 KiB."


NOTHING = {
    "a subject that points back": "It is a background task that removes expired segments from the disk.",
    "a demonstrative": "This is a background task that removes expired segments from the disk.",
    "a heading word for a subject": "The overview is a short text that leads the reader through all chapters.",
    "an answer with nothing in it": "A sweeper is a great way to keep the disk clean.",
    "autodoc junk": "[[autodoc]] RelayScheduler\n  - all\n  - __call__",
    "tags": "<Tip warning={true}>\n\nA sweeper is <b>a task</b> of the relay.\n\n</Tip>",
    "a value cut by an ellipsis": "- `retry_delay` (`float`, *optional*, defaults to `[1, 2, ...]`): pauses.",
    "a default that belongs to another name": "The `count` of the relay's `read` method defaults to 5 and more.",
    "code in a fence": "```python\ntimeout = 5  # `retry_delay` defaults to 7\n# A sweeper is a task of the relay\n```",
    "a comment": "<!--\nA sweeper is a background task that removes expired segments from the disk.\n-->",
    "a table of marks": "| Option | Supported |\n|---|---|\n| `a_b` | ✅ |\n| `c_d` | ❌ |",
    "a table of figures without keys": "| 1 | 2 |\n|---|---|\n| 3 | 4 |\n| 5 | 6 |",
    "a yes or no question": "## Can I change the port?\n\nYes, with a flag.",
    "names made up for an example": "- `my_setting` (`int`, *optional*, defaults to 3): an example.",
    "steps without a goal": "1. The relay is small.\n2. The relay is quick.",
    "an item that is only a link": "- [Guide](guide.md)\n- [API](api.md)",
    "a half bracket": "A sweeper is a task (of the relay that removes old segments.",
}


@pytest.mark.parametrize("text", NOTHING.values(), ids=NOTHING.keys())
def test_what_is_no_fact_of_its_own_is_left_alone(text: str) -> None:
    assert ask(text, "Notes") == []


def test_steps_that_go_on_after_the_chunk_are_no_procedure() -> None:
    text = f"# Relay\n\n{FILLER}\n1. Stop the relay.\n2. Copy the folder.\n3. Start the relay.\n"
    document = Document("a.md", text, "Relay", "", "text/markdown")
    whole = Chunk(Span.of(document, 0, len(text)), ("Relay", NUMBERED))
    cut = Chunk(Span.of(document, 0, text.index("3. ")), ("Relay", NUMBERED))
    assert [one.kind for one in write(whole, document, product="Pebblewire")] == ["procedure"]
    assert write(cut, document, product="Pebblewire") == []


def test_a_paragraph_cut_by_the_chunk_is_not_asked_about() -> None:
    text = f"{FILLER} A sweeper is a background task that removes expired segments from the disk."
    document = Document("a.md", text, "Relay", "", "text/markdown")
    assert write(Chunk(Span.of(document, 0, len(text) - 20), ("Relay",)), document, product="Pebblewire") == []
    assert len(write(Chunk(Span.of(document, 0, len(text)), ("Relay",)), document, product="Pebblewire")) == 1


@pytest.mark.parametrize(
    ("title", "headings", "where"),
    [
        ("Stable Audio 3", (), " in Stable Audio 3"),
        ("Caching", (), " for caching in Pebblewire"),
        ("Overview", (), " in Pebblewire"),
        ("How delivery works", (), " in Pebblewire"),
        ("Overview", ("RelayStore",), " in RelayStore"),
        ("buffer_compare", (), " in `buffer_compare`"),
    ],
)
def test_a_question_says_where_its_fact_holds(title: str, headings: tuple[str, ...], where: str) -> None:
    found = asked(f"The default value of `retry_delay` is 7. Thus {title} waits.", *headings, title=title)
    assert found == {f"What is the default value of `retry_delay`{where}?": "7"}


def test_the_product_of_a_corpus_is_the_name_that_most_documents_speak_of() -> None:
    documents = [Document(f"{n}.md", FILLER + f"\nHere Other{n} is named.", "", "", "") for n in range(5)]
    assert product(documents) == "Pebblewire"
    assert product([Document("a.md", "no names here. None at all.", "", "", "")]) == ""
    assert product([]) == ""


def test_without_a_product_the_documents_own_name_is_used() -> None:
    document = page("The default value of `retry_delay` is 7. Nobody at Pebblewire knows why.")
    (candidate,) = write(Chunk(Span.of(document, 0, len(document.text)), ("Settings",)), document)
    assert candidate.question == "What is the default value of `retry_delay` in Pebblewire?"


def test_a_chunk_gives_at_most_six_candidates_of_different_patterns_first() -> None:
    rows = "".join(f"| `part.key{n}` | `{n}` | Number of the {n}th part |\n" for n in range(9))
    text = f"| Setting | Default | Meaning |\n|---|---|---|\n{rows}\nThe maximum batch size is 100 messages.\n"
    found = ask(text)
    assert len(found) == 6
    assert "maximum batch size" in found[0].question or "maximum batch size" in found[1].question


PIECES = st.sampled_from(
    [
        *(case[1] for case in CASES),
        *NOTHING.values(),
        "1. Run it.\n2. Stop it.",
        "|",
        "`",
        "**",
        "[",
        "](",
        "```",
        "<!--",
        "\n",
        "\n\n",
        "Pebblewire supports the following formats:\n\n- a\n- b",
    ]
)
TEXTS = st.lists(PIECES | st.text(max_size=40), min_size=1, max_size=8).map("\n".join).filter(str.strip)


@given(
    text=TEXTS, headings=st.lists(st.text(min_size=1, max_size=20) | st.just("Parameters"), max_size=3), data=st.data()
)
@settings(deadline=None, max_examples=200)
def test_whatever_the_text_evidence_is_verbatim_and_holds_the_answer(
    text: str, headings: list[str], data: st.DataObject
) -> None:
    document = Document("a.md", text.replace("\r", "\n"), "Title", "", "text/markdown")
    length = len(document.text)
    start = data.draw(st.integers(0, length - 1))
    end = data.draw(st.integers(start + 1, length))
    assume(document.text[start:end].strip())
    chunk = Chunk(Span.of(document, start, end), tuple(headings))
    found = write(chunk, document, product="Pebblewire")
    assert found == write(chunk, document, product="Pebblewire")
    for candidate in found:
        for component in candidate.components:
            for evidence in component.evidence:
                span = evidence.span
                assert document.text[span.start : span.end] == span.text
                assert chunk.span.contains(span)
                assert find_normalised(component.text, span.text) or component.text in " ".join(span.text.split())
        assert candidate.question.endswith("?")
        assert candidate.chunk_ids == (chunk.id,)
        assert len({component.text for component in candidate.components}) == len(candidate.components)


def test_the_writer_asks_of_chunks_as_the_chunker_makes_them() -> None:
    rows = "".join(f"| `part.key{n}` | `{n}` | Number of the {n}th part |\n" for n in range(40))
    document = page(f"| Setting | Default | Meaning |\n|---|---|---|\n{rows}")
    found = [one for chunk in chunk_document(document) for one in write(chunk, document, product="Pebblewire")]
    assert found
    assert all(one.components[0].evidence[0].span.text.startswith("|") for one in found if "part.key" in one.question)
