"""Repeat a draw: `python -m tournaments.pairing SEED < input.json`, without any database."""

from __future__ import annotations

import json
import sys

from tournaments.pairing import rounds


def main(seed: str) -> None:
    """Read the input of a draw as JSON and write its tables and who sits out as JSON."""
    drawn = rounds.draw(rounds.read(json.load(sys.stdin), seed))
    json.dump(drawn.shown, sys.stdout, ensure_ascii=False, indent=1)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main(sys.argv[1])
