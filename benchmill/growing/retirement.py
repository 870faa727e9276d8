"""Items that would be retired -> a refusal where they are too many at once: the folder is more often wrong than new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from benchmill.growing.carry_over import Retired
from benchmill.records import WorkspaceError

# More than this share of the live items at once is more often a wrong or unmounted folder than an edit.
_SHARE = 0.2
# One or two items are what a single edited section takes away; only where no item is left is that a wrong folder, too.
_LEAST = 3
_REASONS = 3  # named in the message


def refuse_mass_retirement(retired: Sequence[Retired], live: int, *, allow: bool) -> None:
    """Raise WorkspaceError where too many of `live` items would be retired, unless that is allowed.

    Too many are more than a fifth and at least three, or all of them.
    """
    count = len(retired)
    if allow or count <= _SHARE * live or (count < _LEAST and count < live):
        return
    reasons = Counter(one.reason for one in retired).most_common()
    named = "; ".join(f"{reason} ({count} items)" if count > 1 else reason for reason, count in reasons[:_REASONS])
    more = f"; and {len(reasons) - _REASONS} other reasons" if len(reasons) > _REASONS else ""
    raise WorkspaceError(
        f"{count} of {live} items would be retired, more than a fifth: {named}{more}. Nothing was changed. "
        "Is this the right docs folder, and is all of it there? If so, run again with --allow-retire"
    )
