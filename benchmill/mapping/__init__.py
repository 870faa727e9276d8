"""Evidence and anybody's chunks -> which chunks hold it, and the ceiling of that index."""
