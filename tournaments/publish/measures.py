"""What the standings of an event show beside ranks and names: by its ranking, in one place.

Pages, hall screens, papers and files take their columns from here, and the sentences that say how
the ranks are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext, gettext_lazy, pgettext

from tournaments import wording
from tournaments.models import Comparison, DrawMethod, Event, Form
from tournaments.progress import event_progress
from tournaments.results.standings_input import StandingsRow
from tournaments.standings.match_scores import (
    SCALES,
    TABLE_POINTS,
    ByDifference,
    ByOutcome,
    ByVictoryPoints,
    Order,
)
from tournaments.standings.ranking import Decided, Rank, RoundSum, TieBreak
from tournaments.standings.tie_breaks import USUAL
from tournaments.structure import match_parts, three_way_matches, two_lines
from tournaments.wording import compared, signed, to_hundredths, unsigned
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
_BY_BOARDS: Final = gettext_lazy(
    "Victory points rank, from 20 to 0 by how much a side of a match is ahead over its boards, 10 "
    "for each of a draw. A match won without play counts %(unplayed)s."
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
    counted: compared.Words
    of_rooms: bool = False
    """Whether a deal counts with that of the other room."""

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
        return _match_points_inside(self.order) if self.by_match else str(self.counted.inside)

    @property
    def has_signs(self) -> bool:
        """Whether what a deal counts is a gain or a loss."""
        return self.counted.say is signed

    @property
    def total_inside(self) -> str:
        """What the sum is called in the middle of a sentence."""
        if self.by_match:
            return _match_points_inside(self.order)
        return str(self.counted.inside) if self.counted.says else gettext("base points")

    def of_round(self, round_sum: RoundSum) -> Value:
        """Return what a round counts; None for a match that is not over."""
        return round_sum.match_points if self.by_match else round_sum.points

    def round_said(self, round_sum: RoundSum) -> str:
        """Return what a round counts as it is written."""
        return _said(
            self.of_round(round_sum), self.total.say if self.by_match else self.counted.say
        )


def names_heading(event: Event) -> str:
    """Return what stands above the names of an event's entries: of people, or of teams."""
    return gettext("Team") if event.form == Form.TEAMS else pgettext("person", "Name")


def of(event: Event, rows: Sequence[StandingsRow] = (), *, everything: bool = False) -> Measures:
    """Return the columns for these rows; `everything` also those that no row needs."""
    order, words = Order(event.ranking), compared.of(event)
    rooms = event.comparison in {Comparison.IMP, Comparison.BOARD}
    parts = tuple(_parts(order, words, rows, everything))
    if order.by_match:
        further = _of_matches(words, everything or any(row.rank.decided_by for row in rows))
        total = Measure(match_points(order), _total, worth(order), decides=True)
        return Measures(order, (), total, parts, further, words, rooms)
    by_table = order is Order.TABLE_POINTS
    table_points = Measure(gettext("Table points"), _table_points, unsigned, decides=True)
    lead = (table_points,) if by_table or everything else ()
    name = words.name if words.says else gettext("Base points")
    total = Measure(str(name), _total, words.say, decides=not by_table)
    share = (Measure(gettext("Percent"), _share),)
    further = share if event.comparison == Comparison.MATCHPOINTS else ()
    return Measures(order, lead, total, parts, further, words, rooms)


def worth(order: Order) -> Say:
    """Return how what a match is worth is written: all with decimals where its scale has them."""
    return to_hundredths if order is Order.VP_20 else unsigned


def match_points(order: Order) -> str:
    """Return what the sum is called that ranks where matches do."""
    is_victory = not isinstance(SCALES[order].score, ByOutcome)
    return gettext("Victory points") if is_victory else gettext("Match points")


def sentences(event: Event) -> Iterator[str]:
    """Yield how the ranks of an event are made, in sentences."""
    order, words = Order(event.ranking), compared.of(event)
    yield from (str(words.says) for _ in range(bool(words.says)))
    if order.by_match:
        yield from _of_games(event)
        yield _of_a_match(order)
        yield gettext("Penalties given outside of a match are taken from this sum.")
    elif order is Order.TABLE_POINTS:
        said = gettext(
            "Table points rank first: %(scale)s for the places at a table, shared between equals; "
            "then the base points."
        )
        yield said % {"scale": scale(event)}
    elif words.says:
        yield gettext("Their sum ranks, with penalties in it; equals share a place.")
    else:
        yield gettext("The base points rank; equals share a place.")
    if not (order.by_match or words.says):
        yield gettext("Base points are points and penalties together.")
    if three_way_matches.possible(event):
        yield gettext(
            "Of an odd number of teams three meet in half matches, each with each: a half match "
            "counts half of a match of so many boards, and what its boards came to counts whole."
        )
    if two_lines.has_two(event):
        yield gettext("North-south and east-west rank apart, each with a winner of its own.")
    yield from _between_equals(event, order)
    yield from _of_stages(event)


def of_withdrawn(rows: Iterable[StandingsRow]) -> str:
    """Return how they are placed who withdrew, as a sentence, where any of them is listed."""
    if not any(row.rank.withdrawn for row in rows):
        return ""
    return gettext(
        "Who withdrew without an accepted reason has no place; with one, who withdrew stands after "
        "all who stayed, unless half of the matches of a round robin or a movement were played, or "
        "a place in a knockout or a later stage was reached."
    )


def scale(event: Event) -> str:
    """Return the table points of the places at a table of an event, as 4-2-1-0."""
    return "-".join(map(str, TABLE_POINTS.get(event_progress.units(event), ())))


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


def standing_of(event: Event, round_sum: RoundSum) -> str:
    """Return how both sides of a match stand, the entry's own first, as 8 : 5; nothing if none."""
    if round_sum.totals is None:
        return ""
    own, theirs = (compared.standing_said(event, total) for total in round_sum.totals)
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
    return "-".join(map(unsigned, (rank.wins, rank.draws, rank.losses)))


def _decided(rank: Rank) -> Value:
    return decided(rank.decided_by)


def _points(rank: Rank) -> Value:
    return rank.points


def _carried(rank: Rank) -> Value:
    return rank.carried or None


def _share(rank: Rank) -> Value:
    """Which part of all matchpoints these are, to the hundredth of a percent."""
    if rank.share is None:
        return None
    hundredths = int(rank.share * 10000 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02} %"


def _penalties(rank: Rank) -> Value:
    return rank.penalties


def _penalties_if_any(rank: Rank) -> Value:
    # A level that was taken at the table is in its match, and nothing of it is left for the sum.
    return rank.penalties or None


def _parts(
    order: Order, words: compared.Words, rows: Sequence[StandingsRow], everything: bool
) -> Iterator[Measure]:
    """Yield what the sum is made of, where it is more than what was played."""
    has_penalties = everything or any(row.rank.reasons for row in rows)
    has_carried = any(row.rank.carried for row in rows)
    if not order.by_match and (has_penalties or has_carried):
        name = pgettext("standings", "From the boards") if words.says else str(words.name)
        yield Measure(name, _points, words.say)
    if has_carried:
        yield Measure(gettext("Carried over"), _carried, unsigned)
    if has_penalties:
        penalties = pgettext("standings", "Penalties")
        yield Measure(penalties, _penalties if everything else _penalties_if_any)


def _of_matches(words: compared.Words, has_decided: bool) -> tuple[Measure, ...]:
    by = (Measure(gettext("Decided by"), _decided, is_wide=True),) if has_decided else ()
    return (
        Measure(str(words.net), _net),
        Measure(pgettext("won, drawn, lost", "W-D-L"), _record),
        *by,
    )


def _match_points_inside(order: Order) -> str:
    is_victory = not isinstance(SCALES[order].score, ByOutcome)
    return gettext("victory points") if is_victory else gettext("match points")


def _of_a_match(order: Order) -> str:
    scale = SCALES[order]
    unplayed = unsigned(scale.unplayed)
    if isinstance(scale.score, ByVictoryPoints):
        return _BY_BOARDS % {"unplayed": unplayed}
    if isinstance(scale.score, ByDifference):
        values = {
            "base": scale.score.base,
            "most": scale.score.most,
            "unplayed": unplayed,
        }
        return (_CAPPED if scale.score.most else _UNCAPPED) % values
    return _BY_OUTCOME % {
        "win": unsigned(scale.score.win),
        "draw": unsigned(scale.score.draw),
        "loss": unsigned(scale.score.loss),
        "unplayed": unplayed,
    }


def _of_games(event: Event) -> Iterator[str]:
    """Yield what a match comes to where it has a game (局) in each room of each segment."""
    if not match_parts.of_several_games(event):
        return
    if match_parts.counts_games_won(event):
        yield gettext(
            "A match has a game in every room of every segment, and comes to the games won: points "
            "of different games are not added, as each stops at its limit. A game in which both "
            "sides stand equal is half a game for each. Penalties at a table count in its game."
        )
    else:
        yield gettext(
            "A match has a game in every room of every segment. The levels that a side climbs in "
            "all of them are added up."
        )


def _between_equals(event: Event, order: Order) -> Iterator[str]:
    asked = [TieBreak(name) for name in event.tie_breaks] or list(USUAL[order])
    if order is Order.TABLE_POINTS and asked == [TieBreak.TOTAL]:
        return
    if asked:
        said = gettext("What decides between equals, in this order: %(names)s.")
        yield said % {"names": tie_breaks_text(asked)}
        if asked[-1] is not TieBreak.LOT:
            yield gettext("Who is equal by all of these shares a place.")


def _of_stages(event: Event) -> Iterator[str]:
    """Yield how a knockout ranks, and an event of several stages as a whole."""
    stages = event.stages.all()
    if DrawMethod.KNOCKOUT in {stage.draw_method or event.draw_method for stage in stages}:
        yield gettext("In a knockout the place is how far one came, whatever these sums are.")
    if len(stages) > 1:
        yield gettext("Whoever was in a later stage stands before all who stayed behind.")
    if any(stage.groups_wanted > 1 for stage in stages):
        yield gettext(
            "Over several groups the first of each stand before the second of each, and so on; "
            "between them the average of a round decides."
        )
