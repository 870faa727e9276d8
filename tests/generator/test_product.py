"""Documents, and the files around them, name the product, or no name is certain."""

from __future__ import annotations

import pytest

from benchmill.generator.loaders.stated_name import Stated
from benchmill.generator.loaders.title import title_of
from benchmill.generator.product import product_name
from benchmill.records import Document

MARKDOWN = "text/markdown"


def page(name: str, text: str) -> Document:
    """A document with the title that the loader gives it."""
    return Document(name, text, title_of(name, text, MARKDOWN), "", MARKDOWN)


TITLES = {
    "a title that shouts": ("# PEBBLEWIRE\n", "Pebblewire"),
    "a title in HTML": ('<h1 align="center"><img src="a.png"><br>Pebblewire</h1>\n', "Pebblewire"),
    "a part of a longer name": ("# WIRE\n", ""),
    "a title whose first word is an article and a letter": ("# Ant Pebblewire\n", ""),
    "a title that asks": ("# What is Pebblewire?\n", "Pebblewire"),
    "a title with words of titles": ("# Welcome to Pebblewire's documentation\n", "Pebblewire"),
    "a title that welcomes to a version": ("# Welcome to the official version of Pebblewire!\n", "Pebblewire"),
    "a name in small letters that the page installs": (
        "# Welcome to messages\n\nRun `pip install messages`.\n",
        "messages",
    ),
    "a name in small letters before its slogan": (
        "# messages: relaying made simple\n\nRun `pip install messages`.\n",
        "messages",
    ),
    "a title that begins with an article": ("# A Pebblewire\n", ""),
    "a placeholder": ("# PEBBLE_WIRE\n\nPEBBLE_WIRE relays to PEBBLE_WIRE.\n", ""),
    "a title and a sentence that name different things": ("# Pebblewire\n\n37signals is a company.\n", ""),
    "a slogan behind a full stop": ("# Pebblewire. Relaying made simple for all of us\n", "Pebblewire"),
    "a name between pictures": ("# ![Our logo](a.png) Pebblewire [![built](b.png)](c)\n", "Pebblewire"),
    "a slogan behind a dash": ("# Pebblewire - the relay\n", "Pebblewire"),
    "a name that begins with a digit": ("# 37signals Employee Handbook\n", "37signals"),
    "a title without a name": ("# Getting started\n", ""),
    "a name that nobody says again": ("# Zanzibar\n", ""),
    "a common word": ("# Messages\n", ""),
    "a title of which the name is only a part": ("# A Grand Tour of Pebblewire\n", ""),
    "a word for any interface": ("# API's for messages\n", ""),
    "a name that an aside parts from its verb": (
        "# Introduction\n\nPebblewire, as it is called, is a relay.\n",
        "Pebblewire",
    ),
    "a sentence that begins with a pronoun": ("This is a repository of messages.\n", ""),
}


@pytest.mark.parametrize(("title", "name"), TITLES.values(), ids=TITLES.keys())
def test_the_product_is_the_name_in_the_title_of_the_root_page_that_the_documents_say(title: str, name: str) -> None:
    said = "Here Pebblewire relays messages. At 37signals some messages are long, and messages matter."
    documents = [page("index.md", title + ("\n" + said) * 2), *(page(f"{n}.md", said) for n in range(3))]
    assert product_name(documents) == name


@pytest.mark.parametrize("said", ["Zeste de Savoir", "Zeste du Savoir"])
def test_a_name_is_whole_with_the_word_that_links_its_parts_or_there_is_none(said: str) -> None:
    text = f"Les contenus de {said} sont relus. Les membres de {said} les lisent."
    home = f"# Documentation de Zeste De Savoir\n\n{text}"
    documents = [page("index.md", home), page("a.md", text), page("b.md", text)]
    assert product_name(documents, "fr") == (said if " de " in said else "")


@pytest.mark.parametrize(
    ("title", "said", "name"),
    [
        ("Welcome to Pebble-Security", "With Pebble-Security and Pebble", "Pebble-Security"),
        ("Pebble", "With Pebble-Security and Pebble-Security", ""),
        ("Pebble", "With Pebble, Pebble-Security and Pebble-Mail", "Pebble"),
    ],
)
def test_a_part_of_a_name_with_a_hyphen_is_no_products_name(title: str, said: str, name: str) -> None:
    documents = [page("index.md", f"# {title}\n"), *(page(f"{n}.md", f"{said}, or {said}.") for n in range(3))]
    assert product_name(documents) == name


STATED = {
    "the documentation of the name": (("Pebblewire Documentation",), "# Start\n", "Pebblewire"),
    "the same in Japanese": (("Pebblewire 日本語ガイド",), "# Start\n", "Pebblewire"),
    "a name that the pages write otherwise": (("PebbleWire",), "# Start\n", "Pebblewire"),
    "a common word": (("General",), "# Start\n", ""),
    "another name than the root page's": (("37signals",), "# Pebblewire\n", ""),
    "words that the pages never say": (("A wire",), "# Start\n", ""),
    "a package in small letters that the README is about": (
        ("", "messages", "# messages: a relay"),
        "# Start\n",
        "messages",
    ),
    "a package whose name ends in docs": (
        ("", "wire-docs", "# wire-docs"),
        "# wire-docs\n\nWith wire-docs wire is wire: wire-docs, and wire-docs.\n",
        "wire-docs",
    ),
    "a package's name alone": (("", "pebblewire", "# Features"), "# Start\n", "Pebblewire"),
    "a package that is a part of the name": (
        ("", "relay", "# Pebble Relay"),
        "# Start\n\nRelay. See Relay, Relay, or Relay.\n",
        "",
    ),
    "a package with a general name": (("", "docs", "# General"), "# Start\n", ""),
    "a sentence of the README": (
        ("", "", "[![badge](a)](b)\n\n![a](a)\n\n![b](b)\n\n**Pebblewire** is a relay.\n"),
        "# Start\n",
        "Pebblewire",
    ),
    "a title that only begins like the name": (("", "pebblewire", "# PebblewireLS"), "# Start\n", ""),
    "a title that is the product's site": (("", "pebblewire", "# Pebblewire.io"), "# Start\n", "Pebblewire"),
    "a title that is the name and a word of titles": (
        ("", "pebblewire", "# PebblewireDocs"),
        "# Start\n",
        "Pebblewire",
    ),
    "a name behind that of an organisation": (("", "", "# Apache Pebblewire"), "# Start\n", "Pebblewire"),
    "what two of three sources say": (("37signals", "pebblewire", "# Pebblewire"), "# Start\n", "Pebblewire"),
}


def _stated(title: str, package: str = "", readme: str = "") -> Stated:
    readmes = (page("README.md", readme),) if readme else ()
    return Stated(tuple(filter(None, [title])), tuple(filter(None, [package])), readmes)


@pytest.mark.parametrize(("stated", "title", "name"), STATED.values(), ids=STATED.keys())
def test_the_files_around_name_the_product_if_the_pages_say_it_and_no_title_differs(
    stated: tuple[str, ...], title: str, name: str
) -> None:
    said = "Here Pebblewire relays general messages. At 37signals some general messages are long, in general."
    documents = [page("index.md", f"{title}\n{said}"), page("1.md", said), page("2.md", said)]
    assert product_name(documents, stated=_stated(*stated)) == name


@pytest.mark.parametrize(("heading", "name"), [("Project Description", ""), ("Project Pebblewire", "Pebblewire")])
def test_a_readme_whose_first_heading_is_a_word_of_headings_names_nothing(heading: str, name: str) -> None:
    said = "See Pebblewire and its description. Add description lines to Pebblewire. A description is short."
    documents = [page(f"{n}.md", said) for n in range(3)]
    assert product_name(documents, stated=_stated("", "", f"## {heading}\n\nA place for all.\n")) == name


def test_a_name_in_two_titles_is_the_products_even_if_few_pages_say_it() -> None:
    documents = [page(f"{n}.md", "Here are rules about messages and nothing else.") for n in range(40)]
    documents.append(page("index.md", "# wire\n\nWith wire, or as wire users say, wire.\n"))
    assert product_name(documents, stated=_stated("wire docs")) == "wire"
    assert product_name(documents, stated=_stated("Start")) == ""


@pytest.mark.parametrize(
    ("code", "title", "said", "name"),
    [
        ("de", "Willkommen in der PebbleWire Knowledge Base", "Mit PebbleWire", "PebbleWire"),
        (
            "de",
            "Pebble wire Handbuch",
            "Quelltext: github.com/pebble/pebble-wire-core\n\nMit Pebble wire",
            "Pebble wire",
        ),
        ("de", "Pebble-Wire-Entwicklerhandbuch", "Mit Pebble-Wire", "Pebble-Wire"),
        ("fr", "Qu’est-ce que Pebble de Wire ?", "Avec Pebble de Wire", "Pebble de Wire"),
        ("pt", "Roteiro de Integração do Pebble Wire", "Com o Pebble Wire", "Pebble Wire"),
        ("ja", "PEBBLE-WIRE 4開発ドキュメント", "ここではPEBBLE-WIREを", "PEBBLE-WIRE"),
        ("ja", "Pebblewire ドキュメント\n\nand see Installing Pebblewire", "ここではPebblewireを", "Pebblewire"),
        ("ko", "Pebblewire 설명서", "여기서 Pebblewire는", "Pebblewire"),
        ("ko", "도입부\n\nPebblewire는 릴레이입니다.", "여기서 Pebblewire는", "Pebblewire"),
        ("ru", "Документация по платформе Pebblewire", "Здесь Pebblewire", "Pebblewire"),
        ("es", "Documentación de Pebblewire en Español", "Con Pebblewire en Español", "Pebblewire"),
        ("ru", "Документация Pebblewire", "Здесь Pebblewire", "Pebblewire"),
        ("zh", "Pebblewire 文档", "这里 API是用于管理 Pebblewire 的", "Pebblewire"),
    ],
)
def test_the_words_of_titles_around_a_name_are_known_in_its_language(
    code: str, title: str, said: str, name: str
) -> None:
    documents = [page(f"{n}.md", f"{said}, und {said}.") for n in range(3)]
    documents.append(page("index.md", f"# {title}\n"))
    assert product_name(documents, code) == name


@pytest.mark.parametrize(
    ("name", "title", "found"),
    [
        ("intro/introduction.md", "Introduction to Pebblewire", "Pebblewire"),
        ("getting-started/overview.md", "Welcome", ""),
        ("relays/introduction.md", "Introduction to Pebblewire", ""),
    ],
)
def test_an_introduction_in_a_folder_names_the_product_if_no_page_above_does(name: str, title: str, found: str) -> None:
    said = "Here Pebblewire relays. We like Pebblewire, and you like Pebblewire."
    documents = [page("index.md", "# Start\n"), page("usage.md", said), page(name, f"# {title}\n\n{said}")]
    assert product_name(documents) == found
    documents.append(page("readme.md", "# 37signals Handbook\n\nAt 37signals we, at 37signals, like 37signals.\n"))
    assert product_name(documents) == "37signals"


@pytest.mark.parametrize(("file", "name"), [("00-intro.md", "Pebblewire"), ("00-queue.md", "")])
def test_an_introduction_with_a_number_before_its_files_name_names_the_product(file: str, name: str) -> None:
    said = "Pebblewire relays messages. With Pebblewire they are short, and Pebblewire keeps them."
    documents = [page(file, "# Introduction\n\nPebblewire is a relay.\n"), page("01-use.md", said), page("02.md", said)]
    assert product_name(documents) == name


def test_what_most_documents_say_is_no_name_if_nothing_states_it() -> None:
    documents = [Document(f"{n}.md", "Here Pebblewire relays. We like Pebblewire.", "", "", MARKDOWN) for n in range(9)]
    assert product_name(documents) == ""
    assert product_name([]) == ""


def test_one_line_of_letters_does_not_stop_the_search_for_the_products_name() -> None:
    """The time was quadratic: such a line, in which no word ends, took minutes and did not react to Ctrl-C."""
    text = "\n\n".join(
        (
            "# Pebblewire\n\nPebblewire is a relay. Many people run Pebblewire beside Pebblewire.",
            "x" * 1_000_000,
            "X" * 1_000_000,
            "文" * 1_000_000,
        )
    )
    assert product_name([Document("index.md", text, "Pebblewire", "", MARKDOWN)], "en") == "Pebblewire"
