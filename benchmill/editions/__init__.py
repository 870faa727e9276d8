"""What a run grew -> the next edition: numbered, committed in one transaction, written out as files."""
