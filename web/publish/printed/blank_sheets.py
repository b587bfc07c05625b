"""Blank record sheets for tables without a tablet, in the order of the screen.

The fields come from the blank of the game; nothing here depends on a particular game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from django.utils.translation import gettext, gettext_lazy, pgettext

from scoring.cards import is_card
from scoring.game import Blank
from tournaments import results, wording
from tournaments.base.separators import join_facts
from tournaments.models import BoardSource, DealNumber, Depth, Event
from tournaments.rights.access import DESK
from tournaments.structure import games
from tournaments.wording.values import SUITS, short_title
from web.publish.documents import DocumentOf, Subject
from web.publish.pdf.book import Blanks, Block, Book, BookPart, Grid
from web.publish.pdf.sheet import PrintedColumn
from web.publish.printed import making, questions, reading
from web.publish.printed.reading import RoundTable, SeatAt

ROW, CLOSE_ROW = 8, 6.6
"""The height of a blank row in millimetres; with captures only, four deals fit."""
SEAT, LABEL, NAMES, POINTS = 2.2, 0.7, 1.9, 0.65
EXPOSED, NARROW = 1.8, 0.6
"""The widths of four cards to circle, and of a tick or one written card."""
MOST_TRICKS = 17
"""More tricks than this are set in two rows: with two decks a field may hold two cards."""
MOST_TRICKS_OF_SEVERAL = 9
"""The same if any number of cards may be played together."""


@making.document(
    "record_sheets",
    gettext_lazy("Blank record sheets"),
    of=DocumentOf.EITHER,
    stored=3,
    for_=DESK,
    heading=gettext_lazy("Record sheet"),
    of_draw=True,
    drafts=True,
)
def record_sheets(subject: Subject, title: str) -> Book:
    """Return the blank sheets of a round's tables; without a round, one without names."""
    game = games.game_of(subject.event)
    rules = game.rules(reading.rules_of(subject.event, subject.round).rules)
    blank, labels = game.blank(rules), game.seats(rules)
    if subject.round:
        parts = [
            _part(
                subject,
                join_facts(title, reading.place_of(subject.event, table)),
                blank,
                table.seats,
                _numbers(subject, table),
            )
            for table in reading.tables(subject.round, results.read(subject.event))
        ]
    else:
        parts = [_part(subject, title, blank, tuple(SeatAt(label, "", 0, "") for label in labels))]
    return Book(making.language(), title, tuple(parts), making.imprint(subject))


def _numbers(subject: Subject, table: RoundTable) -> Sequence[DealNumber]:
    """Return the boards that a table plays, in order of play; empty without boards."""
    if subject.event.boards != BoardSource.TABLE and table.deals:
        return [deal.number for deal in sorted(table.deals, key=lambda deal: deal.play_order)]
    return ()


def _blank_numbers(event: Event) -> Sequence[DealNumber]:
    """Return the numbers of deals for a sheet without seated players."""
    of_board = event.boards != BoardSource.TABLE
    return [DealNumber(at, at, of_board) for at in range(1, event.deals_per_round + 1)]


def _part(
    subject: Subject,
    title: str,
    blank: Blank,
    seats: tuple[SeatAt, ...],
    numbers: Sequence[DealNumber] = (),
) -> BookPart:
    deals = numbers or _blank_numbers(subject.event)
    grids = [block for number in deals for block in _deal(subject, number, blank, seats)]
    if blank.asks:
        below = (*questions.seldom(blank.asks), _penalty_blanks(), _penalty_blanks())
        grids += [questions.grid(subject, seats, [number.board for number in numbers]), *below]
    else:
        # The heads to be filled in take the place of the second line, so that all has one page.
        grids += [_penalty_blanks()] * (2 if subject.round else 1)
    event = subject.event
    if not subject.round:
        labels = (gettext("Round"), gettext("Table"), gettext("Date"))
        grids.insert(0, Blanks(labels, (1, 1, 2), close=True))
    signatures = (*map(_seat, seats), gettext("Referee"))
    grids.append(Blanks(signatures, signed=True, follows=True))
    lines = (
        join_facts(making.event_line(event), making.place_line(event)),
        wording.joined_sentences([_hint(blank), *questions.needed_lines(blank.asks, event.game)]),
    )
    return BookPart(title, lines, tuple(grids))


def _hint(blank: Blank) -> str:
    if blank.asks:
        return gettext("A row for each deal: circle what is printed, write down the rest.")
    if not blank.cards:
        return gettext("Write down the points of each deal.")
    if not blank.claims:
        return gettext("In every row, circle what the seat exposed and what it won.")
    return gettext(
        "In every row, circle what the seat exposed and what it won. Tick who led; write which "
        "card was exposed as the first one dealt, or too late."
    )


def _deal(
    subject: Subject, number: DealNumber, blank: Blank, seats: tuple[SeatAt, ...]
) -> list[Block]:
    title = short_title(number)
    play = _play_grids(subject, title, blank, seats)
    if blank.asks:
        return [*play[:-1], *(replace(grid, leads=False) for grid in play[-1:])]
    claims = [_claim_blanks()] if blank.claims or not blank.cards else []
    row = ROW if play else CLOSE_ROW
    won = _won_cards_grid("" if play else title, blank, seats, row)
    below = [*_owner_blanks(blank), *claims]
    last = [replace(block, leads=False) for block in below[-1:]]
    return [*play, won if below else replace(won, leads=False), *below[:-1], *last]


def _won_cards_grid(title: str, blank: Blank, seats: tuple[SeatAt, ...], row: float) -> Grid:
    exposed, won = _card_marks(blank.exposable_copies), _card_marks(blank.cards)
    columns = [
        PrintedColumn("", LABEL, number=False, strong=True),
        PrintedColumn(title, NAMES, number=False, lines=3),
        *([PrintedColumn(gettext("Led"), NARROW, number=False)] if blank.claims else []),
        *(_exposure_columns(blank) if exposed else []),
    ]
    taken = sum(column.twelfths for column in columns) + 2 * POINTS
    columns += [
        PrintedColumn(gettext("Cards won"), 12 - taken, number=False, spread=True),
        PrintedColumn(gettext("Points"), POINTS),
        PrintedColumn(gettext("So far"), POINTS),
    ]
    circled = [exposed, *("" for _ in _written_beside(blank)), won] if exposed else [won]
    led = [""] if blank.claims else []
    rows = tuple(
        (wording.seat_name(seat.label), seat.name, *led, *circled, "", "") for seat in seats
    )
    return _ruled_grid(tuple(columns), rows, "", row)


def _exposure_columns(blank: Blank) -> list[PrintedColumn]:
    """Return the column of cards to circle, and those for which was shown first or too late."""
    beside = [PrintedColumn(heading, NARROW, number=False) for heading in _written_beside(blank)]
    return [PrintedColumn(gettext("Exposed"), EXPOSED, number=False, spread=True), *beside]


def _written_beside(blank: Blank) -> list[str]:
    """Return the columns beside the exposed cards: 首明 if the rules have it, and 超时."""
    first = [pgettext("exposure", "First")] if len(blank.kinds) > 1 else []
    return [*first, pgettext("exposure", "Late")]


def _play_grids(
    subject: Subject, title: str, blank: Blank, seats: tuple[SeatAt, ...]
) -> list[Grid]:
    """Return the grids for hands and tricks, if the event records them."""
    depth = subject.event.depth
    grids: list[Grid] = []
    if depth in (Depth.HANDS, Depth.TRICKS) and depth in blank.depths:
        suits = _hand_headings(blank)
        share = (12 - SEAT) / max(len(suits), 1)
        columns = (
            PrintedColumn(gettext("Dealt to"), SEAT, number=False, lines=3),
            *(PrintedColumn(suit, share, number=False) for suit in suits),
        )
        rows = tuple((_seat(seat), *("" for _ in suits)) for seat in seats)
        grids.append(_ruled_grid(columns, rows, title))
    if depth == Depth.TRICKS and depth in blank.depths:
        grids += _trick_grids(blank, seats)
    return grids


def _hand_headings(blank: Blank) -> list[str]:
    """Return the headings of a hand: the suits, and one column for cards without a suit."""
    unsuited = [wording.card_text(card) for card in dict.fromkeys(blank.deck) if not is_card(card)]
    suits = [SUITS.get(suit, suit) for suit in blank.suits]
    return [*suits, " ".join(unsuited)] if unsuited else suits


def _trick_grids(blank: Blank, seats: tuple[SeatAt, ...]) -> list[Grid]:
    """Return the grids for tricks, in as many rows as the width requires."""
    numbers = range(1, blank.hand_size + 1)
    rows_of = -(-len(numbers) // (MOST_TRICKS_OF_SEVERAL if blank.together else MOST_TRICKS))
    across = -(-len(numbers) // max(rows_of, 1))
    grids: list[Grid] = []
    for start in range(0, len(numbers), max(across, 1)):
        part = numbers[start : start + across]
        columns = (
            PrintedColumn(gettext("Cards played"), SEAT, number=False, lines=3),
            *(PrintedColumn(str(number), (12 - SEAT) / across, number=False) for number in part),
        )
        rows = tuple((_seat(seat), *("" for _ in part)) for seat in seats)
        grids.append(_ruled_grid(columns, rows, ""))
    return grids


def _ruled_grid(
    columns: tuple[PrintedColumn, ...],
    rows: tuple[tuple[str, ...], ...],
    title: str,
    row: float = ROW,
) -> Grid:
    return Grid(columns, rows, title, ruled=True, height=row, together=True, leads=True)


def _owner_blanks(blank: Blank) -> list[Blanks]:
    if not blank.owners:
        return []
    labels = [wording.card_text(card) for card in dict.fromkeys(blank.owners)]
    labels[0] = gettext("Dealt to: %(card)s") % {"card": labels[0]}
    shares = (1.8, *(1.0 for _ in labels[1:]))
    return [Blanks(tuple(labels), shares, leads=True, close=True)]


def _claim_blanks() -> Blanks:
    labels = (
        gettext("Claim by"),
        gettext("after trick"),
        gettext("what is claimed"),
        gettext("agreed by"),
    )
    return Blanks(labels, (2, 2, 4, 3), leads=True, close=True)


def _penalty_blanks() -> Blanks:
    labels = (
        gettext("Penalty points: deal"),
        gettext("seat"),
        pgettext("penalty", "points"),
        gettext("reason"),
        gettext("Initials"),
    )
    return Blanks(labels, (4, 2, 2, 3, 3), close=True)


def _seat(seat: SeatAt) -> str:
    label = wording.seat_name(seat.label)
    return f"{label} {seat.name}" if seat.name else label


def _card_marks(codes: Sequence[str]) -> str:
    """Return cards to circle; the sign of a suit with several cards is printed once.

    >>> _card_marks(("SQ", "DJ", "H2", "H3", "HA"))
    '♠Q ♦J ♥ 2 3 A'
    """
    groups = []
    for suit, cards in groupby(codes, key=lambda code: code[:1]):
        ranks = [code[1:] for code in cards]
        sign = SUITS.get(suit, suit)
        many = len(set(ranks)) > 1
        groups.append(" ".join([sign, *ranks]) if many else " ".join(sign + rank for rank in ranks))
    return " ".join(groups)
