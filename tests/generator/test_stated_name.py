"""The titles that a docs folder's own configuration gives: read as text, never executed."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmill.generator.loaders.stated_name import stated_names

STATED = {
    "conf.py": ('project = "Pebblewire"\nraise SystemExit\n', "Pebblewire"),
    "docs/conf.py": ('name = "Pebblewire"\nproject = name\n', "Pebblewire"),
    "docs/../conf.py": ("project = make_name()\n", ""),
    "mkdocs.yml": ("nav: []\nsite_name: Pebblewire Docs  \n", "Pebblewire Docs"),
    "docs/mkdocs.yml": ("site_name: !ENV [NAME, 'Pebblewire']\n", ""),
    "book.toml": ('[book]\ntitle = "Pebblewire"  # ours\n', "Pebblewire"),
    "docusaurus.config.js": ("const config = {\n  title: 'Pebblewire',\n", "Pebblewire"),
    "docs/.vitepress/config.ts": ("export default {\n  title: `Pebble${wire}`,\n", ""),
    "hugo.toml": ("title = 'Pebblewire'\n", "Pebblewire"),
    "README.md": ("[![badge](a)](b)\n\n# Pebblewire\n", "Pebblewire"),
    "docs/README.md": ("# Pebblewire\n", ""),  # it is one of the pages
    "docs/sub/mkdocs.yml": ("site_name: Pebblewire\n", ""),
}


@pytest.mark.parametrize(("file", "text", "title"), [(file, *case) for file, case in STATED.items()], ids=STATED)
def test_a_literal_title_in_or_above_the_folder_is_read(tmp_path: Path, file: str, text: str, title: str) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / ".git").mkdir()
    path = (tmp_path / file).resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    assert stated_names(tmp_path / "docs") == ((title,) if title else ())


def test_no_link_is_followed_and_a_readme_counts_in_a_repository_only(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other/mkdocs.yml").write_text("site_name: Other\n", encoding="utf-8")
    (tmp_path / "README.md").write_text("# Other\n", encoding="utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/mkdocs.yml").symlink_to(tmp_path / "other/mkdocs.yml")
    (tmp_path / "mkdocs.yml").write_text("site_name: Pebblewire\n" + "x" * 300_000, encoding="utf-8")
    assert stated_names(tmp_path / "docs") == ()
    assert stated_names(tmp_path / "README.md") == ()
