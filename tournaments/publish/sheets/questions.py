"""Sheets of a game that asks questions of each deal: a row for every deal, blank or filled in.

What is asked comes from the game's own blank; nothing here knows a game.
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
from tournaments.publish.documents import Subject
from tournaments.publish.pdf.book import Blanks, Grid
from tournaments.publish.pdf.sheet import Column
from tournaments.publish.sheets import reading
from tournaments.publish.sheets.reading import SeatAt
from tournaments.results import queries
from tournaments.structure import dealing
from tournaments.wording import games
from tournaments.wording.answers import answer_text, question_text

ROW: Final = 11
"""The height of a row to be written in, in millimetres."""
NUMBER, WORD, CIRCLED, FIGURE, SIDE, INITIALS = 0.75, 1.35, 1.7, 1.15, 0.9, 1.05
MOST_COLUMNS: Final = 7
"""Further questions stand below the deals: few deals answer them."""
MOST_CIRCLED: Final = 6
"""Of more options one is written down; fewer are printed and one is circled."""
PAIR: Final = 2
HYPHEN: Final = "-"
"""Holds the words together of what is circled as one."""


def grid(subject: Subject, seats: Sequence[SeatAt], boards: Sequence[int] = ()) -> Grid:
    """Return the rows to be filled in: what is asked of each deal, and where the sides then stand.

    What is known before play stands there already: the level of the first deal, and of `boards`,
    given by their numbers, who deals and at which level.
    """
    event = subject.event
    game = queries.game_of(event)
    rules = game.rules(reading.rules_of(event, subject.round).rules)
    asks = _often(game.blank(rules).asks)
    labels = game.seats(rules)
    known = {board: game.procedure(rules, _of_board(board, labels)).facts for board in boards}
    known = known or {1: game.procedure(rules).facts}
    columns = (
        Column(gettext("Deal"), NUMBER, number=False),
        *(_column(asked) for asked in asks),
        *(Column(side, SIDE) for side in _standings(event, seats)),
        Column(gettext("Initials"), INITIALS, number=False),
    )
    after = ("",) * (len(columns) - len(asks) - 1)
    rows = []
    for number in boards or range(1, event.deals_per_round + 1):
        asked = (_blank(one, event.game, seats, known.get(number, {})) for one in asks)
        rows.append((str(number), *asked, *after))
    return Grid(fitted(columns), tuple(rows), ruled=True, height=ROW, leads=True)


def _of_board(number: int, seats: Sequence[str]) -> History:
    return History(leader=dealing.leader(number, seats), from_board=True, board=number)


def seldom(asks: Sequence[Asked]) -> list[Blanks]:
    """Return a line for each question that few deals answer, to be written with their numbers."""
    often = _often(asks)
    label = gettext("%(question)s (deal: answer)")
    rest = (one for one in asks if one not in often)
    return [Blanks((label % {"question": question_text(one)},)) for one in rest]


def sides(event: Event, seats: Sequence[SeatAt]) -> list[tuple[SeatAt, ...]]:
    """Return the seats of each side; where nobody sits yet, partners sit opposite."""
    found: dict[str, list[SeatAt]] = {}
    for place, seat in enumerate(seats):
        side = seat.side or str(place % PAIR if event.form == Event.Form.PAIRS else place)
        found.setdefault(side, []).append(seat)
    return [tuple(side) for side in found.values()]


def side_label(side: Sequence[SeatAt]) -> str:
    """Return a side by where it sits."""
    return " ".join(wording.seat_short(seat.label) for seat in side)


def _often(asks: Sequence[Asked]) -> list[Asked]:
    """Return the questions that most deals answer: those that need not be answered give way."""
    seldom_from = [one.optional for one in asks[MOST_COLUMNS:]]
    return [*asks] if not all(seldom_from) else [*asks[:MOST_COLUMNS]]


def _standings(event: Event, seats: Sequence[SeatAt]) -> Iterator[str]:
    """Head a column for each side of a match of two: where it stands after the deal."""
    found = sides(event, seats)
    if len(found) == PAIR:
        for side in found:
            yield gettext("%(side)s after it") % {"side": side_label(side)}


def _column(asked: Asked) -> Column:
    if asked.kind is AskedKind.NUMBER:
        return Column(question_text(asked), FIGURE, number=False)
    if _is_printed(asked):
        share = WORD if asked.kind is AskedKind.SEAT else CIRCLED
        return Column(question_text(asked), share, number=False, spread=True)
    is_short = all(len(option or "") <= PAIR for option in asked.options) and asked.options
    return Column(question_text(asked), SIDE if is_short else WORD, number=False)


def fitted(columns: Sequence[Column]) -> tuple[Column, ...]:
    """Share the width of the page out as the columns ask for it."""
    share = 12 / sum(column.twelfths for column in columns)
    return tuple(replace(column, twelfths=round(column.twelfths * share, 3)) for column in columns)


def _is_printed(asked: Asked) -> bool:
    if asked.kind is AskedKind.SEAT:
        return True
    return asked.kind is AskedKind.CHOICE and len(asked.options) <= MOST_CIRCLED


def _blank(asked: Asked, game: str, seats: Sequence[SeatAt], known: Mapping[str, Any]) -> str:
    """Return the answer where it is known, else what there is to circle."""
    answer = answer_text(asked, known, game)
    if answer or not _is_printed(asked):
        return answer
    if asked.kind is AskedKind.SEAT:
        return " ".join(wording.seat_short(seat.label) for seat in seats)
    options = (games.option_name(game, asked.code.value, option) for option in asked.options)
    return " ".join(option.replace(" ", HYPHEN) for option in options)
