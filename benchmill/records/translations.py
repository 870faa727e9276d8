"""Document id -> the page that it is, without its language: `faq.de.md`, `de/faq.md` and `faq.md` are one page."""

from __future__ import annotations

import re
from functools import lru_cache

# Two letters of ISO 639-1, in which documentation is written; words of English paths ("as", "in", "no") are left out.
_WRITTEN = """ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ka ko lt lv ms nb nl pl pt ro ru sk sl sr
    sv ta th tr uk ur vi zh"""
_CODES = frozenset(_WRITTEN.split())
_CODE = re.compile(r"([a-z]{2})(?:[-_](?:[A-Za-z]{2}|[A-Z][a-z]{3}|419))?")
# Docusaurus keeps docs/faq.md in German at i18n/de/docusaurus-plugin-content-docs/current/faq.md.
_DOCUSAURUS = re.compile(r"\bi18n/(\w\w(?:-\w+)?)/docusaurus-plugin-content-(docs|blog)/(?:current/|(version-))?")
_IN_NAME = re.compile(r"(?P<name>.+)[._-](?P<code>[a-z]{2}(?:[-_](?:[A-Za-z]{2}|[A-Z][a-z]{3}))?)(?P<type>\.\w+)")


def _is_code(text: str) -> bool:
    match = _CODE.fullmatch(text)
    return bool(match and match[1] in _CODES)


def _as_original(match: re.Match[str]) -> str:
    code, kind, version = match.groups()
    return f"{code}/versioned_{kind}/{version}" if version else f"{code}/{kind}/"


@lru_cache(maxsize=4096)
def page_and_language(document_id: str) -> tuple[str, str]:
    """(path without language codes, the codes in it).

    >>> page_and_language("guide/faq.de.md"), page_and_language("de/guide/faq.md"), page_and_language("guide/faq.md")
    (('guide/faq.md', 'de'), ('guide/faq.md', 'de'), ('guide/faq.md', ''))
    >>> page_and_language("README_zh-CN.md"), page_and_language("sign-in.md")
    (('README.md', 'zh-CN'), ('sign-in.md', ''))
    >>> page_and_language("i18n/de/docusaurus-plugin-content-docs/current/faq.md")
    ('docs/faq.md', 'de')
    """
    *folders, name = _DOCUSAURUS.sub(_as_original, document_id).split("/")
    codes = [folder for folder in folders if _is_code(folder)]
    kept = [folder for folder in folders if not _is_code(folder)]
    match = _IN_NAME.fullmatch(name)
    if match and _is_code(match["code"]):
        codes.append(match["code"])
        name = match["name"] + match["type"]
    return "/".join((*kept, name)), " ".join(codes)


def is_translation(one: str, other: str) -> bool:
    """Whether two document ids name one page in two languages.

    >>> is_translation("faq.md", "faq.en.md"), is_translation("faq.md", "faq.md"), is_translation("en/a.md", "de/b.md")
    (True, False, False)
    """
    first, second = page_and_language(one), page_and_language(other)
    return first[0] == second[0] and first[1] != second[1]
