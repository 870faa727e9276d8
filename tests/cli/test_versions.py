"""A version that was not tried is said where it is used."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.typed import typed
from tests.records.test_installed import install


@pytest.mark.parametrize(
    ("version", "code", "said"),
    [
        ("4.12.3", 2, "is installed, but benchmill needs"),
        ("99.0", 0, "is newer than the versions benchmill was tested with"),
    ],
)
def test_a_reader_of_another_version_is_named_in_one_line(
    version: str, code: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages, docs = tmp_path / "packages", tmp_path / "docs"
    for folder in (packages, docs):
        folder.mkdir()
    install(packages, "beautifulsoup4", version)
    monkeypatch.syspath_prepend(packages)
    (docs / "a.html").write_text("<h1>Relay</h1><p>The relay listens on port 7000.</p>", encoding="utf-8")
    (docs / "b.html").write_text("<h1>Pump</h1><p>The pump moves water.</p>", encoding="utf-8")
    done = typed("grow", docs, "--out", tmp_path / "bench", "--quiet", "--no-report")
    assert done.code == code, done.err
    (line,) = (line for line in done.err.splitlines() if "beautifulsoup4" in line)
    assert line.startswith(f"benchmill: beautifulsoup4 {version} {said}")
    assert ".[documents]" in line
