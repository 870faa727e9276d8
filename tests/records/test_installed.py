"""A package that an extra declares is used only in a version that was tried, or with a line that says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmill.records import UsageError
from benchmill.records.errors import UntriedVersion, install_line
from benchmill.records.installed import check_versions


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of packages in front of all others, with benchmill's declared ranges in it."""
    install(
        tmp_path,
        "benchmill",
        "0.1.0",
        "langsmith-other<0.1,>=0.0; extra == 'langsmith'",  # another package whose name begins alike
        "langsmith<0.15,>=0.14.12; extra == 'langsmith'",
        "tool==0.4.2; extra == 'x'",
        "tool-kit[all]<3,>=2; python_version > '3' and extra == 'x'",
        "free",
    )
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def install(folder: Path, name: str, version: str, *requires: str) -> None:
    """What pip leaves of a package for others to look at."""
    (folder / f"{name}-{version}.dist-info").mkdir()
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {name}",
        f"Version: {version}",
        *(f"Requires-Dist: {r}" for r in requires),
    ]
    (folder / f"{name}-{version}.dist-info" / "METADATA").write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.mark.parametrize("version", ["0.14.12", "0.14.17", "0.14.99rc1"])
def test_a_version_of_the_declared_range_says_nothing(version: str, packages: Path) -> None:
    install(packages, "langsmith", version)
    check_versions("langsmith")  # a warning would be an error here


@pytest.mark.parametrize("version", ["0.13.99", "0.14.11", "0.9"])
def test_an_older_version_is_refused_with_what_to_install(version: str, packages: Path) -> None:
    install(packages, "langsmith", version)
    with pytest.raises(
        UsageError, match=rf"langsmith {version} is installed.*needs <0.15,>=0.14.12.*'\.\[langsmith\]'"
    ):
        check_versions("langsmith")


@pytest.mark.parametrize(
    ("name", "version"), [("langsmith", "0.15.0"), ("langsmith", "1.0"), ("tool", "0.4.3"), ("tool_kit", "3")]
)
def test_a_newer_version_is_said_in_one_line(name: str, version: str, packages: Path) -> None:
    install(packages, name, version)
    with pytest.warns(UntriedVersion) as said:
        check_versions(name)
    (line,) = (str(one.message) for one in said)
    assert line.startswith(f"{name} {version} is newer than the versions benchmill was tested with")
    assert "\n" not in line


def test_what_is_not_installed_or_not_declared_is_nobodys_business_here(packages: Path) -> None:
    install(packages, "free", "3.0")
    check_versions("nowhere-at-all", "free")


@pytest.mark.parametrize("editable", [True, False])
def test_the_line_that_adds_an_extra_keeps_the_kind_of_install(editable: bool, packages: Path) -> None:
    origin = {"url": "file:///benchmill", "dir_info": {"editable": editable}}
    (packages / "benchmill-0.1.0.dist-info" / "direct_url.json").write_text(json.dumps(origin), encoding="utf-8")
    assert install_line("documents") == ("pip install -e '.[documents]'" if editable else "pip install '.[documents]'")
