"""The columns of the standings besides ranks and names.

Pages, hall screens, documents and exports take them from here; totals are computed in `standings`.
A wide screen adds the points of the last rounds; the whole history of an event, with the totals
after each round, is in `ranks`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import Final

from django.utils.translation import gettext, pgettext

from tournaments import wording
from tournaments.models import Comparison, Event, Form
from tournaments.results.event_record import StandingsRow
from tournaments.standings.match_scores import (
    SCALES,
    TABLE_POINTS,
    ByOutcome,
    Order,
)
from tournaments.standings.ranking import Rank
from tournaments.standings.round_scores import RoundSum, TieBreak
from tournaments.standings.tie_breaks import TieBreakValue
from tournaments.structure import games
from tournaments.wording import signed, to_hundredths, unsigned
from tournaments.wording.games import ComparedWords, standing_text, words_of_event
from web.publish.tables import Column, ColumnKind, Face, Say, Value, as_text


@dataclass(frozen=True, slots=True)
class RankColumn(Column[Rank]):
    """A column of the standings, read from a rank; `say` formats its numbers.

    The column that `decides` is the first criterion.
    """

    say: Say = signed
    decides: bool = False

    @property
    def is_wide(self) -> bool:
        """Whether it holds words."""
        return self.kind is ColumnKind.WORDS

    def text_of(self, row: Rank) -> str:
        """Return the formatted value of a rank."""
        return as_text(self.value(row), self.say)


@dataclass(frozen=True, slots=True)
class Measures:
    """The columns of an event: the ranking total, its parts, and tie-breaks."""

    order: Order
    lead: tuple[RankColumn, ...]
    total: RankColumn
    parts: tuple[RankColumn, ...]
    further: tuple[RankColumn, ...]
    counted: ComparedWords
    of_rooms: bool = False
    """Whether a deal is compared with that of the other room."""

    @property
    def deciding(self) -> RankColumn:
        """The column of the first criterion."""
        return self.lead[0] if self.lead else self.total

    @property
    def beside(self) -> tuple[RankColumn, ...]:
        """The columns beside it on screens; the parts of a total are in the sum below the row."""
        total = (self.total,) if self.lead else ()
        return (*total, *(measure for measure in self.further if not measure.is_wide))

    @property
    def on_screen(self) -> tuple[RankColumn, ...]:
        """The columns on screens, the first criterion first."""
        return (self.deciding, *self.beside)

    @property
    def on_paper(self) -> tuple[RankColumn, ...]:
        """The columns on paper, the parts before their sum."""
        return (*self.further, *self.lead, *self.parts, self.total)

    @property
    def in_hall(self) -> tuple[RankColumn, ...]:
        """The columns on hall screens, which have room for few, the first criterion last."""
        return (*self.beside[:1], self.deciding)

    @property
    def net(self) -> RankColumn | None:
        """The sum of the differences, where matches rank."""
        return self.further[0] if self.by_match else None

    @property
    def by_table_points(self) -> bool:
        """Whether table points rank before points."""
        return self.order is Order.TABLE_POINTS

    @property
    def by_match(self) -> bool:
        """Whether match scores rank."""
        return self.order.by_match

    @property
    def round_name(self) -> str:
        """The name of the score of a round, within a sentence."""
        return _match_points_inside(self.order) if self.by_match else str(self.counted.inside)

    @property
    def has_signs(self) -> bool:
        """Whether the score of a deal is a gain or a loss."""
        return self.counted.say is signed

    @property
    def total_inside(self) -> str:
        """The name of the total, within a sentence."""
        if self.by_match:
            return _match_points_inside(self.order)
        return str(self.counted.inside) if self.counted.says else gettext("base points")

    def of_round(self, round_sum: RoundSum) -> Value:
        """Return the score of a round; None for a match that is not over."""
        return round_sum.match_points if self.by_match else round_sum.points

    def round_said(self, round_sum: RoundSum) -> str:
        """Return the formatted score of a round."""
        return as_text(
            self.of_round(round_sum), self.total.say if self.by_match else self.counted.say
        )


def names_heading(event: Event) -> str:
    """Return the heading of the names of an event's entries."""
    return gettext("Team") if event.form == Form.TEAMS else pgettext("person", "Name")


def columns_of_event(
    event: Event, rows: Sequence[StandingsRow] = (), *, everything: bool = False
) -> Measures:
    """Return the columns for these rows; with `everything` also those empty in all rows."""
    order, words = Order(event.ranking), words_of_event(event)
    rooms = event.comparison in {Comparison.IMP, Comparison.BOARD}
    parts = tuple(_sum_parts(order, words, rows, everything))
    if order.by_match:
        further = _match_columns(words, everything or any(row.rank.decided_by for row in rows))
        total = RankColumn(match_points_name(order), _TOTAL, say=worth(order), decides=True)
        return Measures(order, (), total, parts, further, words, rooms)
    by_table = order is Order.TABLE_POINTS
    table_points = RankColumn(gettext("Table points"), _TABLE_POINTS, say=unsigned, decides=True)
    lead = (table_points,) if by_table or everything else ()
    name = words.name if words.says else gettext("Base points")
    total = RankColumn(str(name), _TOTAL, say=words.say, decides=not by_table)
    share = (RankColumn(gettext("Percent"), _share),)
    further = share if event.comparison == Comparison.MATCHPOINTS else ()
    return Measures(order, lead, total, parts, further, words, rooms)


def worth(order: Order) -> Say:
    """Return the format of match scores: with two decimals where the scale has decimals."""
    return to_hundredths if order is Order.VP_20 else unsigned


def match_points_name(order: Order) -> str:
    """Return the name of the total if match scores rank."""
    is_victory = not isinstance(SCALES[order].score, ByOutcome)
    return gettext("Victory points") if is_victory else gettext("Match points")


def scale(event: Event) -> str:
    """Return the table points of the places at a table of an event, such as 4-2-1-0."""
    return "-".join(map(str, TABLE_POINTS.get(games.entries_per_table(event), ())))


def tie_break_text(by: TieBreakValue | None) -> str:
    """Return the tie-break that decided, with its value; empty if there was no tie.

    The number of a lot is left out.
    """
    if by is None:
        return ""
    name = wording.sentence(by.by)
    values = {"name": name, "value": unsigned(by.value)}
    text = pgettext("tie-break", "%(name)s %(value)s")
    return name if by.by is TieBreak.LOT else text % values


def tie_breaks_applied(rank: Rank) -> str:
    """Return all tie-breaks that were applied to an entry, with their values."""
    texts = [tie_break_text(decision) for decision in rank.asked]
    text = gettext("Equal sums were decided by: %(names)s.")
    return text % {"names": wording.listed(texts)} if texts else ""


def match_totals_text(event: Event, round_sum: RoundSum) -> str:
    """Return the totals of a match as "8 : 5", the entry's own side first; empty without totals."""
    if round_sum.totals is None:
        return ""
    own, theirs = (standing_text(event, total) for total in round_sum.totals)
    return f"{own} : {theirs}"


# Sums are cached by their columns, which must compare equal when they are made again: so readers of
# columns are constants or named functions.
_TOTAL: Final = attrgetter("total")
_TABLE_POINTS: Final = attrgetter("table_points")
_NET: Final = attrgetter("net")
_POINTS: Final = attrgetter("points")
_PENALTIES: Final = attrgetter("penalties")


def _wins_draws_losses(rank: Rank) -> Value:
    return "-".join(map(unsigned, (rank.wins, rank.draws, rank.losses)))


def _carried(rank: Rank) -> Value:
    return rank.carried or None


def _decided_by(rank: Rank) -> Value:
    return tie_break_text(rank.decided_by)


def _share(rank: Rank) -> Value:
    """Return the share of all matchpoints in percent, with two decimals."""
    if rank.share is None:
        return None
    hundredths = int(rank.share * 10000 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02} %"


def _penalties_if_any(rank: Rank) -> Value:
    # Levels taken at the table are in the match already, and leave 0 for the sum.
    return rank.penalties or None


def _of_table_points(rank: Rank) -> Value:
    amounts = [reason.amount for reason in rank.reasons if reason.in_table_points]
    return sum(amounts, Fraction(0)) or None


def _sum_parts(
    order: Order, words: ComparedWords, rows: Sequence[StandingsRow], everything: bool
) -> Iterator[RankColumn]:
    """Yield the parts of the total, if it is more than the points played."""
    reasons = [reason for row in rows for reason in row.rank.reasons]
    has_penalties = everything or any(not reason.in_table_points for reason in reasons)
    has_carried = any(row.rank.carried for row in rows)
    if not order.by_match and (has_penalties or has_carried):
        name = pgettext("standings", "From the boards") if words.says else str(words.name)
        yield RankColumn(name, _POINTS, say=words.say)
    if has_carried:
        yield RankColumn(gettext("Carried over"), _carried, say=unsigned)
    if has_penalties:
        penalties = pgettext("standings", "Penalties")
        yield RankColumn(penalties, _PENALTIES if everything else _penalties_if_any)
    if any(reason.in_table_points for reason in reasons):
        yield RankColumn(pgettext("standings", "Penalties in table points"), _of_table_points)


def _match_columns(words: ComparedWords, has_decided: bool) -> tuple[RankColumn, ...]:
    by = (
        (RankColumn(gettext("Decided by"), _decided_by, kind=ColumnKind.WORDS),)
        if has_decided
        else ()
    )
    return (
        RankColumn(str(words.net), _NET),
        RankColumn(pgettext("won, drawn, lost", "W-D-L"), _wins_draws_losses),
        *by,
    )


def _match_points_inside(order: Order) -> str:
    is_victory = not isinstance(SCALES[order].score, ByOutcome)
    return gettext("victory points") if is_victory else gettext("match points")


MOST_ROUNDS: Final = 8
"""The most rounds that fit between the names and the totals of the widest screen."""


@dataclass(frozen=True, slots=True)
class RoundColumn(Column[Rank]):
    """The points of a round, only on pages; `best` is the highest score in it."""

    best: Fraction | int | None = None

    def is_best(self, row: Rank) -> bool:
        """Whether nobody had more points in the round."""
        return self.best is not None and self.value(row) == self.best


def round_columns(rows: Sequence[StandingsRow], measures: Measures) -> tuple[RoundColumn, ...]:
    """Return a column for each of the last rounds that count, the latest first; none if only one
    does, which would repeat the total.
    """
    numbers = sorted({played.round for row in rows for played in row.rank.rounds})
    if len(numbers) < 2:
        return ()
    return tuple(
        _round_column(number, rows, measures) for number in numbers[: -MOST_ROUNDS - 1 : -1]
    )


def _round_column(number: int, rows: Sequence[StandingsRow], measures: Measures) -> RoundColumn:
    def points(rank: Rank) -> Value:
        played = next((played for played in rank.rounds if played.round == number), None)
        return _round_points(played, measures) if played else None

    def text(rank: Rank) -> str:
        return as_text(points(rank), _round_say(measures))

    values = [points(row.rank) for row in rows]
    best = max((value for value in values if isinstance(value, Fraction | int)), default=None)
    heading = gettext("R%(number)s") % {"number": number}
    return RoundColumn(heading, points, text, faces=Face.PAGE, best=best)


def round_text(played: RoundSum, measures: Measures) -> str:
    """Return what a round adds to the first criterion as text, so that a row adds up to it."""
    return as_text(_round_points(played, measures), _round_say(measures))


def _round_say(measures: Measures) -> Say:
    return unsigned if measures.by_table_points else measures.deciding.say


def _round_points(played: RoundSum, measures: Measures) -> Value:
    return played.table_points if measures.by_table_points else measures.of_round(played)
