"""ServerPlan -> a model server on a loopback port: OpenAI chat completions and Ollama, planned faults.

It is a separate program, not a mock: real sockets, its own process, and a log of the requests. To start it by hand:
`python -m tests.servers.simulated --latency lognormal:0.5:0.6 --faults mixed --seed 1`.
"""

from tests.servers.simulated.log import Call, Counters
from tests.servers.simulated.plan import FAULT_PRESETS, FAULTS, Latency, ServerPlan
from tests.servers.simulated.server import SimulatedServer

__all__ = ["FAULTS", "FAULT_PRESETS", "Call", "Counters", "Latency", "ServerPlan", "SimulatedServer"]
