#!/usr/bin/env bash
# A Python from 3.11 on -> .venv with the pinned packages and this checkout in it, editable.
#
# Does nothing where that is already so. Cut off half-way, it goes on at the next run: the note that says what is
# installed is written last. PYTHON=/path/to/python chooses the interpreter.
set -euo pipefail
cd "$(dirname "$0")/.."

# A checkout that was copied or moved has another path, and its editable install points to the old one.
wanted="$(cat pyproject.toml requirements/dev.txt requirements/install.sh | cksum) $PWD"
note=.venv/.installed
if [ "$(cat "$note" 2>/dev/null)" = "$wanted" ] && .venv/bin/python -c '' 2>/dev/null; then
    exit 0
fi

# Asked by running it: a version manager's shim can be there for a Python that is not.
usable() { "$1" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

python=""
for candidate in ${PYTHON:+"$PYTHON"} python3.13 python3.12 python3.11 python3 python; do
    if usable "$candidate"; then
        python="$candidate"
        break
    fi
done
if [ -z "$python" ]; then
    echo "benchmill needs Python 3.11 or newer with its venv module (Debian and Ubuntu: the package python3-venv)." >&2
    echo "None of ${PYTHON:+$PYTHON, }python3.13, python3.12, python3.11, python3, python is one." >&2
    echo "Install one, or name it: make install PYTHON=/path/to/python3.11" >&2
    exit 2
fi

rm -f "$note"
if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    "$python" -m venv --clear .venv
fi
pip() { .venv/bin/python -m pip --disable-pip-version-check "$@"; }
echo "installing into .venv ($(.venv/bin/python --version)) ..." >&2
pip install --quiet --require-hashes -r requirements/dev.txt
pip install --quiet --no-deps --no-build-isolation -e .
echo "$wanted" >"$note"
