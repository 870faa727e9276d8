"""(question, passage) -> the fact of the passage that answers it. The simulated critic uses this."""

from __future__ import annotations

import re

from tests.servers.simulated.facts import Fact, facts, stem
from tests.servers.simulated.passages import Passage


def best_fact(question: str, passage: Passage) -> Fact | None:
    """The fact whose topics are all in the question; of several, the fact that shares most words with the question."""
    asked = {stem(word) for word in re.findall(r"\w+", question)}
    fitting = [fact for fact in facts(passage.text) if all(stem(topic) in asked for topic in fact.topics)]
    return max(
        fitting, key=lambda fact: len(asked & {stem(w) for w in re.findall(r"\w+", fact.sentence)}), default=None
    )
