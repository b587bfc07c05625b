"""Access to data sealed for a time: hands of boards, secrets of sets, line-ups.

Until they are opened nobody can read them, whatever the role. There is no other access.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404

from tournaments.models import Board, BoardSet, Deal, Entry, LineUp, Round, Segment
from tournaments.structure import boards, segments
from tournaments.structure.boards import Hands


def may_be_read(sealed: Iterable[Board]) -> bool:
    """Whether the hands of boards may be read: only once all of these are open."""
    return all(map(boards.is_open, sealed))


def hands(board: Board) -> Hands | None:
    """Return the hands of a board. Raises PermissionDenied while it is sealed."""
    if not may_be_read([board]):
        raise PermissionDenied
    return boards.hands(board)


def deals_with_public_cards(deals: Iterable[Deal]) -> frozenset[int]:
    """Return the keys of the deals whose cards may be shown; their boards must be loaded.

    While other tables still have to play its board, the cards won in a deal are not shown, not even
    to its table, because anybody could pick up the tablet.
    """
    return frozenset(deal.pk for deal in deals if boards.is_open(deal.board))


def secret(board_set: BoardSet) -> str:
    """Return the secret of a board set; empty if it has none, or if a board of it is sealed."""
    rows = list(board_set.boards.all())
    return board_set.secret if rows and may_be_read(rows) else ""


def own_segment(entry: Entry, uid: str) -> Segment:
    """Return a segment of a public round in which an entry plays."""
    segments = Segment.objects.filter(
        match__sides__entries=entry, match__round__state__in=Round.PUBLIC
    )
    loaded = segments.select_related(
        "match__round__event__tournament", "match__round__group__stage"
    ).defer("match__round__reasons")
    return get_object_or_404(loaded, uid=uid)


def line_ups(segment: Segment, entry: Entry | None = None) -> dict[int, LineUp]:
    """Return the readable line-ups of a segment, the newest of each side, by its number.

    Once revealed, everybody may read them. Before that a side reads its own, and the side with the
    seating right also the other's as soon as it is handed in. Nobody else does, not even at the
    desk: there is no other access to line-ups.
    """
    rows = LineUp.objects.filter(segment=segment).select_related("side").order_by("version")
    newest = {row.side.number: row for row in rows}
    own = segment.match.sides.filter(entries=entry).first() if entry else None
    right = segments.second_of(segment)
    return {
        number: line_up
        for number, line_up in newest.items()
        if line_up.revealed_at or (own and own.number in (number, right))
    }


def revealed_line_ups(round_: Round) -> dict[int, dict[int, LineUp]]:
    """Return the revealed line-ups of a round by key of segment and number of side."""
    rows = LineUp.objects.filter(segment__match__round=round_, revealed_at__isnull=False)
    by_segment: dict[int, dict[int, LineUp]] = {}
    for row in rows.select_related("side").order_by("version"):
        by_segment.setdefault(row.segment_id, {})[row.side.number] = row
    return by_segment
