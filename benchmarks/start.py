"""Times of a start, from the command to `ready`: `python -m benchmarks.start [TIMES]`.

Downloads are not counted: it runs in an environment that has everything.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.config.program import serving
from tests.services.worker import ROOT

STEPS = {
    "loading the settings and models": "import django; django.setup()",
    "loading the pages": (
        "from config import wsgi; from django.urls import get_resolver; get_resolver().url_patterns"
    ),
    "making the tables of a new database": (
        "import django; django.setup(); from django.core.management import call_command;"
        "call_command('migrate', verbosity=0, interactive=False)"
    ),
    "loading the worker": (
        "from config.serving import worker; worker.app.loader.import_default_modules()"
    ),
}


def main(times: int = 3) -> None:
    """Print the median of several measurements of each start, and of its parts."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for command in ("demo", "serve"):
            first = [_start(command, place / f"{command}{number}") for number in range(times)]
            _say(f"{command}, first start", first)
            second = [_start(command, place / f"{command}{number}") for number in range(times)]
            _say(f"{command}, second start", second)
        for name, words in STEPS.items():
            _say(name, [_step(words, place / f"{name}{number}") for number in range(times)])


def _start(command: str, data: Path) -> float:
    began = time.perf_counter()
    with serving(command, data):
        return time.perf_counter() - began


def _step(words: str, data: Path) -> float:
    environ = {**os.environ, "HUAPAI_DATA": str(data), "DJANGO_SETTINGS_MODULE": "config.settings"}
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", words], cwd=ROOT, env=environ, check=True)
    return time.perf_counter() - began


def _say(name: str, measured: list[float]) -> None:
    every = ", ".join(f"{seconds:.2f}" for seconds in measured)
    sys.stdout.write(f"{name:42} {statistics.median(measured):6.2f} s   ({every})\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
