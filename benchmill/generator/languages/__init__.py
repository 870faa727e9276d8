"""A language's code -> Language: its questions, and the words and patterns of its docs, from one file a language."""

from benchmill.generator.languages.language import Language, language, letters_of

__all__ = ["Language", "language", "letters_of"]
