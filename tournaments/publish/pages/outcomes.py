"""What a table came to: each side's points, penalties and table points, and who is pig."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext

from tournaments.models import Event, Game, Side
from tournaments.publish import measures
from tournaments.publish.pages import match_games
from tournaments.publish.pages.match_games import MatchGame
from tournaments.results.standings_input import Competitor, Record
from tournaments.standings.ranking import Counts, RoundSum
from tournaments.structure import boards, games, match_parts
from tournaments.structure.games import Stand

PAIRS = 2
"""Two sides at a table are two pairs."""


@dataclass(frozen=True, slots=True)
class SideResult:
    """What a side came to at its table; `table_points` are None until the table is over.

    Where matches rank, `stands` is how the match stands, its own side first, and
    `difference` by how much it is ahead; `match_points` are None until the match is over.
    """

    competitor: Competitor
    points: Fraction
    penalties: Fraction
    table_points: Fraction | None
    place: int | None
    won: bool
    pig: bool
    stood_in: bool
    match_points: Fraction | None = None
    stands: str = ""
    difference: Fraction | None = None

    @property
    def total(self) -> Fraction:
        """Points and penalties together, by which the places at the table are given."""
        return self.points + self.penalties


@dataclass(frozen=True, slots=True)
class Outcome:
    """The sides of a table, the best first, and how its game (局) stands in words if it has one.

    Where the match has several `games`, each tells its own.
    """

    sides: tuple[SideResult, ...]
    game: str = ""
    ended: bool = False
    games: tuple[MatchGame, ...] = ()

    @property
    def says_more(self) -> bool:
        """Whether the sides say more than the seats: places, penalties, or partners together."""
        return len(self.sides) == PAIRS or any(side.place or side.penalties for side in self.sides)


def of(event: Event, known: Record, **matches: Any) -> Mapping[int, Outcome]:
    """Return what tables came to, by the match; `matches` is a filter on matches, as `round`.

    Over boards nothing is told of a match before these are open.
    """
    within = {f"match__{name}": value for name, value in matches.items()}
    rows = Side.objects.filter(match__round__event=event, **within)
    rows = rows.exclude(match__round__number__in=boards.sealed_rounds(event))
    stands = _stands(event, within)
    sums = known.rounds_of()
    sides: Mapping[int, list[SideResult]] = defaultdict(list)
    for match, number, side, entry in rows.order_by("match_id", "number").values_list(
        "match_id", "match__round__number", "uid", "entries__uid"
    ):
        round_sum = next(
            (round_sum.of(match) for round_sum in sums[entry] if round_sum.round == number), None
        )
        if entry in known.competitors:
            competitor = known.competitors[entry]
            sides[match].append(_side(event, competitor, round_sum, side, stands.get(match)))
    several = match_games.of(event, known.competitors, within)
    return {
        match: replace(_outcome(side_results, stands.get(match)), games=several.get(match, ()))
        for match, side_results in sides.items()
    }


def _stands(event: Event, within: Mapping[str, Any]) -> Mapping[int, Stand]:
    if not match_parts.ends_by_rules(event) or match_parts.of_several_games(event):
        return {}
    matches = dict(
        Game.objects.filter(match__round__event=event, **within).values_list("pk", "match_id")
    )
    found = games.stands(event, **within)
    return {match: found[key] for key, match in matches.items() if key in found}


def _side(
    event: Event, competitor: Competitor, round_sum: RoundSum | None, side: str, stand: Stand | None
) -> SideResult:
    nothing = RoundSum(0, 0, Fraction(0))
    round_sum = round_sum or nothing
    return SideResult(
        competitor=competitor,
        points=round_sum.points,
        penalties=round_sum.penalties,
        table_points=round_sum.table_points,
        place=round_sum.table_place,
        won=side in stand.winners if stand else _is_given(round_sum),
        pig=stand is not None and side in stand.pigs,
        stood_in=round_sum.counts is Counts.STOOD_IN,
        match_points=round_sum.match_points,
        stands=measures.standing_of(event, round_sum),
        difference=round_sum.difference,
    )


def _is_given(round_sum: RoundSum) -> bool:
    """Whether a match that is over at equal totals was won by the rules of the game."""
    return round_sum.match_points is not None and round_sum.decided > 0


def _given_to(name: str) -> str:
    said = gettext("Both sides are equal, and by the rules of the game %(name)s has won.")
    return said % {"name": name}


def _outcome(sides: list[SideResult], stand: Stand | None) -> Outcome:
    # Where the match has a standing of its own it says who is ahead, else the points do.
    ordered = tuple(
        sorted(
            sides, key=lambda side: -(side.total if side.difference is None else side.difference)
        )
    )
    if stand is None:
        given = (side_result.competitor.name for side_result in ordered if side_result.won)
        return Outcome(ordered, "".join(map(_given_to, given)))
    return Outcome(ordered, match_games.words_of(stand), stand.ended)
