"""Benchmarks that others made -> items of ours, aligned with verbatim evidence in the docs."""
