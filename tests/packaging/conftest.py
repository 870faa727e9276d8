"""The checkout -> its wheel, built once, and an environment that has it installed; no network is needed."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.architecture.house import PACKAGE, ROOT

HOUSE = (PACKAGE, "pyproject.toml", "README.md", "LICENSE")


def pip(*arguments: str | Path) -> None:
    """Run pip without an index: what it would have to download is an error."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of a copy of the checkout: building in place would leave a build folder, and use an old one."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in HOUSE:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name)
        else:
            shutil.copy(ROOT / name, source / name)
    pip("wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", folder / "dist", source)
    (built,) = (folder / "dist").iterdir()
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of a fresh environment with the wheel in it and this environment's packages in reach."""
    home = tmp_path_factory.mktemp("installed") / "venv"
    venv.create(home, with_pip=False, symlinks=True)
    (binaries,) = [folder for folder in (home / "bin", home / "Scripts") if folder.is_dir()]
    python = binaries / "python"
    pip("--python", python, "install", "--no-index", "--no-deps", wheel)
    # A .pth line adds a folder behind the environment's own, and does not follow the .pth files inside it: so the
    # dependencies come from here and benchmill does not, although it is installed here too, editable.
    ask = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = Path(subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip())
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return binaries
