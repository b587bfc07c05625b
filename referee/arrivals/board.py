"""The tables of a round with who is missing there, and what follows from lateness in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext

from referee.arrivals import minutes as clock
from referee.arrivals.arrivals import newest_marks, shown_step
from referee.models import Arrival, ArrivalState
from referee.rulings.penalties import Target
from tournaments.models import Entry, Round, Seat, Side
from tournaments.regulations import lateness
from tournaments.regulations.lateness import LateArticle, LateStep, LateTerms, Whom, late_step
from tournaments.results import suspensions
from tournaments.results.event_record import entry_name
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import MatchRow, SideRow
from tournaments.wording.official.regulations import late_step_text

NOTHING: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class ExpectedAtTable:
    """An entry that is expected at a table, and the newest mark of its arrival.

    Its match may have several `tables`. While it is missing, `minutes` and `step` are those of now.
    """

    tables: tuple[int, ...]
    side: SideRow
    entry: Entry
    name: str
    mark: Arrival | None
    minutes: int = 0
    step: LateStep | None = None
    is_of_two: bool = True
    is_suspended: bool = False

    @property
    def table(self) -> int:
        """The table under which it is listed, the first of those of its match."""
        return self.tables[0] if self.tables else 0

    @property
    def is_missing(self) -> bool:
        """Whether it was marked as missing and has not come."""
        return self.mark is not None and self.mark.state == ArrivalState.MISSING

    @property
    def is_noted(self) -> bool:
        """Whether it came late, or lost the match by it."""
        return self.mark is not None and self.mark.state in {
            ArrivalState.ARRIVED,
            ArrivalState.FORFEITED,
        }

    @property
    def amount(self) -> Fraction:
        """The penalty for its lateness: as it was noted, or as it would be now."""
        if self.mark is not None and self.mark.state == ArrivalState.ARRIVED:
            return self.mark.amount
        return self.step.amount if self.is_missing and self.step else Fraction(0)

    @property
    def shown(self) -> str:
        """What follows, as a form sends it back."""
        return shown_step(self.step)


@dataclass(frozen=True, slots=True)
class TableOfRound:
    """A table with everybody who is expected there."""

    number: int
    expected: tuple[ExpectedAtTable, ...]

    @property
    def is_complete(self) -> bool:
        """Whether nobody is missing."""
        return not any(one.is_missing for one in self.expected)


@dataclass(frozen=True, slots=True)
class ArrivalBoard:
    """The tables of a round, since when its clock runs, and how the event counts lateness."""

    tables: tuple[TableOfRound, ...]
    started: datetime | None
    terms: LateTerms

    def off_both(self, one: ExpectedAtTable) -> Fraction:
        """Return how many levels are taken off both sides of a match, where both came late.

        The game does the same before its first deal, so that the later side gives the difference.
        """
        if self.terms.whom is not Whom.OTHER_SIDE or not one.is_of_two:
            return Fraction(0)
        others = [
            each.amount
            for table in self.tables
            for each in table.expected
            if table.number == one.table and each.side.key != one.side.key
        ]
        return min(one.amount, max(others, default=Fraction(0)))

    @property
    def missing(self) -> list[ExpectedAtTable]:
        """Who is missing, by tables."""
        return [one for table in self.tables for one in table.expected if one.is_missing]

    @property
    def noted(self) -> list[ExpectedAtTable]:
        """Who came late, or not at all."""
        return [one for table in self.tables for one in table.expected if one.is_noted]


def arrival_board(snapshot: EventSnapshot, round_: Round) -> ArrivalBoard:
    """Return who is expected at the tables of a round and who is missing."""
    terms = lateness.terms_of(snapshot.event)
    started = clock.started_at(round_)
    marks = _marks(round_)
    minutes = clock.minutes_late(started, timezone.now()) if started else 0
    excluded = suspensions.left_out(snapshot, round_.number)
    tables: dict[int, list[ExpectedAtTable]] = {}
    for match in snapshot.matches_of(round_):
        for row in _expected(snapshot, match, marks, (minutes, late_step(minutes, terms))):
            one = replace(row, is_suspended=row.entry.pk in excluded)
            tables.setdefault(one.table, []).append(one)
    rows = tuple(TableOfRound(number, tuple(tables[number])) for number in sorted(tables))
    return ArrivalBoard(rows, started, terms)


def _marks(round_: Round) -> Mapping[tuple[int, int], Arrival]:
    rows = Arrival.objects.filter(side__match__round=round_)
    return newest_marks(rows.select_related("official"))


def _expected(
    snapshot: EventSnapshot,
    match: MatchRow,
    marks: Mapping[tuple[int, int], Arrival],
    now: tuple[int, LateStep | None],
) -> Iterator[ExpectedAtTable]:
    tables = sorted({sitting.table for sitting in snapshot.sittings_by_match[match.key]})
    for side in match.sides:
        for entry in side.entries:
            mark = marks.get((side.key, entry.pk))
            yield ExpectedAtTable(
                tuple(tables),
                side,
                entry,
                entry_name(entry, snapshot.members_of(entry)),
                mark,
                *now,
                is_of_two=len(match.sides) == 2,
            )


def preview_target(
    snapshot: EventSnapshot, one: ExpectedAtTable, terms: LateTerms
) -> Target | None:
    """Return who would get the penalty, as `arrivals.penalty_target` does, without asking for it.

    The seat is made of the snapshot, and fit for a preview alone.
    """
    if terms.whom is Whom.OTHER_SIDE:
        return None
    if terms.whom is Whom.ENTRY:
        return Target(one.entry)
    match, _side = snapshot.match_of_side[one.side.key]
    persons = {member.person for member in snapshot.members_of(one.entry)}
    sittings = sorted(
        snapshot.sittings_by_match[match.key], key=lambda row: (row.segment_number, row.key)
    )
    own = (
        Seat(label=seat.label, side=Side(pk=one.side.key), sitting_id=sitting.key)
        for sitting in sittings
        for seat in sitting.seats
        if seat.side == one.side.uid and seat.person in persons
    )
    return Target(one.entry, next(own, None))


def step_text(step: LateStep | None, terms: LateTerms, off_both: Fraction = NOTHING) -> str:
    """Return what follows from a step, with its article.

    `off_both` are the levels that are taken off both sides, since the other one came late too.
    """
    if step is None:
        return gettext("in time, nothing follows")
    what = _both_late_text(step, terms, off_both) if off_both else late_step_text(step, terms)
    return gettext("%(what)s (%(article)s)") % {"what": what, "article": step.article}


def noted_text(
    article: str, amount: Fraction, terms: LateTerms, off_both: Fraction = NOTHING
) -> str:
    """Return what followed for somebody who was late."""
    return step_text(LateStep(LateArticle(article), amount) if article else None, terms, off_both)


def _both_late_text(step: LateStep, terms: LateTerms, off_both: Fraction) -> str:
    if step.amount <= off_both:
        return gettext("both sides late: no head start for the opponents")
    what = late_step_text(replace(step, amount=step.amount - off_both), terms)
    return gettext("both sides late: %(what)s") % {"what": what}
