"""Gold and run that `score` or `compare` could not read -> the command that the user probably meant."""

from __future__ import annotations

from pathlib import Path

from benchmill.outputs.json_files import first_line, read_json
from benchmill.records.errors import InputError
from benchmill.records.shell_command import command


def meant(form: str, gold: Path, run: Path, words: str = "score FORMAT") -> str:
    """The command to type where gold and run are swapped or the gold is a workspace; else nothing."""
    name, *options = words.replace("FORMAT", form).split()
    if _is_gold(run) and not _is_gold(gold):
        return f"{gold} holds no questions, but {run} does; write the gold first: {command(name, *options, run, gold)}"
    if form != "fastbook" and (gold / "ledger.sqlite").is_file():
        return (
            f"{gold} is a workspace: score it as it is ({command('score', 'fastbook', gold, run)}), "
            "or export it first: " + command("export", gold, "--to", form, "--out", f"{gold.resolve().name}.{form}")
        )
    return ""


def _is_gold(path: Path) -> bool:
    if path.is_dir():
        return True
    try:
        value = first_line(path) if path.suffix == ".jsonl" else read_json(path)
    except InputError:
        return False
    return isinstance(value, dict) and any(
        isinstance(value.get(name), list) for name in ("questions", "data", "qa_pairs")
    )
