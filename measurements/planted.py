"""Made-up benchmarks with a known flaw -> what the verdict says of each: the table in docs/report.md."""

from __future__ import annotations

from benchmill.validity.validity import measure
from tests.validity.planted import names, planted


def main() -> None:
    print("| planted | items | grade | problems named | headline |")
    print("|---|---|---|---|---|")
    for name in names():
        plant = planted(name)
        verdict = measure(plant.benchmark, today=plant.today).verdict
        problems = ", ".join(problem.name for problem in verdict.problems) or "none"
        print(f"| {name} | {len(plant.benchmark.items)} | {verdict.grade} | {problems} | {verdict.headline} |")


if __name__ == "__main__":
    main()
