"""`standings.csv` and `results.csv` for programs: the heads are English words that do not change.

Entries, matches and deals have their uids. Persons have none here: it would link a person's events,
which only persons who agreed to that are shown by.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Final

from tournaments.models import Entry
from tournaments.results.event_record import StandingsRow, public_standings
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import DealRow, MatchRow, SeatRow, SittingRow
from tournaments.standings.match_scores import Order
from tournaments.structure import games, match_parts
from tournaments.structure.games import NO_POINTS
from web.publish import rank_columns, tables
from web.publish.feeds import standing_facts
from web.publish.feeds.standing_facts import StandingFacts
from web.publish.files import csv_file
from web.publish.pages.matches import match_names
from web.publish.rank_columns import Measures
from web.publish.tables import Column, Value

HEADS: Final[Mapping[str, str]] = {"place": "rank", "line": "direction"}
"""The heads of facts that are named differently in the public data."""
BEFORE_ENTRY: Final = 2
"""The number of facts before the entry: its place, and whether it is shared."""


@dataclass(frozen=True, slots=True)
class RowOfFile:
    """A row of the standings with its facts."""

    row: StandingsRow
    facts: StandingFacts


@dataclass(frozen=True, slots=True)
class SeatScore:
    """The score of a deal for a seat; without points the `score` is None."""

    match: MatchRow
    sitting: SittingRow
    segment: int
    game: int | None
    deal: DealRow
    seat: SeatRow
    entry: Entry
    name: str
    kind: str
    score: int | None


def standings(snapshot: EventSnapshot) -> bytes:
    """Return the public standings, a row for each entry."""
    groups, order = match_names.groups_of(snapshot), Order(snapshot.event.ranking)
    rows = [
        RowOfFile(row, standing_facts.read(row, order, groups))
        for row in public_standings(snapshot)
    ]
    measures = rank_columns.columns_of_event(snapshot.event)
    rounds = sorted({round_.round for row in rows for round_ in row.row.rank.rounds})
    facts = [_fact_column(each.name) for each in fields(StandingFacts)]
    columns: tuple[Column[RowOfFile], ...] = (
        *facts[:BEFORE_ENTRY],
        Column("entry_uid", lambda row: row.row.competitor.uid),
        Column("number", lambda row: row.row.competitor.number),
        Column("name", lambda row: row.row.competitor.name_in_files),
        *facts[BEFORE_ENTRY:],
        *(_round_column(number, measures) for number in rounds),
    )
    return _written(columns, rows)


def results(snapshot: EventSnapshot) -> bytes:
    """Return the results of all public rounds, a row for each seat and deal."""
    columns: tuple[Column[SeatScore], ...] = (
        Column("round", lambda row: row.match.round.number),
        Column("table", lambda row: row.sitting.table),
        Column("match_uid", lambda row: row.match.uid),
        Column("room", lambda row: row.sitting.room),
        Column("segment", lambda row: row.segment),
        Column("game", lambda row: row.game),
        Column("deal_uid", lambda row: row.deal.uid),
        Column("board", lambda row: row.deal.board_no),
        Column("seat", lambda row: row.seat.label),
        Column("entry_uid", lambda row: row.entry.uid),
        Column("number", lambda row: row.entry.number),
        Column("name", lambda row: row.name),
        Column("kind", lambda row: row.kind),
        Column("score", lambda row: row.score),
    )
    return _written(columns, _seat_scores(snapshot))


def _written(columns: tuple[Column[tables.Row], ...], rows: Iterable[tables.Row]) -> bytes:
    return csv_file(tables.file_table("", columns, rows), lambda _done, _total: None)


def _fact_column(name: str) -> Column[RowOfFile]:
    def value(row: RowOfFile) -> Value:
        fact: Value = getattr(row.facts, name)
        return int(fact) if isinstance(fact, bool) else fact

    return Column(HEADS.get(name, name), value)


def _round_column(number: int, measures: Measures) -> Column[RowOfFile]:
    def score(row: RowOfFile) -> Value:
        played = (each for each in row.row.rank.rounds if each.round == number)
        return next(map(measures.of_round, played), None)

    return Column(f"round_{number}", score)


def _seat_scores(snapshot: EventSnapshot) -> Iterator[SeatScore]:
    event = snapshot.event
    numbers = {game.key: game.number for game in snapshot.games}
    has_games = games.of_several_games(event)
    for match in snapshot.matches_of(*snapshot.public_rounds):
        for sitting in snapshot.sittings_by_match[match.key]:
            for deal in sitting.deals:
                result = deal.result
                if result is None or deal.is_sealed_in(event):
                    continue
                game = numbers.get(deal.game) if has_games and deal.game else None
                part = match_parts.part_of(game, event.rooms) if game else sitting.segment_number
                scores: Mapping[str, int] = {} if result.kind in NO_POINTS else result.scores
                for seat in sitting.seats:
                    yield SeatScore(
                        match,
                        sitting,
                        part,
                        game,
                        deal,
                        seat,
                        snapshot.entry_of(seat),
                        snapshot.names[seat.person],
                        str(result.kind),
                        scores.get(seat.label),
                    )
