from __future__ import annotations

from benchmill.outputs.json_files import json_bytes
from benchmill.outputs.manifest import Manifest, corpus_hash
from benchmill.records import Document


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


def test_the_order_in_which_values_were_gathered_does_not_show() -> None:
    other = a_manifest(models={"critic": "openai:m", "generator": "ollama:llama3"})
    assert json_bytes(a_manifest().as_json()) == json_bytes(other.as_json())


def test_cost_is_given_for_each_accepted_item() -> None:
    cost = a_manifest().as_json()["cost"]
    assert isinstance(cost, dict)
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
