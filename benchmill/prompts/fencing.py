"""Untrusted text -> text that a prompt may hold: cleaned, every line marked, between two lines no document could guess.

A document may say "ignore the above", forge a passage's end or hide words in invisible characters. So the border of a
passage is a fence made from a secret, and every line inside begins with a mark: a line without it is not passage.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass

from benchmill.records.normalising import DATAMARK

FENCE_LENGTH = 12
_LONGEST_PLACE = 600  # characters of a heading path with the header of a table
_BORDER = re.compile(rf"^(?:Section: [^\n]*\n)?\d[0-9a-v]{{{FENCE_LENGTH - 1}}}(?: \d+)?$", re.MULTILINE)

# Every character that a reader could take for a line end: so every line gets its mark.
_LINE_ENDS = re.compile("\r\n?|[\n\v\f\x1c-\x1e\x85\u2028\u2029]")
# Characters that a reader does not see: controls except \n and \t, zero-width, bidi and tag characters, surrogates.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e"
    "\u2060-\u2064\u2066-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]"
)


@dataclass(frozen=True, slots=True)
class Fenced:
    """`text` goes into the prompt; `stripped` is the number of characters that were taken out of the passages."""

    text: str
    fence: str
    stripped: int


def clean(text: str) -> tuple[str, int]:
    """`text` without control, zero-width and bidi characters and lone surrogates, and how many those were.

    Line ends of every kind become `\\n`; tabs stay.

    >>> clean("pay\\u200bload\\u202e now\\x07")
    ('payload now', 3)
    """
    if text.isascii() and text.replace("\n", "").isprintable():
        return text, 0
    return _UNSEEN.subn("", _LINE_ENDS.sub("\n", text))


def one_line(text: str, limit: int = 300) -> str:
    """`text` cleaned, on one line, at most `limit` characters: for a question, a heading path, a setting."""
    return " ".join(clean(text)[0].split())[:limit]


def fence_for(secret: str, texts: Sequence[str]) -> str:
    """12 letters and digits (about 60 bits) that occur in none of `texts`; the same secret and texts give the same.

    Nobody can guess them without the secret, so no document can close its own fence. They depend only on the secret
    and the texts, so a call's key stays the same from run to run.
    """
    attempt = 0
    while True:
        message = "\0".join([*texts, str(attempt)]).encode("utf-8", "backslashreplace")
        mac = hmac.digest(secret.encode(), message, hashlib.sha256)
        # base32hex in lower case: digits and a to v; the digit in front keeps a fence from reading as a word
        fence = str(mac[-1] % 10) + base64.b32hexencode(mac).decode().lower()[: FENCE_LENGTH - 1]
        if not any(fence in text.casefold() for text in texts):
            return fence
        attempt += 1


def fenced(passages: Sequence[str], *, secret: str, places: Sequence[str] = ()) -> Fenced:
    """All passages of one call behind one fence, numbered from 1 where there are several.

    `places` holds the heading path of each passage. That line goes before the fence, because no model may quote it.
    """
    # Empty lines around a passage would only cost tokens.
    cleaned = [(text.strip("\n"), count) for text, count in map(clean, passages)]
    fence = fence_for(secret, [text for text, _ in cleaned])
    blocks = []
    for number, (text, _) in enumerate(cleaned, start=1):
        place = one_line(places[number - 1], _LONGEST_PLACE) if places else ""
        header = f"Section: {place}\n" if place else ""
        label = f" {number}" if len(cleaned) > 1 else ""
        blocks.append(f"{header}{fence}{label}\n{datamarked(text)}\n{fence}")
    return Fenced("\n\n".join(blocks), fence, sum(count for _, count in cleaned))


def between_fences(text: str) -> list[str]:
    """The pieces of what a model copied from several passages, without the fences and section lines between them.

    >>> between_fences("| `poll` | 30 |\\n0nui634pcrbd\\n\\nSection: Settings\\n0nui634pcrbd 2\\nSet `poll` to 60.")
    ['| `poll` | 30 |', 'Set `poll` to 60.']
    """
    return [piece.strip() for piece in _BORDER.split(text) if piece.strip()]


def datamarked(text: str) -> str:
    """Every line of `text` begins with the mark.

    >>> datamarked("one\\n\\ntwo")
    '¦ one\\n¦ \\n¦ two'
    """
    return f"{DATAMARK} " + text.replace("\n", f"\n{DATAMARK} ")
