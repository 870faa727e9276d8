"""The titles that a docs folder's own configuration gives: read as text, never executed."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmill.generator.loaders.stated_name import Stated, stated_names

STATED = {
    "conf.py": ('project = "Pebblewire"\nraise SystemExit\n', "Pebblewire"),
    "docs/conf.py": ('name = "Pebblewire"\nproject = name\n', "Pebblewire"),
    "docs/../conf.py": ("project = make_name()\n", ""),
    "mkdocs.yml": ("nav: []\nsite_name: Pebblewire Docs  \n", "Pebblewire Docs"),
    "docs/mkdocs.yml": ("site_name: !ENV [NAME, 'Pebblewire']\n", ""),
    "docs/_config.yml": ("title: Pebblewire Docs # in the header\n", "Pebblewire Docs"),
    "docs/../_config.yml": ("title: Pebble#wire\n", "Pebble#wire"),
    "book.toml": ('[book]\ntitle = "Pebblewire"  # ours\n', "Pebblewire"),
    "website/docusaurus.config.ts": ("const config = {\n  title: 'Pebblewire',\n", "Pebblewire"),
    "docusaurus.config.js": ("const config = {\n  title: 'Pebblewire',\n", "Pebblewire"),
    "docs/.vitepress/config.ts": ("export default {\n  title: `Pebble${wire}`,\n", ""),
    "hugo.toml": ("title = 'Pebblewire'\n", "Pebblewire"),
    "docs/README.md": ("# Pebblewire\n", ""),  # it is one of the pages
    "docs/sub/mkdocs.yml": ("site_name: Pebblewire\n", ""),
}


@pytest.mark.parametrize(("file", "text", "title"), [(file, *case) for file, case in STATED.items()], ids=STATED)
def test_a_literal_title_in_or_above_the_folder_is_read(tmp_path: Path, file: str, text: str, title: str) -> None:
    (tmp_path / "docs").mkdir()
    _write(tmp_path, file, text)
    assert stated_names(tmp_path / "docs").titles == ((title,) if title else ())


PACKAGES = {
    "package.json": '{"scripts": {"name": "x"}, "name": "@pebble/wire"}',
    "./package.json": '{"name": "@wire/monorepo"}',
    "pyproject.toml": '[[tool.towncrier.type]]\nname = "Features"\n[project]\nname = "wire"\n',
    "Cargo.toml": '[dependencies]\nserde = "1"\n[package]\nname = "wire"\n',
    "go.mod": "module github.com/pebble/wire/v2\n\ngo 1.22\n",
    "pom.xml": "<parent>\n        <artifactId>x</artifactId>\n</parent>\n    <artifactId>wire</artifactId>\n",
    "./pom.xml": "<parent>\n    </parent>\n    <artifactId>wire-parent</artifactId>\n",
    "setup.py": 'from x import y\n\nsetup(\n    name="wire",\n    version=1)\n',
    "setup.cfg": "[metadata]\nversion = 1\nname = wire\n",
}


@pytest.mark.parametrize(("file", "text"), PACKAGES.items(), ids=PACKAGES)
def test_a_package_file_marks_the_root_whose_readme_is_read(tmp_path: Path, file: str, text: str) -> None:
    (tmp_path / "site/docs/en").mkdir(parents=True)
    _write(tmp_path, "Readme.md", "# Wire\n")
    assert stated_names(tmp_path / "site/docs/en") == Stated()
    _write(tmp_path, file, text)
    stated = stated_names(tmp_path / "site/docs/en")
    assert stated.packages == ("wire",)
    assert [readme.title for readme in stated.readmes] == ["Wire"]


def test_a_copy_with_its_docs_alone_has_a_readme_at_its_root(tmp_path: Path) -> None:
    (tmp_path / "copy/docs/src").mkdir(parents=True)
    _write(tmp_path, "copy/README.md", "# Wire\n")
    _write(tmp_path, "README.md", "# Downloads\n")
    assert [readme.title for readme in stated_names(tmp_path / "copy/docs/src").readmes] == ["Wire"]
    assert stated_names(tmp_path / "copy") == Stated()


def test_a_site_inside_a_repository_is_not_its_root(tmp_path: Path) -> None:
    (tmp_path / "site/docs").mkdir(parents=True)
    _write(tmp_path, "site/package.json", '{"name": "site"}')
    _write(tmp_path, "site/README.md", "# Website\n")
    _write(tmp_path, "LICENSE", "MIT")
    _write(tmp_path, "README.md", "# Wire\n")
    assert [readme.title for readme in stated_names(tmp_path / "site/docs").readmes] == ["Website", "Wire"]


def test_nothing_above_the_root_of_the_repository_is_read(tmp_path: Path) -> None:
    (tmp_path / "repo/docs").mkdir(parents=True)
    (tmp_path / "repo/.git").mkdir()
    _write(tmp_path, "repo/README.md", "# Pebblewire\n")
    _write(tmp_path, "README.md", "# Other\n")
    _write(tmp_path, "package.json", '{"name": "other"}')
    stated = stated_names(tmp_path / "repo/docs")
    assert (stated.packages, [readme.title for readme in stated.readmes]) == ((), ["Pebblewire"])


def _write(folder: Path, file: str, text: str) -> None:
    path = (folder / file).resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_no_link_is_followed_and_no_large_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other/mkdocs.yml").write_text("site_name: Other\n", encoding="utf-8")
    (tmp_path / "other/README.md").write_text("# Other\n", encoding="utf-8")
    (tmp_path / "README.md").symlink_to(tmp_path / "other/README.md")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/mkdocs.yml").symlink_to(tmp_path / "other/mkdocs.yml")
    (tmp_path / "mkdocs.yml").write_text("site_name: Pebblewire\n" + "x" * 300_000, encoding="utf-8")
    assert stated_names(tmp_path / "docs") == Stated()
    assert stated_names(tmp_path / "other/README.md") == Stated()
