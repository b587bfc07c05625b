"""Renders everything that the program shows, for comparison: `python -m scripts.documents DIR`.

Two worlds are made in temporary folders, with reproducible random numbers and clock: the restored
data of version 0.1, and a demo played to its end. Each gives every kind of document, every picture
and, as six roles, the pages linked from the first ones, all in both languages. DIR holds the files
and `sums.txt`, their SHA-256 by name; pages are written as by `scripts/shown/plain.py`, without the
parts that differ between two answers.

Run it before a change that should change no output, and again after it:

    python -m scripts.documents before && … && python -m scripts.documents after
    diff before/sums.txt after/sums.txt

`--most N` pages of one route are fetched as each role in each language; `--all` fetches them all.
`--world NAME` makes one of the two. Run it twice on one state before you believe a difference.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

WORLDS: Final = ("left", "demo")
MOST: Final = 12
OF_THIS_MACHINE: Final = ("DATABASE_URL", "BROKER_URL", "SECRET_KEY", "HUAPAI_TIME_ZONE")
ROOT: Final = Path(__file__).resolve().parents[1]
LEFT: Final = ROOT / "tests" / "data" / "installation-0.1.zip"
KEY: Final = "test-only: the key of a world that is made to be looked at"


def main() -> None:
    """Make each world in its own process, because settings are read once; write the sums."""
    asked = _asked()
    if asked.inside:
        importlib.import_module("django").setup()
        worlds = importlib.import_module("scripts.shown.worlds")
        worlds.render(asked.inside, asked.folder, None if asked.all else asked.most)
        return
    for world in [asked.world] if asked.world else WORLDS:
        _make(world, asked.folder, sys.argv[1:])
    _write_sums(asked.folder)


def _asked() -> argparse.Namespace:
    words = argparse.ArgumentParser(prog="python -m scripts.documents", description=__doc__)
    words.add_argument("folder", metavar="DIR", type=Path)
    words.add_argument("--most", metavar="N", type=int, default=MOST)
    words.add_argument("--all", action="store_true")
    words.add_argument("--world", choices=WORLDS)
    words.add_argument("--inside", choices=WORLDS, help=argparse.SUPPRESS)
    return words.parse_args()


def _make(world: str, folder: Path, options: list[str]) -> None:
    with tempfile.TemporaryDirectory() as data:
        places = {name: value for name, value in os.environ.items() if name not in OF_THIS_MACHINE}
        places |= {
            "HUAPAI_DATA": data,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            # Sets and dictionaries of texts are iterated in the same order in every run.
            "PYTHONHASHSEED": "0",
        }
        if world == "left":
            words = [sys.executable, "manage.py", "restore", str(LEFT), "--data", data]
            subprocess.run(words, cwd=ROOT, env=places, check=True)
        else:
            Path(data, "secret_key").write_text(KEY + "\n", "utf-8")
        (folder / world).mkdir(parents=True, exist_ok=True)
        again = [sys.executable, "-m", "scripts.documents", *options, "--inside", world]
        subprocess.run(again, env=places, check=True)


def _write_sums(folder: Path) -> None:
    files = sorted(path for world in WORLDS for path in (folder / world).rglob("*"))
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n"
        for path in files
        if path.is_file()
    ]
    (folder / "sums.txt").write_text("".join(lines), "utf-8")
    sys.stdout.write(f"{len(lines)} files in {folder}\n")


if __name__ == "__main__":
    main()
