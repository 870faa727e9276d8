#!/usr/bin/env bash
# A docs folder -> its benchmark, brought up to date; options go on to `benchmill grow`. The recipes beside it call this.
#
#   DOCS     the docs folder (docs)          BENCH    the workspace, kept from night to night (bench)
#   SUMMARY  a Markdown page to write; on GitHub Actions the job's own page is written to as well
#
# Ends with grow's exit code: 0 done, 1 fewer items than --fail-under, 2 wrong usage, 3 no model, 4 a budget ended the
# run. After 1, 3 and 4 the next night goes on from what is there, without paying again.
set -euo pipefail

page=$(mktemp)
trap 'rm -f "$page"' EXIT

code=0
benchmill grow "${DOCS:-docs}" --out "${BENCH:-bench}" --log-format json --summary "$page" "$@" || code=$?

if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    cat "$page" >>"$GITHUB_STEP_SUMMARY"
fi
if [ -n "${SUMMARY:-}" ]; then
    cat "$page" >"$SUMMARY"
fi
exit "$code"
