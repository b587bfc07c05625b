"""The outcome of a table: points, penalties and table points of each side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext

from tournaments.models import Event, Round
from tournaments.publish import measures
from tournaments.publish.pages import match_games
from tournaments.publish.pages.match_games import MatchGame
from tournaments.results.event_record import Competitor, public_record
from tournaments.results.game_results import game_standings
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.standings_input import sealed_rounds
from tournaments.standings.round_scores import Counts, RoundSum
from tournaments.structure import match_parts
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


def outcomes_of_tables(snapshot: EventSnapshot, *rounds: Round) -> Mapping[int, Outcome]:
    """Return the public outcomes of the tables of rounds by the key of the match.

    Matches over sealed boards are left out.
    """
    sealed = sealed_rounds(snapshot)
    matches = snapshot.matches_of(*(round_ for round_ in rounds if round_.number not in sealed))
    stands, known = _game_states(snapshot), public_record(snapshot)
    several = match_games.games_of_matches(snapshot, matches)
    sums, outcomes = known.rounds_of(), {}
    for match in matches:
        stand, sides = stands.get(match.key), []
        for side in match.sides:
            for entry in side.entries:
                of_round = (row for row in sums[entry.uid] if row.round == match.round.number)
                round_sum = next((row.match_sum(match.key) for row in of_round), None)
                competitor = known.competitors[entry.uid]
                sides.append(_side(snapshot.event, competitor, round_sum, side.uid, stand))
        outcomes[match.key] = replace(_outcome(sides, stand), games=several.get(match.key, ()))
    return outcomes


def _game_states(snapshot: EventSnapshot) -> Mapping[int, GameStanding]:
    """Return the state of the game (局) of each match, where a match has one."""
    if match_parts.of_several_games(snapshot.event):
        return {}
    standings = game_standings(snapshot)
    return {game.match: standings[game.key] for game in snapshot.games}


def _side(
    event: Event,
    competitor: Competitor,
    round_sum: RoundSum | None,
    side: str,
    stand: GameStanding | None,
) -> SideResult:
    round_sum = round_sum or RoundSum(0, 0, Fraction(0))
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
