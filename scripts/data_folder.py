"""Makes the data folder that proves later versions: `python -m scripts.data_folder FOLDER`.

It plays a small club in a temporary folder by the program's own operations, with reproducible
random numbers and clock, and writes two files to FOLDER: a backup as from `manage.py backup`,
`installation-VERSION.zip`, and its figures, `installation-VERSION.json`. It writes neither while an
append-only table has no row.

It is run once, by the program of a version that is about to be left, and never again for that
version: what a later program would make is no proof (docs/decisions/0018-what-a-version-leaves.md).
Its key, passwords and PINs were made for the tests and are used nowhere else.
"""

from __future__ import annotations

import importlib
import os
import sys
import tempfile
from pathlib import Path
from typing import Final

KEY: Final = "test-only: the key of a stored data folder, and of no installation"
OF_THIS_MACHINE: Final = ("DATABASE_URL", "BROKER_URL", "SECRET_KEY", "HUAPAI_TIME_ZONE")


def main() -> None:
    """Create the folder's backup and its figures."""
    target = Path(sys.argv[1]).absolute()
    with tempfile.TemporaryDirectory() as folder:
        for name in OF_THIS_MACHINE:
            os.environ.pop(name, None)
        os.environ["HUAPAI_DATA"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        Path(folder, "secret_key").write_text(KEY + "\n", "utf-8")
        importlib.import_module("django").setup()
        importlib.import_module("scripts.data_making").make(Path(folder), target)


if __name__ == "__main__":
    main()
