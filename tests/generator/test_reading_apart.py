"""Files in heavy formats that ask for more than they may cost: one Failure each, and the run goes on."""

from __future__ import annotations

import os
import zipfile
from io import BytesIO
from pathlib import Path

import docx
import pytest

from benchmill.generator.loaders import load_folder
from benchmill.generator.loaders.apart import Apart, Limits
from benchmill.generator.loaders.loaded import Unreadable

GOOD = b"<html><head><title>Tea</title></head><body><h1>Tea</h1><p>Tea is a drink.</p></body></html>"
LIMITS = Limits(memory=500 << 20, characters=100_000)


def word(xml: bytes) -> bytes:
    """A small Word file with `xml` as its body."""
    made, changed = BytesIO(), BytesIO()
    docx.Document().save(made)
    with zipfile.ZipFile(made) as source, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as target:
        for member in source.infolist():
            data = source.read(member)
            if member.filename == "word/document.xml":
                head, body = data.split(b"<w:body>")
                data = head + b"<w:body>" + xml + b"</w:body></w:document>" if body else data
            target.writestr(member.filename, data)
    return changed.getvalue()


def spanning() -> bytes:
    """A table with a cell that says it covers a thousand million columns."""
    cell = b'<w:tc><w:tcPr><w:gridSpan w:val="1000000000"/></w:tcPr><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc>'
    return word(b"<w:tbl><w:tblPr/><w:tblGrid/><w:tr>" + cell + b"</w:tr></w:tbl>")


def zipped() -> bytes:
    """A document that unpacks to 50 MB of markup."""
    return word(b"<w:p><w:r><w:t>x</w:t></w:r></w:p>" * 1_500_000)


def endless() -> bytes:
    """A page whose words are more than a text may have."""
    return b"<html><body><p>" + b"tea " * 60_000 + b"</p></body></html>"


# lxml reports that it has no memory left as an error of the document
BOMBS = {
    "span.docx": (spanning, "too-large"),
    "zip.docx": (zipped, "corrupt"),
    "words.html": (endless, "too-large"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_one_failure_and_the_files_beside_it_are_read(name: str, tmp_path: Path) -> None:
    make, check = BOMBS[name]
    (tmp_path / name).write_bytes(make())
    (tmp_path / "a.html").write_bytes(GOOD)
    (tmp_path / "z.html").write_bytes(GOOD.replace(b"Tea", b"Zest"))
    loaded = load_folder(tmp_path, limits=LIMITS)
    assert [document.id for document in loaded.documents] == ["a.html", "z.html"]
    assert [(failure.subject_id, failure.check) for failure in loaded.failures] == [(name, check)]


def test_a_reader_that_ends_its_process_is_started_again(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_bytes(GOOD)
    with Apart("light", Limits()) as apart:
        first = apart.read(GOOD, page, ".html")
        child = apart._child
        assert child is not None
        os.kill(child.pid, 9)
        with pytest.raises(Unreadable, match="could not be read within"):
            apart.read(GOOD, page, ".html")
        assert apart.read(GOOD, page, ".html") == first
    assert child.poll() is not None


def test_work_beyond_the_limit_ends_the_reader_whatever_the_clock_says(tmp_path: Path) -> None:
    page = b"<table>" + (b"<tr>" + b"<td>x</td>" * 30 + b"</tr>") * 20_000 + b"</table>"
    with (
        Apart("light", Limits(seconds=1, bytes_a_second=10**9)) as apart,
        pytest.raises(Unreadable, match="seconds of work"),
    ):
        apart.read(page, tmp_path / "a.html", ".html")
