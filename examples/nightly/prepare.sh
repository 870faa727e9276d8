#!/usr/bin/env bash
# This checkout, a repository with docs -> nightly/ in it: the script, a wheel of this checkout, and its requirements.
#
#   examples/nightly/prepare.sh ~/our-docs
#
# The CI recipes install exactly this: the wheel and every package it needs, pinned with hashes. There is no release of
# benchmill on a package index, and a job that holds a key must never install a name that anybody could claim there.
set -euo pipefail
repository="${1:?name the repository with your docs: examples/nightly/prepare.sh FOLDER}"
repository="$(cd "$repository" && pwd)"
cd "$(dirname "$0")/../.."

scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
cp -R benchmill pyproject.toml README.md LICENSE "$scratch/"
"${PYTHON:-.venv/bin/python}" -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation \
    --wheel-dir "$scratch/dist" "$scratch"

mkdir -p "$repository/nightly"
rm -f "$repository"/nightly/benchmill-*.whl
cp "$scratch"/dist/benchmill-*.whl examples/nightly/nightly.sh "$repository/nightly/"
wheel="$(basename "$scratch"/dist/benchmill-*.whl)"
hash="$("${PYTHON:-.venv/bin/python}" -c 'import hashlib, sys; print(hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest())' \
    "$repository/nightly/$wheel")"
{
    echo "./nightly/$wheel --hash=sha256:$hash"
    cat requirements/run.txt
} >"$repository/nightly/requirements.txt"
echo "$repository/nightly holds nightly.sh, $wheel and requirements.txt; commit them, and copy the recipe of your CI" >&2
