"""`python3 -m config.bootstrap dev`: create the environment with that set, and no more.

`serif` is added to an existing environment.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from config.bootstrap import extras
from config.bootstrap.building import build
from config.bootstrap.environment import EXTRAS, ROOT, SETS, Environment


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m config.bootstrap", description=__doc__)
    parser.add_argument("set", choices=(*SETS, *EXTRAS), help="which packages")
    parser.add_argument("--into", type=Path, default=ROOT / ".venv", help="the folder (.venv)")
    arguments = parser.parse_args()
    if arguments.set in SETS:
        build(Environment(arguments.into), arguments.set)
    elif not extras.take(Environment(arguments.into), arguments.set):
        sys.exit(f"{arguments.set}: could not be added to {arguments.into}")


if __name__ == "__main__":
    main()
