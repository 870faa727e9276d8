"""Benchmarks that others made -> items of ours, hung on verbatim evidence in the docs."""
