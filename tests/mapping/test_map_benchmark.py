from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmill.mapping.index_chunks import IndexChunk
from benchmill.mapping.map_benchmark import map_benchmark, map_items
from benchmill.mapping.mapping import Mapping, read_mapping, write_mapping
from benchmill.mapping.wanted import WantedComponent, WantedItem, WantedQuote
from benchmill.outputs.fastbook import Component, Question, write_questions
from benchmill.records import InputError

_PAGE = (
    "The gate of the relay lets six calls through at once. Every further call waits in a queue until a slot is free. "
    "The queue holds at most 240 calls; the relay answers the next one with status 503 and the header Retry-After."
)
_OTHER = "Backups are written every night to a bucket of your own, encrypted with a key that only you hold."


def _mapped(quote: str, *chunks: IndexChunk, answer: str = "", around: str = "", document: str = "") -> Mapping:
    component = WantedComponent((WantedQuote(quote, document, around),), (answer,) if answer else ())
    return map_items("bench", [WantedItem("q-1", (component,))], chunks)


def _ids(mapping: Mapping) -> list[tuple[str, ...]]:
    return [link.chunks for link in mapping.items["q-1"][0].links]


def test_a_verbatim_quote_is_linked_with_full_confidence() -> None:
    mapping = _mapped("lets six calls through at once", IndexChunk("a", _OTHER), IndexChunk("b", _PAGE))
    (link,) = mapping.items["q-1"][0].links
    assert (link.chunks, link.how, link.confidence) == (("b",), "verbatim", 1.0)
    assert mapping.ceiling.items == 1


def test_markup_white_space_and_quotes_do_not_hide_a_quote() -> None:
    quote = "The *gate* of the [relay](relay.md) lets `six calls`\n  through at once."
    (link,) = _mapped(quote, IndexChunk("a", _OTHER), IndexChunk("b", _PAGE)).items["q-1"][0].links
    assert (link.chunks, link.how) == (("b",), "normalised")


def test_evidence_cut_by_a_chunker_is_linked_to_both_halves() -> None:
    quote = "Every further call waits in a queue until a slot is free."
    cut = _PAGE.index("until")
    mapping = _mapped(quote, IndexChunk("a", _PAGE[:cut]), IndexChunk("b", _PAGE[cut:]), IndexChunk("c", _OTHER))
    assert _ids(mapping) == [("a", "b")]
    assert (mapping.ceiling.items, mapping.ceiling.whole) == (1, 0)


def test_evidence_over_three_small_chunks_is_linked_to_all_three() -> None:
    pieces = ["The gate of the relay lets six", "calls through at once. Every further", "call waits in a queue until"]
    quote = "relay lets six calls through at once. Every further call waits in a queue"
    mapping = _mapped(quote, *(IndexChunk(str(n), text) for n, text in enumerate(pieces)))
    assert _ids(mapping) == [("0", "1", "2")]


def test_a_chunk_with_nearly_all_of_the_quote_and_the_answer_proves_it_alone_too() -> None:
    quote = "The queue holds at most 240 calls; the relay answers the next one with status 503"
    cut = _PAGE.index("status 503")
    chunks = (IndexChunk("a", _PAGE[:cut]), IndexChunk("b", _PAGE[cut:]))
    assert _ids(_mapped(quote, *chunks, answer="240 calls")) == [("a", "b"), ("a",)]
    assert _ids(_mapped(quote, *chunks, answer="status 503")) == [("a", "b")]


def test_a_passage_that_a_parser_damaged_is_found_by_similarity() -> None:
    quote = "The queue holds at most 240 calls; the relay answers the next one with status 503"
    damaged = _PAGE.replace("relay answers", "rclay answ ers").replace("queue holds", "qucue hoIds")
    (link,) = _mapped(quote, IndexChunk("a", _OTHER), IndexChunk("b", damaged), answer="at most").items["q-1"][0].links
    assert (link.chunks, link.how) == (("b",), "aligned")
    assert link.confidence < 0.9


@pytest.mark.parametrize(("old", "new"), [("240", "24"), ("503", "500"), ("at most 240", "at most -240")])
def test_no_link_is_made_where_a_number_differs(old: str, new: str) -> None:
    quote = "The queue holds at most 240 calls; the relay answers the next one with status 503"
    mapping = _mapped(quote, IndexChunk("a", _PAGE.replace(old, new)), answer="240")
    assert mapping.items["q-1"][0].links == ()
    assert mapping.items["q-1"][0].reason == "value-differs"


def test_no_link_is_made_where_an_identifier_differs() -> None:
    quote = "Set max_open_slots in the relay file to the number of calls that you can pay for"
    text = quote.replace("max_open_slots", "min_open_slots")
    mapping = _mapped(quote, IndexChunk("a", text), answer="max_open_slots")
    assert mapping.items["q-1"][0].reason == "value-differs"


def test_a_line_of_many_pages_is_linked_where_its_surroundings_are() -> None:
    pages = [
        IndexChunk("retries", "retry policy of the relay client\n\nDefaults to 5.\n\nbackoff doubles between attempts"),
        IndexChunk("slots", "worker slots of the scheduler process\n\nDefaults to 5.\n\neach slot holds memory"),
    ]
    around = "retry policy of the relay client and how backoff doubles between attempts"
    assert _ids(_mapped("Defaults to 5.", *pages, around=around)) == [("retries",)]


def test_a_line_of_many_pages_is_not_linked_to_a_page_about_something_else() -> None:
    around = "retry policy of the relay client and how backoff doubles between attempts"
    other = IndexChunk("slots", "worker slots of the scheduler process\n\nDefaults to 5.\n\neach slot holds memory")
    assert _ids(_mapped("Defaults to 5.", other, IndexChunk("x", _OTHER), IndexChunk("b", around), around=around)) == []


def test_a_repeated_item_or_row_is_linked_only_where_the_same_text_is_beside_it() -> None:
    # found by reading links by hand: the name in a sentence, the row of the input table, were taken for the evidence
    for quote, before, after, own, others in (
        (
            "- `RelayForImages`",
            "There are three types of relays:\n\n- `RelayForText`\n",
            "\n- `RelayForAudio`\n\nEach of them has a mapping.",
            "types of relays: RelayForText RelayForImages RelayForAudio Each of them has a mapping.",
            [
                "RelayForImages returns a relay of the model.",
                "from relay import RelayForImages relay = RelayForImages()",
            ],
        ),
        (
            "| `group` | `str` | Group of the related parameters |",
            "### Output\n\n| `text` | `str` | Human-readable text |\n",
            "\n| `metadata` | `dict` | Additional information |",
            "Output text str Human-readable text group str Group of the related parameters metadata dict Additional",
            ["Input text str Human-readable text group str Group of the related parameters (such as inputs) metadata"],
        ),
    ):
        chunks = [IndexChunk(f"other {n}", f"<p>{text}</p>", "relay.md") for n, text in enumerate(others)]
        component = WantedComponent((WantedQuote(quote, "relay.md", before, after),))
        item = WantedItem("q-1", (component,))
        assert _ids(map_items("bench", [item], [*chunks, IndexChunk("own", own, "relay.md")])) == [("own",)]


def test_the_named_document_decides_between_equal_passages() -> None:
    chunks = [IndexChunk("old", _PAGE, "v1/relay.html"), IndexChunk("new", _PAGE, "v2/relay.html")]
    assert _ids(_mapped("lets six calls through", *chunks, document="v2/relay.md")) == [("new",)]


def test_what_cannot_be_mapped_has_the_reason() -> None:
    quote = "Every further call waits in a queue until a slot is free."
    around = _PAGE.replace(quote, "")
    rest = IndexChunk("a", around, "relay.md")
    half = IndexChunk("a", "Every further call waits in a queue", "relay.md")
    reasons = [
        _mapped(quote, chunk, IndexChunk("z", _OTHER, "x.md"), around=around, document="relay.md")
        .items["q-1"][0]
        .reason
        for chunk in (IndexChunk("a", _OTHER, "other.md"), rest, half)
    ]
    assert reasons == ["document-missing", "parser", "chunk-boundary"]


def test_the_ceiling_counts_items_and_components() -> None:
    found, lost = (WantedComponent((WantedQuote(text),)) for text in ("lets six calls through", "nowhere to be seen"))
    items = [WantedItem("q-1", (found, lost)), WantedItem("q-2", (found,)), WantedItem("q-3", ())]
    ceiling = map_items("bench", items, [IndexChunk("a", _PAGE)]).ceiling
    assert (ceiling.items, ceiling.components) == (0.5, 0.75)


def test_a_mapping_is_read_back_as_it_was(tmp_path: Path) -> None:
    mapping = _mapped("lets six calls through", IndexChunk("b", _PAGE))
    write_mapping(tmp_path / "m.json", mapping)
    assert read_mapping(tmp_path / "m.json") == mapping
    (tmp_path / "run.json").write_text("{}")
    with pytest.raises(InputError, match="is not a mapping: benchmill map"):
        read_mapping(tmp_path / "run.json")


def test_a_benchmark_json_alone_can_be_mapped(tmp_path: Path) -> None:
    component = Component(("six",), ("lets six calls through",))
    write_questions(tmp_path / "benchmark.json", [Question(1, 1, "How many?", "six", (component,))])
    (tmp_path / "chunks.jsonl").write_text(json.dumps({"_id": "b", "text": _PAGE}) + "\n")
    mapping = map_benchmark(tmp_path / "benchmark.json", tmp_path / "chunks.jsonl")
    assert mapping.items["1.1"][0].links[0].chunks == ("b",)
