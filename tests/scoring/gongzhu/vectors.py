"""The worked examples of the sources, as they are kept in `data/`.

A `pile` is what one seat won; the rest lies with another seat. A `deal` has every pile. `raw`
examples start from raw points. A `trick` is two-deck play.
"""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from scoring.gongzhu.deck import EXPOSABLE, SCORING

DATA = Path(__file__).with_name("data")
FILES = ("gongzhu.jsonl", "gongzhu_decisions.jsonl")

Vector = dict[str, Any]


def vectors() -> list[Vector]:
    """Return all worked examples in the order of the files."""
    return [
        json.loads(line) for name in FILES for line in (DATA / name).read_text("utf-8").splitlines()
    ]


def report_of(vector: Vector, decks: int) -> dict[str, Any]:
    """Return the report of a `pile` or `deal`: the pile is north's, the rest is west's.

    South was dealt, and exposed, all that north has not won by himself.
    """
    won = vector["won"]
    if vector["kind"] == "pile":
        won = {"N": won, "W": rest_of(won, decks), "S": [], "E": []}
    own = vector.get("self_won", [])
    owners = {card: "N" if card in own else "S" for card in EXPOSABLE}
    if decks > 1:
        shown = [{"seat": "S", "card": card, "kind": kind} for card, kind in vector["exposed"]]
        return {"won": won, "exposed": shown}
    return {"won": won, "exposed": dict(vector["exposed"]), "dealt": owners}


def rest_of(pile: Iterable[str], decks: int = 1) -> list[str]:
    """Return the scoring cards that are not in a pile."""
    return list((Counter(dict.fromkeys(SCORING, decks)) - Counter(pile)).elements())
