"""Docs folders -> the numbers that README and decisions quote, measured anew, one script after another.

    python -m measurements [SCRIPT...] [FOLDER...]      all scripts, examples/docs where none is named

A script that fails is reported at the end and does not keep the others from running.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PER_FOLDER = {"built_in_writer", "chunking", "scoring"}


def main(arguments: list[str]) -> int:
    """Run every script of this folder, or the named ones; return the number of scripts that failed."""
    scripts = sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_"))
    named = [script for script in scripts if script in arguments]
    folders = [str(Path(word).resolve()) for word in arguments if word not in scripts]
    failed = []
    for script in named or scripts:
        for words in [[folder] for folder in folders or [_examples()]] if script in PER_FOLDER else [[]]:
            print(f"\n$ python -m measurements.{script} {' '.join(words)}".rstrip(), flush=True)
            command = [sys.executable, "-m", f"measurements.{script}", *words]
            if subprocess.run(command, cwd=HERE.parent, check=False).returncode:
                failed.append(" ".join([script, *words]))
    if failed:
        print(f"\nfailed, or a promise is broken: {', '.join(failed)}", file=sys.stderr)
    return len(failed)


def _examples() -> str:
    return str(HERE.parent / "examples" / "docs")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
