"""A version that was not tried is said where it is used."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.typed import typed
from tests.records.test_installed import install


@pytest.mark.parametrize(("version", "said"), [("0.13.0", "needs"), ("0.99.0", "is newer than")])
def test_publishing_says_that_the_sdk_is_of_another_version(
    version: str, said: str, here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages = tmp_path / "packages"
    packages.mkdir()
    install(packages, "langsmith", version)
    monkeypatch.syspath_prepend(packages)
    monkeypatch.delenv("LANGSMITH_API_KEY", raising=False)
    done = typed("publish", "bench", "--dataset", "d")
    assert done.code in (2, 3), here
    assert f"langsmith {version}" in done.err
    assert said in done.err
