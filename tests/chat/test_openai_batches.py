"""A batch whose id a crash took away is looked for by its tag, in the whole list of the account."""

from __future__ import annotations

import asyncio

import pytest

from benchmill.chat.batches.openai_batches import BatchState, OpenAIBatches
from benchmill.chat.batches.wire import line_of
from benchmill.chat.dialects import Dialect
from benchmill.chat.errors import ModelRefused
from benchmill.chat.openai_client import OpenAIClient
from tests.chat.fake_models import request
from tests.servers.http_stub import complaint, tiny_server
from tests.servers.simulated.plan import ServerPlan
from tests.servers.simulated.server import SimulatedServer


def test_a_batch_is_found_however_many_were_made_after_it() -> None:
    async def main(base_url: str) -> tuple[BatchState, BatchState | None, BatchState | None]:
        client = OpenAIClient(base_url, 4)
        batches = OpenAIBatches(client)
        line = line_of(request(model="openai:simulated"), Dialect())
        first = await batches.create(line, "ours", "simulated")
        for number in range(120):
            await batches.create(line, f"other {number}", "simulated")
        found = await batches.find("ours"), await batches.find("of nobody")
        await client.aclose()
        return first, *found

    with SimulatedServer(ServerPlan()) as server:
        first, found, none = asyncio.run(main(server.base_url))
    assert found is not None
    assert found.id == first.id
    assert none is None


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_does_not_mean_that_there_is_no_such_batch(status: int) -> None:
    async def main() -> None:
        async with tiny_server(lambda _: complaint("Incorrect API key", status)) as server:
            client = OpenAIClient(f"{server.root}/v1", 4)
            try:
                await OpenAIBatches(client).find("ours")
            finally:
                await client.aclose()

    with pytest.raises(ModelRefused, match="OPENAI_API_KEY"):
        asyncio.run(main())


def test_a_server_without_a_list_of_batches_has_no_such_batch() -> None:
    async def main() -> BatchState | None:
        async with tiny_server(lambda _: complaint("no such address", 404)) as server:
            client = OpenAIClient(f"{server.root}/v1", 4)
            try:
                return await OpenAIBatches(client).find("ours")
            finally:
                await client.aclose()

    assert asyncio.run(main()) is None
