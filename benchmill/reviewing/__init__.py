"""A workspace -> a local page on which people read items, judge and edit them, alone or by two."""
