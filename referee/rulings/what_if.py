"""What a ruling would change, from a changed snapshot: nothing is written and nothing is locked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from referee.rulings import posting
from referee.rulings.decisions import DecisionMeasures, RulingSource
from referee.rulings.posting import NOTHING_OUT, RulingsOut
from tournaments.models import Deal, Round
from tournaments.progress import qualification_state
from tournaments.results import event_record
from tournaments.results.event_record import Competitor, Effect
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.round_scores import RoundSum


@dataclass(frozen=True, slots=True)
class MatchChange:
    """The score of a round for one entry of the match, before and after."""

    competitor: Competitor
    before: RoundSum | None
    after: RoundSum | None

    @property
    def points_before(self) -> Fraction:
        """The points of the round with its penalties, before."""
        return _with_penalties(self.before)

    @property
    def points_after(self) -> Fraction:
        """The points of the round with its penalties, after."""
        return _with_penalties(self.after)


class SeatPointsChange(NamedTuple):
    """What the deal counts for a seat, before and after; None where it has no points."""

    seat: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The deal, the match, the standings and who qualifies, as they would be.

    `drawn` is a later round that is published already: its draw stays, whatever changes.
    """

    deal: tuple[SeatPointsChange, ...]
    """The seats whose points of the deal would be others."""
    match: tuple[MatchChange, ...]
    effect: tuple[Effect, ...]
    comes_in: tuple[str, ...]
    goes_out: tuple[str, ...]
    drawn: Round | None

    @property
    def is_nothing(self) -> bool:
        """Whether no number changes."""
        return not (self.deal or self.match or self.effect or self.comes_in)


def what_if(
    before: EventSnapshot, measures: DecisionMeasures, without: RulingsOut = NOTHING_OUT
) -> WhatIf:
    """Return what the measures of a decision would change in an event as it is now.

    Of a case that is revised, what its versions posted is left out.
    """
    return compared(before, posting.assumed(before, measures, without), measures.source)


def compared(before: EventSnapshot, after: EventSnapshot, source: RulingSource) -> WhatIf:
    """Return what differs between an event as it is and as it would be, seen from a place in it."""
    comes_in, goes_out = _qualifiers(before, after)
    return WhatIf(
        deal=_seat_changes(before, after, source),
        match=_match(before, after, source),
        effect=event_record.compare_standings(before, after),
        comes_in=comes_in,
        goes_out=goes_out,
        drawn=_drawn_since(before, source),
    )


def _with_penalties(total: RoundSum | None) -> Fraction:
    return total.points + total.penalties if total is not None else Fraction(0)


def _seat_changes(
    before: EventSnapshot, after: EventSnapshot, source: RulingSource
) -> tuple[SeatPointsChange, ...]:
    if source.deal is None:
        return ()
    was, now = (_scores_at(snapshot, source.deal) for snapshot in (before, after))
    seats = before.sides_at(source.deal.sitting_id)
    changes = (SeatPointsChange(seat, was.get(seat), now.get(seat)) for seat in seats)
    return tuple(row for row in changes if row.before != row.after)


def _scores_at(snapshot: EventSnapshot, deal: Deal) -> Mapping[str, int]:
    """Return what a deal counts by seat; nothing where it has no points."""
    rows = (row for sitting in snapshot.sittings for row in sitting.deals)
    found = next((row for row in rows if row.key == deal.pk), None)
    return found.result.scores if found is not None and found.result else {}


def _match(
    before: EventSnapshot, after: EventSnapshot, source: RulingSource
) -> tuple[MatchChange, ...]:
    """Return the entries of the match whose score of the round changes."""
    if source.sitting is None or source.round is None:
        return ()
    key = source.sitting.pk
    sitting = next((row for row in before.sittings if row.key == key), None)
    if sitting is None:
        return ()
    sides = before.match_by_key[sitting.match].sides
    known = event_record.public_record(before).competitors
    sums = [_round_sums(snapshot, source.round.number) for snapshot in (before, after)]
    changes = (
        MatchChange(known[entry.uid], sums[0].get(entry.uid), sums[1].get(entry.uid))
        for side in sides
        for entry in side.entries
        if entry.uid in known
    )
    return tuple(change for change in changes if change.before != change.after)


def _round_sums(snapshot: EventSnapshot, number: int) -> Mapping[str, RoundSum]:
    rounds = event_record.public_record(snapshot).rounds_of()
    return {
        entry: total
        for entry, totals in rounds.items()
        for total in totals
        if total.round == number
    }


def _qualifiers(
    before: EventSnapshot, after: EventSnapshot
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of those who would newly qualify, and of those who would no longer."""
    stage = before.following(before.current_stage)
    if stage is None or not stage.feed:
        return (), ()
    was, now = (
        {row.entry.uid: row.name for row in qualification_state.preview(stage, snapshot).rows}
        for snapshot in (before, after)
    )
    comes_in = tuple(name for uid, name in now.items() if uid not in was)
    return comes_in, tuple(name for uid, name in was.items() if uid not in now)


def _drawn_since(snapshot: EventSnapshot, source: RulingSource) -> Round | None:
    """Return the last public round, where that is a later one than the ruling's."""
    last = snapshot.public_rounds[-1] if snapshot.public_rounds else None
    number = source.round.number if source.round else None
    return last if last is not None and number is not None and last.number > number else None
