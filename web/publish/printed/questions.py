"""Grids for games whose sheets ask questions: a row for every deal, blank or filled in.

The questions come from the blank of the game; nothing here depends on a particular game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.utils.translation import gettext

from scoring.game import Asked, AskedKind
from scoring.procedure import History
from tournaments import wording
from tournaments.models import Event
from tournaments.structure import dealing
from tournaments.structure.games import game_of
from tournaments.wording import games
from tournaments.wording.answers import answer_text, question_text
from web.publish.documents import Subject
from web.publish.pdf.book import Blanks, Grid
from web.publish.pdf.sheet import PrintedColumn
from web.publish.printed import reading
from web.publish.printed.reading import SeatAt

ROW: Final = 11
"""The height of a blank row in millimetres."""
NUMBER, WORD, CIRCLED, FIGURE, SIDE, INITIALS = 0.75, 1.35, 1.7, 1.15, 0.9, 1.05
MOST_COLUMNS: Final = 7
"""Further questions are set below the deals, because few deals answer them."""
MOST_CIRCLED: Final = 6
"""Up to this many options are printed to be circled; with more, the answer is written."""
PAIR: Final = 2
HYPHEN: Final = "-"
"""Joins the words of an option that is circled as a whole."""


def grid(subject: Subject, seats: Sequence[SeatAt], boards: Sequence[int] = ()) -> Grid:
    """Return the blank rows of deals: the questions, and the totals of the sides.

    What is known before play is filled in: the level of the first deal, and for the numbers in
    `boards` the dealer and the level.
    """
    event = subject.event
    game = game_of(event)
    rules = game.rules(reading.rules_of(event, subject.round).rules)
    asks = _usual_questions(game.blank(rules).asks)
    labels = game.seats(rules)
    known = {} if boards else {1: game.procedure(rules).facts}
    for board in boards:
        history = History(leader=dealing.leader(board, labels), from_board=True, board=board)
        known[board] = game.procedure(rules, history).facts
    columns = (
        PrintedColumn(gettext("Board") if boards else gettext("Deal"), NUMBER, number=False),
        *(_column(question) for question in asks),
        *(PrintedColumn(side, SIDE) for side in _standing_columns(event, seats)),
        PrintedColumn(gettext("Initials"), INITIALS, number=False),
    )
    after = ("",) * (len(columns) - len(asks) - 1)
    rows = []
    for number in boards or range(1, event.deals_per_round + 1):
        cells = (
            _blank_cell(question, event.game, seats, known.get(number, {})) for question in asks
        )
        rows.append((str(number), *cells, *after))
    return Grid(fitted(columns), tuple(rows), ruled=True, height=ROW, leads=True)


def seldom(asks: Sequence[Asked]) -> list[Blanks]:
    """Return a line for each question that few deals answer."""
    often = _usual_questions(asks)
    label = gettext("%(question)s (deal: answer)")
    rest = (question for question in asks if question not in often)
    return [Blanks((label % {"question": question_text(question)},)) for question in rest]


def needed_lines(asks: Sequence[Asked], game: str) -> list[str]:
    """Return the conditions of questions that are not always answered, each condition once."""
    by_reason: dict[str, list[str]] = {}
    for question in asks:
        if reason := games.needed_when(game, question.code.value):
            by_reason.setdefault(reason, []).append(question_text(question))
    label = gettext("%(questions)s: %(when)s")
    return [
        label % {"questions": wording.listed(names), "when": reason}
        for reason, names in by_reason.items()
    ]


def sides(event: Event, seats: Sequence[SeatAt]) -> list[tuple[SeatAt, ...]]:
    """Return the seats of each side; before the draw partners are opposite each other."""
    by_side: dict[str, list[SeatAt]] = {}
    for place, seat in enumerate(seats):
        side = seat.side or str(place % PAIR if event.form == Event.Form.PAIRS else place)
        by_side.setdefault(side, []).append(seat)
    return [tuple(side) for side in by_side.values()]


def side_label(side: Sequence[SeatAt]) -> str:
    """Return the short names of the seats of a side."""
    return " ".join(wording.seat_short(seat.label) for seat in side)


def _usual_questions(asks: Sequence[Asked]) -> list[Asked]:
    """Return the questions in the rows: surplus optional ones are left out."""
    seldom_from = [question.optional for question in asks[MOST_COLUMNS:]]
    return [*asks] if not all(seldom_from) else [*asks[:MOST_COLUMNS]]


def _standing_columns(event: Event, seats: Sequence[SeatAt]) -> Iterator[str]:
    """Yield the headings of the totals after a deal, where a match has two sides."""
    match_sides = sides(event, seats)
    if len(match_sides) == PAIR:
        for side in match_sides:
            yield gettext("%(side)s after it") % {"side": side_label(side)}


def _column(asked: Asked) -> PrintedColumn:
    if asked.kind is AskedKind.NUMBER:
        return PrintedColumn(question_text(asked), FIGURE, number=False)
    if _is_circled(asked):
        share = WORD if asked.kind is AskedKind.SEAT else CIRCLED
        return PrintedColumn(question_text(asked), share, number=False, spread=True)
    is_short = all(len(option or "") <= PAIR for option in asked.options) and asked.options
    return PrintedColumn(question_text(asked), SIDE if is_short else WORD, number=False)


def fitted(columns: Sequence[PrintedColumn]) -> tuple[PrintedColumn, ...]:
    """Scale columns to the width of the page."""
    share = 12 / sum(column.twelfths for column in columns)
    return tuple(replace(column, twelfths=round(column.twelfths * share, 3)) for column in columns)


def _is_circled(asked: Asked) -> bool:
    if asked.kind is AskedKind.SEAT:
        return True
    return asked.kind is AskedKind.CHOICE and len(asked.options) <= MOST_CIRCLED


def _blank_cell(asked: Asked, game: str, seats: Sequence[SeatAt], known: Mapping[str, Any]) -> str:
    """Return the answer if it is known, else the options to circle."""
    answer = answer_text(asked, known, game)
    if answer or not _is_circled(asked):
        return answer
    if asked.kind is AskedKind.SEAT:
        return " ".join(wording.seat_short(seat.label) for seat in seats)
    options = (games.option_name(game, asked.code.value, option) for option in asked.options)
    return " ".join(option.replace(" ", HYPHEN) for option in options)
