"""A Ray cluster -> model calls that its machines send, and work that is spread over its machines."""
