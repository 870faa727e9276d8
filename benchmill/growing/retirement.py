"""Items to retire -> a refusal where they are too many at once, since then the docs folder is probably wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from benchmill.growing.carry_over import Retired
from benchmill.records import WorkspaceError
from benchmill.records.listing import and_more

# Where more than this share of the live items goes at once, a wrong or unmounted folder is likelier than an edit.
_SHARE = 0.2
# A single edited section can retire one or two items. So few show a wrong folder only if no item is left.
_LEAST = 3
_REASONS = 3  # reasons that the message names


def refuse_mass_retirement(retired: Sequence[Retired], live: int, *, allow: bool) -> None:
    """Raise WorkspaceError where the run would retire too many of `live` items, unless `allow` permits it.

    Too many means more than a fifth and at least three items, or all items.
    """
    count = len(retired)
    if allow or count <= _SHARE * live or (count < _LEAST and count < live):
        return
    reasons = Counter(one.reason for one in retired).most_common()
    named = "; ".join(f"{reason} ({items} items)" if items > 1 else reason for reason, items in reasons[:_REASONS])
    rest = and_more(count, sum(items for _, items in reasons[:_REASONS]))
    more = f"; {rest} for other reasons" if rest else ""
    raise WorkspaceError(
        f"{count} of {live} items would be retired, more than a fifth: {named}{more}. Nothing was changed. "
        "Is this the right docs folder, and is all of it there? If so, run again with --allow-retire"
    )
