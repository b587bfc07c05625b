"""`standings.csv` and `results.csv` for programs: the heads are English words that do not change.

Entries, matches and deals bear their uids. A person has none here: it would tell the same person in
several events, which only who agreed to it is shown by.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tournaments.models import Deal, Event, Match, Result, Round
from tournaments.results.event_record import StandingsRow, public_record
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.ranking import Rank
from tournaments.structure.games import NO_POINTS
from web.publish import rank_columns, tables
from web.publish.files import csv_file
from web.publish.pages.matches import match_names
from web.publish.printed import reading
from web.publish.printed.reading import RoundTable, SeatAt
from web.publish.rank_columns import Measures
from web.publish.tables import Column, Value

WITHDRAWN, DISQUALIFIED = "withdrawn", "disqualified"


@dataclass(frozen=True, slots=True)
class SeatScore:
    """What a deal was worth to a seat; `uids` are those of matches and of entries."""

    round: int
    table: RoundTable
    deal: Deal
    result: Result
    seat: SeatAt
    match: str
    entry: str

    @property
    def score(self) -> int | None:
        """The score of the seat; None for a result without points."""
        if self.result.kind in NO_POINTS:
            return None
        score: int | None = self.result.settlement["scores"].get(self.seat.label)
        return score


def standings(snapshot: EventSnapshot) -> bytes:
    """Return the public standings, a row for each entry."""
    rows = public_record(snapshot).standings()
    groups = match_names.groups_of(snapshot)
    measures = rank_columns.columns_of_event(snapshot.event)
    rounds = sorted({round_.round for row in rows for round_ in row.rank.rounds})
    columns: tuple[Column[StandingsRow], ...] = (
        Column("rank", lambda row: _place(row.rank)),
        Column("is_shared", lambda row: int(row.rank.shared)),
        Column("entry_uid", lambda row: row.competitor.uid),
        Column("number", lambda row: row.competitor.number),
        Column("name", lambda row: row.competitor.name),
        Column("group", lambda row: groups.get(row.rank.entry, "")),
        Column("direction", lambda row: row.rank.line),
        Column("state", lambda row: _state(row.rank)),
        Column("deals", lambda row: row.rank.deals),
        Column("wins", lambda row: row.rank.wins),
        Column("draws", lambda row: row.rank.draws),
        Column("losses", lambda row: row.rank.losses),
        Column("points", lambda row: row.rank.points),
        Column("table_points", lambda row: row.rank.table_points),
        Column("match_points", lambda row: row.rank.match_points),
        Column("penalties", lambda row: row.rank.penalties),
        Column("carried", lambda row: row.rank.carried),
        Column("share", lambda row: row.rank.share),
        Column("total", lambda row: row.rank.total),
        *(_round_column(number, measures) for number in rounds),
    )
    return _written(columns, rows)


def results(event: Event) -> bytes:
    """Return the results of all public rounds of an event, a row for each seat and deal."""
    columns: tuple[Column[SeatScore], ...] = (
        Column("round", lambda row: row.round),
        Column("table", lambda row: row.table.number),
        Column("match_uid", lambda row: row.match),
        Column("room", lambda row: row.table.room),
        Column("segment", lambda row: row.table.part),
        Column("deal_uid", lambda row: row.deal.uid),
        Column("board", lambda row: row.deal.board_no),
        Column("seat", lambda row: row.seat.label),
        Column("entry_uid", lambda row: row.entry),
        Column("number", lambda row: row.seat.entry),
        Column("name", lambda row: row.seat.name),
        Column("kind", lambda row: str(row.result.kind)),
        Column("version", lambda row: row.result.version),
        Column("score", lambda row: row.score),
    )
    return _written(columns, _seat_scores(event))


def _written(columns: tuple[Column[tables.Row], ...], rows: Iterable[tables.Row]) -> bytes:
    return csv_file(tables.file_table("", columns, rows), lambda _done, _total: None)


def _place(rank: Rank) -> Value:
    return rank.place if rank.is_ranked and rank.begun else None


def _state(rank: Rank) -> str:
    if rank.disqualified:
        return DISQUALIFIED
    return WITHDRAWN if rank.withdrawn else ""


def _round_column(number: int, measures: Measures) -> Column[StandingsRow]:
    def score(row: StandingsRow) -> Value:
        played = (each for each in row.rank.rounds if each.round == number)
        return next(map(measures.of_round, played), None)

    return Column(f"round_{number}", score)


def _seat_scores(event: Event) -> Iterator[SeatScore]:
    matches = dict(Match.objects.filter(round__event=event).values_list("pk", "uid"))
    entries = dict(event.entries.values_list("number", "uid"))
    for round_ in event.rounds.filter(state__in=Round.PUBLIC).order_by("number"):
        for table in reading.tables(round_, played=True):
            for deal in table.deals:
                if result := table.results.get(deal.pk):
                    for seat in table.seats:
                        uids = matches[table.match], entries.get(seat.entry, "")
                        yield SeatScore(round_.number, table, deal, result, seat, *uids)
