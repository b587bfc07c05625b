"""What a ruling would change, from a changed snapshot: nothing is written and nothing is locked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from referee.models import RulingCase
from referee.rulings import following, gained_levels, penalties, proposals, undoing
from referee.rulings.decisions import Decision, Source
from referee.rulings.proposals import Proposal
from referee.rulings.remedies import WITHOUT_POINTS
from tournaments.models import Deal, PenaltyWarning, Result, Round, WarningLevel
from tournaments.progress import qualification_state
from tournaments.record import settling
from tournaments.results import effects, event_record
from tournaments.results.effects import Effect
from tournaments.results.event_record import Competitor
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.round_scores import RoundSum
from tournaments.structure.games import ruleset_of


@dataclass(frozen=True, slots=True)
class MatchChange:
    """What a round comes to for one entry of the match, before and after."""

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


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The deal, the match, the standings and who qualifies, as they would be.

    `drawn` is a later round that is published already: its draw stays, whatever changes.
    """

    scores: tuple[tuple[str, int], ...]
    """The points of the deal by seat that would count no more."""
    scores_then: tuple[tuple[str, int], ...]
    """The points of the deal by seat that would count instead."""
    match: tuple[MatchChange, ...]
    effect: tuple[Effect, ...]
    comes_in: tuple[str, ...]
    goes_out: tuple[str, ...]
    drawn: Round | None

    @property
    def is_nothing(self) -> bool:
        """Whether no number changes."""
        return not (self.scores or self.scores_then or self.match or self.effect or self.comes_in)


def what_if(
    before: EventSnapshot,
    source: Source,
    decision: Decision,
    proposal: Proposal,
    case: RulingCase | None = None,
) -> WhatIf:
    """Return what a decision would change in an event as it is now.

    Of a `case` that is decided anew, what its versions posted is taken back.
    """
    without = undoing.assumed(before, case) if case else before
    return compared(before, assumed(without, source, decision, proposal), source)


def compared(before: EventSnapshot, after: EventSnapshot, source: Source) -> WhatIf:
    """Return what differs between an event as it is and as it would be, seen from a place in it."""
    scores = [_scores(snapshot, source) for snapshot in (before, after)]
    was, then = scores if scores[0] != scores[1] else ((), ())
    comes_in, goes_out = _qualifiers(before, after)
    return WhatIf(
        scores=was,
        scores_then=then,
        match=_match(before, after, source),
        effect=effects.compare(before, after),
        comes_in=comes_in,
        goes_out=goes_out,
        drawn=_drawn_since(before, source),
    )


def assumed(
    before: EventSnapshot, source: Source, decision: Decision, proposal: Proposal
) -> EventSnapshot:
    """Return the event as it would be after a decision."""
    after = before
    for row in proposal.sanctions:
        if row.points:
            added = penalties.assumed(before.event, row.offender.target, row.points, "?")
            side = gained_levels.gaining_side(before.event, decision.article, row.offender.seat)
            if side is not None:
                added.side, added.numerator = side, -added.numerator
            after = after.with_adjustment(added)
        if row.level.value in WarningLevel.values:
            warned = PenaltyWarning(
                event=before.event, entry=row.offender.entry, round=source.round, level=row.level
            )
            after = after.with_warning(warned)
        after = following.assumed(after, source, row)
    deal, result = source.deal, _result(source, decision, proposal)
    if deal is not None and result is not None:
        after = after.with_results({deal.pk: (result, _sides(before, deal))})
    return after


def _result(source: Source, decision: Decision, proposal: Proposal) -> Result | None:
    """Return the result that a decision makes of the deal; None where it makes none."""
    deal = source.deal
    if deal is None:
        return None
    if kind := WITHOUT_POINTS.get(decision.remedy):
        return Result(deal=deal, kind=kind, ruleset=ruleset_of(deal), facts={}, settlement={})
    report = proposals.docked(source, decision, proposal)
    if report is None:
        return None
    settled = settling.settle(deal, report.kind, report.facts)
    return Result(deal=deal, kind=report.kind, facts=dict(report.facts), **settled)


def _with_penalties(total: RoundSum | None) -> Fraction:
    return total.points + total.penalties if total is not None else Fraction(0)


def _scores(snapshot: EventSnapshot, source: Source) -> tuple[tuple[str, int], ...]:
    if source.deal is None:
        return ()
    rows = (deal for sitting in snapshot.sittings for deal in sitting.deals)
    row = next((deal for deal in rows if deal.key == source.deal.pk), None)
    scores = row.result.scores if row is not None and row.result else {}
    seats = _sides(snapshot, source.deal)
    return tuple((seat, scores[seat]) for seat in seats if seat in scores)


def _sides(before: EventSnapshot, deal: Deal) -> Mapping[str, str]:
    rows = (sitting for sitting in before.sittings if sitting.key == deal.sitting_id)
    return next((sitting.sides for sitting in rows), {})


def _match(before: EventSnapshot, after: EventSnapshot, source: Source) -> tuple[MatchChange, ...]:
    """Return the entries of the match whose round comes to something else."""
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
    """Return the names of those who would qualify, and of those who would not any more."""
    stage = before.following(before.current_stage)
    if stage is None or not stage.feed:
        return (), ()
    was, now = (
        {row.entry.uid: row.name for row in qualification_state.preview(stage, snapshot).rows}
        for snapshot in (before, after)
    )
    comes_in = tuple(name for uid, name in now.items() if uid not in was)
    return comes_in, tuple(name for uid, name in was.items() if uid not in now)


def _drawn_since(snapshot: EventSnapshot, source: Source) -> Round | None:
    """Return the last public round, where that is a later one than the ruling's."""
    last = snapshot.public_rounds[-1] if snapshot.public_rounds else None
    number = source.round.number if source.round else None
    return last if last is not None and number is not None and last.number > number else None
