"""Huapai 华牌: tournaments of Chinese trick-taking card games, from the table to the standings.

In the wheel this file is the `__init__` of the package `huapai`, and the rooms are beside it.
"""

import importlib
import sys
from pathlib import Path


def main() -> None:
    """Run the command line.

    The rooms are imported by their own names here as in a checkout, so their folder goes first.
    """
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    importlib.import_module("manage").main()
