"""A docs folder -> six chunk files, as six usual ways of indexing make them of the same Markdown.

Runs in an environment with the frameworks: `python -m measurements.frameworks` makes it.
"""

# mypy: ignore-errors
from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Iterable
from html import escape
from pathlib import Path

from bs4 import BeautifulSoup
from langchain_text_splitters import RecursiveCharacterTextSplitter
from llama_index.core import Document
from llama_index.core.node_parser import SentenceSplitter
from markdown_it import MarkdownIt
from pypdf import PdfReader
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Paragraph, Preformatted, SimpleDocTemplate

DOCS, OUT = Path(sys.argv[1]), Path(sys.argv[2])
Texts = Iterable[tuple[str, str]]


def split(texts: Texts, size: int, overlap: int) -> Texts:
    splitter = RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=overlap)
    return [(name, piece) for name, text in texts for piece in splitter.split_text(text)]


def rendered(files: Texts) -> Texts:
    markdown = MarkdownIt("commonmark").enable("table")
    return [(name, markdown.render(re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.S))) for name, text in files]


def through_pdf(html: Texts) -> Texts:
    styles = getSampleStyleSheet()
    for name, page in html:
        flow = []
        for element in BeautifulSoup(page, "lxml").find_all(["p", "li", "h1", "h2", "h3", "h4", "tr", "pre"]):
            if element.name == "pre":
                flow.append(Preformatted(element.get_text(), styles["Code"], maxLineLength=90))
            else:
                flow.append(Paragraph(escape(element.get_text(" ")), styles["Normal"]))
        if flow:
            buffer = io.BytesIO()
            SimpleDocTemplate(buffer).build(flow)
            buffer.seek(0)
            yield name, "\n".join(page.extract_text() for page in PdfReader(buffer).pages)


def through_unstructured(files: Texts) -> Texts:
    """partition_md, with regular expressions in place of the language model that it would download."""
    os.environ |= {"SCARF_NO_ANALYTICS": "true", "DO_NOT_TRACK": "true", "UNSTRUCTURED_DISABLE_NOTICE": "1"}
    import unstructured.nlp.tokenize as tokenize
    import unstructured.partition.text_type as text_type

    def words(text: str) -> list[str]:
        return re.findall(r"\w+|[^\w\s]", text)

    verbs = {"is", "are", "can", "use", "set", "be", "has", "will"}
    offline = {
        "sent_tokenize": lambda text: [one for one in re.split(r"(?<=[.!?])\s+", text) if one],
        "word_tokenize": words,
        "pos_tag": lambda text: [(word, "VB" if word.lower() in verbs else "NN") for word in words(text)],
    }
    for module in (tokenize, text_type):
        for name in offline.keys() & vars(module).keys():
            setattr(module, name, offline[name])
    from unstructured.partition.md import partition_md

    return [(n, "\n\n".join(map(str, partition_md(text=text)))) for n, text in files if text.strip()]


def through_llama_index(files: Texts) -> Texts:
    splitter = SentenceSplitter(chunk_size=256, chunk_overlap=20)
    documents = [Document(text=text, metadata={"file_path": name}, id_=name) for name, text in files]
    return [(node.metadata["file_path"], node.get_content()) for node in splitter.get_nodes_from_documents(documents)]


def main() -> None:
    files = [(path.relative_to(DOCS).as_posix(), path.read_text("utf-8")) for path in sorted(DOCS.rglob("*.md"))]
    html = rendered(files)
    plain = [(name, BeautifulSoup(page, "lxml").get_text("\n")) for name, page in html]
    indexes = {
        "raw Markdown, LangChain 1,000": split(files, 1000, 100),
        "raw Markdown, LangChain 300": split(files, 300, 0),
        "raw Markdown, LlamaIndex 256": through_llama_index(files),
        "HTML and back, LangChain 1,000": split(plain, 1000, 100),
        "PDF and back, LangChain 1,000": split(through_pdf(html), 1000, 100),
        "unstructured, LangChain 1,000": split(through_unstructured(files), 1000, 100),
    }
    OUT.mkdir(parents=True, exist_ok=True)
    for number, (name, chunks) in enumerate(indexes.items()):
        lines = [json.dumps({"_id": f"i{number}-{n}", "text": t, "document": d}) for n, (d, t) in enumerate(chunks)]
        (OUT / f"{name}.jsonl").write_text("\n".join(lines) + "\n", "utf-8")


main()
