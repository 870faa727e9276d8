"""Benchmarks of other tools -> benchmill's items, aligned with verbatim evidence in the docs."""
