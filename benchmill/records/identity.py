"""Plain values -> the hash that names them."""

from __future__ import annotations

import hashlib
import json

# Made once: `json.dumps` makes one a call where anything is not as usual, and a large corpus has 100,000 ids.
_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def canonical_json(value: object) -> str:
    """The one JSON text of a value: sorted keys, no spaces, Unicode as it is.

    >>> canonical_json({"b": 1, "a": ["é"]})
    '{"a":["é"],"b":1}'
    """
    return _ENCODER.encode(value)


def digest(*parts: object) -> str:
    """SHA-256 over the canonical JSON of the parts, as 64 hex digits.

    JSON keeps the borders between parts, so `("ab", "c")` and `("a", "bc")` differ. A lone surrogate, which a
    broken file name or model reply can carry, is hashed as its escape instead of being an error.
    """
    return hashlib.sha256(canonical_json(parts).encode("utf-8", "backslashreplace")).hexdigest()


def fingerprint(*texts: str) -> int:
    """64 bits by which texts are recognised in a cache; it takes a tenth of the time of `digest`."""
    data = "\0".join(texts).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "big")


def short_digest(*parts: object) -> str:
    """The first 16 hex digits of `digest`: 64 bits, for ids that people copy."""
    return digest(*parts)[:16]
