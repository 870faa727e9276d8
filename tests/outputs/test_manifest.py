from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from benchmill.outputs.manifest import Manifest, corpus_hash, file_hashes, read_manifest, write_manifest
from benchmill.records import Document, InputError


def a_manifest(**changes: object) -> Manifest:
    values: dict[str, object] = {
        "name": "docs",
        "version": "0.1.0",
        "accepted": 3,
        "corpus_hash": "00ff",
        "models": {"generator": "ollama:llama3", "critic": "openai:m"},
        "prompts": {"generator/factoid": "0123456789abcdef"},
        "settings": {"questions": 3, "kinds": ["factoid"], "seed": 0},
        "counts": {"candidates": 9, "rejected": {"points-at-source": 2}},
        "files": {"items.jsonl": "aa", "benchmark.json": "bb"},
        "calls": 13,
        "input_tokens": 9000,
        "output_tokens": 700,
    }
    return Manifest(**(values | changes))  # type: ignore[arg-type]


def test_write_read_write_gives_the_same_bytes(tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    write_manifest(path, a_manifest(name="U+2028 \u2028, alone \ud800"))
    first = path.read_bytes()
    assert read_manifest(path) == a_manifest(name="U+2028 \u2028, alone \ud800")
    write_manifest(path, read_manifest(path))
    assert path.read_bytes() == first


def test_the_order_in_which_values_were_gathered_does_not_show(tmp_path: Path) -> None:
    write_manifest(tmp_path / "a", a_manifest())
    write_manifest(tmp_path / "b", a_manifest(models={"critic": "openai:m", "generator": "ollama:llama3"}))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_cost_is_given_for_each_accepted_item(tmp_path: Path) -> None:
    write_manifest(tmp_path / "manifest.json", a_manifest())
    cost = json.loads((tmp_path / "manifest.json").read_text())["cost"]
    each = {"calls": 4.333, "input_tokens": 3000.0, "output_tokens": 233.333, "usd": None}
    assert cost["per_accepted_item"] == each
    priced = a_manifest(usd=0.3).as_json()["cost"]
    assert isinstance(priced, dict)
    assert priced["per_accepted_item"] == each | {"usd": 0.1}
    none = a_manifest(accepted=0).as_json()["cost"]
    assert isinstance(none, dict)
    assert none["per_accepted_item"] == dict.fromkeys(("calls", "input_tokens", "output_tokens", "usd"))


def test_the_corpus_hash_changes_with_what_counts_and_not_with_order() -> None:
    one = Document("a.md", "text", "A", "hash", "text/markdown")
    two = Document("b.md", "text", "B", "hash", "text/markdown")
    assert corpus_hash([one, two]) == corpus_hash([two, one])
    assert corpus_hash([one, two]) != corpus_hash([one])
    assert corpus_hash([one]) != corpus_hash([Document("a.md", "text!", "A", "hash", "text/markdown")])
    assert corpus_hash([one]) != corpus_hash([Document("c.md", "text", "A", "hash", "text/markdown")])


def test_file_hashes_are_of_the_bytes(tmp_path: Path) -> None:
    (tmp_path / "items.jsonl").write_bytes(b"{}\n")
    assert file_hashes(tmp_path, ["items.jsonl"]) == {"items.jsonl": hashlib.sha256(b"{}\n").hexdigest()}
    with pytest.raises(InputError, match=r"none.json cannot be read"):
        file_hashes(tmp_path, ["none.json"])


def test_a_damaged_manifest_is_refused_by_field(tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(a_manifest().as_json() | {"accepted": "3"}))
    with pytest.raises(InputError, match=r"manifest.json: 'accepted' must be a whole number, not a text"):
        read_manifest(path)
