"""The matches of two rooms board by board: both results, the swing, and what it counts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext, pgettext

from tournaments import results
from tournaments.models import Event, Room, Round
from tournaments.results import event_record, match_rows
from tournaments.results.event_record import Competitor
from tournaments.results.snapshot import sealed_rounds
from tournaments.standings.board_scores import ComparedDeal, RoomsScore
from tournaments.standings.team_boards import BoardState, TeamBoardScore
from tournaments.wording import signed, unsigned
from web.publish.pdf.book import Grid
from web.publish.pdf.sheet import PrintedColumn

BOARD, ROOM, SWING, SIDE = 1.2, 2.0, 1.8, 2.5
NOTHING: Final = Fraction(0)


def of_round(event: Event, round_: Round) -> Mapping[int, Grid]:
    """Return the grid of boards of each match of a round; empty while boards are sealed."""
    if event.comparison not in match_rows.METHODS:
        return {}
    snapshot = results.read(event)
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
    names = [" · ".join(known[uid].name for uid in side if uid in known) for side in sides]
    columns = (
        PrintedColumn(gettext("Board"), BOARD, number=False),
        *(PrintedColumn(str(room.label), ROOM) for room in (Room.OPEN, Room.CLOSED)),
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
    return Grid(columns, (*rows, total), " – ".join(names), together=True, strong_rows=1)


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
