"""The static files of pages, plain and packed, for the web server.

They are packed once for each build; without them the server uses the sources.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from whitenoise.storage import CompressedStaticFilesStorage


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
                    target.save(path, file)
                files[path] = (target, path)
    for _name, _packed_as, processed in target.post_process(files):
        if isinstance(processed, Exception):
            raise processed
