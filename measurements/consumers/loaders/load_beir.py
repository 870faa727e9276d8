"""A BEIR folder -> its queries, by beir's GenericDataLoader."""

from __future__ import annotations

import sys
from importlib.metadata import version

from beir.datasets.data_loader import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
    GenericDataLoader,
)
from report import report  # type: ignore[import-not-found, unused-ignore]

corpus, queries, qrels = GenericDataLoader(data_folder=sys.argv[2]).load(split="test")
assert all(judged and judged.keys() <= corpus.keys() for judged in qrels.values())
report(version("beir"), [queries[name] for name in qrels])
