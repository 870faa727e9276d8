#!/usr/bin/env bash
# A docs folder -> its benchmark, brought up to date, scored and published; options go on to `benchmill grow`.
# The recipes beside it call this.
#
#   BENCHMILL  the command (benchmill)       DOCS     the docs folder (docs)
#   BENCH      the workspace, kept from night to night (bench)
#   SUMMARY    a Markdown page to write; on GitHub Actions the job's own page is written to as well
#   TARGET     your system, asked every question: module:function, or an address; else
#   RETRIEVE   a command that writes your retriever's run to $RUN; without both the BM25 baseline is scored
#   FLOOR      METRIC=VALUE, e.g. recall@10=0.8: a lower score fails the night
#   DATASET    a LangSmith dataset to publish to, with LANGSMITH_API_KEY; without it nothing is published
#
# Ends with grow's exit code: 0 done, 1 fewer items than --fail-under, 2 wrong usage, 3 no model, 4 a budget ended the
# run; else with the first other step's that failed. After 1, 3 and 4 the next night goes on from what is there.
set -euo pipefail

benchmill="${BENCHMILL:-benchmill}" docs="${DOCS:-docs}" bench="${BENCH:-bench}"
if ! command -v "$benchmill" >/dev/null; then
    echo "nightly.sh: $benchmill is not on the PATH ($PATH); name it: BENCHMILL=/path/to/.venv/bin/benchmill" >&2
    exit 2
fi

scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
page="$scratch/page.md"

code=0
"$benchmill" grow "$docs" --out "$bench" --log-format json --summary "$page" "$@" || code=$?

step() { # step TITLE COMMAND...: a section of the page; a failure is kept for the end, and the next step still runs
    local title="$1" failed=0
    shift
    "$@" >"$scratch/out" || failed=$?
    printf '\n### %s\n\n```\n%s\n```\n' "$title" "$(sed '/^next /d' "$scratch/out")" >>"$page"
    if [ "$code" -eq 0 ]; then code=$failed; fi
}

if [ "$code" -le 1 ]; then
    export RUN="$scratch/run.json"
    if [ -n "${TARGET:-}" ]; then
        RUN="$scratch/run.jsonl"
        step "System" "$benchmill" run "$bench" --target "$TARGET" --out "$RUN" ${FLOOR:+--fail-under "$FLOOR"}
    else
        if [ -n "${RETRIEVE:-}" ]; then
            step "Retrieval" sh -c "$RETRIEVE"
        else
            step "BM25 baseline" "$benchmill" retrieve "$bench" --out "$RUN"
        fi
        step "Score" "$benchmill" score fastbook "$bench" "$RUN" ${FLOOR:+--fail-under "$FLOOR"}
    fi
    # against the last night that was not worse, on the questions that both editions have
    last="$bench/last" worse=0
    if [ -f "$last/run" ]; then
        "$benchmill" compare "$bench" "tonight=$RUN" --old "$last/benchmark.json" "$last/run" \
            --fail-if-worse --markdown >"$scratch/out" || worse=$?
        printf '\n' | cat - "$scratch/out" >>"$page"
        if [ "$code" -eq 0 ]; then code=$worse; fi
    fi
    if [ "$worse" -eq 0 ] && [ -f "$RUN" ]; then
        mkdir -p "$last" && cp "$RUN" "$last/run" && cp "$bench/benchmark.json" "$last/benchmark.json"
    fi
    if [ -n "${DATASET:-}" ]; then
        step "LangSmith" "$benchmill" publish "$bench" --to langsmith --dataset "$DATASET"
    fi
fi

if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    cat "$page" >>"$GITHUB_STEP_SUMMARY"
fi
if [ -n "${SUMMARY:-}" ]; then
    cat "$page" >"$SUMMARY"
fi
exit "$code"
