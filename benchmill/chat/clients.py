"""A protocol and an address -> the client that speaks it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchmill.chat.model import ChatModel
from benchmill.chat.specs import Protocol


@dataclass(frozen=True, slots=True)
class ClientPlan:
    """How one server is asked. A plan can be sent to another machine and opened there."""

    protocol: Protocol
    base_url: str | None
    timeout: float
    concurrency: int
    num_ctx: int | None

    def open(self, report: Callable[[str], None] = lambda _: None) -> ChatModel:
        """The client; call it inside a running event loop. `report` gets messages for people.

        Raises MissingExtra, UsageError and ModelRefused.
        """
        # Each client's file imports an SDK, and that takes time: we load only the client that the plan names.
        if self.protocol == "openai":
            from benchmill.chat.openai_chat import OpenAIChat

            return OpenAIChat(base_url=self.base_url, timeout=self.timeout, concurrency=self.concurrency)
        if self.protocol == "ollama":
            from benchmill.chat.ollama_chat import OllamaChat

            return OllamaChat(base_url=self.base_url, timeout=self.timeout, num_ctx=self.num_ctx)
        if self.protocol == "gguf":
            from benchmill.chat.local.local_chat import LocalChat

            return LocalChat(timeout=self.timeout, concurrency=self.concurrency, num_ctx=self.num_ctx, report=report)
        from benchmill.chat.langchain_chat import LangChainChat

        return LangChainChat(
            base_url=self.base_url, timeout=self.timeout, concurrency=self.concurrency, num_ctx=self.num_ctx
        )
