"""`benchmill status` and `benchmill show`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from benchmill.cli.app import app
from benchmill.cli.common_options import AsJson, Bench
from benchmill.cli.outcome_table import unread_rows
from benchmill.cli.printing import counted, print_json, print_rows
from benchmill.records import UsageError


@app.command()
def status(bench: Bench, as_json: AsJson = False) -> None:
    """Counts and rates: items, candidates, what was rejected and why, calls and tokens an item."""
    from benchmill.editions.hand_edits import waiting_edits
    from benchmill.workspace.folder import Workspace
    from benchmill.workspace.inspect import status as status_of

    found = {**status_of(Workspace(bench)), "hand_edits": waiting_edits(Workspace(bench))}
    if as_json:
        print_json(found)
    else:
        print_rows(_status_rows(found, bench))


@app.command()
def show(
    bench: Bench,
    item: Annotated[
        str,
        typer.Argument(metavar="ID", help="An item's id, its beginning, or CHAPTER.NUMBER.", show_default=False),
    ] = "",
    sample: Annotated[
        int | None,
        typer.Option("--sample", min=1, help="In place of ID: this many items to read, as `benchmill items` has them."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """One item with its whole history: evidence, ratings with reasons, the calls it came from."""
    from benchmill.workspace.folder import Workspace

    if bool(item) == (sample is not None):
        raise UsageError("give the ID of one item, or --sample and how many items to read")
    if sample is not None:
        from benchmill.cli.report_commands import items

        items(bench, sample=sample, as_json=as_json)
        return
    from benchmill.workspace.inspect import show as show_item

    found = show_item(Workspace(bench), item)
    if as_json:
        print_json(found)
    else:
        print_rows(_item_rows(found))


def _status_rows(found: Mapping[str, Any], bench: Path) -> Iterator[tuple[str, str]]:
    from benchmill.workspace.remembered import docs_of, grow_again

    end = "" if found["complete"] else f" (the run ended early; go on with it: {grow_again(bench)})"
    yield "edition", f"{found['edition']}{end}"
    yield "accepted", f"{found['accepted']} of {found['wanted']} wanted ({counted(found['kinds'])})"
    yield "documents", f"{found['documents']:,}, {found['documents_with_items']} of them with items"
    yield "set aside", f"{found['surplus']} more than wanted, {found['retired']} retired"
    yield "candidates", f"{found['candidates']:,}"
    yield "rejected", counted(found["rejected"])
    yield "failures", counted(found["failures"])
    yield from unread_rows(found["unread"], docs_of(bench))
    yield "skipped", counted(found["skipped"])
    if found["hand_edits"]:
        yield "by hand", f"items.jsonl: {found['hand_edits']}; the next grow asks whether to take these edits"
    if found["shortfall"]:
        yield "fewer", found["shortfall"]
    yield "calls", counted(found["calls"])
    if found["beside_growing"]:
        yield "not grow's", f"{counted(found['beside_growing'])} of these calls; tokens, cost and rates leave them out"
    if found["ahead"]:
        ahead = found["ahead"]
        yield (
            "ahead",
            f"{ahead['calls']:,} calls, {ahead['candidates_passed']:,} passed candidates; kept for a later run",
        )
    if second := found["second_critic"]:
        each = (f"{name} {one['agreed']} of {one['asked']}" for name, one in second.items())
        yield "second critic", f"confirmed ratings that were just the minimum: {', '.join(each)}"
    if (sample := found["residual"]) and sample["sampled"]:
        from benchmill.growing.residual import residual_words

        yield "unlabelled", residual_words(sample)
    yield "tokens", f"{found['tokens']['input']:,} in, {found['tokens']['output']:,} out"
    yield (
        "cost",
        "unknown (no price for a model; see --prices of grow)" if found["cost"] is None else f"${found['cost']:.4f}",
    )
    each = found["per_item"]
    if each["calls"]:
        money = "" if each["cost"] is None else f", ${each['cost']:.4f}"
        yield "per item", f"{each['calls']} calls, {each['tokens']:,} tokens{money}"


def _item_rows(found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    item = found["item"]
    yield "id", item["id"]
    yield "state", found["state"] + (f": {found['reason']}" if found["reason"] else "")
    if "added_in_edition" in found:
        yield "editions", f"added in {found['added_in_edition']}, last changed in {found['changed_in_edition']}"
        yield "number", f"{item['chapter']}.{item['question_number']}"
    yield "writer", item.get("generator") or "-"
    if item.get("alias"):
        yield "alias", item["alias"]
    yield "kind", item["kind"]
    yield "question", item["question"]
    yield "answer", item["answer"]
    for component in item["components"]:
        yield "component", component["text"]
        for evidence in component["evidence"]:
            place = f"{evidence['document']}[{evidence['start']}:{evidence['end']}] ({evidence['origin']})"
            yield "  evidence", f"{place} {json.dumps(evidence['text'], ensure_ascii=False)}"
    yield "headings", " > ".join(item.get("headings", [])) or "-"
    for criterion, rating in item["ratings"].items():
        yield criterion, f"{rating['rating']} of 5 by {rating['model']}: {rating['rationale']}"
    for decision in found.get("decisions", []):
        by = f" by {decision['reviewer']}" if decision["reviewer"] else ""
        yield (
            decision["verb"],
            f"{decision['time'][:10]}{by}" + (f": {decision['reason']}" if decision["reason"] else ""),
        )
    seen: list[tuple[str, object]] = []
    for label, call in found["calls"].items():
        same = next((earlier for earlier, other in seen if call and call == other), "")
        seen.append((label, call))
        if same:
            yield label, f"the same call as {same}"
        elif not call:
            yield label, "a call that benchmill prune dropped"
        else:
            tokens = f"{call['input_tokens']} + {call['output_tokens']} tokens"
            yield label, f"{call['model']} in {call['seconds']:.1f} s, {tokens}: {call['reply']}"
