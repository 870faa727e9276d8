"""Made-up benchmarks with a known flaw -> what the verdict says of each: the table in docs/report.md.

`python -m measurements.planted > measurements/results/planted.md`
"""

from __future__ import annotations

from benchmill.validity.validity import measure
from tests.validity.planted import names, planted


def main() -> None:
    print("# Benchmarks with a planted flaw")
    print()
    print("Each is made of 31 documents with 120 items (the tiny one 12), and has one flaw or none.")
    print()
    print("| planted | items | grade | problems named | headline |")
    print("|---|---|---|---|---|")
    for name in names():
        plant = planted(name)
        verdict = measure(plant.benchmark, today=plant.today).verdict
        problems = ", ".join(problem.name for problem in verdict.problems) or "none"
        print(f"| {name} | {len(plant.benchmark.items)} | {verdict.grade} | {problems} | {verdict.headline} |")


if __name__ == "__main__":
    main()
