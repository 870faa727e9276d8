"""An answer -> its statements: sentences, list items, table rows, as code sees them, so that a judge cannot pick."""

from __future__ import annotations

from benchmill.records.sentences import sentences

# One call judges all of an answer; more than this is put together by twos, threes, ... so that the reply stays short.
MOST = 40


def statements_in(answer: str) -> tuple[str, ...]:
    """The statements in order, at most 40; none where the answer has no words.

    >>> statements_in("It waits 30 s. Then:\\n\\n- it retries\\n- it gives up\\n")
    ('It waits 30 s.', 'Then:', 'it retries', 'it gives up')
    """
    found = [answer[start:end] for start, end in sentences(answer) if any(c.isalnum() for c in answer[start:end])]
    each = -(-len(found) // MOST) or 1
    return tuple(" ".join(found[at : at + each]) for at in range(0, len(found), each))
