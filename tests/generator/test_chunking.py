"""Document -> Chunks: verbatim, whole, complete."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from benchmill.generator.chunkers import chunk_document
from benchmill.generator.loaders.notebook import read_notebook
from benchmill.generator.markup.blocks import body_start
from benchmill.generator.markup.front_matter import front_matter_end
from benchmill.generator.markup.markdown import markdown_blocks
from benchmill.records import Chunk, Document, UsageError
from tests.cpu_ceiling import cpu_ceiling

MEDIA_TYPES = ["text/markdown", "text/mdx", "text/plain", "text/x-rst", "text/html"]


def page(text: str, media_type: str = "text/markdown", title: str = "Page") -> Document:
    return Document("page.md", text, title, "", media_type)


def texts(text: str, size: int = 200, overlap: int = 0, media_type: str = "text/markdown") -> list[str]:
    return [chunk.text for chunk in chunk_document(page(text, media_type), size=size, overlap=overlap)]


def check(document: Document, chunks: list[Chunk], size: int) -> None:
    """What is true of every document's chunks."""
    place = body_start(document.text, document.media_type)
    last = -1
    for chunk in chunks:
        start, end = chunk.span.start, chunk.span.end
        assert document.text[start:end] == chunk.text
        assert chunk.text.strip()
        assert len(chunk.text) <= size
        assert chunk.headings
        assert all(chunk.headings)
        assert start > last
        assert not document.text[place:start].strip()
        last, place = start, max(place, end)
    assert not document.text[place:].strip()


LINES = st.sampled_from(
    [
        *(
            "# One",
            "## Two *b*",
            "Three\n===",
            "four\n---",
            "text and more text. And a sentence.",
            "- item",
            "  - inner",
        ),
        *("1. step", "   more of the step", "> quoted", "> > deeper", "```python", "```", "~~~", "    indented", "\tx"),
        *("| a | b |", "|---|---|", "| 1 | 2 |", "<div>", "</div>", '<hfoptions id="x">', "<!--", "-->", "{/* c */}"),
        *(
            "",
            "",
            "",
            "---",
            "title: x",
            "...",
            "[a]: http://b",
            "***",
            ".. note::",
            "   body",
            "Title",
            "=====",
            "~~~~~",
        ),
        *(
            "👩‍👩‍👧 שלום e\u0301e\u0301",
            "\ud800",
            "\x0b\x0c\x85\u2028",
            "word " * 30,
            "x" * 120,
            "。".join("日本語" * 20),
        ),
    ]
)
DOCUMENTS = st.one_of(
    st.lists(LINES, max_size=30).map("\n".join), st.text(max_size=300).map(lambda t: t.replace("\r", ""))
)


@settings(max_examples=300)
@given(DOCUMENTS, st.sampled_from(MEDIA_TYPES), st.integers(1, 300), st.data())
def test_chunks_are_verbatim_in_order_never_blank_and_miss_nothing(
    text: str, media_type: str, size: int, data: st.DataObject
) -> None:
    overlap = data.draw(st.integers(0, size - 1))
    document = page(text, media_type)
    check(document, chunk_document(document, size=size, overlap=overlap), size)


@settings(max_examples=150)
@given(st.lists(st.tuples(st.sampled_from(["markdown", "code", "raw"]), DOCUMENTS), max_size=5), st.integers(40, 300))
def test_cells_of_a_notebook_are_covered_too(cells: list[tuple[str, str]], size: int) -> None:
    places, text = [], ""
    for kind, source in cells:
        places.append((len(text), kind))
        text += source + "\n"
    document = Document("n.ipynb", text, "N", "", "application/x-ipynb+json", tuple(places))
    check(document, chunk_document(document, size=size, overlap=10), size)


@settings(max_examples=150)
@given(st.lists(LINES, max_size=30).map("\n".join), st.integers(60, 200))
def test_code_and_tables_that_fit_are_never_cut(text: str, size: int) -> None:
    begin = front_matter_end(text)
    offsets = [begin]
    for line in text[begin:].split("\n"):
        offsets.append(offsets[-1] + len(line) + 1)
    spans = [chunk.span for chunk in chunk_document(page(text), size=size, overlap=0)]
    tokens = MarkdownIt("commonmark").enable("table").disable("reference").parse(text[begin:])
    for first, end_line in (token.map for token in tokens if token.type in ("fence", "table_open") and token.map):
        start = offsets[first]
        end = start + len(text[start : min(offsets[end_line] - 1, len(text))].rstrip())
        whole = any(span.start <= start and end <= span.end for span in spans)
        assert whole or end == start or end - start > size, text[start:end]


@settings(max_examples=200)
@given(st.lists(LINES, max_size=30).map("\n".join), st.integers(1, 40))
def test_a_text_parsed_in_stretches_has_the_blocks_of_one_parsed_whole(text: str, stretch: int) -> None:
    whole = list(markdown_blocks(text, 0, len(text), 100))
    assert list(markdown_blocks(text, 0, len(text), 100, stretches=(stretch, 10_000))) == whole


@settings(max_examples=200)
@given(st.lists(LINES, max_size=60).map("\n".join), st.integers(1, 30), st.integers(30, 90))
def test_blocks_cut_at_the_limit_of_a_stretch_stay_in_order_and_apart(text: str, stretch: int, limit: int) -> None:
    place = 0
    for block in markdown_blocks(text, 0, len(text), 100, stretches=(stretch, limit)):
        assert place <= block.start < block.end <= len(text)
        place = block.end


def test_a_section_starts_a_chunk_and_a_lone_heading_waits_for_its_text() -> None:
    text = "# Guide\n\n## Install\n\nRun it.\n\n## Use\n\nCall it.\n"
    chunks = chunk_document(page(text))
    assert [chunk.text for chunk in chunks] == ["# Guide\n\n## Install\n\nRun it.", "## Use\n\nCall it."]
    assert [chunk.headings for chunk in chunks] == [("Guide", "Install"), ("Guide", "Use")]


def test_headings_are_plain_words_and_the_title_stands_in_where_there_is_none() -> None:
    text = "Before.\n\n# The **`run`** [command](x.md) {#run}\n\nText.\n\n# <a id='b'></a>End ##\n\nLast.\n"
    headings = [chunk.headings for chunk in chunk_document(page(text, title="Commands"))]
    assert headings == [("Commands",), ("The run command",), ("End",)]


def test_front_matter_is_no_text_and_its_title_stands_above_pages_without_a_top_heading() -> None:
    text = "---\ntitle: Billing\n---\nIntro.\n\n## Refunds\n\nIn 14 days.\n"
    chunks = chunk_document(page(text, title="Billing"))
    assert [chunk.text for chunk in chunks] == ["Intro.", "## Refunds\n\nIn 14 days."]
    assert [chunk.headings for chunk in chunks] == [("Billing",), ("Billing", "Refunds")]


def test_a_heading_inside_code_or_a_comment_is_none() -> None:
    text = "# A\n\n```sh\n# not a heading\n```\n\n<!--\n# neither\n-->\n\ntext\n"
    assert [chunk.headings for chunk in chunk_document(page(text))] == [("A",)]


def test_a_table_too_large_is_cut_between_rows_and_a_list_between_items() -> None:
    rows = [f"| key{number} | value {number} |" for number in range(20)]
    for part in texts("| k | v |\n|---|---|\n" + "\n".join(rows))[1:]:
        assert set(part.split("\n")) <= set(rows)
    items = [f"- item {number}\n\n  ```\n  code {number}\n  ```" for number in range(12)]
    for part in texts("\n".join(items)):
        assert part.startswith("- item")
        assert part.endswith("```")


def test_a_fence_too_large_is_cut_between_lines_and_keeps_its_indentation() -> None:
    code = [f"    line_{number} = {number}" for number in range(40)]
    parts = texts("```python\n" + "\n".join(code) + "\n```\n")
    assert len(parts) > 3
    assert "\n".join(parts) == "```python\n" + "\n".join(code) + "\n```"


def test_a_long_paragraph_is_cut_between_sentences_and_overlaps_at_a_word() -> None:
    sentences = " ".join(f"Sentence number {number} says\nsomething." for number in range(40))
    parts = texts(sentences, size=200, overlap=60)
    assert all(part.endswith("something.") for part in parts)
    chunks = chunk_document(page(sentences), size=200, overlap=60)
    shared = [one.span.end - two.span.start for one, two in pairwise(chunks)]
    assert all(0 < characters <= 60 for characters in shared)
    assert all(sentences[chunk.span.start - 1].isspace() for chunk in chunks[1:])


def test_offsets_are_right_where_a_text_repeats_itself() -> None:
    text = "the same line again. " * 500
    document = page(text)
    chunks = chunk_document(document, size=100, overlap=50)
    check(document, chunks, 100)
    assert chunks[-1].span.end == len(text.rstrip())


def test_a_heading_keeps_the_first_words_of_a_paragraph_too_long_for_both() -> None:
    parts = texts("## Limits\n\n" + "All good things end. " * 12)
    assert parts[0].startswith("## Limits\n\nAll good")


def test_an_accent_is_not_parted_from_its_letter_nor_a_family_from_its_members() -> None:
    for written in ("e\u0301" * 300, "👨‍👩‍👧‍👦" * 100, "👍🏽" * 200):
        for part in texts(written, size=99):
            assert part[0] not in "\u0301\u200d\U0001f3fd"


def test_tags_of_mdx_and_options_leave_the_code_in_them_whole() -> None:
    text = '<Tabs>\n<Tab title="a">\n```py\n# x\n\ny\n```\n</Tab>\n</Tabs>\n\n# After\n\ntext\n'
    chunks = chunk_document(page(text, "text/mdx"), size=60, overlap=0)
    assert any("```py\n# x\n\ny\n```" in chunk.text for chunk in chunks)
    assert chunks[-1].headings == ("After",)
    options = (
        '<hfoptions id="run">\n<hfoption id="cli">\n\n```sh\n# run\n```\n\n</hfoption>\n</hfoptions>\n\n## Next\n\nx\n'
    )
    assert [chunk.headings for chunk in chunk_document(page(options))] == [("Page",), ("Next",)]


@pytest.mark.parametrize(
    ("code", "headings"),
    [
        ("export const Run = () => <Code>\n{`# Make it\nmkdir opt\n`}</Code>;\n\n# After\n", ["After"]),
        ("export const all = [\n  1,\n\n# no heading\n  2,\n];\n\n# After\n", ["After"]),
        ("import Run from './run.mdx';\nimport {\n  a,\n\n# b\n} from 'c'\n\n# After\n", ["After"]),
        ("import './a.css'\n# no heading\n\n# After\n", ["After"]),
        ("export default (() => {\n\n# The bracket stays open\n", ["The bracket stays open"]),
        ("export your keys to a file\n# A heading\n", ["A heading"]),
        ("import data from a file\n# A heading\n", ["A heading"]),
        ("- export const a = 1\n\n# A heading\n", ["A heading"]),
    ],
)
def test_comments_in_the_module_code_of_mdx_are_no_headings(code: str, headings: list[str]) -> None:
    chunks = chunk_document(page(f"{code}\ntext\n", "text/mdx"), size=60, overlap=0)
    assert list(chunks[-1].headings) == headings


def test_headings_of_restructured_text_come_from_their_underlines() -> None:
    text = (
        "=====\nGuide\n=====\n\nIntro.\n\nInstall ``it``\n--------------\n\nRun::\n\n    pip install\n\n    # done\n\n"
        "Options\n~~~~~~~\n\n=====  =====\nName   Value\n=====  =====\na      1\n=====  =====\n\nUse\n---\n\nNow.\n"
    )
    chunks = chunk_document(page(text, "text/x-rst"))
    assert [chunk.headings for chunk in chunks] == [
        *(("Guide",), ("Guide", "Install it"), ("Guide", "Install it", "Options"), ("Guide", "Use"))
    ]
    assert chunks[1].text.endswith("Run::\n\n    pip install\n\n    # done")


def test_a_comment_in_a_code_cell_is_no_heading() -> None:
    notebook = (
        b'{"cells": [{"cell_type": "markdown", "source": ["# Start\\n", "Words."]},'
        b' {"cell_type": "code", "source": "# load it\\nx = 1"}, {"cell_type": "markdown", "source": "More words."}]}'
    )
    read = read_notebook(notebook)
    document = Document("n.ipynb", read.text, "N", "", "application/x-ipynb+json", read.cells)
    assert read.text == "# Start\nWords.\n# load it\nx = 1\nMore words.\n"
    assert [chunk.headings for chunk in chunk_document(document)] == [("Start",)]


def test_an_unclosed_fence_as_long_as_a_book_is_one_fence() -> None:
    text = "# A\n\n```\n" + "# no heading\n" * 60_000 + "```\n\n# B\n\nend\n"
    document = page(text)
    chunks = chunk_document(document)
    check(document, chunks, 1000)
    assert {chunk.headings for chunk in chunks} == {("A",), ("B",)}


@pytest.mark.parametrize(
    "text",
    [
        *("word " * 400_000, "x" * 2_000_000, "\n" * 1_000_000, ">" * 100_000 + "a", "> " * 50_000 + "a"),
        *("- " * 50_000 + "a", "[" * 200_000, "`" * 500_000, "# " + "y" * 500_000, "|" * 300_000, " " * 500_000 + "x"),
        *("".join(" " * depth + "- x\n" for depth in range(600)), "<!-- " * 50_000, "- a\n" * 20_000, "a\n" * 50_000),
    ],
    ids=lambda text: repr(text[:6]),
)
def test_chunking_hostile_text_is_work_in_proportion_to_the_text(text: str) -> None:
    document = page(text)
    with cpu_ceiling(60):
        chunks = chunk_document(document)
    check(document, chunks, 1000)


@pytest.mark.parametrize(("size", "overlap"), [(0, 0), (100, 100), (100, -1)])
def test_a_size_or_overlap_that_makes_no_sense_is_refused(size: int, overlap: int) -> None:
    with pytest.raises(UsageError, match="chunk size"):
        chunk_document(page("x"), size=size, overlap=overlap)
