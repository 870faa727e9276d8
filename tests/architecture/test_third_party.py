"""Each package of others is met in one file: its next version is one file's trouble. Nothing heavy is met early."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from importlib.metadata import packages_distributions

from benchmill.generator.loaders.formats import ENDINGS, packages_for
from tests.architecture.house import ROOT, called, is_third_party, modules

# A package that several files may import, with the reason. Keep it short: each line is a second place to repair.
SEVERAL_FILES = {
    "huggingface_hub": "a benchmark is published to it in one room, a model fetched from it in a lower one",
    "httpx2": "models and live systems are asked with it; openai's client and huggingface_hub let its errors pass",
    "jinja2": "prompts are rendered in a sandbox without escaping, pages with it: two environments, never to be mixed",
    "tenacity": "each client has a rule of its own: models' calls share a rate limiter, LangSmith counts by the minute",
    "typer": "the command line: each command's file declares its own options",
    "rich": "tables and progress are shown by several commands",
    "pydantic": "settings and reply shapes are declared where they are used",
    "pyarrow": "a data set folder is written in one file; anybody's chunk file is read in another",
    "numpy": "full text is ranked in one file, vectors in another",
    "langchain": "its chat models and its embeddings are opened in different files",
    "annotated_types": "bounds beside the pydantic fields they belong to",
}

# What `import benchmill` and `benchmill --help` must not load: together more than a second of CPU.
HEAVY = (
    "bm25s",
    "ftfy",
    "httpx",
    "httpx2",
    "jinja2",
    "langchain",
    "langchain_core",
    "langchain_text_splitters",
    "langsmith",
    "markdown_it",
    "numpy",
    "ollama",
    "openai",
    "pandas",
    "pydantic",
    "rapidfuzz",
    "sqlite3",
    "tenacity",
    "uvloop",
    "yaml",
)


def loaded_by(statement: str) -> set[str]:
    """The top-level names of sys.modules after `statement` ran in a fresh interpreter."""
    code = f"import sys\n{statement}\nprint(*{{name.split('.')[0] for name in sys.modules}}, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.splitlines()[-1].split())


def test_each_package_is_used_in_one_file() -> None:
    """A name that only types a value that another file made may be imported for the type checker elsewhere too."""
    files = defaultdict(set)
    for module in modules():
        for line, name in module.imports:
            if is_third_party(name) and line not in module.type_only_lines:
                files[name.split(".")[0]].add(module.where)
    several = {package: sorted(where) for package, where in files.items() if len(where) > 1}
    unexplained = [f"{name}: {', '.join(where)}" for name, where in several.items() if name not in SEVERAL_FILES]
    assert not unexplained, "\n".join(unexplained)


def test_each_package_that_is_imported_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"], *(line for extra in project["optional-dependencies"].values() for line in extra)]
    declared = {_distribution(line) for line in lines}
    known = packages_distributions()
    undeclared = set()
    for module in modules():
        for _, name in module.imports:
            top = name.split(".")[0]
            owners = {_distribution(owner) for owner in known.get(top, [top])}
            if is_third_party(name) and not owners & declared:
                undeclared.add((module.where, top))
    assert undeclared == set()


def _distribution(requirement: str) -> str:
    """The normal form of a requirement's name.

    >>> _distribution("Python_Docx[x]>=1; sys_platform != 'win32'")
    'python-docx'
    """
    name = requirement.split(";")[0]
    for mark in "[<>=!~ ":
        name = name.split(mark)[0]
    return name.strip().lower().replace("_", "-").replace(".", "-")


def test_import_benchmill_loads_nothing_heavy() -> None:
    assert loaded_by("import benchmill") & set(HEAVY) == set()


def test_help_loads_nothing_heavy() -> None:
    show_help = (
        "sys.argv = ['benchmill', '--help']\n"
        "from benchmill.cli import main\n"
        "try:\n"
        "    main()\n"
        "except SystemExit as end:\n"
        "    assert not end.code, end.code\n"
    )
    assert loaded_by(show_help) & set(HEAVY) == set()


def test_every_package_of_an_extra_is_checked_where_it_is_used() -> None:
    """Else pip may install it beside the base package in a version that nobody tried, unseen."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    declared = {re.split(r"[^\w.-]", line)[0] for lines in extras.values() for line in lines}
    named = {
        argument.value
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and called(node) == "check_versions"
        for argument in node.args
        if isinstance(argument, ast.Constant)
    }
    of_files = packages_for(ENDINGS, "light"), packages_for(ENDINGS, "unstructured"), packages_for(ENDINGS, "community")
    assert declared == named.union(*of_files)
