"""How an entry of a list begins in its source: parts of regular expressions, each without a group of its own."""

NUMBER = r"\d{1,3}[.)]|#\."
"""Of a step; "#." takes the next number in reStructuredText."""

MARK = rf"[-*+]|{NUMBER}"
"""Of any entry."""
