"""`grow` against a server that nobody of us wrote: llama.cpp, which enforces the JSON schemas on a random model."""

from __future__ import annotations

import json
from pathlib import Path

from tests.end_to_end.command import benchmill
from tests.servers.llama.server import LlamaServer

PUMP = """# Pump

The pump of the Heron water station moves 40 litres a minute at full power. It stops by itself when the tank holds less
than 5 litres, and it starts again at 20 litres. The pump runs on 24 volts, draws up to 3 amperes, and its fuse is rated
at 5 amperes. Its log is kept for 14 days in the folder `/var/log/heron`.
"""
TANK = """# Tank

The tank of the Heron water station holds 300 litres. Its level is measured by a float every 10 seconds, and an alarm
sounds below 15 litres. The tank is cleaned once in 90 days with a mild acid. The lid opens with a key of 8 millimetres,
which hangs beside the pump.
"""
PAGES = {"pump.md": PUMP, "tank.md": TANK}
# what a reply that does not have the form asked for is counted under (chat/recorded.py, chat/json_text.py)
OF_FORM = {"bad-reply", "cut-reply", "empty-reply", "refusal", "undecided"}


def test_every_reply_has_the_form_and_candidates_fall_for_their_content(
    llama_server: LlamaServer, tmp_path: Path
) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for name, text in PAGES.items():
        (docs / name).write_text(text, encoding="utf-8")
    ran = benchmill(
        *(
            "grow",
            docs,
            "--kinds=factoid",
            "--out",
            tmp_path / "b",
            "--model",
            llama_server.spec,
            "--base-url",
            llama_server.base_url,
        ),
        *("--evidence", "enum", "--questions", 4, "--all-critics", "--timeout", 600, "--concurrency", 2, "--json"),
    )
    assert ran.code == 0, ran.err
    result = ran.json
    assert result["candidates"] + result["failures"] >= 2
    assert not OF_FORM & {*result["failed"], *result["rejected"]}
    assert result["candidates"] == result["accepted"] + sum(result["rejected"].values())
    for line in (tmp_path / "b" / "rejected.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        quote = record["components"][0]["evidence"][0]
        assert PAGES[quote["document"]][quote["start"] : quote["end"]] == quote["text"]
