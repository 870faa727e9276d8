"""A benchmark -> what it can decide: numbers with intervals, controls, and a verdict in words; asks no model."""
