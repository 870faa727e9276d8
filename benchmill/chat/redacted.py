"""Text from a server or an SDK -> one line that is safe to show: no keys, no passwords, not endless."""

from __future__ import annotations

import os
import re
from urllib.parse import urlsplit, urlunsplit

_LONGEST = 400
_SECRETS = (
    (re.compile(r"(?i)\b(bearer|basic)\s+[A-Za-z0-9._~+/=*-]{4,}"), r"\1 [hidden]"),
    (
        re.compile(
            r"(?i)(authorization|api[-_ ]?key|x-api-key|access[-_ ]?token|secret)(['\"]?\s*[:=]\s*['\"]?)[^\s'\",;}]+"
        ),
        r"\1\2[hidden]",
    ),
    (re.compile(r"(?i)\b(?:sk|pk|rk|gsk|hf|xai|lsv2|AIza)[-_][A-Za-z0-9_*.-]{4,}"), "[hidden]"),
    (re.compile(r"//[^/\s@]+@"), "//[hidden]@"),
)
_QUERY = re.compile(r"([?&][^=&]+=)[^&]+")
_KEY_NAME = re.compile(r"(?i)(key|token|secret|password)$")


def redacted(text: object) -> str:
    """`text` as one line of at most 400 characters, without what looks like a key or is one in this environment.

    >>> redacted("Incorrect API key provided: sk-proj-abc*def at http://user:pw@host/v1")
    'Incorrect API key provided: [hidden] at http://[hidden]@host/v1'
    """
    line = " ".join(str(text).split())
    for secret in _own_secrets():
        line = line.replace(secret, "[hidden]")
    for pattern, shown in _SECRETS:
        line = pattern.sub(shown, line)
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def shown_address(url: str) -> str:
    """`url` without user name, password and query.

    >>> shown_address("https://me:secret@host:8000/v1?key=1")
    'https://host:8000/v1'
    """
    if "//" not in url:
        return url.rpartition("@")[2].partition("?")[0]
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path.rstrip("/"), "", ""))


def without_password(url: str) -> str:
    """`url`, or several with commas between them, with everything but user name and password.

    >>> without_password("https://me:secret@host:8000/v1?key=1,http://host/v1")
    'https://[hidden]@host:8000/v1?key=[hidden],http://host/v1'
    """
    first, comma, more = url.partition(",")
    if comma:
        return f"{without_password(first)},{without_password(more)}"
    scheme, slashes, rest = url.rpartition("//")
    before, at, rest = rest.rpartition("@")  # the last one: a password may hold @ and / though it should not
    return scheme + slashes + ("[hidden]" + at if before else "") + _QUERY.sub(r"\1[hidden]", rest)


def _own_secrets() -> list[str]:
    """The keys in this environment, longest first, so that a key which begins like another is hidden whole.

    Values under eight characters are left out: they are words, not keys.
    """
    values = {value for name, value in os.environ.items() if _KEY_NAME.search(name) and len(value) >= 8}
    return sorted(values, key=len, reverse=True)
