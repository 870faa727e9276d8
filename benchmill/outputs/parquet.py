"""Any Parquet file -> its rows as mappings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmill.records import InputError, MissingExtra
from benchmill.records.installed import check_versions


def read_parquet_rows(path: Path) -> list[dict[str, Any]]:
    """The rows of the file. Raises MissingExtra without pyarrow, InputError for a file that is no Parquet."""
    try:
        import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]  # an extra of 40 MB
        import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]
    except ModuleNotFoundError as error:
        raise MissingExtra("reading Parquet", "parquet") from error
    check_versions("pyarrow")
    try:
        rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"{path} cannot be read as Parquet: {error}") from error
    return rows
