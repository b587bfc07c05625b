"""Tells how many files of this program a request enters: `python -m scripts.trace [--list]`.

Traced are a sheet that is submitted and confirmed, the public page of an event, its page at the
desk, and a ruling with its form and its page, without and with the look at what would follow that
the desk asks for. Counted are files outside `scoring` in which a function is called, on SQLite, in
the event with which the demo begins, the second time: what is made once for a process is made by
then. The figures say what a reader has to open to follow one request; they say nothing of speed.
`--list` names the files.
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
    """Make the event in a folder that is thrown away, trace each part and print its figure."""
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
