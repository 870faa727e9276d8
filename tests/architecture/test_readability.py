"""What a reader may count on in every file: a first line that tells, public names explained, nothing endless."""

from __future__ import annotations

import ast

from tests.architecture.house import Module, measurement_modules, modules

LINES_OF_A_FILE = 300
LINES_OF_A_FUNCTION = 60


def first_line_is_docstring(module: Module) -> bool:
    """Whether the file opens with its docstring; an `__init__.py` that only marks a package may be empty."""
    if not module.tree.body:
        return module.path.name == "__init__.py"
    first = module.tree.body[0]
    return (
        isinstance(first, ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
        and first.lineno <= 2
    )


def says_it_all(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Whether names and types tell everything: a record of at most three fields, a function of one statement."""
    if isinstance(node, ast.ClassDef):
        return len(node.body) <= 3 and all(isinstance(part, ast.AnnAssign) for part in node.body)
    return len(node.body) == 1


def test_every_file_begins_by_saying_what_it_is() -> None:
    files = [*modules(), *measurement_modules()]
    assert [module.where for module in files if not first_line_is_docstring(module)] == []


def test_every_public_function_and_class_has_a_docstring() -> None:
    bare = [
        f"{module.where}:{node.lineno} {node.name}"
        for module in modules()
        for node in module.tree.body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
        and not says_it_all(node)
    ]
    assert not bare, "\n".join(bare)


def test_no_file_and_no_function_is_endless() -> None:
    files = [m.where for m in modules() if len(m.path.read_text(encoding="utf-8").splitlines()) > LINES_OF_A_FILE]
    functions = [
        f"{module.where}:{node.lineno} {node.name}"
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and (node.end_lineno or node.lineno) - node.lineno >= LINES_OF_A_FUNCTION
    ]
    assert (files, functions) == ([], [])


def test_no_except_swallows_what_it_does_not_name() -> None:
    """A bare `except` is never right; `except Exception` only where ruff's BLE001 was switched off with a reason."""
    bare = [
        f"{module.where}:{node.lineno}"
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ExceptHandler) and node.type is None
    ]
    assert bare == []
