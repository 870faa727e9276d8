#!/usr/bin/env bash
# examples/docs -> demo-bench/: a benchmark grown without a model, a BM25 run over it, and its score.
set -euo pipefail
cd "$(dirname "$0")/.."
read -r -a benchmill <<<"${BENCHMILL:-.venv/bin/python -m benchmill}"
python="${PYTHON:-.venv/bin/python}"
bench=demo-bench

rm -rf "$bench"
say() { printf '\n$ benchmill %s\n' "$*"; }
run() {
    say "$@"
    "${benchmill[@]}" "$@"
}

run grow examples/docs --out "$bench" --model extractive
run retrieve "$bench" --retriever bm25 --k 10 --out "$bench/bm25-run.json"
run score fastbook "$bench/benchmark.json" "$bench/bm25-run.json" --k 10
"${benchmill[@]}" score fastbook "$bench/benchmark.json" "$bench/bm25-run.json" --k 10 --json >"$bench/bm25-score.json"

"$python" examples/summary.py "$bench"
