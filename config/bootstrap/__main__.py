"""`python3 -m config.bootstrap dev`: make the environment with that set, and no more."""

from __future__ import annotations

import argparse
from pathlib import Path

from config.bootstrap.building import build
from config.bootstrap.environment import ROOT, SETS, Environment


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m config.bootstrap", description=__doc__)
    parser.add_argument("set", choices=SETS, help="which packages")
    parser.add_argument("--into", type=Path, default=ROOT / ".venv", help="the folder (.venv)")
    arguments = parser.parse_args()
    build(Environment(arguments.into), arguments.set)


if __name__ == "__main__":
    main()
