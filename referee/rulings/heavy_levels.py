"""What follows from L7 to L9: a match or a game (局) that is lost, and who takes part no more.

A match of two sides is lost by an award. At a table of single players the seat loses what a game
is played to; where deals are counted L7 is the deal lost, which `deal_results` posts, and by L8 the
referee gives the results himself. Which match is lost `lost_matches` reads from the snapshot.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext, pgettext

from referee.models import RulingSanction, RulingStepKind, RulingVersion
from referee.rulings import lost_matches, penalties, posting
from referee.rulings.adjusted import lost_deals
from referee.rulings.decisions import Offender, Source
from referee.rulings.lost_matches import LostGame, LostMatch
from referee.rulings.on_deals import standing
from referee.rulings.penalties import Penalty, Target
from referee.rulings.proposals import Sanction
from referee.rulings.ruling_effects import LevelEffects, RulingEffect
from referee.rulings.suspending import effect
from scoring.problems import Problem
from tournaments.base.refusals import Reason, refuse
from tournaments.models import (
    Award,
    AwardKind,
    Entry,
    Exclusion,
    ExclusionKind,
    ExclusionState,
    Match,
    Result,
    Round,
    Seat,
    Side,
    User,
)
from tournaments.models.record import BY_CASE
from tournaments.organise.absences import exclusions
from tournaments.organise.absences.awards import (
    AwardGrounds,
    award_both_lost_within,
    award_walkover_within,
    take_back_award_within,
)
from tournaments.organise.absences.exclusions import ExclusionTerms
from tournaments.organise.entries import last_begun
from tournaments.record.audit import Change
from tournaments.record.ledger import Origin
from tournaments.regulations import amounts
from tournaments.regulations.articles import Level
from tournaments.results.snapshot import EventSnapshot
from tournaments.wording import signed, unsigned


@dataclass(frozen=True, slots=True)
class MatchLost:
    """A match is awarded to the other side, or lost by both."""

    lost: LostMatch

    @property
    def offenders(self) -> Sequence[Offender]:
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

    def on(self, snapshot: EventSnapshot) -> EventSnapshot:
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
        )
        return replace(snapshot, awards={**snapshot.awards, key: award})

    def post(self, made: Change, version: RulingVersion) -> None:
        """Make the award."""
        related = "round__event__tournament", "round__group__stage__event"
        match = (
            Match.objects.select_related(*related)
            .defer(*Round.draws_by(*related))
            .get(pk=self.lost.match.key)
        )
        grounds = AwardGrounds(posting.posted_reason(version), origin=Origin(version.uid, BY_CASE))
        winner, counts = self.lost.winner, self.lost.counts
        if winner is None:
            award_both_lost_within(made, match, grounds, counts)
        else:
            award_walkover_within(made, match, Side.objects.get(pk=winner.key), grounds, counts)


@dataclass(frozen=True, slots=True)
class GameLost:
    """A seat loses what the game is played to; taken back with the points of the ruling."""

    lost: LostGame

    @property
    def offenders(self) -> Sequence[Offender]:
        """Whose level brings it about."""
        return (self.lost.offender,)

    @property
    def words(self) -> str:
        """What the game is lost for."""
        return gettext("the game (局) is lost: %(points)s") % {"points": signed(self.lost.points)}

    problem: Problem | None = None

    @property
    def _target(self) -> Target:
        seats = Seat.objects.select_related("side", "sitting__segment", "person")
        return Target(self.lost.offender.entry, seats.get(uid=self.lost.seat.uid))

    def on(self, snapshot: EventSnapshot) -> EventSnapshot:
        """Return the event with the points."""
        points = penalties.assumed(snapshot.event, self._target, self.lost.points, "?")
        return snapshot.with_adjustment(points)

    def post(self, made: Change, version: RulingVersion) -> None:
        """Give the points under the key of the ruling."""
        penalty = Penalty(self.lost.points, posting.posted_reason(version), sure=True)
        official = _in_force_by(version)
        penalties.give_within(made, self._target, official, penalty, key=version.uid)


@dataclass(frozen=True, slots=True)
class Disqualified:
    """An entry takes part no more, on the terms that wait for approval or the usual ones."""

    offender: Offender
    terms: ExclusionTerms

    problem: Problem | None = None

    @property
    def offenders(self) -> Sequence[Offender]:
        """Whose level brings it about."""
        return (self.offender,)

    @property
    def words(self) -> str:
        """On which terms."""
        return _out_text(self.terms)

    def on(self, snapshot: EventSnapshot) -> EventSnapshot:
        """Return the event without the entry."""
        return exclusions.assumed(snapshot, self.offender.entry, self.terms)

    def post(self, made: Change, version: RulingVersion) -> None:
        """Disqualify by the word that the ruling waited for: nobody is asked a second time."""
        entry = self.offender.entry
        terms = _out_on(entry, posting.posted_reason(version))
        confirmed = _in_force_by(version)
        exclusions.exclude_within(
            made, entry, version.official, confirmed, terms, origin=version.uid
        )


@dataclass(frozen=True, slots=True)
class OnlyWords:
    """Nothing is done by itself, or the deal is lost, which another part of the ruling posts."""

    offender: Offender
    words: str
    problem: Problem | None = None

    @property
    def offenders(self) -> Sequence[Offender]:
        """Whose level it is about."""
        return (self.offender,)

    def on(self, snapshot: EventSnapshot) -> EventSnapshot:
        """Return the event as it is."""
        return snapshot

    def post(self, made: Change, version: RulingVersion) -> None:
        """Do nothing."""


def _losses(
    snapshot: EventSnapshot, source: Source, sanctions: Sequence[Sanction]
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
    snapshot: EventSnapshot, source: Source, row: Sanction, sanctions: Sequence[Sanction]
) -> str:
    """Return what the deal is lost for, or that one has to be named; empty for no deal to lose."""
    if row.level is not Level.L7 or row.points or not amounts.loses_deals(source.event):
        return ""
    deal = source.deal
    if deal is None:
        return gettext("nothing yet: rule from the page of the deal that is lost")
    made = lost_matches.scores_of_deal(snapshot, deal.pk)
    given = [(each, each.offender.entry, each.offender.label) for each in sanctions]
    seats = lost_deals.seats_lost(deal, given)
    after = lost_deals.with_lost(deal, made, seats) if made and seats else None
    points = (after or {}).get(row.offender.label or lost_deals.seat_of(deal, row.offender.entry))
    return "" if points is None else _deal_lost(points)


def _restore(made: Change, version: RulingVersion, reason: str) -> None:
    related = "match__round__event__tournament", "match__round__group__stage"
    for award in (
        _awards_of([version.uid]).select_related(*related).defer(*Round.draws_by(*related))
    ):
        grounds = AwardGrounds(reason, award.article)
        take_back_award_within(made, award.match, grounds)


def _awards_of(uids: Collection[str]) -> QuerySet[Award]:
    """Return the awards in force that versions gave."""
    given = Award.objects.filter(origin_uid__in=uids, origin_label=BY_CASE, retired_by=None)
    return given.exclude(kind=AwardKind.WITHDRAWN)


def _without_losses(before: EventSnapshot, uids: Collection[str]) -> EventSnapshot:
    """Return the event without awards of versions: the deals that they closed are open again."""
    gone = {match: row for match, row in before.awards.items() if row.origin_uid in uids}
    if not gone:
        return before
    kept = {match: row for match, row in before.awards.items() if match not in gone}
    awarded = [row.uid for row in gone.values()]
    closed = Result.live.filter(origin_uid__in=awarded).select_related("deal")
    placed = {row.deal_id: (None, before.sides_at(row.deal.sitting_id)) for row in closed}
    return replace(before, awards=kept).with_results(placed)


def _lost_words(sanction: RulingSanction) -> str:
    """Return what a sanction in force did: a match or a deal that is lost."""
    version = sanction.version
    given = _awards_of([version.uid]).filter(match__sides__entries=sanction.entry).first()
    if given:
        return _match_lost(given.won, given.lost, is_won=given.winner_id is not None)
    deal = version.case.deal
    if deal is None or sanction.level != Level.L7:
        return ""
    stands = standing.of_deal(deal)
    # Something else may have been entered since, and another ruling may lie upon this one.
    if not stands.is_of(version):
        return ""
    seat = sanction.seat or lost_deals.seat_of(deal, sanction.entry)
    points = lost_deals.points_of(stands.newest, seat)
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


def _disqualifications(
    _snapshot: EventSnapshot, _source: Source, sanctions: Sequence[Sanction]
) -> Iterator[RulingEffect]:
    for row in sanctions:
        yield Disqualified(row.offender, _out_on(row.offender.entry, "?"))


def _readmit(made: Change, version: RulingVersion, reason: str) -> None:
    step = version.steps.select_related("official").get(kind=RulingStepKind.UNDONE)
    for entry in _disqualified_by([version.uid]):
        exclusions.take_back_within(made, entry, step.official, reason, origin=version.uid)


def _without_disqualifications(before: EventSnapshot, uids: Collection[str]) -> EventSnapshot:
    for uid in uids:
        for entry in _disqualified_by([uid]):
            before = exclusions.assumed_back(before, entry, origin=uid)
    return before


def _disqualified_by(uids: Collection[str]) -> list[Entry]:
    """Return the entries that versions disqualified, also where that was taken back since."""
    rows = Exclusion.objects.filter(origin_uid__in=uids, state=ExclusionState.APPROVED)
    entries = Entry.objects.filter(pk__in=rows.values("entry"))
    return list(entries.select_related("event__tournament").order_by("number"))


def _out_words(sanction: RulingSanction) -> str:
    given = sanction.entry.exclusions.filter(origin_uid=sanction.version.uid)
    row = given.filter(state=ExclusionState.APPROVED).first()
    return _out_text(exclusions.terms_of(row)) if row else ""


def _out_text(terms: ExclusionTerms) -> str:
    told = [gettext("takes part no more after round %(number)s") % {"number": terms.after_round}]
    told += [gettext("results cancelled")] if terms.results_cancelled else []
    told += [gettext("without prizes")] if terms.without_prizes else []
    return " · ".join(told)


def _in_force_by(version: RulingVersion) -> User:
    """Return whose word brought a version into force: who confirmed it, else who decided."""
    step = version.steps.filter(kind=RulingStepKind.CONFIRMED).select_related("official").first()
    return step.official if step else version.official


_LOST: Final = effect.and_suspends(LevelEffects(_losses, _restore, _without_losses, _lost_words))
_OUT: Final = LevelEffects(_disqualifications, _readmit, _without_disqualifications, _out_words)
EFFECTS: Final[Mapping[str, LevelEffects]] = {Level.L7: _LOST, Level.L8: _LOST, Level.L9: _OUT}
"""What follows from the three heaviest levels."""
