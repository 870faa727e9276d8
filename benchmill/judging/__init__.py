"""A benchmark and a RAG system's answers -> what they are worth: components, claims, abstentions."""
