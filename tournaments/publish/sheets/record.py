"""Blank record sheets, for a table without a tablet: what a deal asks for, in the screen's order.

What there is to fill in comes from the game's own blank; nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from django.utils.translation import gettext, gettext_lazy

from scoring.cards import is_card
from scoring.game import Blank
from tournaments import wording
from tournaments.models import BoardSource, Depth
from tournaments.publish.documents import PDF, Kind, Prepared, Scope, Subject
from tournaments.publish.pdf.book import Blanks, Block, Book, Grid, Part
from tournaments.publish.pdf.sheet import Column
from tournaments.publish.sheets import making, questions, reading
from tournaments.publish.sheets.reading import RoundTable, SeatAt
from tournaments.results import queries
from tournaments.wording.names import SUITS

NAME = "record_sheets"
ROW = 8
"""The height of a row to be written in, in millimetres."""
SEAT, POINTS, HAND = 2.2, 1.1, 2.0
MOST_TRICKS = 17
"""More than these stand in two rows: with two decks two cards may have to go into a field."""
MOST_TRICKS_OF_SEVERAL = 9
"""As many where any number of cards may be played together."""


def prepare(subject: Subject) -> Prepared:
    """Read the tables of a round, or nothing but the rules for sheets without names."""
    seq = making.drawn_at(subject)
    title = making.round_title(gettext("Record sheet"), subject)
    return making.prepared(NAME, subject, title, lambda: _book(subject, title, seq).as_json(), seq)


def _book(subject: Subject, title: str, seq: int) -> Book:
    game = queries.game_of(subject.event)
    rules = game.rules(reading.rules_of(subject.event, subject.round).rules)
    blank, labels = game.blank(rules), game.seats(rules)
    if subject.round:
        parts = [
            _part(
                subject,
                f"{title} · {reading.place_of(subject.event, table)}",
                blank,
                table.seats,
                _numbers(subject, table),
            )
            for table in reading.tables(subject.round)
        ]
    else:
        parts = [_part(subject, title, blank, tuple(SeatAt(label, "", 0, "") for label in labels))]
    return Book(making.language(), title, tuple(parts), making.imprint(subject, seq))


def _numbers(subject: Subject, table: RoundTable) -> Sequence[int]:
    """The deals of a table as everybody calls them; over boards those of the boards it plays."""
    if subject.event.boards != BoardSource.TABLE and table.deals:
        return [deal.board_no for deal in sorted(table.deals, key=lambda deal: deal.play_order)]
    return ()


def _part(
    subject: Subject,
    title: str,
    blank: Blank,
    seats: tuple[SeatAt, ...],
    numbers: Sequence[int] = (),
) -> Part:
    deals = numbers or range(1, subject.event.deals_per_round + 1)
    asked = [block for number in deals for block in _deal(subject, number, blank, seats)]
    if blank.asks:
        below = (*questions.seldom(blank.asks), _penalty(), _penalty())
        asked += [questions.grid(subject, seats, numbers), *below]
    event = subject.event
    lines = [making.event_line(event), making.place_line(event)]
    if subject.round:
        lines.append(reading.seats_line(seats))
    blocks = (*_head(subject), *asked, *_signatures(seats))
    return Part(title, (*lines, _hint(blank)), blocks)


def _head(subject: Subject) -> tuple[Block, ...]:
    """Ask for round and table where they are not printed."""
    if subject.round:
        return ()
    return (Blanks((gettext("Round"), gettext("Table"), gettext("Date")), (1, 1, 2)),)


def _hint(blank: Blank) -> str:
    if blank.asks:
        return gettext("A row for each deal: circle what is printed, write down the rest.")
    if not blank.cards:
        return gettext("Write down the points of each deal.")
    return gettext("In every row, circle what the seat exposed and what it won.")


def _deal(subject: Subject, number: int, blank: Blank, seats: tuple[SeatAt, ...]) -> list[Block]:
    title = reading.deal_title(subject.event, number)
    play = _play(subject, title, blank, seats)
    if blank.asks:
        return [*play[:-1], *(replace(one, leads=False) for one in play[-1:])]
    return [
        *play,
        _won("" if play else title, blank, seats),
        *_owners(blank),
        *([_claim()] if blank.claims or not blank.cards else []),
        _penalty(),
    ]


def _won(title: str, blank: Blank, seats: tuple[SeatAt, ...]) -> Grid:
    exposed, won = _cards(blank.exposable_copies), _cards(blank.cards)
    columns = [
        Column(gettext("Seat"), SEAT, number=False, lines=3),
        *([Column(gettext("Exposed"), HAND + 0.6, number=False, spread=True)] if exposed else []),
        Column(
            gettext("Cards won"),
            12 - SEAT - 2 * POINTS - bool(exposed) * (HAND + 0.6),
            number=False,
            spread=True,
        ),
        Column(gettext("Points"), POINTS),
        Column(gettext("So far"), POINTS),
    ]
    said = [exposed, won] if exposed else [won]
    rows = tuple((_seat(seat), *said, "", "") for seat in seats)
    return _ruled(tuple(columns), rows, title)


def _play(subject: Subject, title: str, blank: Blank, seats: tuple[SeatAt, ...]) -> list[Grid]:
    """Ask for hands, and for every trick, where the event wants them."""
    depth = subject.event.depth
    asked: list[Grid] = []
    if depth in (Depth.HANDS, Depth.TRICKS) and depth in blank.depths:
        suits = _suits(blank)
        share = (12 - SEAT) / max(len(suits), 1)
        columns = (
            Column(gettext("Dealt to"), SEAT, number=False, lines=3),
            *(Column(suit, share, number=False) for suit in suits),
        )
        rows = tuple((_seat(seat), *("" for _ in suits)) for seat in seats)
        asked.append(_ruled(columns, rows, title))
    if depth == Depth.TRICKS and depth in blank.depths:
        asked += _tricks(blank, seats)
    return asked


def _suits(blank: Blank) -> list[str]:
    """The headings of the cards of a hand: the suits, and in one column what is of no suit."""
    unsuited = [wording.card_text(card) for card in dict.fromkeys(blank.deck) if not is_card(card)]
    suits = [SUITS.get(suit, suit) for suit in blank.suits]
    return [*suits, " ".join(unsuited)] if unsuited else suits


def _tricks(blank: Blank, seats: tuple[SeatAt, ...]) -> list[Grid]:
    """Ask for every trick, in as many rows of columns as a play needs to be written."""
    numbers = range(1, blank.hand_size + 1)
    rows_of = -(-len(numbers) // (MOST_TRICKS_OF_SEVERAL if blank.together else MOST_TRICKS))
    across = -(-len(numbers) // max(rows_of, 1))
    grids: list[Grid] = []
    for start in range(0, len(numbers), max(across, 1)):
        part = numbers[start : start + across]
        columns = (
            Column(gettext("Cards played"), SEAT, number=False, lines=3),
            *(Column(str(number), (12 - SEAT) / across, number=False) for number in part),
        )
        rows = tuple((_seat(seat), *("" for _ in part)) for seat in seats)
        grids.append(_ruled(columns, rows, ""))
    return grids


def _ruled(columns: tuple[Column, ...], rows: tuple[tuple[str, ...], ...], title: str) -> Grid:
    return Grid(columns, rows, title, ruled=True, height=ROW, together=True, leads=True)


def _owners(blank: Blank) -> list[Block]:
    if not blank.owners:
        return []
    labels = [wording.card_text(card) for card in dict.fromkeys(blank.owners)]
    labels[0] = gettext("Dealt to: %(card)s") % {"card": labels[0]}
    return [Blanks(tuple(labels), (1.8, *(1.0 for _ in labels[1:])), leads=True)]


def _claim() -> Blanks:
    labels = (
        gettext("Claim by"),
        gettext("after trick"),
        gettext("what is claimed"),
        gettext("agreed by"),
    )
    return Blanks(labels, (2, 2, 4, 3), leads=True)


def _penalty() -> Blanks:
    labels = (
        gettext("Penalty points: seat"),
        gettext("points"),
        gettext("reason"),
        gettext("Initials"),
    )
    return Blanks(labels, (3, 2, 3, 3))


def _signatures(seats: Sequence[SeatAt]) -> tuple[Block, ...]:
    return (
        Blanks(tuple(_seat(seat) for seat in seats), signed=True, leads=True),
        Blanks((gettext("Referee"), gettext("Time")), (3, 1), signed=True),
    )


def _seat(seat: SeatAt) -> str:
    label = wording.seat_name(seat.label)
    return f"{label} {seat.name}" if seat.name else label


def _cards(codes: Sequence[str]) -> str:
    """Return cards to be circled; of a suit with many its sign stands once.

    >>> _cards(("SQ", "DJ", "H2", "H3", "HA"))
    '♠Q ♦J ♥ 2 3 A'
    """
    groups = []
    for suit, cards in groupby(codes, key=lambda code: code[:1]):
        ranks = [code[1:] for code in cards]
        sign = SUITS.get(suit, suit)
        many = len(set(ranks)) > 1
        groups.append(" ".join([sign, *ranks]) if many else " ".join(sign + rank for rank in ranks))
    return " ".join(groups)


KIND = Kind(
    NAME,
    1,
    *PDF,
    prepare,
    making.draw_book,
    gettext_lazy("Blank record sheets"),
    Scope.EITHER,
    public=False,
    drafts=True,
)
