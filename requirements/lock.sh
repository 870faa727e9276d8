#!/usr/bin/env bash
# pyproject.toml -> requirements/run.txt and requirements/dev.txt: versions and hashes, no address of any registry.
#
# Run it (`make lock`) after a change of the dependencies, or with --upgrade to take newer versions. Versions that are
# already pinned stay where the ranges still allow them. It needs `uv`, which is fetched into a temporary environment
# where it is not installed.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
if ! uv="$(command -v uv)"; then
    "${PYTHON:-python3}" -m venv "$scratch/uv"
    "$scratch/uv/bin/python" -m pip install --quiet --disable-pip-version-check uv
    uv="$scratch/uv/bin/uv"
fi

lock() { # lock FILE OPTION...: one lock for every platform and every Python from 3.11 on
    local file="$1"
    shift
    "$uv" pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --quiet \
        --no-header --no-emit-index-url --no-emit-find-links --no-emit-build-options --output-file "$file" "$@"
    if grep -nE '://|^ *(-i|-f|--index|--extra-index|--find-links|--trusted-host)' "$file"; then
        echo "$file names an address, see the lines above: it would tie everybody to this machine's registry" >&2
        exit 1
    fi
}

lock requirements/dev.txt --group dev --extra documents --extra langchain --extra langsmith --extra huggingface --extra local --extra review --extra tables --extra parquet "$@"
# what `make install` brings: the package, its light readers, publishing, and what builds the checkout
lock requirements/run.txt --constraints requirements/dev.txt --group build --extra documents --extra langsmith "$@"
