"""Markdown text -> where its front matter ends, and the title that the front matter gives."""

from __future__ import annotations

import re

# YAML is between '---' lines ('...' closes it too), TOML between '+++' lines. Only blank lines may be before them.
_FENCES = {
    "---": re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE),
    "+++": re.compile(r"^\+\+\+[ \t]*$", re.MULTILINE),
}
_BLANK = re.compile(r"(?:[ \t]*\r?\n)*")
_KEY = re.compile(r"""\s*(?:#[^\n]*\n\s*)*["']?[\w.-][\w .-]*["']?\s*[:=]|\s*\[|\s*$""")
_TITLE = re.compile(
    r"""^["']?title["']?[ \t]*[:=][ \t]*((?:[^\n]*)(?:\n[ \t]+[^\n]*)*)""", re.MULTILINE | re.IGNORECASE
)
_LIMIT = 200_000  # characters; if no closing line is nearer, the first line is a thematic break


def front_matter_end(text: str) -> int:
    r"""The offset where the document's own text begins. It is 0 if the document has no front matter.

    A page may begin with a thematic break instead. So the first line of front matter must look like `key:`.

    >>> front_matter_end("---\ntitle: Tea\n---\n# Tea")
    19
    >>> front_matter_end("---\nTea is a drink.\n---\n")
    0
    """
    blank = _BLANK.match(text)
    start = blank.end() if blank else 0
    fence = text[start : start + 3]
    opening = text.find("\n", start, start + 80)
    if fence not in _FENCES or opening < 0 or text[start + 3 : opening].strip():
        return 0
    closing = _FENCES[fence].search(text, opening + 1, opening + _LIMIT)
    if not closing or not _KEY.match(text[opening + 1 : closing.start()]):
        return 0
    return min(closing.end() + 1, len(text))


def front_matter_title(text: str) -> str:
    r"""The title that the front matter of `text` gives. The result is empty if it gives no title.

    Only the lines of `title` are parsed as YAML, so a mistake elsewhere in the metadata does not lose the title.

    >>> front_matter_title("---\ntags: [a\ntitle: 'Green tea'\n---\n")
    'Green tea'
    """
    end = front_matter_end(text)
    found = _TITLE.search(text, 0, end) if end else None
    if not found:
        return ""
    value = found.group(1).strip()
    if text.lstrip().startswith("---") and value[:1] not in ("", "!", "&", "*"):
        value = _yaml_text(value)
    return " ".join(value.strip("\"'").split())


def _yaml_text(value: str) -> str:
    import yaml  # importing it takes 20 ms, and many folders have no front matter

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the loader of libyaml is eight times as fast
    try:
        parsed = yaml.load(f"title: {value}", Loader=loader)["title"]  # noqa: S506 - both loaders are safe
    # `title: Tea: a guide` is common but is not YAML. `title: 2026-99-99` raises ValueError.
    except (yaml.YAMLError, ValueError):
        return value
    return parsed if isinstance(parsed, str) else value
