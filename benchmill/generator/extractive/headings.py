"""Section -> facts about the setting or option that its heading names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.below import default_lines, facts_below
from benchmill.generator.extractive.fact import Fact
from benchmill.generator.extractive.section import Section
from benchmill.generator.extractive.things import Thing

_SETTING = re.compile(r"`[a-z][\w.]*[_.][\w.]+`|`?[A-Z][A-Z0-9]*_[A-Z0-9_]+`?|[a-z]+(?:_[a-z0-9]+)+|\[\w+\] [a-z]\w*")
_DASHED = re.compile(
    r"`?[a-z][a-z0-9]*(?:-[a-z0-9]+)+`?|`?[a-z]+(?:[A-Z][a-z0-9]+)+`?"
)  # a name only where a default is below it: "pre-commit"
_OPTION = re.compile(r"`?-[\w-]+[^.:]*")


def headings(section: Section) -> Iterator[Fact]:
    """Facts from what is below a heading such as "`relay.port`" or "--timeout"."""
    if not section.above:
        return
    heading, start = section.heading, section.above[-1].start
    if _OPTION.fullmatch(heading):
        yield from facts_below(Thing(section, "option", heading), section.nodes, start)
    elif kind := _kind(section, heading):
        yield from facts_below(Thing(section, kind, heading), section.nodes, start)


def _kind(section: Section, heading: str) -> str:
    """The kind of thing that the heading names: the headings above say it, or a default below means a setting."""
    is_name = _SETTING.fullmatch(heading) is not None
    kinds = (section.language.kind_of_things(said) for said in section.headings[1:])
    if is_name and (kind := next((each for each in kinds if each), "")):
        return kind
    has_default = any(default_lines(section, section.nodes))
    return "setting" if has_default and (is_name or _DASHED.fullmatch(heading)) else ""
