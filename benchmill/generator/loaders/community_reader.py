"""Any file -> the text that a loader of langchain-community makes, for users whose index holds these texts."""

from __future__ import annotations

import warnings
from pathlib import Path

from benchmill.generator.loaders.border import extra_module, guarded
from benchmill.generator.loaders.decode import tidy
from benchmill.generator.loaders.loaded import Text, Unreadable
from benchmill.generator.loaders.unstructured_reader import fetch_nothing, keep_quiet
from benchmill.records import MissingExtra

NOTE = "langchain-community has had no maintenance since May 2026, not even security fixes; consider the reader 'light'"
_PURPOSE = "the reader 'community'"
_LOADERS = {
    # UnstructuredMarkdownLoader needs a package that this extra does not install, and it keeps little text verbatim.
    ".md": "TextLoader",
    ".markdown": "TextLoader",
    ".mdx": "TextLoader",
    ".txt": "TextLoader",
    ".rst": "TextLoader",
    ".ipynb": "NotebookLoader",
    ".html": "BSHTMLLoader",
    ".htm": "BSHTMLLoader",
    ".docx": "UnstructuredWordDocumentLoader",
    ".pptx": "UnstructuredPowerPointLoader",
    ".pdf": "PyPDFLoader",
}


def read_with_community(_data: bytes, path: Path) -> Text:
    """The text that the usual loader of langchain-community makes of a file.

    Raises MissingExtra if langchain-community is not installed. Raises Unreadable if the loader of this format needs
    another package that is not installed.
    """
    keep_quiet()
    with warnings.catch_warnings():
        # The package warns on import that it is deprecated. We report that once, in Loaded.notes.
        warnings.simplefilter("ignore", DeprecationWarning)
        loaders = extra_module("langchain_community.document_loaders", _PURPOSE, "community")
        name = _LOADERS.get(path.suffix.lower())
        if name is None:
            raise Unreadable("ending", f"no loader for {path.suffix or 'files without an ending'}")

        def read() -> Text:
            try:
                if name.startswith("Unstructured"):
                    fetch_nothing()
                arguments = {"encoding": "utf-8"} if name == "TextLoader" else {}
                loaded = getattr(loaders, name)(str(path), **arguments).load()
            except (ImportError, MissingExtra) as error:
                extra = "unstructured" if name.startswith("Unstructured") else "documents"
                missing = MissingExtra(f"{name} of langchain-community", extra)
                raise Unreadable("missing-extra", str(missing)) from error
            return Text(tidy("\n\n".join(each.page_content for each in loaded)).replace("\0", "\ufffd"))

        return guarded(f"{path.suffix} file", read)
