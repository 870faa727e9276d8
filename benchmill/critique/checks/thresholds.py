"""The thresholds of the free checks, as quality.md's table sets them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from benchmill.records.narrowing import SHARE, SHORT
from benchmill.records.widening import LONGEST


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """The limits of the checks. Words are tokens of `records.words`; a code span in a question counts as one.

    `language` is the language of questions and answers; empty takes the corpus's language. `off` names the checks that
    do not run.
    """

    language: str = ""
    style: Literal["question", "search"] = "question"
    off: frozenset[str] = frozenset()

    question_words: tuple[int, int] = (4, 30)
    search_words: tuple[int, int] = (2, 8)
    # A phrase may be shorter than a sentence; a symptom is longer, since it describes the problem before it asks.
    fragment_words: tuple[int, int] = (3, 14)
    symptom_words: tuple[int, int] = (5, 40)
    comparison_words: tuple[int, int] = (4, 40)
    factoid_answer_words: int = 12
    answer_words: int = 80
    part_words: int = 15  # of a step or an entry of a list, where all together have more than `answer_words`

    quote_words: int = LONGEST
    quote_share: float = SHARE  # of its chunk's words
    quote_share_from: int = SHORT  # a shorter quote may fill a short chunk: a glossary entry is a sentence

    answer_overlap: float = 0.5  # share of the answer's idf mass that the question contains
    copied_run: int = 6  # longest common n-gram of question and chunk
    copied_share: float = 0.75  # share of the question's content words found in the chunk
    copied_share_from: int = 6  # a question with fewer words cannot prove copying

    common_share: float = 0.05  # of chunks: a word in more of them is common
    idf_percentile: int = 20
    general_chunks: int = 4  # if more chunks hold all of a question's words, it is too general
    general_share: float = 0.01
    general_corpus: int = 200  # chunks: on a smaller corpus, generality cannot be judged
