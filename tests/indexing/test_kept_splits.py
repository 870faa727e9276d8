"""A long paragraph is cut once: later runs cut it at the same places without the splitter."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from benchmill.generator.chunkers import split_prose
from benchmill.growing.source import read_source
from benchmill.indexing.facts_file import KeptFacts
from benchmill.indexing.kept_splits import KeptSplits
from benchmill.settings import GrowSettings

LONG = "A sentence of some words, which is one of many. " * 60
KEPT = """
import sys
from pathlib import Path
from benchmill.growing.source import read_source
from benchmill.indexing.facts_file import KeptFacts
from benchmill.settings import GrowSettings
from dataclasses import replace
with KeptFacts(Path(sys.argv[2])) as kept:
    chunks = replace(read_source(Path(sys.argv[1]), GrowSettings()), kept=kept).chunks()
    print([chunk.text for chunk in chunks], "langchain_text_splitters" in sys.modules)
"""


@given(st.text("ab. \n", max_size=300), st.text("ab. \n", max_size=300), st.integers(4, 60))
def test_kept_pieces_are_those_of_the_splitter_wherever_the_paragraph_stands(one: str, other: str, size: int) -> None:
    with KeptFacts() as kept:
        for text in (one + other, other + one, one + other):
            start = text.index(one)
            cut = list(split_prose(text, start, start + len(one), size, size // 4))
            assert list(KeptSplits(kept)(text, start, start + len(one), size, size // 4)) == cut


def test_a_page_whose_long_paragraph_did_not_change_is_cut_without_loading_the_splitter(tmp_path: Path) -> None:
    docs, facts = tmp_path / "docs", tmp_path / "facts.sqlite"
    docs.mkdir()
    command = [sys.executable, "-c", KEPT, str(docs), str(facts)]
    for sentence, loaded in (("First.", True), ("Another.", False)):
        (docs / "a.md").write_text(f"# Page\n\n{sentence}\n\n{LONG}\n", encoding="utf-8")
        cut = [chunk.text for chunk in read_source(docs, GrowSettings()).chunks()]
        assert subprocess.run(command, check=True, capture_output=True, text=True).stdout == f"{cut} {loaded}\n"
