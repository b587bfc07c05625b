"""What follows from L7 to L9: a match or a game (局) that is lost, and who takes part no more.

A match of two sides is lost by an award. At a table of single players the seat loses what a game
is played to; where deals are counted L7 is the deal lost, which `deal_results` posts, and by L8 the
referee gives the results himself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext, pgettext

from referee.models import RulingSanction, RulingStepKind, RulingVersion
from referee.rulings import following, penalties, posting
from referee.rulings.adjusted import lost_deals
from referee.rulings.decisions import Source
from referee.rulings.following import Following
from referee.rulings.on_deals import standing
from referee.rulings.penalties import Penalty, Target
from referee.rulings.proposals import Sanction
from referee.rulings.suspending import effect
from tournaments import results
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
    Sitting,
    User,
)
from tournaments.models.record import BY_CASE
from tournaments.organise.absences import award_points, exclusions
from tournaments.organise.absences.awards import (
    AwardGrounds,
    award_walkover_within,
    take_back_award_within,
)
from tournaments.organise.absences.exclusions import ExclusionTerms
from tournaments.organise.entries import last_begun
from tournaments.record import ledger
from tournaments.record.audit import Change
from tournaments.record.ledger import Origin
from tournaments.regulations import amounts
from tournaments.regulations.articles import Level
from tournaments.results import awards, stage_matches
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.walkovers import WalkoverScores
from tournaments.wording import signed, unsigned

SIDES: Final = 2


def register() -> None:
    """Register what follows from the three heaviest levels."""
    loses = Following(_lose, _restore, _assume_lost, _assume_restored, _tell_lost, _tell_lost_so)
    following.register(Level.L7, loses)
    following.register(Level.L8, effect.suspends(loses))
    out = Following(_disqualify, _readmit, _assume_out, _assume_readmitted, _tell_out, _tell_out_so)
    following.register(Level.L9, out)


@dataclass(frozen=True, slots=True)
class Loss:
    """What an entry loses: a match to the other side, or its seat so many points."""

    match: Match
    winner: Side | None
    counts: WalkoverScores
    seat: Seat | None = None
    points: Fraction = Fraction(0)


def loss(
    snapshot: EventSnapshot, entry: Entry, round_: Round | None, sitting: Sitting | None
) -> Loss | None:
    """Return what an entry loses by L7 or L8 at a table, in a round, or in its last match.

    None where it is neither: deals are counted at a table of single players, the match was
    awarded, or there is none at all.
    """
    match = _match(entry, round_, sitting)
    if match is None or awards.live([match.pk]):
        return None
    sides = list(match.sides.prefetch_related("entries"))
    own = next(side for side in sides if entry in side.entries.all())
    if len(sides) == SIDES:
        (winner,) = (side for side in sides if side != own)
        return Loss(match, winner, _counts(snapshot, match, winner))
    target = amounts.target_of(snapshot.event)
    seats = Seat.objects.filter(side=own).select_related("side", "sitting__segment", "person")
    seat = seats.order_by("-sitting__segment__number").first()
    if target is None or seat is None:
        return None
    return Loss(match, None, WalkoverScores(Fraction(0)), seat, Fraction(-target))


def _match(entry: Entry, round_: Round | None, sitting: Sitting | None) -> Match | None:
    rows = Match.objects.filter(sides__entries=entry, round__state__in=ledger.IN_PLAY)
    if sitting is not None:
        rows = rows.filter(segments__sittings=sitting)
    elif round_ is not None:
        rows = rows.filter(round=round_)
    related = rows.select_related("round__event__tournament", "round__group__stage__event")
    return related.order_by("-round__number").first()


def _counts(snapshot: EventSnapshot, match: Match, winner: Side) -> WalkoverScores:
    """Return what the match counts: for the winner a walkover, or what was played if better."""
    usual = award_points.usual_award(match, snapshot)
    played = stage_matches.results_by_match(snapshot, match.round.group.stage).get(match.pk)
    if played is None or not played.totals:
        return usual
    row, side = snapshot.match_of_side[winner.pk]
    at = [each.key for each in row.sides].index(side.key)
    return replace(usual, present=max(usual.present, Fraction(played.totals[at])))


def _lose(made: Change, sanction: RulingSanction) -> None:
    version, entry = sanction.version, sanction.entry
    case = version.case
    lost = loss(results.read(case.event), entry, case.round, case.sitting)
    if lost is None:
        return
    reason = posting.posted_reason(version)
    if lost.winner is not None:
        grounds = AwardGrounds(reason, origin=Origin(version.uid, BY_CASE))
        award_walkover_within(made, lost.match, lost.winner, grounds, lost.counts)
        return
    # It is taken back with the points of the ruling, whose key it bears.
    penalty = Penalty(lost.points, reason, sure=True)
    target = Target(entry, lost.seat)
    penalties.give_within(made, target, _in_force_by(version), penalty, key=version.uid)


def _restore(made: Change, sanction: RulingSanction) -> None:
    related = "match__round__event__tournament", "match__round__group__stage"
    for award in _awards_of(sanction).select_related(*related):
        grounds = AwardGrounds(posting.posted_reason(sanction.version), award.article)
        take_back_award_within(made, award.match, grounds)


def _awards_of(sanction: RulingSanction) -> QuerySet[Award]:
    """Return the awards in force that a sanction gave."""
    origin = {"origin_uid": sanction.version.uid, "origin_label": BY_CASE}
    given = Award.objects.filter(**origin, retired_by=None, match__sides__entries=sanction.entry)
    return given.exclude(kind=AwardKind.WITHDRAWN)


def _assume_lost(before: EventSnapshot, source: Source, row: Sanction) -> EventSnapshot:
    lost = loss(before, row.offender.entry, source.round, source.sitting)
    if lost is None:
        return before
    if lost.winner is None:
        whom = Target(row.offender.entry, lost.seat)
        return before.with_adjustment(penalties.assumed(before.event, whom, lost.points, "?"))
    award = Award(
        match=lost.match,
        kind=AwardKind.WALKOVER,
        winner=lost.winner,
        won_numerator=lost.counts.present.numerator,
        won_denominator=lost.counts.present.denominator,
        lost_numerator=lost.counts.absent.numerator,
        lost_denominator=lost.counts.absent.denominator,
    )
    return replace(before, awards={**before.awards, lost.match.pk: award})


def _assume_restored(before: EventSnapshot, sanction: RulingSanction) -> EventSnapshot:
    uid = sanction.version.uid
    kept = {match: award for match, award in before.awards.items() if award.origin_uid != uid}
    return replace(before, awards=kept)


def _tell_lost(snapshot: EventSnapshot, source: Source, row: Sanction) -> str:
    lost = loss(snapshot, row.offender.entry, source.round, source.sitting)
    if lost is None:
        return _tell_deal(source, row) or gettext(
            "nothing by itself: the referee gives the result of the deal or the match"
        )
    if lost.winner is None:
        return gettext("the game (局) is lost: %(points)s") % {"points": signed(lost.points)}
    return _match_lost(lost.counts.present, lost.counts.absent)


def _tell_deal(source: Source, row: Sanction) -> str:
    """Return what the deal is lost for, or that one has to be named; empty for no deal to lose."""
    if row.level is not Level.L7 or row.points or not amounts.loses_deals(source.event):
        return ""
    if source.deal is None:
        return gettext("nothing yet: rule from the page of the deal that is lost")
    points = lost_deals.worst(source.deal, row.offender.entry, row.offender.label)
    return "" if points is None else _deal_lost(points)


def _tell_lost_so(sanction: RulingSanction) -> str:
    given = _awards_of(sanction).first()
    if given:
        return _match_lost(given.won, given.lost)
    deal = sanction.version.case.deal
    if deal is None or sanction.level != Level.L7:
        return ""
    stands = standing.of_deal(deal)
    # Something else may have been entered since, and another ruling may lie upon this one.
    if not stands.is_of(sanction.version):
        return ""
    seat = sanction.seat or lost_deals.seat_of(deal, sanction.entry)
    points = lost_deals.points_of(stands.newest, seat)
    return "" if points is None else _deal_lost(points)


def _deal_lost(points: int) -> str:
    shown = {"points": signed(Fraction(points))}
    return gettext("the deal is lost, at its worst result: %(points)s") % shown


def _match_lost(present: Fraction, absent: Fraction) -> str:
    shown = {"present": unsigned(present), "absent": unsigned(absent)}
    counts = pgettext("walkover", "%(present)s : %(absent)s") % shown
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


def _disqualify(made: Change, sanction: RulingSanction) -> None:
    """Disqualify by the word that the ruling waited for: nobody is asked a second time."""
    version, entry = sanction.version, sanction.entry
    terms = _out_on(entry, posting.posted_reason(version))
    confirmed = _in_force_by(version)
    exclusions.exclude_within(made, entry, version.official, confirmed, terms, origin=version.uid)


def _readmit(made: Change, sanction: RulingSanction) -> None:
    version = sanction.version
    step = version.steps.select_related("official").get(kind=RulingStepKind.UNDONE)
    reason = step.reason or posting.posted_reason(version)
    exclusions.take_back_within(made, sanction.entry, step.official, reason, origin=version.uid)


def _assume_out(before: EventSnapshot, _source: Source, row: Sanction) -> EventSnapshot:
    return exclusions.assumed(before, row.offender.entry, _out_on(row.offender.entry, "?"))


def _assume_readmitted(before: EventSnapshot, sanction: RulingSanction) -> EventSnapshot:
    return exclusions.assumed_back(before, sanction.entry, origin=sanction.version.uid)


def _tell_out(_snapshot: EventSnapshot, _source: Source, row: Sanction) -> str:
    return _out_text(_out_on(row.offender.entry, "?"))


def _tell_out_so(sanction: RulingSanction) -> str:
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
