"""A check without data for a language is left out, and the run says so; also where it does not know the language."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmill.editions.next_edition import grow
from benchmill.settings import GrowSettings
from tests.servers.simulated import SimulatedServer

POLISH = """# Przekaźnik Kestrel

Przekaźnik Kestrel przechowuje wiadomość przez 9 dni, zanim zostanie ona usunięta z kolejki. Kolejka jest zapisywana na
dysku co minutę, a dziennik znajduje się w katalogu `/var/log/kestrel` na serwerze. Administrator może w każdej chwili
sprawdzić rozmiar kolejki poleceniem `kestrelctl size`, a panel pokazuje tę samą liczbę w drugiej kolumnie tabeli.
"""


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("", "the language of the documents is not recognised"),
        ("pl", "free checks that have no word lists for Polish and were left out"),
        ("en", ""),
    ],
)
def test_a_run_says_which_checks_it_left_out_for_the_language(tmp_path: Path, language: str, says: str) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.md").write_text(POLISH, encoding="utf-8")
    with SimulatedServer() as server:
        settings = GrowSettings(
            questions=1,
            model="openai:simulated",
            base_url=server.base_url,
            kinds=("factoid",),
            language=language,
        )
        notes = [note for note in grow(docs, tmp_path / "b", settings).notes if "language" in note or "no word" in note]

    assert [note.startswith(says) for note in notes] == ([True] if says else [])
