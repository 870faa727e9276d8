"""Markdown, reStructuredText, plain text or a notebook -> blocks with offsets, front matter and headings."""
