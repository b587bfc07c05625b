"""Make a draw again: `python -m tournaments.pairing SEED < input.json`, with nothing but Python."""

from __future__ import annotations

import json
import sys

from tournaments.pairing import rounds


def main(seed: str) -> None:
    """Read the input of a draw as JSON and write its tables and who sits out as JSON."""
    drawn = rounds.draw(rounds.read(json.load(sys.stdin), seed))
    shown = {
        "algorithm": drawn.draw.algorithm,
        "tables": [dict(seating.seats) for seating in drawn.draw.tables],
        "sit_outs": [one.entry for one in drawn.sit_outs],
    }
    json.dump(shown, sys.stdout, ensure_ascii=False, indent=1)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main(sys.argv[1])
