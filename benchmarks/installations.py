"""An empty temporary installation, in the process that measures."""

from __future__ import annotations

import importlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def empty(*, as_a_test: bool = False) -> Iterator[Path]:
    """Load the program over a new database, and give its data folder; once in a process.

    `as_a_test` lets a test client tell the templates and values of an answer.
    """
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HUAPAI_DATA"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        importlib.import_module("django").setup()
        importlib.import_module("django.core.management").call_command("migrate", verbosity=0)
        if as_a_test:
            importlib.import_module("django.test.utils").setup_test_environment()
        yield Path(folder)
        importlib.import_module("django.db").connections.close_all()
