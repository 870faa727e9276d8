"""Nothing -> what publishing 5,000 items takes: requests and seconds, first and again, with and without faults.

    python -m measurements.publishing

The real SDK speaks to the tests' LangSmith server on this machine, so the seconds are spent in the client and in JSON,
not in a network. The script fails where publishing again writes, or where faults change the published dataset.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from langsmith import Client

from benchmill.outputs.langsmith.retries import RetryPolicy
from benchmill.outputs.langsmith.service import Account
from benchmill.publishing.dataset_changes import Published
from benchmill.publishing.langsmith_dataset import PublishSettings, publish
from tests.servers.langsmith import LangSmithPlan, LangSmithServer
from tests.workspace.workspaces import write_edition

ITEMS = 5000
TO = PublishSettings("docs-qa")
# a time-out would wait 30 s each time, and show nothing new
RETRY_POLICY = RetryPolicy(first=0.05, longest=1.0, timeout=(5.0, 5.0))
FAULTS = dict.fromkeys(("http-429", "http-500", "reset", "reset-body", "commit-500", "commit-reset"), 0.015)
FAULTS["partial-500"] = 0.01


def answers(edition: int) -> dict[str, str]:
    """Edition 2 has 50 items edited, 50 gone and 50 new."""
    first = {f"fact {number}": f"The answer to {number}, in a sentence of usual length." for number in range(ITEMS)}
    if edition == 1:
        return first
    kept = {name: answer for name, answer in first.items() if int(name[5:]) >= 50}
    edited = {f"fact {number}": "Another answer." for number in range(100, 150)}
    return kept | edited | {f"new {number}": "A new answer." for number in range(50)}


def main() -> int:
    """Print the table; 1 where a promise is broken."""
    print("| server | step | created, updated, retired | requests | of them writes | MB sent | seconds |")
    print("|---|---|---|---|---|---|---|")
    ends: list[dict[str, tuple[object, ...]]] = []
    broken = False
    with tempfile.TemporaryDirectory() as folder:
        for name, plan in {
            "well": LangSmithPlan(),
            "10 % faults": LangSmithPlan(seed=1, faults=FAULTS),
            "10 % faults, not atomic": LangSmithPlan(seed=2, faults=FAULTS, atomic=False),
        }.items():
            bench = Path(folder) / str(len(ends))
            with LangSmithServer(plan) as server:
                for step, edition in (("first", 1), ("again", 1), ("after 150 changes", 2), ("again", 2)):
                    if step != "again":
                        write_edition(bench, edition, answers(edition))
                    writes = _step(name, step, bench, server)
                    broken = broken or (step == "again" and writes > 0)
                server.calm()
                ends.append(_state(server))
                met = Counter(one.fault for one in server.log() if one.fault)
                print(f"{name}, faults met: {dict(met)}", file=sys.stderr)
    return int(broken or any(end != ends[0] for end in ends))


def _step(name: str, step: str, bench: Path, server: LangSmithServer) -> int:
    before = len(server.log())
    began = time.perf_counter()
    done: Published = publish(bench, TO, Account("key", server.url), retry_policy=RETRY_POLICY)
    seconds = time.perf_counter() - began
    asked = server.log()[before:]
    writes = sum(one.writes for one in asked)
    sent = sum(one.size for one in asked) / 1e6
    counts = f"{done.created:,}, {done.updated:,}, {done.retired:,}"
    print(f"| {name} | {step} | {counts} | {len(asked)} | {writes} | {sent:.1f} | {seconds:.1f} |", flush=True)
    return writes


def _state(server: LangSmithServer) -> dict[str, tuple[object, ...]]:
    """Item id -> what its example says; fails where an item has two."""
    client = Client(api_url=server.url, api_key="key", auto_batch_tracing=False)
    found = list(client.list_examples(dataset_name=TO.dataset))
    client.close(timeout=0)
    state: dict[str, tuple[object, ...]] = {
        one.metadata["item_id"]: (one.inputs, one.outputs, one.metadata) for one in found if one.metadata
    }
    if len(state) != len(found):
        raise SystemExit(f"{len(found) - len(state)} doubles")
    return state


if __name__ == "__main__":
    sys.exit(main())
