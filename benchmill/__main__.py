"""`python -m benchmill` -> the command line, also from a folder that has a `prompts/` or `outputs/` of its own.

`python -m` puts the current folder first on the import path, where such a folder would be imported in place of our
room of the same name. The installed command `benchmill` does not have this trouble.
"""

from __future__ import annotations

import sys
from pathlib import Path

_HOUSE = Path(__file__).resolve().parent.parent

# In a checkout that is not installed the current folder is the house itself, and has to stay.
if sys.path and Path(sys.path[0] or ".").resolve() == Path.cwd() != _HOUSE:
    del sys.path[0]

from benchmill.cli import main  # noqa: E402  (after the path was put right)

if __name__ == "__main__":
    main()
