"""Imports go down, or stay in their room: the drawing in CONTRIBUTING.md holds for every line of code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.architecture.house import (
    FILES_IN_THE_ROOF,
    FLOORS,
    GROUND_FILES,
    LINKS,
    OUTSIDE_THE_WHEEL,
    PACKAGE,
    PRODUCT,
    ROOT,
    Module,
    is_third_party,
    modules,
    read,
    room_of,
)


def height(room: str) -> float:
    """How high `room` is: floors 0 to 2, then the files that every room of the product may use, the rooms in their
    order, and the files on top (the public API)."""
    if room in FLOORS:
        return FLOORS[room]
    if room in GROUND_FILES:
        return 3
    return 4 + PRODUCT.index(room) if room in PRODUCT else 4 + len(PRODUCT)


def forbidden(module: Module) -> list[str]:
    """The imports of `module` that the floors do not allow, as sentences."""
    found = []
    for line, name in module.imports:
        top = name.split(".")[0]
        if top in OUTSIDE_THE_WHEEL:
            found.append(f"{module.where}:{line} imports {name}, which is not in the wheel")
        elif top == PACKAGE and room_of(name) != module.room:
            here, there = height(module.room), height(room_of(name))
            top_to_top = here == there == 4 + len(PRODUCT)
            if there >= here and not top_to_top:
                way = "its neighbour" if there == here else "upwards"
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


def test_every_room_of_the_drawing_is_there_and_no_other() -> None:
    folders = {path.parent.name for path in (ROOT / PACKAGE).glob("*/__init__.py")}
    assert folders == {*FLOORS, *PRODUCT}


def test_few_files_lie_directly_in_the_roof() -> None:
    assert len([path for path in (ROOT / PACKAGE).iterdir() if path.is_file()]) <= FILES_IN_THE_ROOF


@pytest.mark.parametrize("name", LINKS)
def test_a_top_level_name_is_a_link_into_the_package(name: str) -> None:
    link = ROOT / name
    assert link.is_symlink()
    assert link.readlink() == Path(PACKAGE) / name
    assert link.resolve() == ROOT / PACKAGE / name


def test_imports_go_down_or_stay_in_their_room() -> None:
    assert [sentence for module in modules() for sentence in forbidden(module)] == []


def test_contributing_draws_the_rooms_in_the_order_that_holds() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    places = [text.find(f"\n  {room}/") for room in reversed(PRODUCT)]
    assert -1 not in places
    assert places == sorted(places)


def test_no_modules_import_each_other_in_a_ring() -> None:
    assert circles(modules()) == []


def test_the_nouns_need_the_standard_library_and_the_stems_of_words_only() -> None:
    needed = {(m.where, name) for m in modules("records") for _, name in m.imports if is_third_party(name)}
    assert needed == {("benchmill/records/words.py", "snowballstemmer")}  # decisions/0016-stems.md


def test_the_scorer_imports_nothing_of_ours() -> None:
    ours = [
        (m.where, name)
        for m in modules("scorer")
        for _, name in m.imports
        if name.split(".")[0] == PACKAGE and room_of(name) != "scorer"
    ]
    assert ours == []


@pytest.mark.parametrize(
    ("room", "code"),
    [
        ("records", "import benchmill.chat.model\n"),
        ("records", "def f():\n    from benchmill.scorer import components\n"),
        ("critique", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import benchmill.generator.questions\n"),
        ("chat", "import importlib\nx = importlib.import_module('benchmill.outputs.jsonl')\n"),
        ("outputs", "from tests.servers.simulated import server\n"),
        ("outputs", "from benchmill.settings import GrowSettings\n"),
        ("workspace", "from benchmill.growing import pipeline\n"),
        ("growing", "import benchmill\n"),
    ],
)
def test_a_forbidden_import_is_found_wherever_it_hides(tmp_path: Path, room: str, code: str) -> None:
    folder = tmp_path / PACKAGE / room
    folder.mkdir(parents=True)
    file = folder / "module.py"
    file.write_text(code, encoding="utf-8")
    module = read(file, tmp_path)

    assert len(forbidden(Module(ROOT / PACKAGE / room / "module.py", module.name, module.tree, module.imports))) == 1


def test_a_ring_through_functions_and_relative_imports_is_found(tmp_path: Path) -> None:
    room = tmp_path / PACKAGE / "chat"
    room.mkdir(parents=True)
    (room / "__init__.py").write_text("", encoding="utf-8")
    (room / "one.py").write_text("def f():\n    from . import two\n", encoding="utf-8")
    (room / "two.py").write_text("from benchmill.chat.three import x\n", encoding="utf-8")
    (room / "three.py").write_text("x = 1\nfrom .one import f\n", encoding="utf-8")

    (ring,) = circles(modules("chat", root=tmp_path))

    assert ring == [f"benchmill.chat.{name}" for name in ("one", "two", "three", "one")]
