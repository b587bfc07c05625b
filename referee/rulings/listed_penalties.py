"""The penalty points of an event as they are listed: who may get them, and who was given which."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from referee.base.verbs import BY_PENALTY, Verb
from tournaments.models import (
    Adjustment,
    Entry,
    Round,
    Tournament,
)
from tournaments.record.log_queries import authors
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure import games

GIVING: Final = (
    Verb.PENALISE,
    Verb.TAKE_BACK,
    Verb.RULE_IRREGULARITY,
    Verb.RULE_CASE,
    Verb.CONFIRM_RULING,
    Verb.MARK_ARRIVED,
    Verb.TAKE_BACK_ARRIVAL,
    Verb.DECIDE_APPEAL,
)
"""The changes by which penalty points are given or taken back."""


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """A seat that may get penalty points: who sat there, in which round and at which table.

    `game` is the number of the game (局) that was played there where a match has several, else 0.
    """

    uid: str
    label: str
    person: int
    name: str
    round: Round
    table: int
    game: int


@dataclass(frozen=True, slots=True)
class GivenPenalty:
    """Penalty points with who gave them, and the counter-entry where they were taken back.

    They count for `entries`, those of a match at its `tables`; for whose act they were given
    `row.named` says.
    """

    row: Adjustment
    entries: Sequence[Entry]
    round: Round | None
    tables: Collection[int | None]
    by: str
    taken_back: Adjustment | None
    taken_back_by: str

    @property
    def at(self) -> datetime:
        """When they were given."""
        return self.row.created_at


def played_seats(snapshot: EventSnapshot) -> list[PlayedSeat]:
    """Return the seats that may get penalty points: of every round that was published.

    A player who changed seats at a table is listed once, at the latest seat; where a match has
    several games (局), once for each.
    """
    has_games = games.of_several_games(snapshot.event)
    numbers = {game.key: game.number for game in snapshot.games} if has_games else {}
    matches = snapshot.match_by_key
    public = [sitting for sitting in snapshot.sittings if matches[sitting.match].is_public]
    public.sort(key=lambda row: (-matches[row.match].round.number, row.table, -row.key))
    seats: dict[tuple[str, int, int], PlayedSeat] = {}
    for sitting in public:
        games_played = [numbers[deal.game] for deal in sitting.deals if deal.game in numbers]
        game, round_ = max(games_played, default=0), matches[sitting.match].round
        for seat in sitting.seats:
            name = snapshot.names[seat.person]
            played = PlayedSeat(
                seat.uid, seat.label, seat.person, name, round_, sitting.table, game
            )
            seats.setdefault((seat.side, seat.person, game), played)
    return list(seats.values())


def penalty_authors(rows: Iterable[Adjustment]) -> Mapping[str, str]:
    """Return who gave or took back penalty points among these rows, by uid; read from the log."""
    return authors([row for row in rows if row.origin_label == BY_PENALTY], GIVING)


def given_penalties(snapshot: EventSnapshot, author_names: Mapping[str, str]) -> list[GivenPenalty]:
    """Return the penalty points of an event, the newest first, with who gave them and when.

    `author_names` are what `penalty_authors` returns of the adjustments.
    """
    rows = [row for row in snapshot.adjustments if row.origin_label == BY_PENALTY]
    counters = {row.reverses_id: row for row in rows if row.reverses_id}
    given = []
    for row in (row for row in reversed(rows) if row.reverses_id is None):
        counter, round_ = counters.get(row.pk), None
        entries: Sequence[Entry] = ()
        tables: Collection[int | None] = (None,)
        if row.side_id is not None:
            match, side = snapshot.match_of_side[row.side_id]
            round_, entries = match.round, side.entries
            tables = {sitting.table for sitting in snapshot.sittings_by_match[match.key]}
        elif row.entry_id is not None:
            entries = (snapshot.entry_by_key[row.entry_id],)
        taken_back_by = author_names.get(counter.uid, "") if counter else ""
        by = author_names.get(row.uid, "")
        given.append(GivenPenalty(row, entries, round_, tables, by, counter, taken_back_by))
    return given


def penalty_of(tournament: Tournament, uid: str) -> Adjustment | None:
    """Return penalty points of a tournament; None for those that take others back."""
    rows = Adjustment.objects.filter(event__tournament=tournament, origin_label=BY_PENALTY)
    related = ("event__tournament", "entry", "side__match__round__event")
    return rows.filter(reverses=None).select_related(*related).filter(uid=uid).first()
