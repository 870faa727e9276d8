"""Servers with limits x ways to ask them -> requests, replies and wall time beside the best that could be done.

    python -m measurements.server_limits [--out FILE]

Candidates of four calls each (one that writes, then three critics), through benchmill's own rate limiter, retries and
hedging, against servers that are a class: a queue before 1, 2 or 8 slots, replies that become slower with load, rate
limits, faults. Time is virtual: no machine's load is in the numbers.
"""
