"""What follows from L7 to L9: a match or a game (局) that is lost, and who takes part no more.

A match of two sides is lost by an award. At a table of single players the seat loses what a game
is played to. Where deals are counted L7 is the deal lost, which `ruling_stack` makes, and by L8
the referee gives the results himself. Which match is lost `lost_matches` reads from the snapshot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext, pgettext

from referee.models import RulingSanction
from referee.rulings import lost_matches, penalties, posted, ruling_stack, suspended
from referee.rulings.decisions import NamedOffender, RulingSource, Sanction
from referee.rulings.lost_matches import LostGame, LostMatch
from referee.rulings.penalties import Penalty, Target
from referee.rulings.ruling_effects import RulingEffect, RulingOrigin
from scoring.problems import Problem
from tournaments.base.refusals import Reason, refuse
from tournaments.models import (
    Award,
    AwardKind,
    Entry,
    ExclusionKind,
    ExclusionState,
    Match,
    Round,
    Seat,
    Side,
)
from tournaments.models.record import BY_CASE
from tournaments.organise.absences import exclusions
from tournaments.organise.absences.awards import (
    AwardGrounds,
    award_both_lost_within,
    award_walkover_within,
)
from tournaments.organise.absences.exclusions import ExclusionTerms
from tournaments.organise.entries import last_begun
from tournaments.record.audit import Change
from tournaments.record.ledger import Origin
from tournaments.regulations import amounts
from tournaments.regulations.articles import Level
from tournaments.results.snapshot import EventSnapshot
from tournaments.wording import signed, unsigned

SEVERE: Final = frozenset({Level.L7, Level.L8})
HEAVY: Final = SEVERE | {Level.L9}


@dataclass(frozen=True, slots=True)
class MatchLost(RulingEffect):
    """A match is awarded to the other side, or lost by both."""

    lost: LostMatch

    @property
    def offenders(self) -> Sequence[NamedOffender]:
        """Whose levels bring it about."""
        return self.lost.offenders

    @property
    def words(self) -> str:
        """Who loses it, and what it counts."""
        counts = self.lost.counts
        return _match_lost(counts.present, counts.absent, is_won=self.lost.winner is not None)

    @property
    def problem(self) -> Problem | None:
        """Of a knockout one side has to go on."""
        is_cup = bool(self.lost.match.code) and self.lost.winner is None
        return refuse(Reason.KNOCKOUT_NEEDS_WINNER) if is_cup else None

    def on(self, snapshot: EventSnapshot, origin: str) -> EventSnapshot:
        """Return the event with the award."""
        key, winner, counts = self.lost.match.key, self.lost.winner, self.lost.counts
        award = Award(
            match_id=key,
            kind=AwardKind.WALKOVER if winner else AwardKind.BOTH_ABSENT,
            winner=Side(pk=winner.key, uid=winner.uid, match_id=key) if winner else None,
            won_numerator=counts.present.numerator,
            won_denominator=counts.present.denominator,
            lost_numerator=counts.absent.numerator,
            lost_denominator=counts.absent.denominator,
            origin_uid=origin,
        )
        return replace(snapshot, awards={**snapshot.awards, key: award})

    def post(self, made: Change, origin: RulingOrigin) -> None:
        """Make the award."""
        related = "round__event__tournament", "round__group__stage__event"
        match = (
            Match.objects.select_related(*related)
            .defer(*Round.draws_by(*related))
            .get(pk=self.lost.match.key)
        )
        grounds = AwardGrounds(origin.reason, origin=Origin(origin.uid, BY_CASE))
        winner, counts = self.lost.winner, self.lost.counts
        if winner is None:
            award_both_lost_within(made, match, grounds, counts)
        else:
            award_walkover_within(made, match, Side.objects.get(pk=winner.key), grounds, counts)


@dataclass(frozen=True, slots=True)
class GameLost(RulingEffect):
    """A seat loses what the game is played to; taken back with the points of the ruling."""

    lost: LostGame

    @property
    def offenders(self) -> Sequence[NamedOffender]:
        """Whose level brings it about."""
        return (self.lost.offender,)

    @property
    def words(self) -> str:
        """What the game is lost for."""
        return gettext("the game (局) is lost: %(points)s") % {"points": signed(self.lost.points)}

    @property
    def _target(self) -> Target:
        seats = Seat.objects.select_related("side", "sitting__segment", "person")
        return Target(self.lost.offender.entry, seats.get(uid=self.lost.seat.uid))

    def on(self, snapshot: EventSnapshot, origin: str) -> EventSnapshot:
        """Return the event with the points."""
        row = penalties.assumed(snapshot.event, self._target, self.lost.points, "?")
        row.origin_uid = origin
        return snapshot.with_adjustment(row)

    def post(self, made: Change, origin: RulingOrigin) -> None:
        """Give the points under the key of the ruling."""
        penalty = Penalty(self.lost.points, origin.reason, sure=True)
        official = origin.confirmed_by
        penalties.give_within(made, self._target, official, penalty, key=origin.uid)


@dataclass(frozen=True, slots=True)
class Disqualified(RulingEffect):
    """An entry takes part no more, on the terms that wait for approval or the usual ones."""

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
        return exclusions.assumed(snapshot, self.offender.entry, self.terms)

    def post(self, made: Change, origin: RulingOrigin) -> None:
        """Disqualify by the word that the ruling waited for: nobody is asked a second time."""
        entry = self.offender.entry
        terms, proposer = _out_on(entry, origin.reason), origin.version.official
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


def is_heavy(level: str) -> bool:
    """Whether something follows from a level besides its points."""
    return level in HEAVY


def effects_of(
    snapshot: EventSnapshot, source: RulingSource, sanctions: Sequence[Sanction]
) -> list[RulingEffect]:
    """Return what follows from the heavy levels in an event as the snapshot has it, in order."""
    severe = [row for row in sanctions if row.level in SEVERE]
    out = [row.offender for row in sanctions if row.level is Level.L9]
    return [
        *suspended.effects_of(snapshot, source, severe),
        *_losses(snapshot, source, list(filter(suspended.loses, severe))),
        *(Disqualified(offender, _out_on(offender.entry, "?")) for offender in out),
    ]


def words_for(effects: Sequence[RulingEffect], offender: NamedOffender, level: str) -> str:
    """Return what follows from a level for an offender, in words; empty for nothing."""
    own = (effect for effect in effects if offender in effect.offenders)
    words = (effect.words for effect in own if is_heavy(level))
    return " · ".join(filter(None, words))


def words_done(sanction: RulingSanction) -> str:
    """Return in words what followed from a sanction in force; empty for nothing."""
    if sanction.level == Level.L9:
        return _out_words(sanction)
    if sanction.level not in SEVERE:
        return ""
    words = suspended.stored_text(sanction) if sanction.level == Level.L8 else ""
    return " · ".join(filter(None, [words, _lost_words(sanction)]))


def _losses(
    snapshot: EventSnapshot, source: RulingSource, sanctions: Sequence[Sanction]
) -> Iterator[RulingEffect]:
    """Yield the matches and games that are lost, and in words what else it comes to."""
    concerned: set[int] = set()
    for loss in lost_matches.lost(snapshot, source, [row.offender for row in sanctions]):
        effect = MatchLost(loss) if isinstance(loss, LostMatch) else GameLost(loss)
        concerned |= {offender.entry.pk for offender in effect.offenders}
        yield effect
    for row in sanctions:
        if row.offender.entry.pk not in concerned:
            words = _deal_words(snapshot, source, row, sanctions)
            nothing = gettext(
                "nothing by itself: the referee gives the result of the deal or the match"
            )
            yield OnlyWords(row.offender, words or nothing)


def _deal_words(
    snapshot: EventSnapshot, source: RulingSource, row: Sanction, sanctions: Sequence[Sanction]
) -> str:
    """Return what the deal is lost for, or that one has to be named; empty for no deal to lose."""
    if row.level is not Level.L7 or row.points or not amounts.loses_deals(source.event):
        return ""
    deal = source.deal
    if deal is None:
        return gettext("nothing yet: rule from the page of the deal that is lost")
    made = lost_matches.scores_of_deal(snapshot, deal.pk)
    given = [(each, each.offender.entry, each.offender.label) for each in sanctions]
    seats = ruling_stack.seats_lost(deal, given)
    after = ruling_stack.scores_with_lost(deal, made, seats) if made and seats else None
    points = (after or {}).get(row.offender.label or ruling_stack.seat_of(deal, row.offender.entry))
    return "" if points is None else _deal_lost(points)


def _lost_words(sanction: RulingSanction) -> str:
    """Return what a sanction in force did: a match or a deal that is lost."""
    version = sanction.version
    given = posted.awards_of([version.uid]).filter(match__sides__entries=sanction.entry).first()
    if given:
        return _match_lost(given.won, given.lost, is_won=given.winner_id is not None)
    deal = version.case.deal
    if deal is None or sanction.level != Level.L7:
        return ""
    stands = ruling_stack.of_deal(deal)
    # Something else may have been entered since, and another ruling may lie upon this one.
    if not stands.is_of(version):
        return ""
    seat = sanction.seat or ruling_stack.seat_of(deal, sanction.entry)
    points = ruling_stack.points_of(stands.newest, seat)
    return "" if points is None else _deal_lost(points)


def _deal_lost(points: int) -> str:
    shown = {"points": signed(Fraction(points))}
    return gettext("the deal is lost, at its worst result: %(points)s") % shown


def _match_lost(present: Fraction, absent: Fraction, *, is_won: bool) -> str:
    shown = {"present": unsigned(present), "absent": unsigned(absent)}
    counts = pgettext("walkover", "%(present)s : %(absent)s") % shown
    if not is_won:
        return gettext("both sides lose the match: %(counts)s") % {"counts": counts}
    return gettext("the match is lost, the other side wins it: %(counts)s") % {"counts": counts}


def _out_on(entry: Entry, reason: str) -> ExclusionTerms:
    """Return the terms of a disqualification: those that wait for approval, else the usual ones.

    L9 cancels the results and takes the prizes.
    """
    waiting = exclusions.proposal(entry)
    if waiting is not None and waiting.kind == ExclusionKind.DISQUALIFICATION:
        return exclusions.terms_of(waiting)
    last = last_begun(entry.event)
    kind = ExclusionKind.DISQUALIFICATION
    return ExclusionTerms(kind, last, reason, results_cancelled=True)


def _out_words(sanction: RulingSanction) -> str:
    given = sanction.entry.exclusions.filter(origin_uid=sanction.version.uid)
    row = given.filter(state=ExclusionState.APPROVED).first()
    return _out_text(exclusions.terms_of(row)) if row else ""


def _out_text(terms: ExclusionTerms) -> str:
    told = [gettext("takes part no more after round %(number)s") % {"number": terms.after_round}]
    told += [gettext("results cancelled")] if terms.results_cancelled else []
    told += [gettext("without prizes")] if terms.without_prizes else []
    return " · ".join(told)
