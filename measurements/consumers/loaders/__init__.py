"""Scripts for a consumer's own environment, that know nothing of ours: a path -> what the consumer read, as JSON."""
