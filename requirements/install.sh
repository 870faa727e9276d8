#!/usr/bin/env bash
# A Python from 3.11 on -> .venv with the pinned packages and this checkout in it, editable.
#
#   install.sh run    what a user needs (the default)        install.sh dev    that, and what the tests need
#
# Both share one .venv. Does nothing where that is already so. Cut off half-way, it goes on at the next run: the note
# that says what is installed is written last. Uses uv where it is on the PATH, else pip; PYTHON=/path/to/python
# chooses the interpreter.
set -euo pipefail
cd "$(dirname "$0")/.."

what="${1:-run}"
case "$what" in
run | dev) ;;
*)
    echo "install.sh run, or install.sh dev; not $what" >&2
    exit 2
    ;;
esac

# A checkout that was copied or moved has another path, and its editable install points to the old one.
wanted() { echo "$(cat pyproject.toml "requirements/$1.txt" requirements/install.sh | cksum) $PWD"; }
installed() { [ "$(cat ".venv/.installed-$1" 2>/dev/null)" = "$(wanted "$1")" ]; }
# what the tests need holds what a user needs
if { installed "$what" || installed dev; } && .venv/bin/python -c '' 2>/dev/null; then
    exit 0
fi

uv="$(command -v uv || true)"
if [ -n "$uv" ] && ! "$uv" --version >/dev/null 2>&1; then
    uv="" # a version manager's shim without its program
fi

# Asked by running it: a version manager's shim can be there for a Python that is not. uv needs no ensurepip.
needed=sys
[ -n "$uv" ] || needed="ensurepip, sys, venv"
usable() { "$1" -c "import $needed; sys.exit(sys.version_info < (3, 11))" >/dev/null 2>&1; }

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

rm -f .venv/.installed*
if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    if [ -n "$uv" ]; then
        "$uv" venv --quiet --clear --seed --python "$("$python" -c 'import sys; print(sys.executable)')" .venv
    else
        "$python" -m venv --clear .venv
    fi
fi
# Bytecode is written here, as pip does and uv does not: where PYTHONDONTWRITEBYTECODE is set, as in many containers, each
# start of the program would compile some thousand files again.
if [ -n "$uv" ]; then
    install() { "$uv" pip install --quiet --compile-bytecode --python .venv/bin/python "$@"; }
else
    install() { .venv/bin/python -m pip --disable-pip-version-check install --quiet "$@"; }
fi
echo "installing into .venv ($(.venv/bin/python --version)) ..." >&2
install --require-hashes -r "requirements/$what.txt"
install --no-deps --no-build-isolation -e .
.venv/bin/python -m compileall -q -j 0 benchmill
wanted "$what" >".venv/.installed-$what"
echo "installed; try: make demo, or: source .venv/bin/activate && benchmill --help" >&2
