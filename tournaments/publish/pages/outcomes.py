"""The outcome of a table: points, penalties and table points of each side."""

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
from tournaments.standings.round_scores import Counts, RoundSum
from tournaments.structure import boards, games, match_parts
from tournaments.structure.games import GameStanding

PAIRS = 2
"""The number of sides at a table of pairs."""


@dataclass(frozen=True, slots=True)
class SideResult:
    """The result of a side at its table; `table_points` are None until the table is done.

    Where matches rank, `stands` has the totals of the match, the own side first, and `difference`
    the lead; `match_points` are None until the match is over.
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
        """Points and penalties together, which rank the sides at the table."""
        return self.points + self.penalties


@dataclass(frozen=True, slots=True)
class Outcome:
    """The sides of a table, the best first, and the state of its game (局) in words, if any.

    Where the match has several `games`, each has its own words.
    """

    sides: tuple[SideResult, ...]
    game: str = ""
    ended: bool = False
    games: tuple[MatchGame, ...] = ()

    @property
    def says_more(self) -> bool:
        """Whether the sides show more than the seats: places, penalties, or joint sums."""
        return len(self.sides) == PAIRS or any(side.place or side.penalties for side in self.sides)


def outcomes_of_tables(event: Event, known: Record, **matches: Any) -> Mapping[int, Outcome]:
    """Return the outcomes of tables by the key of the match; `matches` filters the matches.

    Matches over sealed boards are left out.
    """
    within = {f"match__{name}": value for name, value in matches.items()}
    rows = Side.objects.filter(match__round__event=event, **within)
    rows = rows.exclude(match__round__number__in=boards.sealed_rounds(event))
    stands = _game_states(event, within)
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
    several = match_games.games_of_matches(event, known.competitors, within)
    return {
        match: replace(_outcome(side_results, stands.get(match)), games=several.get(match, ()))
        for match, side_results in sides.items()
    }


def _game_states(event: Event, within: Mapping[str, Any]) -> Mapping[int, GameStanding]:
    if not match_parts.ends_by_rules(event) or match_parts.of_several_games(event):
        return {}
    matches = dict(
        Game.objects.filter(match__round__event=event, **within).values_list("pk", "match_id")
    )
    states = games.game_standings(event, **within)
    return {match: states[key] for key, match in matches.items() if key in states}


def _side(
    event: Event,
    competitor: Competitor,
    round_sum: RoundSum | None,
    side: str,
    stand: GameStanding | None,
) -> SideResult:
    nothing = RoundSum(0, 0, Fraction(0))
    round_sum = round_sum or nothing
    return SideResult(
        competitor=competitor,
        points=round_sum.points,
        penalties=round_sum.penalties,
        table_points=round_sum.table_points,
        place=round_sum.table_place,
        won=side in stand.winners if stand else _is_won_by_rules(round_sum),
        pig=stand is not None and side in stand.pigs,
        stood_in=round_sum.counts is Counts.STOOD_IN,
        match_points=round_sum.match_points,
        stands=measures.match_totals_text(event, round_sum),
        difference=round_sum.difference,
    )


def _is_won_by_rules(round_sum: RoundSum) -> bool:
    """Whether a finished match with equal totals was won by the rules of the game."""
    return round_sum.match_points is not None and round_sum.decided > 0


def _won_by_rules_text(name: str) -> str:
    text = gettext("Both sides are equal, and by the rules of the game %(name)s has won.")
    return text % {"name": name}


def _outcome(sides: list[SideResult], stand: GameStanding | None) -> Outcome:
    # By the difference of the match where there is one, else by points.
    ordered = tuple(
        sorted(
            sides, key=lambda side: -(side.total if side.difference is None else side.difference)
        )
    )
    if stand is None:
        winners = (side_result.competitor.name for side_result in ordered if side_result.won)
        return Outcome(ordered, "".join(map(_won_by_rules_text, winners)))
    return Outcome(ordered, match_games.game_state_text(stand), stand.ended)
