"""Evidence, the chunks of any index -> the chunks that hold the evidence, and the index's ceiling."""
