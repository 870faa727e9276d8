"""A CSV file, a workbook or items.jsonl -> its rows, by pandas (which reads workbooks with openpyxl)."""

from __future__ import annotations

import sys

import pandas as pd  # type: ignore[import-untyped, unused-ignore]
from report import report  # type: ignore[import-not-found, unused-ignore]

form, path = sys.argv[1:]
if form == "csv":
    frame = pd.read_csv(path, keep_default_na=False)
    # a cell that a spreadsheet could take for a formula begins with an apostrophe, which people do not see
    frame = frame.map(lambda cell: cell[1:] if isinstance(cell, str) and cell.startswith("'") else cell)
elif form == "xlsx":
    frame = pd.read_excel(path, keep_default_na=False, engine="openpyxl")
else:
    frame = pd.read_json(path, lines=True)
report(pd.__version__, frame["question"], frame["answer"])
