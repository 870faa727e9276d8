"""Passages and queries -> ranked passages: the baselines that a benchmark is tried with."""
