"""TREC qrels and a TREC run -> nDCG, recall and MRR, by ranx's own readers."""

from __future__ import annotations

from importlib.metadata import version

from ranx import Qrels, Run, evaluate  # type: ignore[import-not-found, import-untyped, unused-ignore]
from values import FOLDER, report  # type: ignore[import-not-found, unused-ignore]

qrels = Qrels.from_file(str(FOLDER / "qrels.trec"), kind="trec")
run = Run.from_file(str(FOLDER / "run.trec"), kind="trec")
report(version("ranx"), evaluate(qrels, run, ["ndcg@10", "recall@10", "mrr@10"], make_comparable=True))
