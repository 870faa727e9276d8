from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import benchmill
from benchmill.records import MissingExtra, UsageError
from benchmill.reporting.report import write_report
from benchmill.retrieving import baselines
from benchmill.retrieving.baselines import baseline_run
from benchmill.retrieving.colbert import late_interaction
from benchmill.retrieving.dense import nearest
from benchmill.retrieving.embedding import embedder, kept_as
from benchmill.retrieving.fusion import fused
from benchmill.workspace.folder import Workspace
from benchmill.workspace.prune import prune
from tests.end_to_end.command import EXAMPLES
from tests.servers.embeddings import EmbeddingServer, embedding_server
from tests.servers.llama.tiny_gguf import write_tiny_gguf


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with embedding_server() as running:
        yield running


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dense")
    benchmill.grow(EXAMPLES, folder / "bench", questions=10)
    return folder / "bench"


@pytest.fixture
def bench(grown: Path, tmp_path: Path) -> Path:
    return shutil.copytree(grown, tmp_path / "bench")


def test_vectors_find_what_words_share_and_a_second_night_embeds_nothing(bench: Path, server: EmbeddingServer) -> None:
    run = baseline_run(bench, "dense:openai:bag", base_url=server.base_url)
    asked = len(server.embedded)
    assert asked == len(set(server.embedded)) > 10
    assert benchmill.score(bench, run).metrics["recall@10"].mean > 0.5
    assert baseline_run(bench, "dense:openai:bag", base_url=server.base_url) == run
    assert len(server.embedded) == asked


def test_pruning_keeps_the_vectors_that_a_search_needs_and_drops_those_of_old_texts(
    bench: Path, server: EmbeddingServer
) -> None:
    run = baseline_run(bench, "dense:openai:bag", base_url=server.base_url)
    asked = len(server.embedded)
    with Workspace(bench).writing() as ledger:
        ledger.vectors.put("openai:bag", {"of a text that is gone": [1.0, 2.0]})
    pruned = prune(Workspace(bench))
    assert (pruned.vectors_dropped, pruned.vectors_kept) == (1, asked)
    assert baseline_run(bench, "dense:openai:bag", base_url=server.base_url) == run
    assert len(server.embedded) == asked
    assert prune(Workspace(bench)).vectors_dropped == 0


def test_the_report_compares_bm25_with_the_vectors_that_a_search_left(bench: Path, server: EmbeddingServer) -> None:
    baseline_run(bench, "dense:openai:bag", base_url=server.base_url)
    asked = len(server.embedded)
    with Workspace(bench).writing() as ledger:
        ledger.vectors.put("openai:other", {"of one text only": [1.0, 2.0]})
    number = write_report(Workspace(bench)).numbers["bm25_dense_gap"]
    assert "openai:bag" in number.label
    assert number.n > 5  # two are unanswerable
    assert number.label in (bench / "report.html").read_text(encoding="utf-8")
    assert len(server.embedded) == asked


def test_another_model_has_vectors_of_its_own(bench: Path, server: EmbeddingServer) -> None:
    baseline_run(bench, "dense:openai:bag", base_url=server.base_url)
    asked = len(server.embedded)
    baseline_run(bench, "dense:ollama:bag", base_url=server.base_url)
    assert len(server.embedded) == 2 * asked


def test_a_hybrid_run_holds_what_either_finds_and_as_many_passages_as_were_asked_for(
    bench: Path, server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(baselines, "_FUSED", 5)  # as with --k 200 in a corpus of more than 200 passages
    hybrid = baseline_run(bench, "hybrid:openai:bag", base_url=server.base_url, k=20)
    words, vectors = baseline_run(bench, "bm25", k=3), baseline_run(bench, "dense:openai:bag", k=3)
    for name, passages in hybrid.passages.items():
        found = {one.id for one in passages}
        assert {one.id for one in (*words.passages[name][:1], *vectors.passages[name][:1])} <= found
        assert len(passages) == 20


def test_a_model_file_gives_vectors_also_for_texts_longer_than_it_reads(
    bench: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    spec, reported = f"gguf:{write_tiny_gguf(tmp_path / 'tiny.gguf')}", list[str]()
    run = baseline_run(bench, f"dense:{spec}", report=reported.append)
    assert all(len(passages) == 10 for passages in run.passages.values())
    assert reported == ["loading tiny.gguf (1 MB) into a server that benchmill runs"]
    assert baseline_run(bench, f"dense:{spec}", report=reported.append) == run
    assert len(reported) == 1  # every vector is known: no server is started
    moved = shutil.copy(tmp_path / "tiny.gguf", tmp_path / "moved.gguf")
    assert kept_as(f"gguf:{moved}") == kept_as(spec)
    with Path(moved).open("ab") as file:
        file.write(b"another model")
    assert kept_as(f"gguf:{moved}") != kept_as(spec)

    async def embedded(texts: list[str]) -> list[list[float]]:
        async with embedder(spec) as embed:
            return [[round(x, 4) for x in vector] for vector in await embed(texts)]

    short, cut, *_ = asyncio.run(embedded(["data file", "data file " * 2000, "the limit"]))
    assert len(short) == len(cut) == 64
    assert short != cut
    assert capfd.readouterr() == ("", "")


def test_a_busy_server_is_asked_again(bench: Path, server: EmbeddingServer) -> None:
    server.failures = 1
    assert baseline_run(bench, "dense:openai:bag", base_url=server.base_url).passages


def test_a_spec_that_is_none_is_refused(bench: Path) -> None:
    with pytest.raises(UsageError, match="vectors come from openai:NAME"):
        baseline_run(bench, "dense:word2vec")
    with pytest.raises(UsageError, match="there are: bm25, dense:SPEC"):
        baseline_run(bench, "bm26")


def test_a_model_of_ones_own_needs_its_extra(bench: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)  # as where it is not installed
    with pytest.raises(MissingExtra, match="extra `embeddings`"):
        baseline_run(bench, "dense:sentence-transformers:any")


def test_colbert_needs_its_extra(bench: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pylate", None)  # as where it is not installed
    with pytest.raises(MissingExtra, match="searching with ColBERT needs the extra `colbert`"):
        baseline_run(bench, "colbert:any")


def test_late_interaction_adds_up_the_most_similar_word_of_each_text() -> None:
    random = np.random.default_rng(7)
    query, texts = random.normal(size=(3, 4)), [random.normal(size=(length, 4)) for length in (1, 5, 2)]
    plain = [sum(max(float(word @ other) for other in text) for word in query) for text in texts]
    assert np.allclose(late_interaction([query], texts), [plain])


def test_the_nearest_have_the_largest_cosine_and_equal_ones_keep_their_order() -> None:
    texts = [[1.0, 0.0], [0.0, 2.0], [3.0, 0.0], [0.0, 0.0]]
    assert [place for place, _ in nearest([[1.0, 0.1]], texts, 3)[0]] == [0, 2, 1]
    assert nearest([[1.0]], [], 3) == [[]]


def test_fusion_prefers_what_both_rankings_have() -> None:
    assert [place for place, _ in fused([[(4, 1.0), (5, 0.5)], [(6, 1.0), (5, 0.5)]], 3)] == [5, 4, 6]
