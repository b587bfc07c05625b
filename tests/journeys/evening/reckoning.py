"""The evening added up once more, plainly, by the rules as they stand on paper.

It shares nothing with the engine, and knows only what happens on this evening.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from tests.journeys.evening.played import HEARTS, Deal

PICTURES: Final = {"HJ": -20, "HQ": -30, "HK": -40, "HA": -50}
BY_PLACE: Final = (4, 2, 1, 0)


@dataclass(frozen=True, slots=True)
class Row:
    """What the final result should say of a player; a penalty is taken from the table points."""

    name: str
    place: int
    rounds: tuple[Fraction, ...]
    """The table points of each round."""
    penalty: int
    points: int

    @property
    def table_points(self) -> Fraction:
        return sum(self.rounds, Fraction(self.penalty))


@dataclass
class Reckoning:
    """Every result that stands, by round and table, and every penalty."""

    deals: dict[tuple[int, int, int], tuple[Mapping[str, str], Deal]] = field(default_factory=dict)
    penalties: dict[str, int] = field(default_factory=dict)

    def notes(
        self, round_: int, table: int, number: int, names: Mapping[str, str], deal: Deal
    ) -> None:
        """Note a deal, or what replaces it; `names` are those of the seats."""
        self.deals[round_, table, number] = (names, deal)

    def rows(self) -> list[Row]:
        """Return the players from the first to the last."""
        at_tables: dict[tuple[int, int], dict[str, int]] = defaultdict(lambda: defaultdict(int))
        for (round_, table, _number), (names, deal) in self.deals.items():
            for seat, name in names.items():
                at_tables[round_, table][name] += points(deal, seat)
        sums: dict[str, int] = defaultdict(int)
        rounds: dict[str, list[Fraction]] = defaultdict(list)
        for _at, scores in sorted(at_tables.items()):
            for name, score in scores.items():
                sums[name] += score
                rounds[name].append(_of_place(score, list(scores.values())))
        return self._placed(sums, rounds)

    def _placed(self, sums: Mapping[str, int], rounds: Mapping[str, list[Fraction]]) -> list[Row]:
        penalties = {name: self.penalties.get(name, 0) for name in rounds}
        keys = {name: (sum(rounds[name]) + penalties[name], sums[name]) for name in rounds}
        rows = [
            Row(
                name,
                1 + sum(other > key for other in keys.values()),
                tuple(rounds[name]),
                penalties[name],
                sums[name],
            )
            for name, key in keys.items()
        ]
        return sorted(rows, key=lambda row: row.place)


def points(deal: Deal, seat: str) -> int:
    """Return what a seat scored in a deal."""
    pile = deal.won[seat]
    hearts = [card for card in pile if card in HEARTS]
    if "HA" in hearts and deal.owners["HA"] == seat:
        raise AssertionError("nobody wins the ace of hearts that he was dealt on this evening")
    sum_of_hearts = 200 if len(hearts) == 13 else sum(_face(card) for card in hearts)
    total = sum_of_hearts * _shown(deal, "HA")
    for card, face in (("SQ", -100), ("DJ", 100)):
        own = 2 if deal.owners[card] == seat else 1
        total += face * _shown(deal, card) * own * (card in pile)
    if "C10" not in pile:
        return total
    own = 2 if deal.owners["C10"] == seat else 1
    return (50 if pile == ["C10"] else total * 2) * _shown(deal, "C10") * own


def _face(heart: str) -> int:
    return PICTURES.get(heart, 0 if heart in ("H2", "H3", "H4") else -10)


def _shown(deal: Deal, card: str) -> int:
    return {"exposed": 2, "first": 4}.get(deal.exposed.get(card, ""), 1)


def _of_place(score: int, scores: list[int]) -> Fraction:
    """Return the table points of a score; equals share those of their places."""
    best = sorted(scores, reverse=True)
    places = [place for place, other in enumerate(best) if other == score]
    return Fraction(sum(BY_PLACE[place] for place in places), len(places))
