"""Documents and chunks -> Candidates, by the structure of the docs alone: the writer that needs no model and no key.

It reads tables, settings, options, definitions, limits, steps, lists and questions in headings, in the languages that
have a file in `languages/`. What it does not recognise it leaves alone: no candidate is a good answer.
"""

from benchmill.generator.extractive.product import product_name
from benchmill.generator.extractive.writer import Looked, Writer

__all__ = ["Looked", "Writer", "product_name"]
