"""What the walls share: the sizes of names, and the sentence at the foot.

Most names have one size, and each that is longer a smaller one: one long name would otherwise make
all others too small for the last chair. What one wall alone says is not here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from django.utils.translation import gettext

from tournaments import wording
from tournaments.models import EventState, Form
from tournaments.results.event_record import StandingsRow
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure.stages import is_knockout
from web.publish import publications
from web.publish.pages import posted
from web.publish.pages.progress import PublicRound, round_states, state_words
from web.publish.publications import PublicationNeeds, Publications
from web.publish.rank_columns import Measures, RoundColumn, round_columns
from web.publish.tables import LINES, letters_of_line, widest, width

MOST_LETTERS: Final = 18
"""The letters of the longest name beside which the points of rounds have room."""
MOST_DIGITS: Final = 7
"""The digits of the longest of these points."""

LONGER: Final = 4
"""At most one name in so many is smaller than the others."""

FEW: Final = 5
"""The most rows of a screen that are high enough for two lines of the largest letters."""


def usual(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names without the longest quarter, rounded down.

    >>> usual(["王小明", "陈静", "Maximilian von Habsburg-Lothringen", "李娜"])
    ('陈静', '李娜', '王小明')
    """
    listed = sorted(names, key=width)
    return tuple(listed[: len(listed) - len(listed) // LONGER])


@dataclass(frozen=True, slots=True)
class NameSizes:
    """The letters that a line of a usual name has room for, whether all have two lines, and the
    letters of each name that is smaller: because it is longer, in several lines, or because of what
    stands beside it.
    """

    letters: int
    are_two: bool
    longer: dict[str, int]
    narrower: dict[str, int] = field(default_factory=dict)


def sizes(names: Sequence[str], line: int, lines: int = 2) -> NameSizes:
    """Return the sizes of names that have two lines where a usual one has more letters than `line`.

    Up to `line` the height of a row decides, so none of those is longer. One that is longer has up
    to `lines`.

    >>> found = sizes(["王小明", "陈静", "Maximilian von Habsburg-Lothringen", "李娜"], 16)
    >>> found.letters, found.are_two, found.longer
    (8, False, {'Maximilian von Habsburg-Lothringen': 23})

    Latin letters are wider than counted: a name of `line` of them is one of the longer ones.

    >>> sizes(["王小明", "陈静", "欧阳明珠", "Lukasz Zolkiewski"], 17).longer
    {'Lukasz Zolkiewski': 12}
    """
    most = usual(names)

    def fits(listed: Sequence[str]) -> bool:
        return widest(listed) <= line and letters_of_line(listed, 1) * 5 <= line * 6

    are_two = not fits(most)
    shown = 2 if are_two else 1
    fitting = [name for name in names if fits([name])]
    letters = letters_of_line([*most, *fitting], shown)
    longer = (name for name in names if letters_of_line([name], shown) > letters)
    own = {name: max(letters, letters_of_line([name], lines)) for name in longer}
    return NameSizes(letters, are_two, own)


def line_of(letters: int, shown: Sequence[Sequence[Sequence[object]]]) -> int:
    """Return the letters of a line; if rows are few, names take two lines sooner."""
    are_few = max((len(column) for screen in shown for column in screen), default=0) <= FEW
    return letters // 2 if are_few else letters


def smaller(found: NameSizes, factor: float) -> NameSizes:
    """Return sizes for cells that are narrower by a factor.

    >>> smaller(NameSizes(8, False, {"欧阳明珠／司马青": 16}), 1.2)
    NameSizes(letters=10, are_two=False, longer={'欧阳明珠／司马青': 20}, narrower={})
    """

    def more(letters: int) -> int:
        return next((line for line in LINES if line >= letters * factor), LINES[-1])

    longer = {name: more(letters) for name, letters in found.longer.items()}
    return NameSizes(more(found.letters), found.are_two, longer)


def beside_two_numbers(digits: int) -> float:
    """Return by how much the width that `hall.css` gives a name is more than it has beside two
    numbers of so many digits and the change, on a wall of one column.

    >>> round(beside_two_numbers(5), 2), round(beside_two_numbers(10), 2)
    (1.19, 1.33)
    """
    return (76 - 4 * digits) / (67 - 4 * digits)


def beside_rounds(digits: int, numbers: int, rounds: int) -> float:
    """Return the same beside numbers of so many digits and the points of rounds.

    >>> round(beside_rounds(5, 1, 3), 2), round(beside_rounds(5, 2, 2), 2)
    (1.44, 1.7)
    """
    return (76 - 4 * digits) / (81 - numbers * (2 * digits + 5) - 9 * rounds)


def rounds_shown(
    snapshot: EventSnapshot, rows: Sequence[StandingsRow], measures: Measures, room: int
) -> tuple[RoundColumn, ...]:
    """Return the columns of the last rounds, the earliest first, on a wall of one column.

    Teams have their players there, and a knockout is decided by the round that is reached.
    """
    are_ranked_by_round = any(map(is_knockout, snapshot.stages))
    names = [row.competitor.name for row in rows]
    if snapshot.event.form == Form.TEAMS or are_ranked_by_round or len(rows) > room:
        return ()
    if widest(names) > MOST_LETTERS:
        return ()
    shown = round_columns(rows, measures)[: 4 - len(measures.in_hall)]
    texts = (column.text_of(row.rank) for row in rows for column in shown)
    return shown[::-1] if max(map(len, texts), default=0) <= MOST_DIGITS else ()


def needs(snapshot: EventSnapshot) -> PublicationNeeds:
    """Return what the sentence tells of publications: nothing of a club event, or during play."""
    if not snapshot.regulations.is_official:
        return PublicationNeeds()
    rounds = round_states(snapshot)
    return replace(publications.needs(snapshot), terms=bool(rounds) and not rounds[-1].is_open)


def sentence(snapshot: EventSnapshot, published: Publications) -> str:
    """Return the state of an event and what comes next, as far as that is known.

    In an official competition, between rounds and at the end, how its result was posted.
    """
    rounds = round_states(snapshot)
    current = rounds[-1] if rounds else None
    if current is None:
        return gettext("No round has been published yet.")
    if snapshot.regulations.is_official and not current.is_open:
        told = wording.joined_sentences(posted.of_event(snapshot, published).sentences)
        return told or state_words(current)
    return next_words(snapshot, current) or state_words(current)


def next_words(snapshot: EventSnapshot, current: PublicRound) -> str:
    """Return when the first round begins, or what follows the last; empty where neither is known.

    What an event of several stages plans says nothing of all its rounds.
    """
    event, stages = snapshot.event, snapshot.stages
    if current.is_open:
        begins = event.local_start if current.number == 1 and not current.done else None
        text = gettext("Round 1 begins at %(time)s.")
        return text % {"time": begins.strftime("%H:%M")} if begins else ""
    planned = snapshot.rounds_planned(stages[0]) or 0 if len(stages) == 1 else 0
    is_over = event.state == EventState.FINISHED or planned == current.number
    values = {"number": current.number, "rounds": planned, "next": current.number + 1}
    if is_over and current.number > 1:
        return gettext("All %(number)s rounds have been played.") % values
    if not is_over and current.number < planned:
        text = gettext("Round %(number)s of %(rounds)s is over. Next: the seats of round %(next)s.")
        return text % values
    return ""
