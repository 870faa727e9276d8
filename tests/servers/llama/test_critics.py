"""The three critics on a random model behind llama.cpp: the verdicts have the right form, with any content."""

from __future__ import annotations

import asyncio

from benchmill.chat.connect import ConnectPlan, connect
from benchmill.critique.panel import CriticPrompts, Examined, PanelSettings, examine
from benchmill.prompts.brief import Brief
from benchmill.records import CRITERIA
from tests.growing.made import candidate, chunk, document
from tests.servers.llama.server import LlamaServer

PUMP = document(
    "pump.md", "The pump of the Heron water station moves 40 litres a minute. Its fuse is rated at 5 amperes."
)
TANK = document("tank.md", "The tank of the Heron water station holds 300 litres. It is cleaned once in 90 days.")
ASKED = candidate(PUMP, "Its fuse is rated at 5 amperes.", "What is the fuse of the Heron pump rated at?", "5 amperes")


def test_every_critic_gives_a_verdict_with_a_rating_from_one_to_five(llama_server: LlamaServer) -> None:
    async def main() -> Examined:
        connection = connect(ConnectPlan((llama_server.spec,), base_url=llama_server.base_url, timeout=600))
        settings = PanelSettings(llama_server.spec, all_critics=True, brief=Brief(secret="s", evidence="enum"))
        pack = [chunk(PUMP), chunk(TANK)]
        try:
            return await examine(ASKED, pack, client=connection.client, prompts=CriticPrompts.load(), settings=settings)
        finally:
            await connection.aclose()

    examined = asyncio.run(main())
    assert examined.failures == ()
    assert tuple(verdict.criterion for verdict in examined.critique.verdicts) == CRITERIA
    assert examined.critique.decide(4) in ("accepted", "rejected")
    assert {verdict.candidate_id for verdict in examined.critique.verdicts} == {ASKED.id}
