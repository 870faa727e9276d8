"""The path of a link or a document -> the name of its page, and whether the one may lead to the other."""

from __future__ import annotations

import re
from posixpath import splitext

_INDEX = ("index", "readme", "_index")
_ORDER = re.compile(r"^\d+[-_.]")
_VERSION = re.compile(r"(?:version[-_]?)?v?\d+(?:\.\d+)*\.(?:\d+|x)|(?:version[-_]|v)\d+", re.IGNORECASE)
_OF_VERSION = re.compile(r"(?<=\w)[-_. ](?:v\d+(?:[._]\d+)*(?:\.x)?|\d+(?:\.\d+)*\.(?:\d+|x))$", re.IGNORECASE)


def page_name(path: str) -> str:
    """The last part of a path that says something.

    >>> page_name("guide/stores.md"), page_name("../stores/"), page_name("guide/stores/index.md")
    ('stores', 'stores', 'stores')
    """
    return _page(path)[1]


def unversioned(path: str) -> str:
    """The path of a page without the version behind the file's name, and without folders of versions.

    >>> unversioned("auth/oidc-v2.md"), unversioned("auth/oidc_3.1.md"), unversioned("releases/v2.md")
    ('auth/oidc.md', 'auth/oidc.md', 'releases/v2.md')
    >>> unversioned("docs/v2/auth/oidc.md"), unversioned("version-1.8/oidc.md"), unversioned("book/2/oidc.md")
    ('docs/auth/oidc.md', 'oidc.md', 'book/2/oidc.md')
    """
    name, ending = splitext(path)
    *folders, page = name.split("/")
    kept = [folder for folder in folders if not _VERSION.fullmatch(folder)]
    return "/".join([*kept, _OF_VERSION.sub("", page)]) + ending


def may_lead_to(link: str, path: str) -> bool:
    """Whether a link may lead to a document: the folder before the page is the same, where the link names one.

    >>> may_lead_to("/cli/use.html", "docs/cli/packages/use.md"), may_lead_to("../use", "docs/cli/packages/use.md")
    (False, True)
    """
    folder = _page(link)[0]
    return not folder or folder == _page(path)[0]


def _page(path: str) -> tuple[str, str]:
    """The folder and the name of a page; numbers that order folders are left out."""
    parts = [splitext(part)[0].casefold() for part in path.split("/") if part not in ("", ".", "..")]
    while len(parts) > 1 and parts[-1] in _INDEX:
        parts.pop()
    return _ORDER.sub("", parts[-2]) if len(parts) > 1 else "", parts[-1] if parts else ""
