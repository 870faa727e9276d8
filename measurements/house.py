"""A checkout -> its package in numbers: rooms, arrows, floors, circles, files, lines, names in the wheel.

    python -m measurements.house [--out FILE]

A room is a folder directly in benchmill/, or a file there. An arrow leads from a room to another that one of its files
imports, wherever the import stands. A floor is the longest way down.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.architecture.house import PACKAGE, ROOT, modules, room_of
from tests.architecture.test_floors import circles
from tests.architecture.test_words import WORDS, texts, uses

# The numbers of the last commit before everything moved into one package, counted by the same rules.
BEFORE = {
    "rooms": "56",
    "arrows": "259",
    "floors": "12",
    "circles of files": "0",
    "files directly in the roof": "46",
    "lines of the longest file": "296",
    "lines of Python: package": "26,803",
    "lines of Python: all": "47,958",
    "top-level names in the wheel": "8",
    "characters of README.md": "37,064",
}


def arrows() -> dict[str, set[str]]:
    """Room -> the other rooms that it imports."""
    found: dict[str, set[str]] = {module.room: set() for module in modules()}
    for module in modules():
        for _, name in module.imports:
            target = room_of(name)
            if name.split(".")[0] == PACKAGE and target in found and target != module.room:
                found[module.room].add(target)
    return found


def floors(below: Mapping[str, Iterable[str]]) -> int:
    """The number of floors: one more than the most arrows on a way down."""
    heights: dict[str, int] = {}

    def height(room: str) -> int:
        if room not in heights:
            heights[room] = 1 + max((height(other) for other in below[room]), default=0)
        return heights[room]

    return max(map(height, below))


def lines(folder: Path) -> dict[Path, int]:
    """Python file -> its lines."""
    files = (path for path in folder.rglob("*.py") if "__pycache__" not in path.parts)
    return {path: len(path.read_text(encoding="utf-8").splitlines()) for path in files}


def now() -> dict[str, str]:
    """What BEFORE counts, today."""
    drawn = arrows()
    package = lines(ROOT / PACKAGE)
    others = [count for folder in ("tests", "measurements", "examples") for count in lines(ROOT / folder).values()]
    return {
        "rooms": str(len(drawn)),
        "arrows": str(sum(map(len, drawn.values()))),
        "floors": str(floors(drawn)),
        "circles of files": str(len(circles(modules()))),
        "files directly in the roof": str(sum(path.is_file() for path in (ROOT / PACKAGE).iterdir())),
        "lines of the longest file": str(max(package.values())),
        "lines of Python: package": f"{sum(package.values()):,}",
        "lines of Python: all": f"{sum(package.values()) + sum(others):,}",
        "top-level names in the wheel": "1",  # tests/packaging/test_wheel.py builds it and counts
        "characters of README.md": f"{len((ROOT / 'README.md').read_text(encoding='utf-8')):,}",
    }


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    counted = now()
    found = texts()
    text = "\n".join(
        [
            "# The house before and after",
            "",
            "`python -m measurements.house`",
            "",
            "| what | before | now |",
            "|---|---|---|",
            *(f"| {name} | {before} | {counted[name]} |" for name, before in BEFORE.items()),
            "",
            "Old words and the places that still use them (`tests/architecture/test_words.py` holds the list):",
            "",
            "| pattern of the old word | new word | places |",
            "|---|---|---|",
            *(
                f"| `{old.replace('|', chr(92) + '|')}` | {new} | {len(uses(old, found))} |"
                for old, new in WORDS.items()
            ),
            "",
        ]
    )
    print(text)
    if options.out:
        options.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
