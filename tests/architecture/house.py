"""The checkout -> its rooms, their modules, and who imports whom. Read from the source; nothing is imported."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

PACKAGE = "benchmill"
# The rooms below the product: floor by floor, no arrow between neighbours.
FLOORS = {
    "generator": 2,
    "critique": 2,
    "outputs": 2,
    "chat": 1,
    "prompts": 1,
    "records": 0,
    "scorer": 0,
}
# The rooms of the product on floor 3, from the ground up: a room imports from those before it only.
PRODUCT = (
    "workspace",
    "running",
    "retrieving",
    "indexing",
    "mapping",
    "evaluating",
    "growing",
    "editions",
    "curating",
    "validity",
    "importing",
    "publishing",
    "judging",
    "reporting",
    "reviewing",
    "calibrating",
    "cli",
)
LINKS = ("generator", "prompts", "critique", "outputs")
"""Top-level names that the first listing shows: symbolic links into the package."""
# Files directly in benchmill/ that every room of the product may import; the others are on top and import rooms.
GROUND_FILES = ("settings", "version")
FILES_IN_THE_ROOF = 10
OUTSIDE_THE_WHEEL = ("tests", "measurements", "examples")
OTHER_FOLDERS = ("decisions", "docs", "requirements", ".ci")
FILES = (
    ".gitignore",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "pyproject.toml",
)


@dataclass(frozen=True)
class Module:
    """One file of the package; `name` is dotted, `imports` the (line, dotted name) of every import anywhere in it."""

    path: Path
    name: str
    tree: ast.Module
    imports: tuple[tuple[int, str], ...]

    @property
    def room(self) -> str:
        """The folder below `benchmill` in which it is; of a file directly there its own name."""
        return room_of(self.name)

    @property
    def where(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @property
    def type_only_lines(self) -> frozenset[int]:
        """The lines inside `if TYPE_CHECKING:`, which never run."""
        blocks = [
            node
            for node in ast.walk(self.tree)
            if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        ]
        return frozenset(
            line
            for node in blocks
            for part in node.body
            for line in range(part.lineno, (part.end_lineno or part.lineno) + 1)
        )


def room_of(name: str) -> str:
    """The room of the dotted name of a module of ours.

    >>> room_of("benchmill.chat.batches.plan"), room_of("benchmill.settings"), room_of("benchmill")
    ('chat', 'settings', '__init__')
    """
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


@cache
def modules(*rooms: str, root: Path = ROOT) -> tuple[Module, ...]:
    """All modules of the package, or of the `rooms` named, sorted by name."""
    folders = [root / PACKAGE / room for room in rooms] or [root / PACKAGE]
    return tuple(read(path, root) for folder in folders for path in sorted(folder.rglob("*.py")))


@cache
def measurement_modules() -> tuple[Module, ...]:
    """The scripts in measurements/, which are read like the package but are not in the wheel."""
    return tuple(read(path) for path in sorted((ROOT / "measurements").rglob("*.py")))


def read(path: Path, root: Path = ROOT) -> Module:
    """The module in the file `path` below `root`."""
    parts = path.relative_to(root).with_suffix("").parts
    package = parts if parts[-1] == "__init__" else parts[:-1]
    package = package[:-1] if package[-1:] == ("__init__",) else package
    name = ".".join(package if parts[-1] == "__init__" else parts)
    tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    return Module(path, name, tree, tuple(_imports(tree, package)))


def _imports(tree: ast.Module, package: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Every import, also inside functions, `try` and `if TYPE_CHECKING`, and by name through importlib."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            source = ".".join(part for part in (base, node.module or "") if part)
            yield from ((node.lineno, f"{source}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Call) and called(node) in ("import_module", "__import__"):
            named = node.args[0] if node.args else None
            if isinstance(named, ast.Constant) and isinstance(named.value, str):
                yield node.lineno, named.value


def called(node: ast.Call) -> str:
    """The last part of the name of what is called; "" where it has none."""
    return str(getattr(node.func, "attr", "") or getattr(node.func, "id", ""))


def is_third_party(name: str) -> bool:
    """Whether the dotted `name` is neither ours nor the standard library's."""
    top = name.split(".")[0]
    return top != PACKAGE and top not in OUTSIDE_THE_WHEEL and top not in sys.stdlib_module_names


def repository_files() -> list[Path]:
    """The files of the repository, each once, without asking git; what a user keeps beside them is not ours."""
    found = [ROOT / name for name in FILES]
    for folder in (PACKAGE, *OUTSIDE_THE_WHEEL, *OTHER_FOLDERS):
        found += [path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return sorted(found)
