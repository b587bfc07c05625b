"""Makes the pictures of the guide: `python -m scripts.screenshots`, from the folder of manage.py.

It plays the beginning of a club evening, a round of teams and one of a knockout in a temporary
installation, once for each language, and needs the packages of the tests and Chromium. Name
languages (zh, en) to make only theirs.
"""

from __future__ import annotations

import importlib
import os
import sys
import tempfile


def main() -> None:
    """Make the pictures of the named languages, or of all."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HUAPAI_DATA"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        importlib.import_module("django").setup()
        importlib.import_module("scripts.album").make(folder, sys.argv[1:])


if __name__ == "__main__":
    main()
