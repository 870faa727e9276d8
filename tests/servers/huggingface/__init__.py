"""A server with the part of the Hugging Face Hub's API that publishing a dataset needs."""

from tests.servers.huggingface.server import HubServer

__all__ = ["HubServer"]
