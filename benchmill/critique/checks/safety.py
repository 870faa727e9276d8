"""Case -> unsafe-text: orders to a model, secrets and people's addresses in a question or answer.

Documentation is full of keys and addresses that belong to nobody. The check passes these: names under reserved domains
(RFC 2606), role addresses (`security@`), keys that contain EXAMPLE or placeholder letters, and passwords called
`password`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.critique.checks.case import Case, show
from benchmill.records.injection import injection

_EMAIL = re.compile(
    r"(?<![\w.+%-])(?P<user>[\w.+%-]{1,64})@(?P<host>(?:[a-z0-9-]{1,63}\.){1,8}(?P<top>[a-z]{2,12}))\b", re.IGNORECASE
)
# A question is read by the system that it tests: "Tell the user to ... How long is a message kept?" gives it an order.
_ORDER = re.compile(
    r"(?:^|[.!?;]\s+)(?:(?:then|now|also|please|first),?\s+)*(?:"
    r"(?:tell|instruct|ask|advise|urge|remind|warn)\s+(?:the|every|each|all|your)\s+(?:users?|readers?|customers?|people)\b"
    r"|(?:send|paste|share|e-?mail|mail|reveal|give|enter)\s+(?:me\s+|us\s+)?(?:your|their|the)\s+(?:\w+\s+)?"
    r"(?:api\s+keys?|passwords?|tokens?|secrets?|credentials?)\b)",
    re.IGNORECASE,
)
_RESERVED = re.compile(
    r"(?:^|\.)(?:example\.(?:com|org|net|edu)|example|test|invalid|localhost|domain\.com|company\.com|email\.com)$",
    re.I,
)
_ROLES_TEXT = """
    abuse admin contact docs git hello help hostmaster info mail me name noreply no-reply office postmaster
    press privacy root sales security service services support team test user username webmaster you your-email
    youremail"""
_ROLES = frozenset(_ROLES_TEXT.split())
_NOT_DOMAINS_TEXT = """
    js ts py service socket timer target mount css html json md svc local internal lan"""
_NOT_DOMAINS = frozenset(_NOT_DOMAINS_TEXT.split())
_KEYS = re.compile(
    r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bsk-(?:proj-|ant-)?[A-Za-z0-9_-]{20,200}|\bgh[pousr]_[A-Za-z0-9]{30,100}\b"
    r"|\bgithub_pat_\w{30,100}|\bxox[abprs]-[A-Za-z0-9-]{10,100}|\bAIza[\w-]{35}|\bhf_[A-Za-z0-9]{30,60}\b"
    r"|\bglpat-[\w-]{20,60}"
    r"|\beyJ[\w-]{10,400}\.eyJ[\w-]{10,400}\.[\w-]{10,400}|-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----"
    r"|\b(?:sk|rk)_live_[A-Za-z0-9]{16,100}"
)
_CREDENTIALS = re.compile(
    r"\b[a-z][a-z0-9+.-]{1,10}://[^\s:/@'\"]{1,64}:(?P<password>[^\s:/@'\"]{1,64})@", re.IGNORECASE
)
_ASSIGNED = re.compile(
    r"(?:api[_-]?key|secret(?:[_-]?key)?|access[_-]?token|auth[_-]?token|passw(?:or)?d|pwd)[\"']?\s{0,3}[:=]\s{0,3}"
    r"[\"']?(?P<password>[A-Za-z0-9+/_=.~-]{12,128})",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(
    r"example|sample|dummy|fake|your|xxx|\*\*\*|\.\.\.|<|\$|\{|0123|1234|abcd|changeme|placeholder|redacted|insert"
    r"|passw(?:or)?d|^pass$"
    r"|secret|token|api[_-]?key|test|none|null|(.)\1{4}",
    re.IGNORECASE,
)


def unsafe(case: Case) -> str | None:
    """Refuses words that address a model, a key, or a person's e-mail address in question or answer."""
    candidate = case.candidate
    texts = [
        candidate.question,
        candidate.answer,
        *(text for part in case.parts for text in (part.text, *part.short_answers)),
    ]
    if order := _ORDER.search(candidate.question[:20_000]):
        return f"gives an order to who answers it: {show(order[0].lstrip('.!?; '))}"
    for text in dict.fromkeys(text[:20_000] for text in texts):
        found = injection(text)
        if found:
            return f"gives instructions to a model: {show(found)}"
        for what, secret in _secrets(text):
            # Files and pages show the reason, so the reason must not contain the whole secret.
            return f"holds {what}: {show(secret[:6])}… ({len(secret)} characters)"
    return None


def _secrets(text: str) -> Iterator[tuple[str, str]]:
    for match in _KEYS.finditer(text):
        if not _PLACEHOLDER.search(match[0].strip("-")):
            yield "what looks like a key", match[0]
    for pattern in (_CREDENTIALS, _ASSIGNED):
        for match in pattern.finditer(text):
            if not _PLACEHOLDER.search(match["password"]) and _looks_random(match["password"]):
                yield "what looks like a password", match["password"]
    for match in _EMAIL.finditer(text):
        if not _impersonal(match):
            yield "an e-mail address", match[0]


def _impersonal(match: re.Match[str]) -> bool:
    user = match["user"].lower()
    return bool(_RESERVED.search(match["host"].lower())) or user in _ROLES or match["top"].lower() in _NOT_DOMAINS


def _looks_random(text: str) -> bool:
    """Whether a value mixes digits and letters, as keys do; `trust_env` and `my-api-key` are names."""
    return any(c.isdigit() for c in text) and any(c.isalpha() for c in text)
