"""The hands of boards on paper, for making up the boards. The document is not stored."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext, pgettext

from tournaments import wording
from tournaments.models import BoardSet, Event
from tournaments.structure import boards
from tournaments.structure.boards import Hands
from tournaments.wording.values import board_title as board_name
from web.publish.documents import Subject
from web.publish.pdf.book import Block, Book, BookPart, Grid, Words
from web.publish.pdf.sheet import PrintedColumn
from web.publish.printed import making


def draw(board_set: BoardSet, title: str, hands: Mapping[int, Hands]) -> bytes:
    """Return the hands as a PDF."""
    return making.draw_at_once(_book(board_set, title, hands))


def _book(board_set: BoardSet, title: str, hands: Mapping[int, Hands]) -> Book:
    event = board_set.event
    leaders = dict(board_set.boards.values_list("board_no", "leader"))
    warned = gettext("Sealed: nobody who plays may see this before the boards are opened.")
    blocks: list[Block] = [Words(warned)]
    columns = (PrintedColumn(gettext("Seat"), 1, number=False), PrintedColumn("", 7, number=False))
    for number, dealt in hands.items():
        rows = tuple((name, wording.card_list(held)) for name, held in parts(event, dealt))
        board = board_title(number, leaders.get(number, ""))
        blocks.append(Grid(columns, rows, board, together=True))
    part = BookPart(title, (making.event_line(event),), tuple(blocks))
    return Book(making.language(), title, (part,), making.imprint(Subject(event, "")))


def parts(event: Event, hands: Hands) -> list[tuple[str, tuple[str, ...]]]:
    """Return the contents of a board: the hands by the names of their seats, and the kitty."""
    rows = [(wording.seat_name(seat), held) for seat, held in hands.items()]
    kitty = boards.kitty(event, hands)
    return [*rows, (pgettext("board", "Kitty"), kitty)] if kitty else rows


def board_title(number: int, leader: str) -> str:
    """Return the title of a board: its number, and the seat marked as first."""
    if not leader:
        return board_name(number)
    values = {"board": board_name(number), "seat": wording.seat_name(leader)}
    return gettext("%(board)s · marked %(seat)s") % values
