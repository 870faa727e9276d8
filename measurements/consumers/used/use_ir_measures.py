"""TREC qrels and a TREC run -> nDCG, recall and MRR, by ir_measures' own readers."""

from __future__ import annotations

from importlib.metadata import version

import ir_measures  # type: ignore[import-not-found, import-untyped, unused-ignore]
from ir_measures import RR, R, nDCG  # type: ignore[import-not-found, import-untyped, unused-ignore]
from values import FOLDER, report  # type: ignore[import-not-found, unused-ignore]

qrels = list(ir_measures.read_trec_qrels(str(FOLDER / "qrels.trec")))
run = list(ir_measures.read_trec_run(str(FOLDER / "run.trec")))
found = ir_measures.calc_aggregate([nDCG @ 10, R @ 10, RR @ 10], qrels, run)
names = {"nDCG@10": "ndcg@10", "R@10": "recall@10", "RR@10": "mrr@10"}
report(version("ir-measures"), {names[str(measure)]: value for measure, value in found.items()})
