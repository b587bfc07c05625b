"""`standings.csv` and `results.csv` for programs: the heads are English words that do not change.

Entries, matches and deals bear their uids. A person has none here: it would tell the same person in
several events, which only who agreed to it is shown by.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tournaments.models import BoardSource, Entry, Event
from tournaments.results.event_record import StandingsRow, public_record
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import DealRow, MatchRow, SeatRow, SittingRow
from tournaments.standings.ranking import Rank
from tournaments.structure import match_parts
from tournaments.structure.games import NO_POINTS
from web.publish import rank_columns, tables
from web.publish.files import csv_file
from web.publish.pages.matches import match_names
from web.publish.rank_columns import Measures
from web.publish.tables import Column, Value

WITHDRAWN, DISQUALIFIED = "withdrawn", "disqualified"


@dataclass(frozen=True, slots=True)
class SeatScore:
    """What a deal was worth to a seat, without points where the `score` is None."""

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
    rows = public_record(snapshot).standings()
    groups = match_names.groups_of(snapshot)
    measures = rank_columns.columns_of_event(snapshot.event)
    rounds = sorted({round_.round for row in rows for round_ in row.rank.rounds})
    columns: tuple[Column[StandingsRow], ...] = (
        Column("rank", lambda row: _place(row.rank)),
        Column("is_shared", lambda row: int(_place(row.rank) is not None and row.rank.shared)),
        Column("entry_uid", lambda row: row.competitor.uid),
        Column("number", lambda row: row.competitor.number),
        Column("name", lambda row: row.competitor.name_in_files),
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


def _seat_scores(snapshot: EventSnapshot) -> Iterator[SeatScore]:
    event = snapshot.event
    numbers = {game.key: game.number for game in snapshot.games}
    has_games = match_parts.of_several_games(event)
    for match in snapshot.matches_of(*snapshot.public_rounds):
        for sitting in snapshot.sittings_by_match[match.key]:
            for deal in sitting.deals:
                result = deal.result
                if result is None or _is_sealed(event, deal):
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


def _is_sealed(event: Event, deal: DealRow) -> bool:
    """Whether only that a result is in is shown: others have still to play the board."""
    over_boards = event.boards != BoardSource.TABLE and deal.board is not None
    return over_boards and not deal.is_opened
