#!/usr/bin/env bash
# This checkout -> a wheel, installed with the newest versions its ranges allow, and used.
#
# The lock says what was tested; users get what the ranges allow. An unpinned upper bound breaks them first, so this
# installs the built wheel into a fresh environment in a temporary folder and runs the tests against it there, away from
# the checkout. With --smoke: the command, one small benchmark and the quick rooms' tests only.
set -euo pipefail
cd "$(dirname "$0")/.."
checkout="$PWD"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT

cp -R benchmill pyproject.toml README.md LICENSE "$scratch/"
.venv/bin/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation \
    --wheel-dir "$scratch/dist" "$scratch"

.venv/bin/python -m venv "$scratch/venv"
python="$scratch/venv/bin/python"
"$python" -m pip install --quiet --disable-pip-version-check --upgrade pip
wheel="$(echo "$scratch"/dist/benchmill-*.whl)"
"$python" -m pip install --quiet "${wheel}[documents,langchain,langsmith,tables,parquet]" --group "$checkout/pyproject.toml:dev"
"$python" -m pip list --format freeze | sort

# No `exec` below: it would replace the shell that removes the folder (1.4 GB) at the end.
# Only what is not in the wheel: an import of the package must find the installed one.
mkdir "$scratch/tried"
cp -R tests measurements examples pyproject.toml README.md "$scratch/tried/"
cd "$scratch/tried"
"$python" -m benchmill --help >/dev/null
if [ "${1:-}" = --smoke ]; then
    BENCHMILL="$python -m benchmill" PYTHON="$python" examples/demo.sh
    "$python" -m pytest -q tests/records tests/scorer tests/outputs
    exit
fi
"$python" -m pytest -n 3 --dist loadfile tests --ignore tests/architecture --ignore tests/packaging
