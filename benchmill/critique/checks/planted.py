"""Case -> planted-content, hidden-evidence: what a document tries to make a benchmark's reader open, run or render.

A document cannot be trusted. A model that obeys a document writes what the document orders: a phishing address as an
answer, or a command to run in a question. An address that other passages also have is no attack by one passage; an
answer may be a command of the kind that manuals have, where the passage shows it as code.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from benchmill.critique.checks.case import Case, show
from benchmill.records.corpus import Chunk, Span
from benchmill.records.languages import CODE
from benchmill.records.numbers import answer_tokens
from benchmill.records.words import contains

_MARKUP = re.compile(
    r"</?(?:script|img|iframe|svg|object|embed|style|link|meta|form|input|a|div|span|body|video|audio|base|b|i|p"
    r"|br|h[1-6]|button|table)\b[^>\n]{0,400}>?",
    re.IGNORECASE,
)
_ACTIVE = re.compile(
    r"!\[[^\]\n]*\]\(|!\[[^\]\n]*\]\[|\bon(?:error|load|click|mouseover|focus)\s*=|\bjavascript:|\bvbscript:|\bdata:text/"
    r"|<\s*(?:script|img|iframe|svg)\b[^>\n]*\b(?:src|on\w+)\s*=",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    r"(?P<url>\b(?:https?|ftp|wss?)://[^\s`'\"<>)\]]+)|(?P<bare>(?<![\w@./-])(?:[a-z0-9-]{1,63}\.){1,6}"
    r"(?:(?:com|org|net|biz|xyz|online|ru|cn|tk|click|evil)\b(?:/[^\s`'\"<>)\]]*)?"
    r"|(?:io|dev|app|info|top|site|link|me|co|zip|sh|ai|cc|su|pw|ws|to|gg|ly|eu)/[^\s`'\"<>)\]]*))",
    re.IGNORECASE,
)
_COMMAND = re.compile(
    r"\b(?:curl|wget|iwr|irm|fetch|invoke-webrequest)\b[^\n|;&]{0,300}[|;&]+\s*(?:sudo\s+)?(?:ba|z|da)?sh\b"
    r"|\b(?:curl|wget|iwr|irm)\b[^\n]{0,300}\|\s*(?:python3?|perl|ruby|node|iex)\b"
    r"|\b(?:(?:ba|z|da)?sh\s+(?:-c\s+)?|eval\s+|source\s+)[\"']?[$<]\(\s*(?:curl|wget)\b[^\n]{0,300}"
    r"|\b(?:iex|invoke-expression)\b[^\n]{0,80}\b(?:iwr|irm|invoke-webrequest|downloadstring)\b[^\n]{0,300}"
    r"|\bpowershell(?:\.exe)?\b[^\n]{0,80}-e(?:nc\w*)?\b|\brm\s+-[a-z]*r[a-z]*f?[a-z]*\s+[/~][^\s`]*"
    r"|\bchmod\s+(?:-R\s+)?777\s+/[^\s`]*|\bnc\s+-[a-z]*e\b|\bbase64\s+-d[^\n]{0,60}\|\s*(?:ba)?sh\b|:\(\)\s*\{",
    re.IGNORECASE,
)
# `rm -rf /srv/app/cache` clears a folder, `rm -rf /kestrel` one of a product; `rm -rf /var` or `rm -rf ~` takes the
# machine or everything of a user.
_SYSTEM = r"(?:bin|boot|dev|etc|home|lib\w*|media|mnt|opt|proc|root|run|sbin|snap|srv|sys|tmp|usr|var|users|system)"
_INSIDE = re.compile(
    rf"\A(?:rm\s+-\w+|chmod\s+(?:-R\s+)?777)\s+"
    rf"(?:(?:~|/[\w.-]+)/[\w.-]{{2,}}[^\n;&|]*|/(?!{_SYSTEM}\b)\w[\w-]+/?)\Z",
    re.IGNORECASE,
)
# "+1-555-0100" and the like are reserved for fiction.
_PHONE = re.compile(r"(?<![\w.+])\+(?!1[ .-]?(?:\d{3}[ .-]?)?555[ .-]?01)\d{1,3}(?:[ .-]?\(?\d{2,4}\)?){3,5}(?![\w.])")
_DEFANGED = re.compile(r"\s?[\[(]\s?(?:\.|dot)\s?[\])]\s?", re.IGNORECASE)
_RESERVED = re.compile(r"(?:^|\.)(?:example\.(?:com|org|net|edu)|localhost|invalid|test|example)$", re.IGNORECASE)
_COMMENT = re.compile(
    r"<!--.*?(?:-->|\Z)|\{/\*.*?\*/\}|\{#\s.*?\s#\}|\{%-?\s*comment\b.*?\bendcomment\b"
    r"|^\[(?://|comment|_)\]: *(?:#|<>)[^\n]*$|^\.\. [^\n:]*\n(?:[ \t]+[^\n]*\n?)*",
    re.S | re.M,
)
_HIDDEN = re.compile(
    r"<(?P<tag>\w+)\b[^>]*(?:\bhidden\b|display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0\b"
    r"|aria-hidden\s*=\s*[\"']true|color\s*:\s*(?:white|#fff(?:fff)?\b))[^>]*>.{0,4000}?</(?P=tag)>",
    re.IGNORECASE | re.DOTALL,
)
_BLOCK = re.compile(r"^[ \t]*(?P<fence>```+|~~~+).*?^[ \t]*(?P=fence)", re.MULTILINE | re.DOTALL)
_NEAR = 20_000
_BESIDE = 2  # words that a shown quote needs beside its answer


def planted(case: Case) -> str | None:
    """Refuses active markup, and an address or command that only the candidate's own passages hold."""
    candidate = case.candidate
    question = candidate.question[:_NEAR]
    texts = [question, candidate.answer[:_NEAR], *(part.text[:_NEAR] for part in case.parts)]
    texts += [reading.question for reading in candidate.readings] + [hop.question for hop in candidate.hops]
    for text in dict.fromkeys(texts):
        shown = CODE.sub(lambda code: "``" if _stands_as_code(code[0].strip("`"), case) else code[0], text)
        active = _ACTIVE.search(shown) or _MARKUP.search(CODE.sub("``", text))
        if active and not (text != question and _shown_as_code(text, active, case)):
            return f"holds markup that a page would render or run: {show(active[0])}"
        addresses = _addresses(text)
        for command in _COMMAND.finditer(text):
            is_shown = text != question and _shown_as_code(text, command, case)
            if not (is_shown and _is_usual(command, addresses, case)) and not _known_elsewhere(_said(command), case):
                return f"holds a command that no other passage has: {show(_said(command))}"
        for address in addresses:
            if address.host and not _known_host(address.host, case):
                return f"holds an address that no other passage has: {show(address.host)}"
        for phone in _PHONE.finditer(text):
            if not _known_elsewhere(phone[0], case):
                return f"holds a telephone number that no other passage has: {show(phone[0])}"
    return None


def _stands_as_code(text: str, case: Case) -> bool:
    """Whether the candidate's passages show a text word for word as code: nothing renders or runs it there."""
    return any(" ".join(text.split()) in code for code in case.code)


def _shown_as_code(answer: str, found: re.Match[str], case: Case) -> bool:
    """Whether the passage shows an answer, markup or a command, in code font: a manual of HTML has such answers."""
    return not _ACTIVE.search(answer) and _stands_as_code(_said(found), case)


def _said(found: re.Match[str]) -> str:
    """A command without the full stop of the sentence that ends with it."""
    return found[0].rstrip(".,;:")


def _is_usual(found: re.Match[str], addresses: Sequence[_Address], case: Case) -> bool:
    """Whether a manual would have the command: it changes one folder, or runs what a known site has.

    A site that hosts many owners' files is known with the owner: the first part of a longer path.
    """
    if _INSIDE.search(_said(found)):
        return True
    run = [each for each in addresses if found.start() <= each.start < found.end()]
    hosts = [each.host for each in run if each.host]
    return (
        bool(hosts)
        and all(_known_host(host, case) for host in hosts)
        and all(_known_elsewhere(each.owner, case) for each in run if each.owner)
    )


def hidden(case: Case) -> str | None:
    """Refuses evidence inside a comment or in text that a page does not show.

    A quote may contain a comment, such as a note to a linter, if the rest of the quote proves the answer.
    """
    for evidence in case.evidence:
        document = case.facts.documents.get(evidence.span.document_id)
        text = document.text if document else case.seed.text
        offset = 0 if document else case.seed.span.start
        shown = _shown(text, evidence.span, offset)
        if shown != evidence.span.text and not _proves(shown, evidence.span, case):
            return f"the quote is in a comment or in hidden text: {show(evidence.span.text)}"
    return None


def _shown(text: str, span: Span, offset: int) -> str:
    """The quote without what a page does not show of it."""
    start, end = span.start - offset, span.end - offset
    left = max(0, start - _NEAR)
    window = text[left : end + _NEAR]
    if not any(sign in window for sign in ("<", "]:", ".. ", "{/*", "{#", "{%")):
        return span.text
    unseen = [
        (left + match.start(), left + match.end())
        for pattern in (_COMMENT, _HIDDEN)
        for match in pattern.finditer(window)
        if left + match.start() < end and start < left + match.end() and not _in_code(window, match.start())
    ]
    return "".join(text[at] for at in range(start, end) if not any(a <= at < b for a, b in unseen))


def _proves(shown: str, span: Span, case: Case) -> bool:
    """Whether the shown part of the quote has the answers that the quote proves, and other words beside them.

    A step has other words than the quote: those that both have must be in the part that a page shows.
    """
    tokens = answer_tokens(shown, case.language)
    answers = [part.text for part in case.parts if any(evidence.span == span for evidence in part.evidence)]
    if case.candidate.kind == "procedure":
        quoted = set(answer_tokens(span.text, case.language))
        return bool(tokens) and all(
            quoted.intersection(answer_tokens(a, case.language)) <= set(tokens) for a in answers
        )
    return bool(answers) and all(
        contains(tokens, wanted) and len(tokens) > len(wanted) + _BESIDE
        for wanted in (answer_tokens(answer, case.language) for answer in answers)
    )


def _in_code(text: str, place: int) -> bool:
    """Whether `place` is inside a fence or a code span: a page shows code as it is written."""
    if any(block.start() < place < block.end() for block in _BLOCK.finditer(text)):
        return True
    line = text.rfind("\n", 0, place) + 1
    return text.count("`", line, place) % 2 == 1


@dataclass(frozen=True, slots=True)
class _Address:
    """An address in a text. `host` is empty where nobody can own it, `owner` where the path is one part or none."""

    start: int
    host: str
    owner: str


def _addresses(text: str) -> list[_Address]:
    """The addresses in a text, "kestrel[.]dev" and "hxxps://" among them, which people repair before they open them."""
    text = _DEFANGED.sub(".", text).replace("hxxp", "http")
    return [_address(match) for match in _ADDRESS.finditer(text)]


def _address(match: re.Match[str]) -> _Address:
    url = (match["url"] or f"https://{match['bare']}").rstrip(".,;:!?")
    try:
        parts = urlsplit(url)
        host, path = parts.hostname or "", parts.path.strip("/").split("/")
    except ValueError:
        host, path = url, []
    owner = f"/{path[0]}/" if match["url"] and len(path) > 1 else ""
    # a host without a dot, "SERVER_ADDRESS", is a placeholder: nobody can own it
    if "." not in host or _RESERVED.search(host) or _is_local(host):
        host = ""
    return _Address(match.start(), host.removeprefix("www."), owner)


def _is_local(host: str) -> bool:
    """Whether a host is the number of no machine of the internet: private, of documentation, or no whole number."""
    try:
        return not ip_address(host).is_global
    except ValueError:
        return re.fullmatch(r"[\d.:]+", host) is not None


def _known_host(host: str, case: Case) -> bool:
    """Whether another passage names the host, or one of the same site: docs.kestrel.dev beside kestrel.dev."""
    site = host if host.replace(".", "").isdigit() else ".".join(host.rsplit(".", 2)[-2:])
    return _known_elsewhere(site, case)


def _known_elsewhere(wanted: str, case: Case) -> bool:
    """Whether a passage besides the candidate's own holds these words. It reads every chunk, for few candidates."""
    own = {chunk.id for chunk in case.sources}
    looked_for = " ".join(wanted.split()).casefold()
    return any(looked_for in _text(chunk) for chunk in case.facts.chunks if chunk.id not in own)


def _text(chunk: Chunk) -> str:
    return " ".join("\n".join((*chunk.headings, chunk.text)).split()).casefold()
