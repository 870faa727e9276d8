"""One module a client of the streaming measurement, each run in a process of its own by `measurements.streaming`."""
