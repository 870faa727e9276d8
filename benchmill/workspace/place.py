"""Docs folder, workspace folder -> nothing, or a UsageError where the workspace must not be there."""

from __future__ import annotations

from pathlib import Path

from benchmill.outputs.replacing import WORKSPACE_FILES
from benchmill.records import UsageError
from benchmill.workspace.folder import Workspace


def check_place(workspace: Workspace, docs: Path | None = None) -> None:
    """Raise UsageError where `out` cannot be a workspace.

    Either the workspace would replace files that benchmill did not write; or `out` is the docs folder or contains it,
    and benchmill would read the workspace's files as documents.
    """
    out = workspace.folder
    if out.exists() and not out.is_dir():
        raise UsageError(f"{out} is a file; --out names a folder for the workspace")
    if docs is not None and docs.is_dir() and docs.resolve().is_relative_to(out.resolve()):
        where = "the docs folder itself" if docs.resolve() == out.resolve() else "above the docs folder"
        raise UsageError(f"--out {out} is {where}; name another folder, such as {docs.parent / 'bench'}")
    if workspace.ledger.exists() or workspace.items.exists():
        return  # a workspace, or one whose ledger is missing
    others = [name for name in WORKSPACE_FILES if (out / name).is_file()]
    if others:
        raise UsageError(f"{out} holds {others[0]}, which benchmill did not write; name another folder as --out")
