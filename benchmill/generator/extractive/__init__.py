"""Documents and chunks -> Candidates, from the structure of the docs alone: the writer that needs no model and no key.

It reads tables, settings, options, definitions, limits, steps, lists and questions in headings, in the languages that
have a file in `languages/`. It writes no candidate about a passage that it does not recognise, which is a valid result.
"""

from benchmill.generator.extractive.often_named import often_named
from benchmill.generator.extractive.product import product_name
from benchmill.generator.extractive.writer import Looked, Writer

__all__ = ["Looked", "Writer", "often_named", "product_name"]
