"""A workspace -> files and services of others: exports, LangSmith data sets."""
