"""Paid replies, each good or bad -> the end of the run where a model gives only bad ones."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field

from benchmill.chat.errors import BadReply, ModelRefused
from benchmill.chat.model import ChatRequest

_MOST = 20
_WRITER = "generator"
_ADVICE = {
    "bad-reply": "; benchmill doctor shows what the model answers; choose another model",
    "cut-reply": "; the model writes more than the limit of tokens: choose one that does not think aloud",
    "refusal": "; choose another model, or leave these documents out",
}


@dataclass(slots=True)
class UselessReplies:
    """Counts, for each kind of task, the bad replies that were paid for since the last good one.

    Each critic is a task of its own: no item passes without it. The writer's prompts count together, because items
    still grow where a model can write some kinds of question only.
    """

    most: int = _MOST
    _reasons: dict[tuple[str, str], deque[BadReply]] = field(default_factory=dict)

    def good(self, request: ChatRequest) -> None:
        """A reply could be used."""
        self._reasons.pop(_task(request), None)

    def bad(self, request: ChatRequest, reason: BadReply) -> None:
        """A reply was paid for and could not be used. Raises ModelRefused where this was one bad reply too many."""
        reasons = self._reasons.setdefault(_task(request), deque(maxlen=self.most))
        reasons.append(reason)
        if len(reasons) >= self.most:
            raise ModelRefused(_words(request, list(reasons)))


def _task(request: ChatRequest) -> tuple[str, str]:
    stage = request.purpose.partition("/")[0]
    return request.model, stage if stage == _WRITER else request.purpose


def _asked_for(request: ChatRequest) -> str:
    stage = _task(request)[1]
    return "the writer's prompts" if stage == _WRITER else f"the prompt {stage}"


def _words(request: ChatRequest, reasons: list[BadReply]) -> str:
    ((check, count),) = Counter(reason.check for reason in reasons).most_common(1)
    last = next(reason for reason in reversed(reasons) if reason.check == check)
    how_many = "all of them" if count == len(reasons) else f"{count} of them"
    return (
        f"the last {len(reasons)} paid replies of {request.model} to {_asked_for(request)} could not be used; "
        f"the reason for {how_many} is {check} ({last.reason}){_ADVICE.get(check, '')}"
    )
