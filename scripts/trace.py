"""Counts the files of this program that a request enters: `python -m scripts.trace [--list]`.

It traces a sheet that is submitted and confirmed, the public page of an event, its page at the
desk, and a ruling with its form and its page, without and with the preview that the desk asks for.
It counts files outside `scoring` in which a function is called, on SQLite, in the first event of
the demo, the second time, when everything made once for a process exists. The figures say what a
reader has to open to follow one request, and nothing about speed. `--list` names the files.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import tempfile
from typing import Final

OF_THIS_MACHINE: Final = ("DATABASE_URL", "BROKER_URL", "SECRET_KEY", "HUAPAI_TIME_ZONE")


def main() -> None:
    """Make the event in a temporary folder, trace each part and print its figure."""
    parser = argparse.ArgumentParser(prog="python -m scripts.trace", description=__doc__)
    parser.add_argument("--list", action="store_true", help="name the files too")
    is_listed = parser.parse_args().list
    for name in OF_THIS_MACHINE:
        os.environ.pop(name, None)
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"HUAPAI_DATA": data, "DJANGO_SETTINGS_MODULE": "config.settings"}
        importlib.import_module("django").setup()
        for name, files in importlib.import_module("scripts.traced.requests").traced():
            sys.stdout.write(f"{len(files):4} {name}\n")
            if is_listed:
                sys.stdout.writelines(f"       {file}\n" for file in sorted(files))


if __name__ == "__main__":
    main()
