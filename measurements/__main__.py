"""Docs folders -> the numbers that README and decisions quote, measured anew, one script after another.

    python -m measurements [FOLDER...]      examples/docs where no folder is named

A script that fails is told at the end and does not keep the others from running.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PER_FOLDER = {"chunking", "scoring"}


def main(folders: list[str]) -> int:
    """Run every script of this folder; the number of those that failed."""
    failed = []
    scripts = sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_"))
    for script in scripts:
        for arguments in [[folder] for folder in folders] if script in PER_FOLDER else [[]]:
            print(f"\n$ python -m measurements.{script} {' '.join(arguments)}".rstrip(), flush=True)
            command = [sys.executable, "-m", f"measurements.{script}", *arguments]
            if subprocess.run(command, cwd=HERE.parent, check=False).returncode:
                failed.append(" ".join([script, *arguments]))
    if failed:
        print(f"\nfailed, or a promise is broken: {', '.join(failed)}", file=sys.stderr)
    return len(failed)


if __name__ == "__main__":
    named = [str(Path(folder).resolve()) for folder in sys.argv[1:]]
    sys.exit(main(named or [str(HERE.parent / "examples" / "docs")]))
