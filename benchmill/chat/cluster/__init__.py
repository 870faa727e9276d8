"""A Ray cluster -> model calls that leave from its machines, and work that is spread over them."""
