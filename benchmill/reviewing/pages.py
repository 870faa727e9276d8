"""Queue, item, agreement -> pages of HTML that work without a script; a script adds keyboard shortcuts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchmill.curating.agreement import Agreement
from benchmill.curating.votes import Vote
from benchmill.records import Document, Failure
from benchmill.reporting.html import page
from benchmill.reviewing.desk import STATES, Filter, Queue, View
from benchmill.reviewing.settings import Settings

# More characters of a document would make a page slow; reviewers can still type a quote from the rest.
_LONGEST_DOCUMENT = 200_000
_MOST_ENTRIES = 500


def queue_page(queue: Queue, wanted: Filter, who: str, settings: Settings) -> bytes:
    """The page with the items to read."""
    return _shown(
        "queue.html",
        "Review",
        settings,
        who,
        queue=queue,
        entries=queue.entries[:_MOST_ENTRIES],
        wanted=wanted,
        states=[state for state in STATES if _offered(state, queue, wanted, settings)],
    )


def _offered(state: str, queue: Queue, wanted: Filter, settings: Settings) -> bool:
    """Whether to offer a filter: disagreements only in double review, proposals only where there are any."""
    if state == "disagreements":
        return settings.double
    return state != "proposals" or bool(queue.counts[state]) or wanted.state == state


def item_page(
    view: View,
    who: str,
    settings: Settings,
    *,
    said: str = "",
    trouble: str = "",
    findings: Sequence[Failure] = (),
    typed: Mapping[str, str] | None = None,
) -> bytes:
    """The page of one item; `typed` holds the words of a refused form, so that nobody types them twice."""
    return _shown(
        "item.html",
        view.card.question[:80],
        settings,
        who,
        view=view,
        said=said,
        trouble=trouble,
        findings=findings,
        typed=typed or {},
    )


def new_page(
    documents: Sequence[str],
    document: Document | None,
    who: str,
    settings: Settings,
    trouble: str,
    typed: Mapping[str, str],
) -> bytes:
    """A form for a new question on a passage of `document`."""
    text = document.text[:_LONGEST_DOCUMENT] if document else ""
    return _shown(
        "new.html",
        "New question",
        settings,
        who,
        documents=documents,
        document=document.id if document else "",
        text=text,
        trouble=trouble,
        typed=typed,
    )


def agreement_page(
    pairs: Sequence[Agreement], still_open: Sequence[tuple[str, str, dict[str, Vote]]], who: str, settings: Settings
) -> bytes:
    """The page that shows how far reviewers agree, and on which items they disagree."""
    return _shown("agreement.html", "Agreement", settings, who, pairs=pairs, still_open=still_open)


def name_page(who: str, settings: Settings) -> bytes:
    """The page that asks for the reviewer's name."""
    return _shown("name.html", "Your name", settings, who)


def trouble_page(sentence: str, settings: Settings) -> bytes:
    """The page that shows an error."""
    return _shown("trouble.html", "Not found", settings, "", sentence=sentence)


def _shown(template: str, title: str, settings: Settings, who: str, **values: object) -> bytes:
    return page(
        f"reviewing/{template}",
        scripts=("page.js", "reviewing/review.js"),
        forms=True,
        title=f"{title} – {settings.bench.name}",
        bench=settings.bench.name,
        double=settings.double,
        who=who,
        **values,
    )
