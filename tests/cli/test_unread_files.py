"""A folder of mixed formats: every file that gave no document is named, with the reason and what to do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmill.records.errors import install_line
from tests.architecture.house import ROOT
from tests.cli.typed import typed


@pytest.fixture
def mixed(here: Path) -> Path:
    """The docs with files beside them that cannot be read, each for a reason of its own."""
    docs = here / "docs"
    (docs / "empty.md").write_text(" \n", "utf-8")
    (docs / "bytes.txt").write_bytes(b"\0\1\2")
    (docs / "broken.docx").write_bytes(b"no zip")
    (docs / "not.ipynb").write_text("{", "utf-8")
    for number in range(7):
        (docs / f"photo-{number}.png").write_bytes(b"png")
    return here


def test_the_result_names_each_file_that_was_not_read(mixed: Path) -> None:
    grown = typed("grow", "docs", "--out", "new", "--questions", 4, "--summary", "page.md", "--json")
    groups = {group["check"]: group for group in grown.json["unread"]}
    assert {check: group["files"] for check, group in groups.items() if check != "left-alone"} == {
        "binary": ["bytes.txt"],
        "corrupt": ["broken.docx"],
        "empty": ["empty.md"],
        "not-a-notebook": ["not.ipynb"],
    }
    assert (groups["left-alone"]["count"], len(groups["left-alone"]["files"])) == (7, 5)
    page = (mixed / "page.md").read_text("utf-8")
    for shown in (page, typed("grow", "docs", "--out", "new", "--questions", 4).out, typed("status", "new").out):
        assert "1 file has no text: empty.md" in shown
        assert "7 files are of a type that is not read: photo-0.png, photo-1.png, photo-2.png" in shown
        assert "see all of them: benchmill estimate docs --json" in shown


def test_estimating_names_all_of_them(mixed: Path) -> None:
    found = typed("estimate", "docs", "--json").json
    (left_alone,) = [group for group in found["unread_files"] if group["check"] == "left-alone"]
    assert left_alone["files"] == [f"photo-{number}.png" for number in range(7)], mixed
    assert "7 files are of a type that is not read" in typed("estimate", "docs").out


def test_a_missing_extra_says_what_to_install_and_for_which_files(mixed: Path) -> None:
    (mixed / "docs" / "Billing handbook.docx").write_bytes(b"PK")
    (mixed / "docs" / "page.html").write_text("<p>Hello</p>", "utf-8")
    absent = mixed / "absent"  # found before the real packages, by the children that read heavy formats, too
    absent.mkdir()
    for name in ("docx", "pypdf", "bs4", "pptx"):
        (absent / f"{name}.py").write_text("raise ModuleNotFoundError(__name__, name=__name__)\n", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "benchmill", "grow", "docs", "--out", "new", "--questions", "4", "--json"],
        env={**os.environ, "PYTHONPATH": f"{absent}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    (group,) = [group for group in json.loads(done.stdout)["unread"] if group["check"] == "missing-extra"]
    assert group["reason"] == f"need {install_line('documents')}"
    assert group["files"] == ["Billing handbook.docx", "broken.docx", "page.html"]
    table = typed("status", "new").out
    assert f"3 files need {install_line('documents')}: Billing handbook.docx, broken.docx, page.html" in table


def test_what_benchmill_wrote_into_the_docs_is_named_as_its_own(mixed: Path) -> None:
    assert typed("grow", "docs", "--out", "new", "--questions", 4, "--summary", "docs/page.md").code == 0
    again = typed("grow", "docs", "--out", "new", "--questions", 4, "--json").json
    assert [group["files"] for group in again["unread"] if group["check"] == "our-own"] == [["page.md"]], mixed
