"""The outcome of a table: what each side came to, and the games (局) of its match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import get_language, gettext

from tournaments import wording
from tournaments.models import Event, Round
from tournaments.results.event_record import (
    Competitor,
    competitors,
    public_record,
    public_rounds_of,
)
from tournaments.results.game_results import game_standings
from tournaments.results.match_results import results_by_match
from tournaments.results.snapshot import EventSnapshot, derived, sealed_rounds
from tournaments.results.snapshot_rows import MatchRow
from tournaments.standings.round_scores import Counts, RoundSum
from tournaments.structure import games, match_parts
from tournaments.structure.game_standings import GameStanding
from tournaments.wording import signed
from tournaments.wording.games import points_text
from tournaments.wording.rooms import place_text
from web.publish import rank_columns
from web.publish.pages.matches import match_sets
from web.publish.pages.matches.match_sets import ShownSets

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
    drawn: bool = False
    """Whether its match is over, and nobody has won it."""

    @property
    def total(self) -> Fraction:
        """Points and penalties together, which rank the sides at the table."""
        return self.points + self.penalties


@dataclass(frozen=True, slots=True)
class SideOfGame:
    """A side in a game: its total with penalties, and whether it won or lost the game."""

    name: str
    stands: str
    won: bool
    pig: bool
    penalties: str = ""
    """The penalties in the total, in words; empty where there are none."""

    @property
    def said(self) -> str:
        """The side in one line."""
        ends = [self.penalties] if self.penalties else []
        ends += [gettext("winner")] * self.won + [gettext("loses the game")] * self.pig
        line = f"{self.name} {self.stands}"
        values = {"side": line, "notes": wording.listed(ends)}
        return gettext("%(side)s (%(notes)s)") % values if ends else line


@dataclass(frozen=True, slots=True)
class MatchGame:
    """A game of a match: its place, its sides, the home side first, and its state."""

    place: str
    sides: tuple[SideOfGame, ...]
    words: str
    ended: bool

    @property
    def said(self) -> str:
        """The game in one line."""
        values = {"place": self.place, "sides": " – ".join(side.said for side in self.sides)}
        return gettext("%(place)s: %(sides)s.") % values + f" {self.words}"


@dataclass(frozen=True, slots=True)
class TableOutcome:
    """The sides of a table, the best first, and the state of its game (局) in words, if any.

    Where the match has several `games`, each has its own words.
    """

    sides: tuple[SideResult, ...]
    game: str = ""
    ended: bool = False
    games: tuple[MatchGame, ...] = ()
    sets: ShownSets | None = None
    """The board sets (盘) of a match of two rooms, if it has several."""

    @property
    def says_more(self) -> bool:
        """Whether the sides show more than the seats: places, penalties, or joint sums."""
        return len(self.sides) == PAIRS or any(side.place or side.penalties for side in self.sides)


def outcomes_of_tables(snapshot: EventSnapshot, *rounds: Round) -> Mapping[int, TableOutcome]:
    """Return the public outcomes of the tables of rounds by the key of the match.

    Matches over sealed boards are left out.
    """
    return _outcomes_in(snapshot, rounds, get_language())


@derived
def _outcomes_in(
    snapshot: EventSnapshot, rounds: tuple[Round, ...], _language: str | None
) -> Mapping[int, TableOutcome]:
    """Compute the outcomes, whose words are those of the current language."""
    sealed = sealed_rounds(snapshot)
    matches = snapshot.matches_of(*(round_ for round_ in rounds if round_.number not in sealed))
    stands, known = _game_states(snapshot), public_record(snapshot)
    several, sets = games_of_matches(snapshot, matches), match_sets.of_matches(snapshot)
    sums, outcomes = public_rounds_of(snapshot), {}
    for match in matches:
        stand, sides = stands.get(match.key), []
        for side in match.sides:
            for entry in side.entries:
                of_round = (row for row in sums[entry.uid] if row.round == match.round.number)
                round_sum = next((row.match_sum(match.key) for row in of_round), None)
                competitor = known.competitors[entry.uid]
                sides.append(_side(snapshot.event, competitor, round_sum, side.uid, stand))
        outcomes[match.key] = replace(
            _outcome(sides, stand),
            games=several.get(match.key, ()),
            sets=sets.get(match.key),
        )
    return outcomes


def _game_states(snapshot: EventSnapshot) -> Mapping[int, GameStanding]:
    """Return the state of the game (局) of each match, where a match has one."""
    if games.of_several_games(snapshot.event):
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
    is_over = round_sum.match_points is not None
    return SideResult(
        competitor=competitor,
        points=round_sum.points,
        penalties=round_sum.penalties,
        table_points=round_sum.table_points,
        place=round_sum.table_place,
        won=side in stand.winners if stand else is_over and round_sum.is_won,
        drawn=stand is None and is_over and round_sum.difference == 0 and not round_sum.decided,
        pig=stand is not None and side in stand.pigs,
        stood_in=round_sum.counts is Counts.STOOD_IN,
        match_points=round_sum.match_points,
        stands=rank_columns.match_totals_text(event, round_sum),
        difference=round_sum.difference,
    )


def _outcome(sides: list[SideResult], stand: GameStanding | None) -> TableOutcome:
    # By the difference of the match where there is one, else by points.
    ordered = tuple(
        sorted(
            sides, key=lambda side: -(side.total if side.difference is None else side.difference)
        )
    )
    if stand is None:
        text = gettext("Both sides are equal, and by the rules of the game %(name)s has won.")
        winners = (side for side in ordered if side.won and side.difference == 0)
        return TableOutcome(
            ordered, "".join(text % {"name": side.competitor.name} for side in winners)
        )
    return TableOutcome(ordered, game_state_text(stand), stand.ended)


def scores_of_matches(snapshot: EventSnapshot, round_: Round) -> Mapping[int, str]:
    """Return what the finished matches of two sides in a round count, the home side first.

    It is told as soon as a match is over, whether the round is closed or not, unless its boards are
    sealed.
    """
    if round_.number in sealed_rounds(snapshot):
        return {}
    say = rank_columns.columns_of_event(snapshot.event).total.say
    played = results_by_match(snapshot, round_.group.stage, public_record(snapshot))
    return {
        match.key: " : ".join(map(say, scores))
        for match in snapshot.matches_of(round_)
        if match.key in played and (scores := played[match.key].scores) is not None
    }


def games_of_matches(
    snapshot: EventSnapshot, matches: Iterable[MatchRow]
) -> Mapping[int, tuple[MatchGame, ...]]:
    """Return the games of matches by the key of the match; empty where a match has one game."""
    event, wanted = snapshot.event, {match.key: match for match in matches}
    if not games.of_several_games(event):
        return {}
    standings, known = game_standings(snapshot), competitors(snapshot)
    rooms = {
        deal.game: sitting.room
        for match in wanted
        for sitting in snapshot.sittings_by_match[match]
        for deal in sitting.deals
    }
    games_by_match: dict[int, list[MatchGame]] = {}
    for game in snapshot.games:
        # Deals are read before games: one that has just begun has none yet.
        if game.match in wanted and game.key in rooms:
            place = place_text(
                event, rooms[game.key], match_parts.part_of(game.number, event.rooms)
            )
            sides = wanted[game.match].sides
            names = {side.uid: known[side.entries[0].uid].name for side in sides}
            listed = games_by_match.setdefault(game.match, [])
            listed.append(_match_game(event, place, standings[game.key], names))
    return {match: tuple(listed) for match, listed in games_by_match.items()}


def game_state_text(stand: GameStanding) -> str:
    """Return why a game ended, or that it goes on, and what decided between equal sides."""
    if stand.decided is None:
        return _end_text(stand)
    return f"{_end_text(stand)} {wording.sentence(stand.decided)}"


def _end_text(stand: GameStanding) -> str:
    if stand.code is not None:
        return wording.sentence(stand.code)
    if stand.stopped:
        return gettext("The game was ended before its limit was reached.")
    if stand.ended:
        return gettext("The game has reached its limit of deals.")
    return gettext("The game goes on.")


def _match_game(
    event: Event, place: str, stand: GameStanding, names: Mapping[str, str]
) -> MatchGame:
    with_penalties = gettext("with penalties of %(points)s")
    sides = tuple(
        SideOfGame(
            name=name,
            stands=points_text(event, stand.totals[side]),
            won=side in stand.winners,
            pig=side in stand.pigs,
            penalties=with_penalties % {"points": signed(penalties)} if penalties else "",
        )
        for side, name in names.items()
        if side in stand.totals
        for penalties in [stand.totals[side] - stand.reached.get(side, 0)]
    )
    return MatchGame(place, sides, game_state_text(stand), stand.ended)
