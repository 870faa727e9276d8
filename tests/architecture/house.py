"""The checkout -> its rooms, their modules, and who imports whom. Read from the source; nothing is imported."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

FLOORS = {
    "benchmill": 3,
    "generator": 2,
    "critique": 2,
    "outputs": 2,
    "chat": 1,
    "prompts": 1,
    "records": 0,
    "scorer": 0,
}
OUTSIDE_THE_WHEEL = ("tests", "measurements", "examples")
OTHER_FOLDERS = ("decisions", "requirements", ".ci")
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
    """One file of a room; `name` is dotted, `imports` the (line, dotted name) of every import anywhere in it."""

    path: Path
    name: str
    tree: ast.Module
    imports: tuple[tuple[int, str], ...]

    @property
    def room(self) -> str:
        return self.name.split(".")[0]

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


@cache
def modules(*rooms: str, root: Path = ROOT) -> tuple[Module, ...]:
    """All modules of `rooms` (all of them where none is named), sorted by name."""
    return tuple(read(path, root) for room in rooms or sorted(FLOORS) for path in sorted((root / room).rglob("*.py")))


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
        elif isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("import_module", "__import__"):
            named = node.args[0] if node.args else None
            if isinstance(named, ast.Constant) and isinstance(named.value, str):
                yield node.lineno, named.value


def is_third_party(name: str) -> bool:
    """Whether the dotted `name` is neither ours nor the standard library's."""
    top = name.split(".")[0]
    return top not in FLOORS and top not in OUTSIDE_THE_WHEEL and top not in sys.stdlib_module_names


def repository_files() -> list[Path]:
    """The files of the repository, without asking git; what a user keeps beside them is not ours."""
    found = [ROOT / name for name in FILES]
    for folder in (*FLOORS, *OUTSIDE_THE_WHEEL, *OTHER_FOLDERS):
        found += [path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return sorted(found)
