"""promptfoo's tests -> the prompts and gradings that a real evaluation renders, with an echo in place of a model."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from report import report  # type: ignore[import-not-found, unused-ignore]

BETWEEN = "\u0001"
# Remembers what it was asked and finds every answer right.
GRADER = """
const fs = require('fs');
module.exports = class {
  id() { return 'grader'; }
  async callApi(prompt) {
    fs.appendFileSync(process.env.GRADED, JSON.stringify(prompt) + '\\n');
    return { output: JSON.stringify({ category: 'A', reason: 'r' }) };
  }
};
"""


def main(program: str, tests: Path) -> None:
    """Every test's question as promptfoo puts it to a model, and its reference as it comes to the grader."""
    folder = Path(tempfile.mkdtemp())
    (folder / "grader.js").write_text(GRADER, encoding="utf-8")
    (folder / "tests.jsonl").write_bytes(tests.read_bytes())
    config = {
        "prompts": [BETWEEN.join(["{{query}}", "{{reference}}", "{{contexts | dump}}"])],
        "providers": ["echo"],
        "defaultTest": {"options": {"provider": "file://grader.js"}, "vars": {"context": "nothing"}},
        "tests": "file://tests.jsonl",
    }
    (folder / "promptfooconfig.json").write_text(json.dumps(config), encoding="utf-8")
    offline = {f"PROMPTFOO_DISABLE_{what}": "1" for what in ("TELEMETRY", "UPDATE", "REMOTE_GENERATION")}
    places = {"PROMPTFOO_CONFIG_DIR": str(folder / "state"), "GRADED": str(folder / "graded.jsonl")}
    arguments = [
        "eval",
        "-c",
        "promptfooconfig.json",
        "-o",
        "out.json",
        "--no-cache",
        "--no-progress-bar",
        "--no-table",
    ]
    # its exit code tells that answers were graded as wrong, which an echo's are
    subprocess.run([program, *arguments], cwd=folder, env=os.environ | offline | places, check=False)
    results = json.loads((folder / "out.json").read_text(encoding="utf-8"))["results"]["results"]
    # not splitlines: JavaScript leaves line separators as they are
    graded = (folder / "graded.jsonl").read_text(encoding="utf-8").rstrip("\n").split("\n")
    heard = "\n".join(_plain(json.loads(line)) for line in graded)
    seen = [result["prompt"]["raw"].split(BETWEEN) for result in sorted(results, key=lambda one: one["testIdx"])]
    version = subprocess.run([program, "--version"], env=os.environ | offline | places, capture_output=True, text=True)
    report(
        version.stdout.split()[-1],
        [question for question, _, _ in seen],
        [reference if reference in heard else f"not graded: {reference}" for _, reference, _ in seen],
    )


def _plain(prompt: str) -> str:
    """A grader's prompt as text: promptfoo sends some as JSON messages."""
    try:
        return "\n".join(message["content"] for message in json.loads(prompt))
    except (ValueError, TypeError):
        return prompt


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
