"""Imports go down, or stay in their room: the drawing in CONTRIBUTING.md holds for every line of code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.architecture.house import FLOORS, OUTSIDE_THE_WHEEL, ROOT, Module, is_third_party, modules, read


def forbidden(module: Module) -> list[str]:
    """The imports of `module` that the floors do not allow, as sentences."""
    found = []
    for line, name in module.imports:
        target = name.split(".")[0]
        if target in OUTSIDE_THE_WHEEL:
            found.append(f"{module.where}:{line} imports {name}, which is not in the wheel")
        elif target in FLOORS and target != module.room and FLOORS[target] >= FLOORS[module.room]:
            way = "its neighbour" if FLOORS[target] == FLOORS[module.room] else "upwards"
            found.append(f"{module.where}:{line} imports {way} {name}")
    return found


def circles(all_modules: tuple[Module, ...]) -> list[list[str]]:
    """Every ring of modules that import each other, wherever in the file the import stands."""
    by_name = {module.name: module for module in all_modules}

    def targets(module: Module) -> set[str]:
        found = set()
        for _, name in module.imports:
            # `from a.b import c` names a.b.c: the module a.b.c where there is one, else a.b
            target = name if name in by_name else name.rpartition(".")[0]
            if target in by_name and target != module.name:
                found.add(target)
        return found

    graph = {name: targets(module) for name, module in by_name.items()}
    rings, done = [], set[str]()

    def walk(name: str, trail: list[str]) -> None:
        if name in trail:
            rings.append([*trail[trail.index(name) :], name])
        elif name not in done:
            for target in sorted(graph[name]):
                walk(target, [*trail, name])
            done.add(name)

    for name in sorted(graph):
        walk(name, [])
    return rings


def test_every_room_of_the_drawing_is_there() -> None:
    assert [room for room in FLOORS if not (ROOT / room / "__init__.py").is_file()] == []


def test_imports_go_down_or_stay_in_their_room() -> None:
    assert [sentence for module in modules() for sentence in forbidden(module)] == []


def test_no_modules_import_each_other_in_a_ring() -> None:
    assert circles(modules()) == []


def test_the_nouns_need_the_standard_library_only() -> None:
    offending = [(m.where, name) for m in modules("records") for _, name in m.imports if is_third_party(name)]
    assert offending == []


def test_the_scorer_imports_nothing_of_ours() -> None:
    ours = [
        (m.where, name)
        for m in modules("scorer")
        for _, name in m.imports
        if name.split(".")[0] in FLOORS and name.split(".")[0] != "scorer"
    ]
    assert ours == []


@pytest.mark.parametrize(
    ("room", "code"),
    [
        ("records", "import chat\n"),
        ("records", "def f():\n    from scorer import components\n"),
        ("critique", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import generator.questions\n"),
        ("chat", "import importlib\nx = importlib.import_module('outputs.jsonl')\n"),
        ("outputs", "from tests.simulated import server\n"),
    ],
)
def test_a_forbidden_import_is_found_wherever_it_hides(tmp_path: Path, room: str, code: str) -> None:
    (tmp_path / room).mkdir()
    file = tmp_path / room / "module.py"
    file.write_text(code, encoding="utf-8")
    module = read(file, tmp_path)

    assert len(forbidden(Module(ROOT / room / "module.py", module.name, module.tree, module.imports))) == 1


def test_a_ring_through_functions_and_relative_imports_is_found(tmp_path: Path) -> None:
    room = tmp_path / "chat"
    room.mkdir()
    (room / "__init__.py").write_text("", encoding="utf-8")
    (room / "one.py").write_text("def f():\n    from . import two\n", encoding="utf-8")
    (room / "two.py").write_text("from chat.three import x\n", encoding="utf-8")
    (room / "three.py").write_text("x = 1\nfrom .one import f\n", encoding="utf-8")

    (ring,) = circles(modules("chat", root=tmp_path))

    assert ring == ["chat.one", "chat.two", "chat.three", "chat.one"]
