"""A folder -> a workspace: its files, its lock, its ledger, and what they record of past editions."""
