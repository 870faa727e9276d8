"""A Ranking of several systems -> Sheet: metrics, every difference in words, and questions where systems differ."""

from __future__ import annotations

from benchmill.evaluating.ranking import Ranking
from benchmill.records.rounding import rounded_up
from benchmill.reporting.sheet import Grid, Line, Sheet

_MOST_LISTED = 200


def compare_sheet(ranking: Ranking, bench: str) -> Sheet:
    """The page of `compare`: the first system is the baseline for the others."""
    whole = 100.0 if ranking.format == "squad" else 1.0
    lines = tuple(
        Line(f"{name}, {system}", metric.mean, *metric.ci95, whole=whole)
        for name, values in ranking.metrics.items()
        for system, metric in values.items()
    )
    least = {name: rounded_up(ranking.resolvable(name), 3) for name in ranking.metrics}
    resolved = [f"{name}: {value:.3f} or more" for name, value in least.items() if value]
    grids = [
        Grid(
            "Differences, pair by pair",
            ("metric", "verdict", "difference", "95 %", "p (Holm)"),
            tuple(
                (
                    pair.metric,
                    pair.verdict,
                    f"{pair.difference.mean:+.4f}",
                    f"{pair.difference.ci95[0]:+.4f} to {pair.difference.ci95[1]:+.4f}",
                    f"{pair.p_holm:.3f}",
                )
                for pair in ranking.pairs
            ),
            f"{'; '.join(resolved)} can be shown here, between systems like these." if resolved else "",
        )
    ]
    names = list(ranking.metrics)
    for by, groups in ranking.groups.items():
        if len(groups) > 1:
            rows = tuple(
                (value, system, f"{group.questions:,}", *(group.shown(n) if n in group.means else "–" for n in names))
                for value, systems in groups.items()
                for system, group in systems.items()
            )
            columns = (by, "system", "questions", *names)
            grids.append(Grid(f"By {by}", columns, rows, "Fewer than 50 questions describe; they decide nothing."))
    metric = next(iter(ranking.metrics))
    for system in ranking.systems[1:]:
        worse = ranking.got_worse(system, metric)
        shown = tuple((name,) for name in worse[:_MOST_LISTED])
        grids.append(Grid(f"Questions on which {system} is worse than {ranking.systems[0]} ({metric})", ("id",), shown))
    tiles = (("questions", f"{ranking.questions:,}"), ("systems", f"{len(ranking.systems)}"))
    about = f"{', '.join(ranking.systems)} on {bench}; intervals (95 %) resample {ranking.resampled}"
    caution = [ranking.caution] if ranking.caution else []
    left_out = [f"{ranking.left_out} questions that some runs lack are left out"] if ranking.left_out else []
    return Sheet("Comparison", about, tiles, (*caution, *ranking.warnings, *left_out), lines, tuple(grids))
