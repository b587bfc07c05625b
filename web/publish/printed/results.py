"""The results of a round: the points of every seat in every deal.

For matches of two rooms board by board: both results, the swing, and its score.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Final

from django.utils.translation import gettext, gettext_lazy, pgettext

from tournaments import results, wording
from tournaments.base.separators import join_names
from tournaments.models import Deal, Room, Round, RoundState
from tournaments.results import event_record, match_rows
from tournaments.results.event_record import Competitor
from tournaments.results.game_results import TablePenalties, not_counted, penalties_by_sitting
from tournaments.results.snapshot import EventSnapshot, sealed_rounds
from tournaments.standings.board_scores import ComparedDeal, RoomsScore
from tournaments.standings.team_boards import BoardState, TeamBoardScore
from tournaments.structure.games import NO_POINTS
from tournaments.wording import games, signed, unsigned
from web.publish import rank_columns
from web.publish.documents import DocumentOf, Subject
from web.publish.pages import posted
from web.publish.pages.matches import match_sets, outcomes
from web.publish.pages.matches.match_sets import ShownSets
from web.publish.pages.matches.outcomes import SideResult
from web.publish.pdf.book import Block, Book, BookPart, Grid, Words
from web.publish.pdf.sheet import PrintedColumn
from web.publish.printed import making, reading, seating
from web.publish.printed.reading import RoundTable, SeatAt

BOARD, BOARD_ROOM, SWING, SIDE = 1.2, 2.0, 1.8, 2.5
"""The twelfths of a match's boards: the two rooms, the swing, the two sides."""
SET_NAME, COUNTS, SET_ROOM = 3.4, 3.2, 1.8
"""The twelfths of a match's sets: what a side won, the rooms and the swing."""
SEAT, NUMBER, NAMES, TOTAL, MOST_WIDE, DEAL = 0.8, 0.8, 3.0, 1.1, 1.5, 1.4
LAST: Final = 1.5
"""The twelfths of a table: `NAMES` the least, `MOST_WIDE` the most of a deal, `LAST` of the total
that decides."""
MOST_ACROSS: Final = 8
"""With more deals the seats are columns and the deals rows."""
NOTHING: Final = Fraction(0)


def boards_of_matches(snapshot: EventSnapshot, round_: Round) -> Mapping[int, Grid]:
    """Return the grid of boards of each match of a round; empty while boards are sealed."""
    if snapshot.event.comparison not in match_rows.METHODS:
        return {}
    if round_.number in sealed_rounds(snapshot):
        return {}
    by_match: dict[int, list[ComparedDeal]] = defaultdict(list)
    for play in match_rows.plays(snapshot):
        if play.round == round_.number:
            by_match[play.match].append(play)
    scores, known = (
        match_rows.compare_boards(snapshot).matches,
        event_record.competitors(snapshot),
    )
    return {
        match: _grid(plays, scores[match], known)
        for match, plays in by_match.items()
        if match in scores
    }


def _grid(
    plays: Sequence[ComparedDeal], score: RoomsScore, known: Mapping[str, Competitor]
) -> Grid:
    first = plays[0]
    away = next((side for side in first.entries if side != first.home), "")
    sides = (first.entries.get(side, ()) for side in (first.home, away))
    names = [join_names(known[uid].name for uid in side if uid in known) for side in sides]
    columns = (
        PrintedColumn(gettext("Board"), BOARD, number=False),
        *(PrintedColumn(str(room.label), BOARD_ROOM) for room in (Room.OPEN, Room.CLOSED)),
        PrintedColumn(gettext("Swing"), SWING),
        *(PrintedColumn(name, SIDE, strong=True) for name in names),
    )
    numbers = {play.board: play.number for play in plays}
    points = {(play.board, play.is_closed_room): play.points for play in plays}
    board_scores = sorted(score.boards, key=lambda board: numbers.get(board.number, 0))
    rows = [
        _row(board_score, numbers.get(board_score.number, 0), points)
        for board_score in board_scores
    ]
    total = (pgettext("of a row", "Total"), "", "", "", *map(unsigned, score.won))
    title = " – ".join(names)
    return Grid(columns, (*rows, total), title, together=True, strong_rows=1, large_sums=True)


def _row(
    board_score: TeamBoardScore,
    number: int,
    points: Mapping[tuple[int, bool], Fraction | int | None],
) -> tuple[str, ...]:
    """Return the row of a board; as on its page a negative count is shown as 0."""
    rooms = (points.get((board_score.number, is_closed)) for is_closed in (False, True))
    counts = (board_score.home, board_score.away)
    if board_score.state is not BoardState.ADJUSTED:
        counts = (max(board_score.home, NOTHING), max(board_score.away, NOTHING))
    swing = (
        gettext("adjusted")
        if board_score.state is BoardState.ADJUSTED
        else _signed_or_dash(board_score.swing)
    )
    return (str(number), *map(_signed_or_dash, rooms), swing, *map(unsigned, counts))


def _signed_or_dash(value: Fraction | int | None) -> str:
    return "—" if value is None else signed(value)


@dataclass(frozen=True, slots=True)
class SeatTotal:
    """A total of a seat at its table: its heading, and the function that reads it."""

    heading: str
    said: Callable[[RoundTable, SeatAt], str]


@making.document(
    "round_results",
    gettext_lazy("Results of the round"),
    of=DocumentOf.ROUND,
    stored=6,
    heading=gettext_lazy("Results"),
)
def round_results(subject: Subject, title: str) -> Book:
    """Return the tables of a round in the order of their matches."""
    snapshot = results.read(subject.event)
    seated = reading.tables(subject.round, snapshot, played=True) if subject.round else ()
    tables = _by_match(seated)
    how = posted.of_round(subject.event, subject.round).sentences if subject.round else ()
    lines = (making.event_line(subject.event), making.place_line(subject.event), *how)
    across = max((len(table.deals) for table in tables), default=0) <= MOST_ACROSS
    totals = _totals(snapshot, subject.round, tables)
    blocks: list[Block] = [*_sealed_notice(snapshot, subject.round)]
    came_to = reading.match_lines(snapshot, subject.round) if subject.round else {}
    by_board = boards_of_matches(snapshot, subject.round) if subject.round else {}
    sets = match_sets.of_matches(snapshot)
    lay = partial(_grid_across, decides=not {**came_to, **by_board}) if across else _grid_down
    silent = _silent(snapshot, tables, came_to)
    told = [table for table in tables if table not in silent]
    for match, played in groupby(told, key=lambda table: table.match):
        # What a match came to is asked first.
        blocks += [Words(line, strong=True, decides=True) for line in came_to.get(match, ())]
        blocks += filter(None, [by_board.get(match)])
        blocks += _sets(sets.get(match))
        for table in played:
            blocks.append(lay(table, totals, reading.place_of(subject.event, table)))
            blocks += _penalties_of_pairs(snapshot, table)
    blocks += _without_results(snapshot, subject.round, silent)
    for number, name in reading.sat_out(subject.round) if subject.round else ():
        values = {"number": number, "name": name}
        blocks.append(Words(gettext("No. %(number)s %(name)s had no seat in this round.") % values))
    is_open = subject.round is not None and subject.round.state != RoundState.CLOSED
    part = BookPart(title, lines, making.roomy(blocks), mark=making.mark(is_provisional=is_open))
    return Book(making.language(), title, (part,), making.imprint(subject, live=True))


def _silent(
    snapshot: EventSnapshot, tables: Sequence[RoundTable], came_to: Mapping[int, Sequence[str]]
) -> list[RoundTable]:
    """Return the tables without a result, a penalty, or an outcome of their match."""
    fined = penalties_by_sitting(snapshot)
    return [
        table
        for table in tables
        if not table.results
        and not came_to.get(table.match)
        and not {deal.sitting_id for deal in table.deals} & fined.keys()
    ]


def _without_results(
    snapshot: EventSnapshot, round_: Round | None, tables: Sequence[RoundTable]
) -> Iterator[Grid]:
    """Yield tables without a public result as one list."""
    if round_ is None or not tables:
        return
    is_sealed = round_.number in sealed_rounds(snapshot)
    title = gettext("Results not public yet") if is_sealed else gettext("No results yet")
    event = snapshot.event
    is_named = any(reading.where_of(event, table) for table in tables)
    heading = gettext("Match") if is_named else ""
    yield replace(seating.table_grid(tables, heading, event, reading.where_of), title=title)


def _totals(
    snapshot: EventSnapshot, round_: Round | None, tables: Sequence[RoundTable]
) -> tuple[SeatTotal, ...]:
    """Return the totals of a seat: its points, with penalties if any, and table points if they
    rank.
    """
    after, event = not_counted(snapshot), snapshot.event
    points = SeatTotal(
        games.scores_name(event), lambda table, seat: _total(table, seat.label, after)
    )
    own = (points, *_with_penalties(snapshot, tables, after))
    if round_ is None or not rank_columns.columns_of_event(event).by_table_points:
        return own
    sides = {
        (match, side.competitor.number): side
        for match, outcome in outcomes.outcomes_of_tables(snapshot, round_).items()
        for side in outcome.sides
    }

    def side_of(table: RoundTable, seat: SeatAt) -> SideResult | None:
        return sides.get((table.match, seat.entry))

    def table_points(table: RoundTable, seat: SeatAt) -> str:
        side = side_of(table, seat)
        return "" if side is None or side.table_points is None else unsigned(side.table_points)

    return *own, SeatTotal(gettext("Table points"), table_points)


def _with_penalties(
    snapshot: EventSnapshot, tables: Sequence[RoundTable], after: frozenset[str]
) -> tuple[SeatTotal, ...]:
    """Return the penalties of the seats and the base points (基础分); nothing without penalties."""
    known = penalties_by_sitting(snapshot)

    def at(table: RoundTable) -> list[TablePenalties]:
        return [known[key] for key in {deal.sitting_id for deal in table.deals} & known.keys()]

    def fine(table: RoundTable, seat: SeatAt) -> Fraction:
        return sum((row.of(seat.label) for row in at(table)), Fraction(0))

    def penalties(table: RoundTable, seat: SeatAt) -> str:
        named = sum((row.named_at(seat.label) for row in at(table)), Fraction(0))
        return signed(named) if named else ""

    def base_points(table: RoundTable, seat: SeatAt) -> str:
        total = _sum(table, seat.label, after)
        return "—" if total is None else signed(total + fine(table, seat))

    if not any(fine(table, seat) for table in tables for seat in table.seats):
        return ()
    of_seat = SeatTotal(pgettext("standings", "Penalties"), penalties)
    return of_seat, SeatTotal(gettext("Base points"), base_points)


def _sets(sets: ShownSets | None) -> Iterator[Grid]:
    """Yield the board sets (盘) of a match of two rooms, if it has several."""
    if sets is None:
        return
    columns = (
        PrintedColumn(pgettext("of deals", "Set"), SET_NAME, number=False),
        PrintedColumn(sets.unit, COUNTS, strong=True),
        PrintedColumn(pgettext("column", "Open room"), SET_ROOM),
        PrintedColumn(pgettext("column", "Closed room"), SET_ROOM),
        PrintedColumn(gettext("Swing"), SET_ROOM),
    )
    rows = tuple((row.name, row.counts, *row.rooms) for row in sets.rows)
    said = gettext("Sets of the match; rooms and swing as %(home)s has them")
    title = said % {"home": sets.teams[0]}
    yield Grid(columns, rows, title, together=True, strong_rows=1)


def _penalties_of_pairs(snapshot: EventSnapshot, table: RoundTable) -> Iterator[Words]:
    """Yield the penalties of whole pairs, which are in no seat's base points."""
    known = penalties_by_sitting(snapshot)
    for sitting in {deal.sitting_id for deal in table.deals} & known.keys():
        for labels, amount in known[sitting].shared.items():
            said = gettext("plus penalties of %(points)s for the pair")
            seats = " ".join(map(wording.seat_short, labels))
            yield Words(f"{seats} " + said % {"points": signed(amount)}, follows=True)


def _by_match(tables: Sequence[RoundTable]) -> tuple[RoundTable, ...]:
    """Return the tables grouped by match, with their deals by number."""
    first: dict[int, int] = {}
    for table in tables:
        first.setdefault(table.match, table.number)
    ordered = []
    for table in sorted(tables, key=lambda table: (first[table.match], table.number, table.part)):
        # Deals without boards stay in the order of play.
        over_boards = all(deal.board_id for deal in table.deals)
        by_number = sorted(table.deals, key=lambda deal: deal.board_no if over_boards else 0)
        ordered.append(replace(table, deals=tuple(by_number)))
    return tuple(ordered)


def _sealed_notice(snapshot: EventSnapshot, round_: Round | None) -> Iterator[Words]:
    """Yield a notice of missing results if boards are sealed."""
    if round_ and round_.number in sealed_rounds(snapshot):
        yield Words(
            gettext(
                "All tables play the same boards: results are shown when the boards are"
                " opened, after the last round that plays them."
            )
        )


def _grid_across(
    table: RoundTable, totals: Sequence[SeatTotal], title: str, *, decides: bool
) -> Grid:
    """Return a table with a row for each seat; its last total `decides` unless matches do."""
    sums = TOTAL * (len(totals) - 1) + LAST
    free = 12 - SEAT - NUMBER - NAMES - sums
    share = min(free / max(len(table.deals), 1), MOST_WIDE)
    names = 12 - SEAT - NUMBER - sums - share * len(table.deals)
    columns = (
        PrintedColumn(gettext("Seat"), SEAT, number=False),
        PrintedColumn(gettext("No."), NUMBER),
        PrintedColumn(pgettext("person", "Name"), names, number=False),
        *(PrintedColumn(str(deal.board_no), share) for deal in table.deals),
        *(PrintedColumn(total.heading, TOTAL, strong=True) for total in totals[:-1]),
        PrintedColumn(totals[-1].heading, LAST, strong=True, decides=decides),
    )
    rows = tuple(
        (
            wording.seat_short(seat.label),
            str(seat.entry),
            seat.marked,
            *(_points(table, deal, seat.label) for deal in table.deals),
            *(total.said(table, seat) for total in totals),
        )
        for seat in table.seats
    )
    return Grid(columns, rows, title, together=True)


def _grid_down(table: RoundTable, totals: Sequence[SeatTotal], title: str) -> Grid:
    share = (12 - DEAL) / max(len(table.seats), 1)
    of_boards = any(deal.board_id for deal in table.deals)
    columns = (
        PrintedColumn(gettext("Board") if of_boards else gettext("Deal"), DEAL),
        *(
            PrintedColumn(f"{wording.seat_short(seat.label)} {seat.marked}", share)
            for seat in table.seats
        ),
    )
    rows = [
        (str(deal.board_no), *(_points(table, deal, seat.label) for seat in table.seats))
        for deal in table.deals
    ]
    sums = [(total.heading, *(total.said(table, seat) for seat in table.seats)) for total in totals]
    return Grid(columns, (*rows, *sums), title, together=True, strong_rows=len(sums))


def _scores(table: RoundTable, deal: Deal) -> dict[str, int]:
    result = table.results.get(deal.pk)
    if result is None or result.kind in NO_POINTS:
        return {}
    scores: dict[str, int] = result.settlement["scores"]
    return scores


def _points(table: RoundTable, deal: Deal, label: str) -> str:
    scores = _scores(table, deal)
    return signed(scores[label]) if label in scores else "—"


def _total(table: RoundTable, label: str, after: frozenset[str]) -> str:
    """Return the total of a seat; a dash while all boards are sealed."""
    total = _sum(table, label, after)
    return "—" if total is None else signed(total)


def _sum(table: RoundTable, label: str, after: frozenset[str]) -> int | None:
    """Return the sum of a seat, without deals played `after` the end of its game (局).

    There is none while all boards are sealed.
    """
    counted = [_scores(table, deal) for deal in table.deals if deal.uid not in after]
    if all(deal.board_id for deal in table.deals) and not any(counted):
        return None
    return sum(scores.get(label, 0) for scores in counted)
