"""ServerPlan -> a model server on a loopback port: OpenAI chat completions and Ollama, latencies and faults to plan.

It is a program of its own, not a mock: real sockets, its own process, and a log of what it was asked. By hand:
`python -m tests.servers.simulated --latency lognormal:0.5:0.6 --faults mixed --seed 1`.
"""

from tests.servers.simulated.log import Call, Counters
from tests.servers.simulated.plan import FAULT_PRESETS, FAULTS, Latency, ServerPlan
from tests.servers.simulated.server import SimulatedServer

__all__ = ["FAULTS", "FAULT_PRESETS", "Call", "Counters", "Latency", "ServerPlan", "SimulatedServer"]
