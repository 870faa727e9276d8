"""Documents and chunks -> Candidates, from the structure of the docs alone: the writer that needs no model and no key.

It reads settings and options with their defaults, definitions of laws and numbered steps, in the languages that have a
file in `generator/languages/`. It asks only what is nearly certain and leaves every other passage alone.
"""

from benchmill.generator.extractive.looked import Looked
from benchmill.generator.extractive.writer import Writer

__all__ = ["Looked", "Writer"]
