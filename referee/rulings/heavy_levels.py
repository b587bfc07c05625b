"""Effects of levels L7 to L9: a lost match or game (局), and disqualification.

Which match or game is lost is in `lost_matches`, for which rounds somebody is suspended in
`suspended`. Where deals are counted L7 is the deal lost, which `ruling_stack` makes, and by L8 the
referee gives the results himself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext

from referee.models import RulingSanction
from referee.rulings import listed, lost_matches, ruling_stack, suspended
from referee.rulings.decisions import NamedOffender, RulingSource, Sanction
from referee.rulings.lost_matches import GameLost, MatchLost
from referee.rulings.ruling_effects import RulingEffect, RulingOrigin
from referee.rulings.ruling_stack import TableReport
from scoring.problems import Problem
from tournaments.base.separators import join_facts
from tournaments.models import (
    Entry,
    ExclusionKind,
    ExclusionState,
)
from tournaments.organise.absences import exclusion_steps, exclusions
from tournaments.organise.absences.exclusion_steps import ExclusionTerms
from tournaments.organise.entries import last_begun
from tournaments.record.audit import Change
from tournaments.regulations import amounts
from tournaments.regulations.articles import Level
from tournaments.results.snapshot import EventSnapshot
from tournaments.wording import signed

SEVERE: Final = frozenset({Level.L7, Level.L8})


@dataclass(frozen=True, slots=True)
class Disqualified(RulingEffect):
    """An entry is disqualified, on the terms that await approval or the usual ones.

    Terms without a reason have that of the ruling.
    """

    offender: NamedOffender
    terms: ExclusionTerms

    @property
    def offenders(self) -> Sequence[NamedOffender]:
        """Whose level brings it about."""
        return (self.offender,)

    @property
    def words(self) -> str:
        """On which terms."""
        return _out_text(self.terms)

    def on(self, snapshot: EventSnapshot, _origin: str) -> EventSnapshot:
        """Return the event without the entry."""
        return exclusion_steps.assumed(snapshot, self.offender.entry, self.terms)

    def post(self, made: Change, origin: RulingOrigin) -> None:
        """Disqualify; who confirmed the ruling has approved it, so nobody is asked again."""
        entry, proposer = self.offender.entry, origin.version.official
        terms = replace(self.terms, reason=self.terms.reason or origin.reason)
        exclusions.exclude_within(
            made, entry, proposer, origin.confirmed_by, terms, origin=origin.uid
        )


@dataclass(frozen=True, slots=True)
class OnlyWords(RulingEffect):
    """Nothing is done by itself, or the deal is lost, which another part of the ruling posts."""

    offender: NamedOffender
    text: str

    @property
    def offenders(self) -> Sequence[NamedOffender]:
        """Whose level it is about."""
        return (self.offender,)

    @property
    def words(self) -> str:
        """What is to be done."""
        return self.text

    def on(self, snapshot: EventSnapshot, _origin: str) -> EventSnapshot:
        """Return the event as it is."""
        return snapshot

    def post(self, made: Change, origin: RulingOrigin) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True)
class HeavyFacts:
    """What the heavy levels of a ruling depend on and a snapshot of its event does not hold.

    `begun` are the sittings with sheets, `terms` those on which each disqualified entry leaves, by
    its key, `report` what the table reported of a deal that is lost.
    """

    begun: Collection[int] = ()
    terms: Mapping[int, ExclusionTerms] = field(default_factory=dict)
    report: TableReport | None = None


def read_facts(source: RulingSource, sanctions: Sequence[Sanction]) -> HeavyFacts:
    """Return what sanctions depend on, asked of the database where they are heavy."""
    levels = {row.level for row in sanctions}
    out = (row.offender.entry for row in sanctions if row.level is Level.L9)
    return HeavyFacts(
        suspended.sittings_with_sheets(source.event) if Level.L8 in levels else (),
        {entry.pk: _terms_out(entry) for entry in out},
        _report_of_lost_deal(source, sanctions),
    )


def _report_of_lost_deal(source: RulingSource, sanctions: Sequence[Sanction]) -> TableReport | None:
    deal = source.deal
    if deal is None or not any(map(ruling_stack.loses_deal, sanctions)):
        return None
    return ruling_stack.table_report(deal) if amounts.loses_deals(source.event) else None


def effects_of(
    snapshot: EventSnapshot,
    source: RulingSource,
    sanctions: Sequence[Sanction],
    facts: HeavyFacts,
) -> list[RulingEffect]:
    """Return what follows from the heavy levels in an event as the snapshot has it, in order."""
    if not any(row.level.is_heavy for row in sanctions):
        return []
    severe = [row for row in sanctions if row.level in SEVERE]
    losing = [row for row in severe if suspended.loses(row)]
    losses = _losses(snapshot, source, losing)
    lost = {offender.entry.pk for effect in losses for offender in effect.offenders}
    without = [row for row in losing if row.offender.entry.pk not in lost]
    out = [row.offender for row in sanctions if row.level is Level.L9]
    return [
        *suspended.effects_of(snapshot, source, severe, facts.begun),
        *losses,
        *(_only_words(snapshot, source, row, losing, facts.report) for row in without),
        *(Disqualified(offender, facts.terms[offender.entry.pk]) for offender in out),
    ]


def problems(
    snapshot: EventSnapshot, source: RulingSource, sanctions: Sequence[Sanction]
) -> list[Problem]:
    """Return why a match cannot be lost as the heavy levels want it."""
    losing = [row for row in sanctions if row.level in SEVERE and suspended.loses(row)]
    found = (effect.problem for effect in _losses(snapshot, source, losing))
    return [problem for problem in found if problem is not None]


def words_for(effects: Sequence[RulingEffect], offender: NamedOffender, level: Level) -> str:
    """Return what follows from a level for an offender, in words; empty for nothing."""
    own = (effect for effect in effects if offender in effect.offenders)
    words = (effect.words for effect in own if level.is_heavy)
    return join_facts(*words)


def words_done(sanction: RulingSanction) -> str:
    """Return in words what followed from a sanction in force; empty for nothing."""
    if sanction.level == Level.L9:
        return _out_words(sanction)
    if sanction.level not in SEVERE:
        return ""
    words = suspended.stored_text(sanction) if sanction.level == Level.L8 else ""
    return join_facts(words, _lost_words(sanction))


def _losses(
    snapshot: EventSnapshot, source: RulingSource, losing: Sequence[Sanction]
) -> Sequence[MatchLost | GameLost]:
    return lost_matches.lost(snapshot, source, [row.offender for row in losing]) if losing else ()


def _only_words(
    snapshot: EventSnapshot,
    source: RulingSource,
    row: Sanction,
    losing: Sequence[Sanction],
    report: TableReport | None,
) -> OnlyWords:
    """Return what a level comes to by which neither a match nor a game is lost."""
    words = _deal_words(snapshot, source, row, losing, report)
    nothing = gettext("nothing automatic: the referee sets the result of the deal or the match")
    return OnlyWords(row.offender, words or nothing)


def _deal_words(
    snapshot: EventSnapshot,
    source: RulingSource,
    row: Sanction,
    losing: Sequence[Sanction],
    report: TableReport | None,
) -> str:
    """Return what the deal is lost for, or that one has to be named; empty for no deal to lose."""
    if not ruling_stack.loses_deal(row) or not amounts.loses_deals(source.event):
        return ""
    deal = source.deal
    if deal is None:
        return gettext("nothing yet: rule from the page of the lost deal")
    made = lost_matches.scores_of_deal(snapshot, deal.pk)
    if not made or report is None:
        return ""
    seat = _seat_of(snapshot, deal.pk, row.offender)
    given = [(each, _seat_of(snapshot, deal.pk, each.offender)) for each in losing]
    seats = [label for each, label in given if label and ruling_stack.loses_deal(each)]
    after = (
        ruling_stack.scores_with_lost(deal, report, made, tuple(dict.fromkeys(seats)))
        if seats
        else None
    )
    points = (after or {}).get(seat)
    return "" if points is None else _deal_lost(points)


def _seat_of(snapshot: EventSnapshot, deal: int, offender: NamedOffender) -> str:
    """Return the seat that was named, else that of the entry at the table of a deal."""
    sittings = (row for row in snapshot.sittings if any(each.key == deal for each in row.deals))
    seats = (seat for sitting in sittings for seat in sitting.seats)
    own = (
        seat.label
        for seat in seats
        if any(each.pk == offender.entry.pk for each in snapshot.side_by_uid[seat.side].entries)
    )
    return offender.label or next(own, "")


def _lost_words(sanction: RulingSanction) -> str:
    """Return what a sanction in force did: a match or a deal that is lost."""
    version = sanction.version
    given = listed.awards_of([version.uid]).filter(match__sides__entries=sanction.entry).first()
    if given:
        return lost_matches.match_lost(given.won, given.lost, is_won=given.winner_id is not None)
    deal = version.case.deal
    if deal is None or sanction.level != Level.L7:
        return ""
    stands = ruling_stack.of_deal(deal)
    # Something else may have been entered since, and another ruling may have changed its result.
    if not stands.is_of(version):
        return ""
    seat = sanction.seat or ruling_stack.seat_of(deal, sanction.entry)
    points = ruling_stack.points_of(stands.newest, seat)
    return "" if points is None else _deal_lost(points)


def _deal_lost(points: int) -> str:
    shown = {"points": signed(Fraction(points))}
    return gettext("the deal is lost, at its worst result: %(points)s") % shown


def _terms_out(entry: Entry) -> ExclusionTerms:
    """Return the terms of a disqualification: those that wait for approval, else the usual ones.

    L9 cancels the results and takes the prizes; the usual terms have no reason of their own.
    """
    waiting = exclusion_steps.proposal(entry)
    if waiting is not None and waiting.kind == ExclusionKind.DISQUALIFICATION:
        return exclusion_steps.terms_of(waiting)
    last = last_begun(entry.event)
    return ExclusionTerms(ExclusionKind.DISQUALIFICATION, last, "", results_cancelled=True)


def _out_words(sanction: RulingSanction) -> str:
    given = sanction.entry.exclusions.filter(origin_uid=sanction.version.uid)
    row = given.filter(state=ExclusionState.APPROVED).first()
    return _out_text(exclusion_steps.terms_of(row)) if row else ""


def _out_text(terms: ExclusionTerms) -> str:
    texts = [gettext("out of the event after round %(number)s") % {"number": terms.after_round}]
    texts += [gettext("results cancelled")] if terms.results_cancelled else []
    texts += [gettext("without prizes")] if terms.without_prizes else []
    return join_facts(*texts)
