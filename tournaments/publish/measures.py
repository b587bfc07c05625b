"""What the standings of an event show beside ranks and names: by its ranking, in one place.

Pages, hall screens, papers and files take their columns from here, and the sentences that say how
the ranks are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext, gettext_lazy, pgettext

from tournaments import progress, wording
from tournaments.match_scores import SCALES, TABLE_POINTS, ByDifference, Order
from tournaments.models import Event
from tournaments.scores import StandingsRow
from tournaments.standings import Decided, Rank, RoundSum, TieBreak
from tournaments.tie_breaks import USUAL
from tournaments.wording import games, signed, unsigned
from tournaments.wording.standings import tie_breaks_text

Value = Fraction | int | str | None
"""A number, or words; None where a row has nothing to say."""
Say = Callable[[Fraction | int], str]


_CAPPED: Final = gettext_lazy(
    "Victory points rank. Each side of a match has %(base)s, and by how much one is ahead, "
    "%(most)s at the most, is added to its points and taken from those of the other. A match won "
    "without play counts %(unplayed)s."
)
_UNCAPPED: Final = gettext_lazy(
    "Victory points rank. Each side of a match has %(base)s, and by how much one is ahead is added "
    "to its points and taken from those of the other. A match won without play counts %(unplayed)s."
)
_BY_OUTCOME: Final = gettext_lazy(
    "Match points rank: a match won counts %(win)s, drawn %(draw)s, lost %(loss)s. A match won "
    "without play counts %(unplayed)s."
)


@dataclass(frozen=True, slots=True)
class Measure:
    """A column of the standings: its heading, how it is read from a rank and written.

    The one that `decides` ranks first; one that holds words `is_wide`.
    """

    heading: str
    read: Callable[[Rank], Value]
    say: Say = signed
    decides: bool = False
    is_wide: bool = False

    def said(self, rank: Rank) -> str:
        """Return what stands in the column."""
        return _said(self.read(rank), self.say)


@dataclass(frozen=True, slots=True)
class Measures:
    """The columns of an event: what ranks, what that is made of, and what tells equals apart."""

    order: Order
    lead: tuple[Measure, ...]
    total: Measure
    parts: tuple[Measure, ...]
    further: tuple[Measure, ...]

    @property
    def on_screen(self) -> tuple[Measure, ...]:
        """The columns as a screen shows them, what ranks first."""
        return (*self.lead, self.total, *self.parts, *self.further)

    @property
    def on_paper(self) -> tuple[Measure, ...]:
        """The columns as paper shows them, what is added up before its sum."""
        return (*self.further, *self.lead, *self.parts, self.total)

    @property
    def in_hall(self) -> tuple[Measure, ...]:
        """The columns as a hall screen shows them, which has room for few."""
        return (*self.further[:1], *self.lead, *self.parts, self.total)

    @property
    def net(self) -> Measure | None:
        """The sum of the differences, where matches rank."""
        return self.further[0] if self.by_match else None

    @property
    def by_table_points(self) -> bool:
        """Whether table points rank before points."""
        return self.order is Order.TABLE_POINTS

    @property
    def by_match(self) -> bool:
        """Whether what every match is worth ranks."""
        return self.order.by_match

    @property
    def round_name(self) -> str:
        """What a round counts first, in the middle of a sentence."""
        return _match_points_inside(self.order) if self.by_match else gettext("points")

    @property
    def total_inside(self) -> str:
        """What the sum is called in the middle of a sentence."""
        return _match_points_inside(self.order) if self.by_match else gettext("base points")

    def of_round(self, one: RoundSum) -> Value:
        """Return what a round counts; None for a match that is not over."""
        return one.match_points if self.by_match else one.points

    def round_said(self, one: RoundSum) -> str:
        """Return what a round counts as it is written."""
        return _said(self.of_round(one), unsigned if self.by_match else signed)


def of(event: Event, rows: Sequence[StandingsRow] = (), *, everything: bool = False) -> Measures:
    """Return the columns for these rows; `everything` also those that no row needs."""
    order = Order(event.ranking)
    has_penalties = everything or any(row.rank.reasons for row in rows)
    parts = tuple(_parts(event, order, everything)) if has_penalties else ()
    if order.by_match:
        further = _of_matches(event, everything or any(row.rank.decided_by for row in rows))
        total = Measure(match_points(order), _total, unsigned, decides=True)
        return Measures(order, (), total, parts, further)
    by_table = order is Order.TABLE_POINTS
    lead = (Measure(gettext("Table points"), _table_points, unsigned, decides=True),)
    total = Measure(gettext("Base points"), _total, decides=not by_table)
    return Measures(order, lead if by_table or everything else (), total, parts, ())


def match_points(order: Order) -> str:
    """Return what the sum is called that ranks where matches do."""
    is_victory = isinstance(SCALES[order].score, ByDifference)
    return gettext("Victory points") if is_victory else gettext("Match points")


def sentences(event: Event) -> Iterator[str]:
    """Yield how the ranks of an event are made, in sentences."""
    order = Order(event.ranking)
    if order.by_match:
        yield _of_a_match(order)
        yield gettext("Penalties given outside of a match are taken from this sum.")
    elif order is Order.TABLE_POINTS:
        said = gettext(
            "Table points rank first: %(scale)s for the places at a table, shared between equals; "
            "then the base points."
        )
        yield said % {"scale": scale(event)}
    else:
        yield gettext("The base points rank; equals share a place.")
    if not order.by_match:
        yield gettext("Base points are points and penalties together.")
    yield from _between_equals(event, order)


def scale(event: Event) -> str:
    """Return the table points of the places at a table of an event, as 4-2-1-0."""
    return "-".join(map(str, TABLE_POINTS.get(progress.units(event), ())))


def decided(by: Decided | None) -> str:
    """Return what decided between equals, with its value; nothing where nothing had to.

    The number that a lot has drawn means nothing.
    """
    if by is None:
        return ""
    name = wording.sentence(by.by)
    return name if by.by is TieBreak.LOT else f"{name} {unsigned(by.value)}"


def asked(rank: Rank) -> str:
    """Return every tie-break that was asked of an entry, with what it came to."""
    found = [decided(one) for one in rank.asked]
    said = gettext("Equal sums were decided by: %(names)s.")
    return said % {"names": wording.listed(found)} if found else ""


def standing_of(event: Event, one: RoundSum) -> str:
    """Return how both sides of a match stand, the entry's own first, as 8 : 5; nothing if none."""
    if one.totals is None:
        return ""
    own, theirs = (games.standing_said(event.game, int(total)) for total in one.totals)
    return f"{own} : {theirs}"


def _said(value: Value, say: Say) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else say(value)


def _total(rank: Rank) -> Value:
    return rank.total


def _table_points(rank: Rank) -> Value:
    return rank.table_points


def _net(rank: Rank) -> Value:
    return rank.net


def _record(rank: Rank) -> Value:
    return f"{rank.wins}-{rank.draws}-{rank.losses}"


def _decided(rank: Rank) -> Value:
    return decided(rank.decided_by)


def _points(rank: Rank) -> Value:
    return rank.points


def _penalties(rank: Rank) -> Value:
    return rank.penalties


def _penalties_if_any(rank: Rank) -> Value:
    # A level that was taken at the table is in its match, and nothing of it is left for the sum.
    return rank.penalties or None


def _parts(event: Event, order: Order, everything: bool) -> Iterator[Measure]:
    if not order.by_match:
        yield Measure(games.scores_name(event.game), _points)
    penalties = pgettext("standings", "Penalties")
    yield Measure(penalties, _penalties if everything else _penalties_if_any)


def _of_matches(event: Event, has_decided: bool) -> tuple[Measure, ...]:
    by = (Measure(gettext("Decided by"), _decided, is_wide=True),) if has_decided else ()
    return (
        Measure(games.net_name(event.game), _net),
        Measure(pgettext("won, drawn, lost", "W-D-L"), _record),
        *by,
    )


def _match_points_inside(order: Order) -> str:
    is_victory = isinstance(SCALES[order].score, ByDifference)
    return gettext("victory points") if is_victory else gettext("match points")


def _of_a_match(order: Order) -> str:
    found = SCALES[order]
    unplayed = unsigned(found.unplayed)
    if isinstance(found.score, ByDifference):
        values = {
            "base": found.score.base,
            "most": found.score.most,
            "unplayed": unplayed,
        }
        return (_CAPPED if found.score.most else _UNCAPPED) % values
    return _BY_OUTCOME % {
        "win": unsigned(found.score.win),
        "draw": unsigned(found.score.draw),
        "loss": unsigned(found.score.loss),
        "unplayed": unplayed,
    }


def _between_equals(event: Event, order: Order) -> Iterator[str]:
    asked = [TieBreak(name) for name in event.tie_breaks] or list(USUAL[order])
    if order is Order.TABLE_POINTS and asked == [TieBreak.TOTAL]:
        return
    if asked:
        said = gettext("What decides between equals, in this order: %(names)s.")
        yield said % {"names": tie_breaks_text(asked)}
        if asked[-1] is not TieBreak.LOT:
            yield gettext("Who is equal by all of these shares a place.")
