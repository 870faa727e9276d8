"""Passages and queries -> ranked passages, by baselines or a live system."""
