"""A ClientPlan and a cluster -> one ChatModel whose requests the cluster's machines send."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import cast

from benchmill.chat.clients import ClientPlan
from benchmill.chat.cluster.ray_cluster import RayCluster, WorkerLost
from benchmill.chat.errors import ModelUnreachable, Transient
from benchmill.chat.model import ChatReply, ChatRequest

# The environment variables that clients read: keys and addresses.
_OURS = ("_API_KEY", "_BASE_URL", "_API_BASE", "OLLAMA_HOST")


class OnCluster:
    """Asks through one client on each machine. The layers above, in this process, decide which call goes when: their
    rates, limits and budgets are those of the whole cluster, and there is one ledger.

    A call whose machine is lost raises Transient, so it is asked again. Raises what the client raises.
    """

    def __init__(self, plan: ClientPlan, cluster: RayCluster, report: Callable[[str], None] = lambda _: None) -> None:
        environment = keys_and_addresses(os.environ)
        self._service = cluster.service(plan.open, plan.concurrency, environment, report)

    async def complete(self, request: ChatRequest) -> ChatReply:
        try:
            return cast(ChatReply, await self._service.call("complete", request))
        except WorkerLost as error:
            raise Transient(str(error), check="worker-lost") from error

    async def check(self, model: str) -> None:
        try:
            await self._service.call("check", model)
        except WorkerLost as error:
            raise ModelUnreachable(f"{error}; is the same version of benchmill installed on every machine?") from error

    async def aclose(self) -> None:
        await self._service.call_all("aclose")
        await self._service.end()


def keys_and_addresses(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that tell clients where models are and who asks.

    >>> keys_and_addresses({"OPENAI_API_KEY": "k", "HOME": "/", "OLLAMA_HOST": "h:1"})
    {'OPENAI_API_KEY': 'k', 'OLLAMA_HOST': 'h:1'}
    """
    return {name: value for name, value in environment.items() if name.endswith(_OURS) and value}
