"""A language code -> the name of the language, as a prompt says it."""

from __future__ import annotations

_NAMES = {
    "de": "German", "en": "English", "es": "Spanish", "fr": "French", "it": "Italian", "ja": "Japanese", "ko": "Korean",
    "nl": "Dutch", "pl": "Polish", "pt": "Portuguese", "ru": "Russian", "tr": "Turkish", "uk": "Ukrainian",
    "zh": "Chinese",
}  # fmt: skip


_CODES = {name.casefold(): code for code, name in _NAMES.items()}


def language_code(typed: str) -> str:
    """The code of a language that a user named. What is neither a code nor a listed name stays as it was typed.

    >>> language_code("EN"), language_code("german"), language_code("sv"), language_code("Swiss German")
    ('en', 'de', 'sv', 'Swiss German')
    """
    plain = typed.strip()
    return _CODES.get(plain.casefold(), plain.lower() if len(plain) == 2 else plain)


def language_name(code: str) -> str:
    """The name for a code. A code that is not listed is its own name; an empty one means the passage's own language.

    >>> language_name("de"), language_name("Swiss German"), language_name("")
    ('German', 'Swiss German', 'the language of the passage')
    """
    return _NAMES.get(code.strip().casefold(), code.strip()) or "the language of the passage"
