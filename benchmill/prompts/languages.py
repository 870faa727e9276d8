"""A language code -> the name of the language, as a prompt says it."""

from __future__ import annotations

_NAMES = {
    "de": "German", "en": "English", "es": "Spanish", "fr": "French", "it": "Italian", "ja": "Japanese", "ko": "Korean",
    "nl": "Dutch", "pl": "Polish", "pt": "Portuguese", "ru": "Russian", "tr": "Turkish", "uk": "Ukrainian",
    "zh": "Chinese",
}  # fmt: skip


def language_name(code: str) -> str:
    """The name for a code. A code that is not listed is its own name; an empty one means the passage's own language.

    >>> language_name("de"), language_name("Swiss German"), language_name("")
    ('German', 'Swiss German', 'the language of the passage')
    """
    return _NAMES.get(code.strip().casefold(), code.strip()) or "the language of the passage"
