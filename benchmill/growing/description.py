"""Documents -> one line that says what they are, for writer and critics; a workspace keeps its line.

A line that changed with the documents would change every request: a night would pay for all calls again.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchmill.generator.loaders.stated_name import NOTHING, Stated
from benchmill.generator.product import product_name
from benchmill.growing.often_named import often_named
from benchmill.records import Document
from benchmill.workspace.ledger.store import Ledger

_OF = "the documentation of "
_NOTE = "documents described as"
# The number of documents to search for names: a hundred thousand would take minutes and show no more.
_LOOKED_AT, _NEAR_THE_ROOT = 300, 2


def describe(docs_name: str, documents: Sequence[Document], chosen: str, stated: Stated = NOTHING) -> str:
    """The product's name where it is certain; else the folder's name, with the names that most documents use.

    >>> describe("docs", [], "en")
    "the documentation in the folder 'docs'"
    """
    step = max(1, len(documents) // _LOOKED_AT)
    roots = [document for document in documents if document.id.count("/") < _NEAR_THE_ROOT]
    seen = list({document.id: document for document in (*roots[:_LOOKED_AT], *documents[::step])}.values())
    if name := product_name(seen, chosen, stated):
        return f"{_OF}{name}"
    names = often_named(seen, chosen)
    return f"the documentation in the folder {docs_name!r}" + (
        f", which often names {', '.join(names)}" if names else ""
    )


def names_product(line: str) -> bool:
    """Whether the line is `describe`'s for a certain name."""
    return line.startswith(_OF)


def kept_description(ledger: Ledger) -> str:
    """The line of the workspace's earlier runs; empty before the first one."""
    return ledger.note(_NOTE)


def keep_description(ledger: Ledger, line: str) -> None:
    """Keep the line for later runs."""
    if ledger.note(_NOTE) != line:
        ledger.keep_note(_NOTE, line)
