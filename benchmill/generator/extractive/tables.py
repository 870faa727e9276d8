"""Passage -> questions about the cells of its tables, by what the column's header says."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.blocks import Table, blocks, tables
from benchmill.generator.extractive.clauses import clause, says_something
from benchmill.generator.extractive.draft import Draft, Part, Passage, Place
from benchmill.generator.extractive.lexicon import POINTING
from benchmill.generator.extractive.markup import bare, is_junk, length, plain
from benchmill.generator.extractive.wording import ADJECTIVE, asked, in_sentence, is_noun, meaning, preposition

_MEANING = re.compile(
    r"descriptions?|meaning|purpose|what it does|does|explanation|effect|function|details|main feature|feature"
)
_CONTENT = re.compile(r"contents?|contains|holds")
_DEFAULT = re.compile(r"defaults?(?: value)?")
_EMPTY = re.compile(r"(?:yes|no|n/?a|-+|–|—|none|tbd|todo|link|here|same\.?|any|all|\W*)", re.IGNORECASE)


def cells(passage: Passage) -> Iterator[Draft]:
    """A draft for each telling cell: the row's first cell names what is asked about, the header what is asked."""
    for table in tables(passage.text, blocks(passage.text)):
        headers = [plain(passage.text[slice(*cell)]) for cell in table.header]
        if len(headers) < 2 or not _has_keys(passage.text, table):
            continue
        for row, places in table.rows:
            key = plain(passage.text[slice(*places[0])])
            if not _is_key(key) or length(passage.text[slice(*row)]) > 60:
                continue
            for header, cell in zip(headers[1:], places[1:], strict=True):
                yield from _draft(passage, headers[0], key, header, cell, row)


def _draft(passage: Passage, key_header: str, key: str, header: str, cell: Place, row: Place) -> Iterator[Draft]:
    text = passage.text
    head, value = header.casefold().strip(" ?:*"), text[slice(*cell)]
    if not head or _EMPTY.fullmatch(plain(value).strip("`")):
        return
    what = asked(key, key_header)
    where = passage.within(key, header)
    if _DEFAULT.fullmatch(head):
        answer, question = bare(text, cell), f"What is the default value of {what}{where}?"
    elif _MEANING.fullmatch(head):
        answer, question = clause(text, cell), meaning(text[slice(*cell)], what, where)
    elif _CONTENT.fullmatch(head):
        answer, question = clause(text, cell), f"What does {what} contain{where}?"
    elif head == "type":
        answer, question = bare(text, cell), f"Which type does {what} have{where}?"
    elif ADJECTIVE.fullmatch(head):
        answer, question = bare(text, cell), f"What is the {head} {in_sentence(key)}{where}?"
    elif is_noun(header):
        answer, question = bare(text, cell), f"What is the {in_sentence(header)} {preposition(header)} {what}{where}?"
    else:
        return
    if question and answer and length(text[slice(*answer)]) <= 12 and says_something(text[slice(*answer)]):
        yield Draft("table", question, (Part(answer, row),))


def _has_keys(text: str, table: Table) -> bool:
    """Whether the first column names its rows: all different, none empty, not just numbers."""
    keys = [plain(text[slice(*places[0])]) for _, places in table.rows]
    return len(keys) > 1 and len(set(keys)) == len(keys) and all(keys) and sum(map(_is_key, keys)) * 3 >= len(keys) * 2


def _is_key(key: str) -> bool:
    return bool(
        re.search(r"[A-Za-z]{2}|[A-Z]\d", key)
        and key.strip("`").casefold() not in ("null", "none", "true", "false", "nullptr", "default", "yes", "no")
        and length(key) <= 8
        and not is_junk(key)
        and key.split()[0].casefold() not in POINTING
        and not re.search(r"[,;]| or | and ", re.sub(r"`[^`]*`", "", key))
    )
