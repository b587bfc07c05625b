"""Prints the figures of an installation: see `tests.installations.figures`."""

from __future__ import annotations

import importlib
import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    importlib.import_module("django").setup()
    importlib.import_module("tests.installations.figures").main(sys.argv[1:])
