"""A word in a person's column of labels -> `good`, `bad` or nothing."""

from __future__ import annotations

from benchmill.records import InputError

GOOD, BAD = "good", "bad"

_WORDS = {
    **dict.fromkeys(("good", "accept", "accepted", "keep", "kept", "yes", "y", "1", "true", "ok"), GOOD),
    **dict.fromkeys(("bad", "reject", "rejected", "drop", "dropped", "no", "n", "0", "false"), BAD),
    "": "",
}


def label_of(text: str) -> str:
    """`good`, `bad` or nothing. Raises InputError for any other word.

    >>> label_of(" Accept "), label_of("0"), label_of("")
    ('good', 'bad', '')
    """
    try:
        return _WORDS[text.strip().casefold()]
    except KeyError:
        raise InputError(f"the label {text.strip()[:40]!r} is not good, bad or empty") from None
