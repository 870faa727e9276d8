"""Files that other tools write and we only read."""
