"""Every kind goes through every export that can hold it: a perfect system scores 1, an empty one 0."""

from __future__ import annotations

from measurements.kinds_in_exports import table


def test_a_perfect_system_scores_1_and_an_empty_one_0_in_every_format_that_holds_the_kind() -> None:
    found = {(form, kind): scores for form, kinds in table().items() for kind, scores in kinds.items()}
    held = {key: scores for key, scores in found.items() if scores is not None}
    assert {scores for (_, kind), scores in held.items() if kind != "unanswerable"} == {(1.0, 0.0)}
    # to say nothing is the right reply to what the documents do not answer
    assert {scores for (_, kind), scores in held.items() if kind == "unanswerable"} == {(1.0, 1.0)}
    assert sorted(form for form, kind in found if kind == "unanswerable" and (form, kind) not in held) == [
        "asqa",
        "beir",
        "fastbook",
        "trec",
    ]
    assert len(held) == 90
