"""argv: a folder, a reader -> JSON: per ending the words of each file that was read, failures, and the notes.

Every connection to another machine is refused and written to the file named by CONNECTIONS, in child processes, too.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from benchmill.generator.loaders import load_folder

loaded = load_folder(Path(sys.argv[1]), reader=sys.argv[2])  # type: ignore[arg-type]  # one of three words
print(
    json.dumps(
        {
            "texts": {document.id: document.text for document in loaded.documents},
            "failures": {failure.subject_id: failure.reason for failure in loaded.failures},
            "notes": loaded.notes,
        }
    )
)
