"""`python -m benchmill` -> the command line."""

from __future__ import annotations

from benchmill.cli import main

if __name__ == "__main__":
    main()
