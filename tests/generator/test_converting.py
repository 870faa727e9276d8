"""HTML, Word, PowerPoint and PDF files -> Markdown; broken and hostile ones -> Failures."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from benchmill.generator.chunkers import chunk_document
from benchmill.generator.loaders import load_folder
from benchmill.generator.loaders.formats import CONVERSION
from benchmill.generator.loaders.loaded import Unreadable
from benchmill.generator.loaders.pdf import pdf_text
from benchmill.generator.loaders.slides import slides_text
from benchmill.generator.loaders.web_page import html_text
from benchmill.generator.loaders.word import word_text
from benchmill.records import short_digest
from benchmill.records.errors import install_line

HTML = b"""<!doctype html><html><head><title>Site | Pumps</title><style>p {}</style></head><body>
<nav><a href="/">Home</a></nav><main><h1>Pumps<a class="headerlink" href="#p">\xc2\xb6</a></h1>
<p>A <b>pump</b> moves
water with <code>run()</code>.<br>Slowly.</p><script>alert(1)</script><!-- no -->
<h2>Steps</h2><ol><li>Open<ul><li>the lid</li></ul></li><li><p>Close</p></li></ol>
<pre><code class="language-py"># comment
x = 1</code></pre>
<table><tr><th>Key</th><th>Value</th></tr><tr><td>a|b</td><td>1<br>2</td></tr></table>
<blockquote><p>Mind the lid.</p></blockquote>loose <span>words</span>
<ul><ul><li>bare</li></ul></ul></main>
<footer>(c)</footer></body></html>"""


def office(kind: str) -> bytes:
    """A Word or PowerPoint file as its own library writes it."""
    file = BytesIO()
    if kind == "word":
        import docx

        document = docx.Document()
        document.add_heading("Pumps", 0)
        document.add_heading("Steps", 2)
        document.add_paragraph("A pump moves water.")
        document.add_paragraph("Open", style="List Bullet")
        document.add_paragraph("Close", style="List Number")
        table = document.add_table(rows=2, cols=2)
        for number, cell in enumerate(cell for row in table.rows for cell in row.cells):
            cell.text = f"cell {number}"
        document.save(file)
    else:
        import pptx

        presentation = pptx.Presentation()
        slide = presentation.slides.add_slide(presentation.slide_layouts[1])
        slide.shapes.title.text = "Pumps"
        frame = slide.placeholders[1].text_frame
        frame.text = "Open"
        deeper = frame.add_paragraph()
        deeper.text, deeper.level = "the lid", 1
        table = slide.shapes.add_table(1, 2, 0, 0, 100, 100).table
        table.cell(0, 0).text, table.cell(0, 1).text = "Key", "Value"
        presentation.slides.add_slide(presentation.slide_layouts[6])
        presentation.save(file)
    return file.getvalue()


def pdf(text: str) -> bytes:
    """The smallest PDF that shows a line of text."""
    stream = f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /MediaBox [0 0 612 792]"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"xref\n0 6\n0000000000 65535 f \n%strailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        table,
        len(out),
    )


def test_a_web_page_becomes_markdown_without_its_furniture() -> None:
    read = html_text(HTML)
    assert read.title == "Pumps"
    assert read.text == (
        "# Pumps\n\nA pump moves water with `run()`.\nSlowly.\n\n## Steps\n\n1. Open\n   - the lid\n2. Close\n\n"
        "```py\n# comment\nx = 1\n```\n\n| Key | Value |\n| --- | --- |\n| a\\|b | 1 2 |\n\n> Mind the lid.\n\n"
        "loose words\n\n- bare\n"
    )


def test_a_word_file_becomes_markdown() -> None:
    assert word_text(office("word")).text == (
        "# Pumps\n\n## Steps\n\nA pump moves water.\n\n- Open\n1. Close\n\n"
        "| cell 0 | cell 1 |\n| --- | --- |\n| cell 2 | cell 3 |\n"
    )


def test_slides_become_sections() -> None:
    assert slides_text(office("slides")).text == "## Pumps\n\n- Open\n  - the lid\n\n| Key | Value |\n| --- | --- |\n"


def test_a_pdf_becomes_its_text() -> None:
    assert pdf_text(pdf("A pump moves water.")).text == "A pump moves water.\n"


def test_converters_that_make_another_text_have_another_number() -> None:
    pages = html_text(HTML), word_text(office("word")), slides_text(office("slides")), pdf_text(pdf("A pump."))
    made = CONVERSION, short_digest(*([page.title, page.text] for page in pages))
    assert made == (1, "39fac07191c955f0"), (
        "where a text changed, raise CONVERSION: workspaces keep what the former one made"
    )


def test_converted_documents_are_loaded_and_chunked_like_others(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(HTML)
    (tmp_path / "b.docx").write_bytes(office("word"))
    (tmp_path / "c.pptx").write_bytes(office("slides"))
    (tmp_path / "d.pdf").write_bytes(pdf("A pump moves water."))
    documents = load_folder(tmp_path).documents
    assert [document.title for document in documents] == ["Pumps", "Pumps", "Pumps", "d"]
    assert [chunk_document(document)[-1].headings for document in documents] == [
        *(("Pumps", "Steps"), ("Pumps", "Steps"), ("Pumps",), ("d",))
    ]


def encrypted() -> bytes:
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(BytesIO(pdf("secret"))))
    writer.encrypt("password", algorithm="RC4-128")
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


def zipped(members: dict[str, bytes]) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


def swollen() -> bytes:
    """A Word file with one member that unpacks to 600 MB."""
    file = BytesIO(office("word"))
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive, archive.open("word/x.bin", "w") as member:
        for _ in range(600):
            member.write(bytes(1_000_000))
    return file.getvalue()


def laughing() -> bytes:
    """A Word file whose text is a thousand million entities, and one that lies in a file of the reader's."""
    entities = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    declared = f'<!DOCTYPE w [<!ENTITY l0 "lol"><!ENTITY file SYSTEM "file:///etc/passwd">{entities}]>'
    with zipfile.ZipFile(BytesIO(office("word"))) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    body = members["word/document.xml"].decode()
    head, tail = body.split("?>", 1)
    members["word/document.xml"] = f"{head}?>{declared}{tail.replace('moves', '&l9;&file;', 1)}".encode()
    return zipped(members)


def test_broken_and_encrypted_files_are_failures(tmp_path: Path) -> None:
    files = {
        "a.pdf": (b"%PDF-1.4 nonsense", "corrupt"),
        "b.docx": (b"\xd0\xcf\x11\xe0 an encrypted or old Word file", "corrupt"),
        "c.pptx": (zipped({"x": b""}), "corrupt"),
        "d.docx": (office("word")[:4000], "corrupt"),
        "e.html": (b"<html><script>only()</script></html>", "empty"),
        "f.pdf": (encrypted(), "encrypted"),
        "g.pdf": (pdf(""), "empty"),
        "h.docx": (swollen(), "too-large"),
    }
    for name, (data, _) in files.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "good.md").write_text("fine")
    loaded = load_folder(tmp_path)
    assert {failure.subject_id: failure.check for failure in loaded.failures} == {
        name: check for name, (_, check) in files.items()
    }


def test_entities_in_an_office_file_are_neither_expanded_nor_fetched() -> None:
    try:
        text = word_text(laughing()).text
    except Unreadable:
        return
    assert "lollol" not in text
    assert "root:" not in text


@pytest.mark.parametrize(
    "page",
    [
        b"<div>" * 30_000 + b"deep",
        b"<span>" * 20_000 + b"deep",
        b"<ul><li>" * 5_000 + b"deep",
        b"<table><tr><td>" * 2_000 + b"deep",
        b"<p>" + b"a &amp; b " * 100_000,
        b"<!--" * 10_000 + b"--><p>deep",
    ],
    ids=["div", "span", "list", "table", "long", "comments"],
)
def test_hostile_pages_give_their_text_or_a_failure(page: bytes) -> None:
    try:
        assert html_text(page).text.strip()
    except Unreadable as unreadable:
        assert unreadable.check == "corrupt"


def test_without_the_extra_every_such_file_names_the_install_line(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(pdf("x"))
    (tmp_path / "b.html").write_bytes(HTML)
    program = (
        "import sys; from pathlib import Path; from benchmill.generator.loaders import load_folder\n"
        "from benchmill.records import InputError\n"
        "try: load_folder(Path(sys.argv[1]))\n"
        "except InputError as error: print(error)"
    )
    absent = tmp_path / "absent"  # what an absent package looks like to import, in the child that reads, too
    absent.mkdir()
    for name in ("pypdf", "bs4"):
        (absent / f"{name}.py").write_text("raise ImportError")
    environment = os.environ | {"PYTHONPATH": str(absent)}
    command = [sys.executable, "-c", program, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert "1 .pdf file: reading .pdf files needs the extra `documents`" in done.stdout
    assert install_line("documents") in done.stdout
