"""Deals and boards as public data: settlements line by line, and cards once they may be shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tournaments.models import Deal, Event
from tournaments.results.event_record import Competitor
from tournaments.results.snapshot import EventSnapshot
from web.publish.data import links, result_values, values
from web.publish.data.listing import Listed, listed
from web.publish.data.of_events import entry_name
from web.publish.pages import boards as board_pages
from web.publish.pages import deal as deal_pages
from web.publish.pages.boards import BoardRow, BoardSwing, ComparedRows, SetView
from web.publish.pages.deal import LineView, Notes, SumView, VersionView
from web.publish.pages.replay import Cards, DealReplay


def read_deal(deal: Deal, notes: Notes | None = None) -> result_values.Deal:
    """Return a deal, found by its page, as that page shows it, with the same `notes`."""
    shown = deal_pages.read(deal, notes)
    return result_values.Deal(
        uid=deal.uid,
        event=links.data("event", shown.event.uid),
        round=shown.round.number,
        table=shown.table,
        board=deal.number.board,
        order=deal.number.order,
        is_sealed=shown.is_sealed,
        counts=shown.counts,
        versions=tuple(map(_version, shown.versions)),
        hands=_hands(shown.hands),
        tricks=tuple(_tricks(shown.replay)) if shown.replay else (),
        notes=shown.notes,
        url=links.data("deal", deal.uid),
        page=links.page("deal", deal.uid),
    )


def _version(version: VersionView) -> result_values.ResultVersion:
    return result_values.ResultVersion(
        version=version.number,
        kind=version.kind,
        at=version.at,
        origin=version.origin,
        reason=version.reason,
        is_adjusted=version.is_adjusted,
        sums=tuple(map(_sum, version.sums)),
    )


def _sum(total: SumView) -> result_values.SeatSum:
    return result_values.SeatSum(
        seat=total.label,
        name=total.name,
        raw=total.raw,
        lines=tuple(map(_line, total.lines)),
        conversions=tuple(map(_line, total.conversions)),
        score=total.score,
    )


def _line(line: LineView) -> result_values.SettlementLine:
    return result_values.SettlementLine(line.code, line.words, line.cards, line.points)


def _hands(hands: Iterable[tuple[str, Iterable[str]]]) -> tuple[result_values.Hand, ...]:
    return tuple(result_values.Hand(seat, tuple(cards)) for seat, cards in hands)


def _tricks(replay: DealReplay) -> Iterable[result_values.Trick]:
    for trick in replay.tricks:
        plays: list[tuple[str, Cards]] = [(play.label, play.cards) for play in trick.plays]
        yield result_values.Trick(trick.number, trick.leader, trick.winner, _hands(plays))


def read_boards(snapshot: EventSnapshot, page: int) -> Listed:
    """Return the sets of boards of public rounds, the latest first."""
    event = snapshot.event
    return listed(board_pages.read(snapshot).sets, page, lambda row: _set(event, row))


def _set(event: Event, shown: SetView) -> result_values.BoardSet:
    number = shown.board_set.number
    return result_values.BoardSet(
        set=number,
        rounds=shown.rounds,
        commitment=shown.board_set.commitment,
        secret=shown.secret,
        opened_at=shown.opened_at,
        boards=tuple(
            result_values.BoardLink(
                board.board_no,
                board.opened_at is not None,
                links.data("board", event.uid, number, board.board_no),
            )
            for board in shown.boards
        ),
    )


def read_board(snapshot: EventSnapshot, board: Any) -> result_values.Board:
    """Return a board, found by its page; a sealed one has neither hands nor results."""
    shown = board_pages.read_board(snapshot, board)
    event, place = snapshot.event.uid, (shown.number_of_set, board.board_no)
    return result_values.Board(
        set=shown.number_of_set,
        board=board.board_no,
        is_open=shown.is_open,
        hands=_hands((shown.hands or {}).items()),
        kitty=shown.kitty,
        compared=tuple(map(_compared, shown.parts)),
        matches=tuple(map(_match, shown.matches)),
        event=links.data("event", event),
        url=links.data("board", event, *place),
        page=links.page("board", event, *place),
    )


def _compared(part: ComparedRows) -> result_values.ComparedResults:
    return result_values.ComparedResults(part.seat, part.datum, tuple(map(_row, part.rows)))


def _row(row: BoardRow) -> result_values.BoardResult:
    return result_values.BoardResult(
        deal=row.deal,
        deal_url=links.data("deal", row.deal),
        table=row.table,
        room=row.room,
        north_south=tuple(map(entry_name, row.ns)),
        east_west=tuple(map(entry_name, row.ew)),
        points=row.points,
        difference=row.difference,
        counts=row.counts,
        share=row.share,
        adjusted=row.given,
    )


def _match(match: BoardSwing) -> result_values.BoardMatch:
    return result_values.BoardMatch(
        home=_named(match.home),
        away=_named(match.away),
        swing=match.swing,
        counts=match.counts,
    )


def _named(competitor: Competitor | None) -> values.EntryName | None:
    return entry_name(competitor) if competitor else None
