"""LangSmithPlan -> a LangSmith API server on a loopback port: datasets, versions, examples, with planned faults.

The server answers the requests that the real SDK sends when benchmill publishes. It is a separate program, not a mock:
real sockets, its own process, its own memory, and a log of the requests.
"""

from tests.servers.langsmith.plan import FAULTS, Asked, LangSmithPlan
from tests.servers.langsmith.server import LangSmithServer

__all__ = ["FAULTS", "Asked", "LangSmithPlan", "LangSmithServer"]
