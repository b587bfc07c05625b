"""Command that deals boards from a secret, to check printed hands: `python -m tournaments.dealing`.

Its arguments are the secret and the number of boards. Documents print this command, so it keeps its
name. The dealing itself is in `structure.dealing`.
"""

from __future__ import annotations

import json
import sys

from scoring.game import names
from tournaments.structure.dealing import (
    ALGORITHM,
    Deck,
    commitment,
    deck_of,
    hands,
    leader,
    left_over,
)


def main(secret: str, boards: int, game: str = "", rules: str = "{}") -> None:
    """Print the commitment and the hands of boards 1 to `boards`, as JSON lines."""
    deck = deck_of(game or names()[0], json.loads(rules))
    if deck is None:
        raise SystemExit("the game does not say what is dealt")
    lines = (_board_line(secret, number, deck) for number in range(1, boards + 1))
    head = {"algorithm": ALGORITHM, "commitment": commitment(secret)}
    sys.stdout.writelines(f"{json.dumps(line)}\n" for line in (head, *lines))


def _board_line(secret: str, number: int, deck: Deck) -> dict[str, object]:
    dealt = hands(secret, number, deck)
    line = {"board": number, "first": leader(number, deck.seats), "hands": dealt}
    rest = left_over(dealt, deck.cards)
    return {**line, "left_over": rest} if rest else line


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:5])
