"""A writer's prompt and a Fact -> the question in the form and length that the prompt asks for."""

from __future__ import annotations

import re
from random import Random

from tests.servers.simulated.facts import Fact

_WORDINGS = {
    "search box": ("{subject} {topics}",),
    "no sentence": ("{topics} with {subject}", "how to get the {topics} right with {subject}"),
    "stuck": (
        "My {subject} setup fails around {topics}, why?",
        "After an hour of work my {subject} setup still fails around {topics} and I see nothing. What can I do?",
    ),
}
_SENTENCES = (
    "What is {topics} in {subject}?",
    "In {subject}, what do people use for {topics}?",
    "When somebody sets up {subject} for the first time in a team, what matters most of all for {topics}?",
)


def asked_like(prompt: str, fact: Fact, subject: str, rng: Random) -> str:
    """The question in the form that the prompt asks for; the fact's own question where it asks for none."""
    form = re.search(r"^- Form: (.*)$", prompt, re.MULTILINE)
    length = re.search(r"^- Length: (?:(\d+) to )?(\d+) words", prompt, re.MULTILINE)
    if not form and not length:
        return fact.question(subject, rng)
    said = form[1] if form else ""
    wordings = next((own for sign, own in _WORDINGS.items() if sign in said), _SENTENCES)
    join = " " if wordings == _WORDINGS["search box"] else " and "
    topics = join.join(fact.topics).lower()
    made = [wording.format(subject=subject, topics=topics) for wording in wordings]
    if not length:
        return rng.choice(made)
    middle = (int(length[1] or length[2]) + int(length[2])) / 2
    return min(made, key=lambda question: abs(len(question.split()) - middle))
