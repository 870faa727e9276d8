"""What must never be in the repository: registries' addresses, one machine's paths, people, broad ignore rules."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from tests.architecture.house import FLOORS, PRODUCT, ROOT, repository_files

# Hosts that may be named: a single word, this machine, examples, the licence, a client's default.
HOSTS = re.compile(
    r"([a-z0-9-]+|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|"
    r"(.*\.)?(example|invalid|test)(\.(com|org|net))?|www\.apache\.org|(api|example)\.openai\.com|json-schema\.org|"
    r"(.*\.)?kestrel\.dev)"  # the made-up product of the cases of checks
)
URL = re.compile(r"\b(?:https?|ftp)://(?:[^\s/@\"'<>`)]*@)?(\[[0-9a-f:]*\]|[A-Za-z0-9.-]+)")
E_MAIL = re.compile(r"\b[\w.+-]+@([\w-]+(?:\.[\w-]+)*\.[a-z]{2,})\b")
# Put together here, so that this file does not hold what it looks for.
MACHINE_PATH = re.compile(
    "|".join(["/ro" + "ot/", "/wo" + "rk/", "/ho" + r"me/(?!user\b|you\b)\w+", "/Us" + r"ers/\w+"])
)


def texts() -> list[tuple[str, str]]:
    """(path, text) of the tracked text files; files that others wrote and tests only read (golden/) are left out."""
    found = []
    for path in repository_files():
        if "golden" in path.parts:
            continue
        try:
            found.append((path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")))
        except UnicodeDecodeError:
            continue  # a binary file, or one that is broken on purpose
    return found


def without_cases() -> list[tuple[str, str]]:
    """The texts but for tables of cases: those hold addresses and names on purpose, to be found or refused."""
    return [(name, text) for name, text in texts() if not name.endswith("_cases.json")]


def test_nothing_is_tracked_that_the_drawing_does_not_know() -> None:
    """The tests below look where the drawing says files are; git, where it is there, tells whether that is all."""
    git = shutil.which("git")
    if not git or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run([git, "-C", ROOT, "ls-files", "-z"], capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip(f"git does not answer here: {listed.stderr.strip()}")
    tracked = {ROOT / name for name in listed.stdout.split("\0") if name}
    assert {path for path in tracked if path.is_file()} - set(repository_files()) == set()


def test_no_file_names_a_path_of_one_machine() -> None:
    assert [(name, match.group()) for name, text in texts() for match in [MACHINE_PATH.search(text)] if match] == []


def test_no_file_names_a_person() -> None:
    found = [
        (name, match.group())
        for name, text in without_cases()
        for match in E_MAIL.finditer(text)
        if not HOSTS.fullmatch(match.group(1))
    ]
    assert found == []


def test_every_address_is_an_example_or_explained() -> None:
    found = {
        (name, host)
        for name, text in without_cases()
        for host in URL.findall(text)
        if not HOSTS.fullmatch(host.rstrip("."))
    }
    assert sorted(found) == []


@pytest.mark.parametrize("name", ["dev.txt", "run.txt"])
def test_requirements_are_pinned_with_hashes_and_name_no_address(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", text.strip())

    assert len(entries) > 30
    for entry in entries:
        assert re.match(r"[a-z0-9][a-z0-9._-]*==[^\s;]+( ; [^\n]+)? \\\n", entry), entry
        assert "--hash=sha256:" in entry
        assert "://" not in entry


def test_what_the_package_needs_is_pinned_alike_for_users_and_developers() -> None:
    def pins(name: str) -> set[str]:
        return set(re.findall(r"^([^\s#]+==[^\s;]+)", (ROOT / "requirements" / name).read_text(encoding="utf-8"), re.M))

    assert pins("run.txt") < pins("dev.txt")


def test_ignore_rules_stand_at_the_root() -> None:
    """A rule such as `outputs` without a slash would silently leave a room of the house out."""
    rules = [line for line in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    assert [rule for rule in rules if not rule.startswith("/") and rule != "__pycache__/"] == []


def test_no_ignore_rule_hides_a_room() -> None:
    rules = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    assert {rule.strip("/") for rule in rules} & {
        *FLOORS,
        *PRODUCT,
        "benchmill",
        "docs",
        "tests",
        "examples",
        "measurements",
        "decisions",
    } == set()


def test_scripts_can_be_run_and_stop_at_the_first_error() -> None:
    scripts = [path for path in repository_files() if path.suffix == ".sh" or path == ROOT / ".ci" / "run"]
    assert len(scripts) >= 5
    for path in scripts:
        assert path.stat().st_mode & 0o111, f"{path} is not executable"
        assert "set -euo pipefail" in path.read_text(encoding="utf-8"), path
