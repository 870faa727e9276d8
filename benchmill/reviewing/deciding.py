"""A form that a reviewer sent -> one decision in the ledger, in one transaction, and the reply to the reviewer."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmill.curating.curator import Curator, curating
from benchmill.curating.decided import Decided
from benchmill.curating.findings import Checker
from benchmill.curating.votes import NOTE, VOTE_ACCEPT, VOTE_REJECT, standing, votes_of
from benchmill.records import Failure, InputError
from benchmill.reviewing.proposals import DECLINE
from benchmill.workspace.folder import Workspace
from benchmill.workspace.ledger.store import Ledger


@dataclass(frozen=True, slots=True)
class Said:
    """The reply to a form: a sentence, the free checks' findings in new words, and the next page."""

    sentence: str
    findings: tuple[Failure, ...] = ()
    item_id: str = ""


class Decider:
    """Takes one decision at a time, so that two reviewers at once lose no decision.

    With `double` a vote changes nothing until a second person gives the same vote. A person must settle a disagreement.
    """

    def __init__(self, bench: Path, *, double: bool = False) -> None:
        self.bench = bench
        self.double = double
        self._one = threading.Lock()
        self._checker: tuple[dict[str, str], Checker] | None = None

    def decide(self, name: str, reviewer: str, form: Mapping[str, str]) -> Said:
        """The decision that `form` asks for. Raises InputError or WorkspaceError; then nothing was decided."""
        verb = form.get("verb", "")
        reason = form.get("reason", "").strip()
        with self._one:
            if verb == "undo":
                return self._undo(reviewer)
            with curating(self.bench, reviewer, self._kept_checker() if verb == "edit" else None) as curator:
                decided = self._take(curator, verb, name, reviewer, reason, form)
        return Said(_sentence(verb, reason), decided.findings, decided.item_id)

    def add(self, reviewer: str, form: Mapping[str, str]) -> Said:
        """A new question. Raises InputError where words are missing or the quote is not in its document."""
        quotes = [(form.get("document", ""), form.get("quote", "").strip())]
        if not all((form.get("question", "").strip(), form.get("answer", "").strip(), quotes[0][1])):
            raise InputError("a new item needs a question, an answer and a quote")
        with self._one, curating(self.bench, reviewer, self._kept_checker()) as curator:
            decided = curator.add(form["question"].strip(), form["answer"].strip(), quotes, form.get("reason", ""))
        return Said("Added.", decided.findings, decided.item_id)

    def _take(
        self, curator: Curator, verb: str, name: str, reviewer: str, reason: str, form: Mapping[str, str]
    ) -> Decided:
        if verb in ("accept", "reject") and self.double and form.get("settle") != "yes":
            return self._vote(curator, verb, name, reviewer, reason)
        if verb == "accept":
            return curator.accept(name, reason)
        if verb == "reject":
            if not reason:
                raise InputError("say why the item is rejected: the person who mends the prompts will read it")
            return curator.drop(name, reason)
        if verb == "note":
            if not reason:
                raise InputError("the note is empty")
            return curator.vote(name, NOTE, reason)
        if verb == DECLINE:
            return curator.vote(name, DECLINE, reason)
        if verb == "restore":
            return curator.restore(name, reason)
        if verb == "edit":
            quote, document = form.get("quote", "").strip(), form.get("document", "")
            quotes = [(document, quote)] if quote and quote != form.get("former_quote", "").strip() else []
            return curator.edit(
                name,
                question=form.get("question", "").strip(),
                answer=form.get("answer", ""),
                quotes=quotes,
                reason=reason,
            )
        raise InputError(f"there is no decision {verb!r}")

    def _vote(self, curator: Curator, verb: str, name: str, reviewer: str, reason: str) -> Decided:
        accepts = verb == "accept"
        if not accepts and not reason:
            raise InputError("say why the item is rejected: the person who settles a disagreement will read it")
        votes = votes_of(standing(curator.ledger.decisions())).get(name, {})
        others = [vote for who, vote in votes.items() if who != reviewer]
        decided = curator.vote(name, VOTE_ACCEPT if accepts else VOTE_REJECT, reason)
        if others and all(vote.accepts == accepts for vote in others):
            return curator.accept(name, reason) if accepts else curator.drop(name, reason)
        return decided

    def _undo(self, reviewer: str) -> Said:
        with Ledger.read(Workspace(self.bench).ledger) as ledger:
            mine = [d for d in standing(ledger.decisions()) if d.reviewer == reviewer][-2:]
        with curating(self.bench, reviewer) as curator:
            decided = curator.undo()
        # the second vote also caused a decision: undo removes both
        voted = len(mine) == 2 and mine[0].item_id == mine[1].item_id and mine[0].verb in (VOTE_ACCEPT, VOTE_REJECT)
        if voted and mine[1].verb in ("accept", "drop"):
            with curating(self.bench, reviewer) as curator:
                curator.undo()
        return Said("Taken back.", item_id=decided.item_id)

    def _kept_checker(self) -> Checker:
        with Ledger.read(Workspace(self.bench).ledger) as ledger:
            hashes = ledger.source_hashes()
            if self._checker is None or self._checker[0] != hashes:
                self._checker = (hashes, Checker.of(ledger))
        return self._checker[1]


def _sentence(verb: str, reason: str) -> str:
    words = {
        "accept": "Accepted.",
        "reject": "Rejected.",
        "note": "Noted.",
        "edit": "Edited.",
        "restore": "Restored.",
        DECLINE: "Declined: the item stays as it is, and the next publish reports the difference again.",
    }
    return words[verb] + (f" {reason}" if reason and verb == "reject" else "")
