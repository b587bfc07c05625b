"""The static files of pages, plain and packed, for the web server.

They are packed once for each build; without them the server uses the sources. What is packed lacks
what only a reader of the sources needs: comments with lines of their own, and indentation
(docs/decisions/0093-scripts-and-styles-go-out-without-comments.md).
"""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedStaticFilesStorage

COMMENTS: Final = re.compile(
    r"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)(?:\n|\Z)", re.MULTILINE | re.DOTALL
)
"""Comments that have whole lines. What begins as one within a text of several lines would match as
well: no script has such a text."""
INDENTS: Final = re.compile(r"^[ \t\n]+", re.MULTILINE)


def pack() -> None:
    """Copy and pack the files of this program, unless that was done, and delete those of others.

    Raises OSError if they cannot be written; the earlier ones stay.
    """
    root = Path(settings.PACKED_FILES)
    if root.is_dir():
        return
    root.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".packing-", dir=root.parent) as folder:
        packed = Path(folder, "packed")
        _fill(CompressedStaticFilesStorage(packed, file_permissions_mode=0o600))
        packed.rename(root)
    for other in root.parent.iterdir():
        if other != root:
            shutil.rmtree(other, ignore_errors=True)


def _fill(target: CompressedStaticFilesStorage) -> None:
    files = {}
    for finder in get_finders():
        for path, storage in finder.list([]):
            if path not in files:
                with storage.open(path) as file:
                    target.save(path, _slim(file) if path.endswith((".css", ".js")) else file)
                files[path] = (target, path)
    for _name, _packed_as, processed in target.post_process(files):
        if isinstance(processed, Exception):
            raise processed


def _slim(file: File[bytes]) -> ContentFile[bytes]:
    return ContentFile(slim(file.read().decode()).encode())


def slim(source: str) -> str:
    """Return a script or a style sheet without comments on lines of their own and indentation.

    Lines that say something keep their ends, so that a statement without a semicolon ends where it
    did.
    """
    return INDENTS.sub("", COMMENTS.sub("", source))
