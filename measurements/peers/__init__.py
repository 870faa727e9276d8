"""What others do with the same calls, each in an environment of its own."""
