"""`python -m config.linting`: the rules about text alone."""

from __future__ import annotations

import sys

from config.linting.rules import complaints
from config.linting.sources import Sources


def main() -> int:
    """Print what is wrong; return 1 if anything is."""
    found = complaints(Sources())
    for complaint in found:
        print(complaint)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
