"""A benchmark, a live system -> its recorded answers and passages, its Score, a model's judgement of its answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from benchmill.chat.specs import parse_spec
from benchmill.evaluating.gold import read_gold
from benchmill.evaluating.matching import match_of
from benchmill.evaluating.scores import Score
from benchmill.evaluating.systems import score_system
from benchmill.judging.judge_answers import judge_answers
from benchmill.judging.judge_report import JudgeReport
from benchmill.mapping.index_chunks import read_chunks
from benchmill.mapping.mapping import Mapping as ChunkMapping
from benchmill.outputs.json_files import read_json_lines
from benchmill.outputs.notebook import html_record
from benchmill.outputs.run_file import read_run_file
from benchmill.retrieving.live_run import AskPlan, LiveRun, run_live
from benchmill.running.live import Asking
from benchmill.settings import resolve

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped, unused-ignore]


@dataclass(frozen=True, slots=True)
class SystemRun:
    """What one system came to. `score` is None where it gives answers alone, `judged` where no model was to judge."""

    live: LiveRun
    score: Score | None = None
    judged: JudgeReport | None = None

    def as_json(self) -> dict[str, object]:
        """The object that `run --json` prints; keys are only ever added."""
        return {
            **self.live.as_json(),
            "score": self.score.as_json() if self.score else None,
            "judge": self.judged.as_json() if self.judged else None,
        }

    def to_frame(self) -> pd.DataFrame:
        """One row a question: answer, seconds or error, and its metrics. Raises MissingExtra without pandas."""
        from benchmill.outputs.frame import frame_of_rows

        values = {str(row["id"]): row for row in self.score.rows} if self.score else {}
        rows = [{**line, **values.get(str(line["id"]), {})} for _, line in read_json_lines(self.live.out)]
        return frame_of_rows(rows, "id")

    def __repr__(self) -> str:
        answered = self.live.questions - len(self.live.failures)
        return f"<SystemRun: {answered} of {self.live.questions} questions answered, in {self.live.out}>"

    def _repr_html_(self) -> str:
        """Counts, score and judgement, for notebooks."""
        parts = [html_record(repr(self), self.live.as_json())]
        parts += [one._repr_html_() for one in (self.score, self.judged) if one]
        return "".join(parts)


def run_system(
    bench: Path,
    plan: AskPlan,
    out: Path,
    *,
    k: int = 10,
    match: str | ChunkMapping = "verbatim",
    index: object = None,
    judge: str | None = None,
    done: Callable[[Asking], None] | None = None,
) -> SystemRun:
    """Ask the system every question that `out` has no answer to yet, score its passages, let `judge` judge its answers.

    Questions without an answer are asked, too: a judge looks whether the system abstains; the score leaves them out.

    Raises what `run_live`, `score_system` and `judge_answers` raise; nothing was asked where an option is wrong.
    """
    gold = read_gold(bench)
    # what is wrong with the options is said before a system is asked a hundred questions
    mapping = match if isinstance(match, ChunkMapping) else match_of(match)[1]
    chunks = None if index is None else read_chunks(index)
    settings = replace(resolve({}), model=str(parse_spec(judge))) if judge else None
    live = run_live(gold.every_question(), plan, out, unscored=gold.unscored(), done=done)
    found = any(read_run_file(out).passages.values())
    return SystemRun(
        live,
        score_system(bench, out, k=k, match=mapping or match, index=chunks) if found else None,
        judge_answers(bench, out, settings) if settings else None,
    )
