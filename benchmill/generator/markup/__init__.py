"""Markdown, reStructuredText, plain text, notebooks -> blocks with offsets, front matter and headings."""
