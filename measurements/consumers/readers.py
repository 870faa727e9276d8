"""The readers `community` and `unstructured`, each with its extra alone -> what they read of which format, offline.

    python -m measurements.consumers.readers [--environments FOLDER] > measurements/results/readers.md

Installs each extra into an environment of its own (some 700 MB; FOLDER keeps them). The folder that is read holds the
example docs as Markdown, and one page of them as .markdown, .txt, HTML and Word. While it is read every connection to
another machine is refused and counted.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import venv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from docx import Document as WordDocument
from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[2]
READERS = ("community", "unstructured")
_GUARD = """
import os, socket
_connect = socket.socket.connect
def connect(self, address):
    if self.family != socket.AF_UNIX and str(address[0]) not in ("127.0.0.1", "::1", "localhost"):
        with open(os.environ["CONNECTIONS"], "a") as file:
            file.write(f"{address}\\n")
        raise ConnectionRefusedError("no network here")
    return _connect(self, address)
def getaddrinfo(host, *more, **named):
    with open(os.environ["CONNECTIONS"], "a") as file:
        file.write(f"{host}\\n")
    raise socket.gaierror("no network here")
socket.socket.connect = connect
socket.getaddrinfo = getaddrinfo
"""


def write_docs(folder: Path) -> Counter[str]:
    """The folder that is read; the words of the page that is there in every format."""
    examples = sorted((ROOT / "examples" / "docs").rglob("*.md"))
    for number, path in enumerate(examples):
        (folder / f"{number:02}.md").write_bytes(path.read_bytes())
    text = max((path.read_text(encoding="utf-8") for path in examples), key=len)
    html = MarkdownIt("commonmark").enable("table").render(text)
    (folder / "page.markdown").write_text(text, encoding="utf-8")
    (folder / "page.txt").write_text(text, encoding="utf-8")
    (folder / "page.html").write_text(html, encoding="utf-8")
    word = WordDocument()
    for block in re.split(r"\n\n+", text):
        word.add_paragraph(block)
    word.save(str(folder / "page.docx"))
    return words(re.sub(r"<[^>]*>", " ", html))


def words(text: str) -> Counter[str]:
    """The words of a text, marks left out."""
    return Counter(re.findall(r"\w+", text))


def python_of(reader: str, environments: Path) -> Path:
    """An environment with benchmill and this extra alone; installed where it is not there yet."""
    environment = environments / reader
    python, done = environment / "bin" / "python", environment / ".installed"
    if not done.is_file():
        print(f"installing the extra {reader} ...", file=sys.stderr)
        venv.create(environment, with_pip=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-e", f"{ROOT}[{reader}]"], check=True)
        done.touch()
    return python


def rows(reader: str, python: Path, docs: Path, page: Counter[str], scratch: Path) -> Iterator[str]:
    """The table's rows for one reader."""
    guard, connections = scratch / "guard", scratch / f"{reader}.connections"
    guard.mkdir(exist_ok=True)
    (guard / "sitecustomize.py").write_text(_GUARD, encoding="utf-8")
    connections.touch()
    script = Path(__file__).parent / "loaders" / "read_folder.py"
    ran = subprocess.run(
        [str(python), str(script), str(docs), reader],
        env=os.environ | {"PYTHONPATH": str(guard), "CONNECTIONS": str(connections)},
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        raise SystemExit(f"{reader}: {ran.stderr.strip().splitlines()[-1]}")
    report = json.loads(ran.stdout.splitlines()[-1])
    tried = len(connections.read_text().splitlines())
    for ending in (".md", ".markdown", ".txt", ".html", ".docx"):
        names = [path.name for path in docs.iterdir() if path.suffix == ending]
        read = [name for name in names if name in report["texts"]]
        kept = ""
        if f"page{ending}" in report["texts"]:
            found = words(report["texts"][f"page{ending}"])
            kept = f"{100 * (page & found).total() / page.total():.1f} %"
        reasons = sorted({report["failures"][name] for name in names if name in report["failures"]})
        yield f"| {reader} | {ending} | {len(read)} of {len(names)} | {kept} | {tried} | {'; '.join(reasons)} |"


def main(arguments: list[str]) -> int:
    """Print the table; 1 where Markdown is not read, or a connection was tried."""
    kept = Path(arguments[arguments.index("--environments") + 1]) if "--environments" in arguments else None
    print("# The readers of other packages, each with its extra alone and without a network\n")
    print("`python -m measurements.consumers.readers`. Words kept: of the one page that is there in every format.\n")
    print("| reader | format | files read | words kept | connections tried | not read, and why |")
    print("|---|---|---|---|---|---|")
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        docs = scratch / "docs"
        docs.mkdir()
        page = write_docs(docs)
        for reader in READERS:
            python = python_of(reader, (kept or scratch / "environments").resolve())
            for row in rows(reader, python, docs, page, scratch):
                print(row, flush=True)
                cells = [cell.strip() for cell in row.split("|")]
                read, count = cells[3].split(" of ")
                wrong += (cells[2] == ".md" and read != count) + (cells[5] != "0")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
