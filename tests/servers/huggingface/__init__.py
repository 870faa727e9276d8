"""A server that speaks as much of the Hugging Face Hub's API as publishing a dataset needs."""

from tests.servers.huggingface.server import HubServer

__all__ = ["HubServer"]
