"""LangSmithPlan -> a LangSmith API server on a loopback port: datasets, versions, examples; rights and faults to plan.

Written from what the real SDK sends, for the calls that publishing makes. It is a program of its own, not a mock: real
sockets, its own process, its own memory, and a log of what it was asked.
"""

from tests.servers.langsmith.plan import FAULTS, Asked, LangSmithPlan
from tests.servers.langsmith.server import LangSmithServer

__all__ = ["FAULTS", "Asked", "LangSmithPlan", "LangSmithServer"]
