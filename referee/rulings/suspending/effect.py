"""What L8 does: a suspension in the record, and for the rest of a round the match that is lost.

A person of a team takes no seat in what is left of the match, which the team plays on.
"""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext, ngettext

from referee.models import RulingSanction, SuspensionReach
from referee.rulings import posting
from referee.rulings.decisions import Source
from referee.rulings.following import Following
from referee.rulings.proposals import Sanction
from referee.rulings.suspending.rounds import rounds_of
from tournaments import results
from tournaments.models import Form, Suspension
from tournaments.models.record import BY_CASE
from tournaments.organise.absences import suspensions
from tournaments.organise.absences.suspensions import SuspensionTerms
from tournaments.record.audit import Change
from tournaments.record.ledger import Origin
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.suspensions import row_of


def suspends(lost: Following) -> Following:
    """Return what follows from L8, where `lost` is what follows from a match that is lost."""

    def follow(made: Change, sanction: RulingSanction) -> None:
        if _is_of_now(sanction):
            lost.do(made, sanction)
        _suspend(made, sanction)

    def unfollow(made: Change, sanction: RulingSanction) -> None:
        lost.undo(made, sanction)
        version = sanction.version
        origin, reason = Origin(version.uid, BY_CASE), posting.posted_reason(version)
        suspensions.take_back_within(made, origin, reason, sanction.entry)

    def assume(before: EventSnapshot, source: Source, row: Sanction) -> EventSnapshot:
        after = lost.assume(before, source, row) if _would_be_of_now(row) else before
        return _assumed(after, source, row)

    def unassume(before: EventSnapshot, sanction: RulingSanction) -> EventSnapshot:
        uid = sanction.version.uid
        kept = tuple(row for row in before.suspensions if row.origin != uid)
        return replace(lost.unassume(before, sanction), suspensions=kept)

    def tell(snapshot: EventSnapshot, source: Source, row: Sanction) -> str:
        told = [lost.tell(snapshot, source, row)] if _would_be_of_now(row) else []
        offender = row.offender
        rounds = rounds_of(snapshot, offender.entry, source.round, row.reach, row.reach_rounds)
        return " · ".join(filter(None, [_rounds_text(rounds), *told]))

    def tell_done(sanction: RulingSanction) -> str:
        return " · ".join(filter(None, [_stored_text(sanction), lost.tell_done(sanction)]))

    return Following(follow, unfollow, assume, unassume, tell, tell_done)


def _is_of_now(sanction: RulingSanction) -> bool:
    of_team = sanction.entry.event.form == Form.TEAMS and sanction.person_id is not None
    return _loses(sanction.version.reach, of_person_of_team=of_team)


def _would_be_of_now(row: Sanction) -> bool:
    offender = row.offender
    of_team = offender.entry.event.form == Form.TEAMS and offender.person is not None
    return _loses(row.reach, of_person_of_team=of_team)


def _loses(reach: str, *, of_person_of_team: bool) -> bool:
    """Whether the match in play is lost: not where somebody is suspended from the next round on."""
    if reach == SuspensionReach.UNSAID:
        return True
    return reach == SuspensionReach.THIS_ROUND and not of_person_of_team


def _suspend(made: Change, sanction: RulingSanction) -> None:
    version, entry = sanction.version, sanction.entry
    case, reach = version.case, SuspensionReach(version.reach)
    snapshot = results.read(case.event)
    rounds = rounds_of(snapshot, entry, case.round, reach, version.reach_rounds)
    if rounds is None:
        return
    reason = posting.posted_reason(version)
    terms = SuspensionTerms(*rounds, (case.year, case.number), reason)
    origin = Origin(version.uid, BY_CASE)
    suspensions.suspend_within(made, entry, sanction.person, terms, origin)


def _assumed(before: EventSnapshot, source: Source, row: Sanction) -> EventSnapshot:
    offender = row.offender
    rounds = rounds_of(before, offender.entry, source.round, row.reach, row.reach_rounds)
    if rounds is None:
        return before
    assumed = Suspension(
        entry=offender.entry,
        person=offender.person,
        first_round=rounds[0],
        last_round=rounds[1],
        ruling_year=0,
        ruling_number=0,
    )
    return replace(before, suspensions=(*before.suspensions, row_of(assumed)))


def _stored_text(sanction: RulingSanction) -> str:
    origin = {"origin_uid": sanction.version.uid, "reverses": None}
    row = Suspension.objects.filter(entry=sanction.entry, **origin).first()
    if row is None:
        return gettext("nobody is excluded until the chief referee chooses the rounds")
    return _rounds_text((row.first_round, row.last_round))


def _rounds_text(rounds: tuple[int, int] | None) -> str:
    if rounds is None:
        return ""
    first, last = rounds
    numbers = str(first) if first == last else f"{first}–{last}"
    words = ngettext(
        "suspended in round %(rounds)s", "suspended in rounds %(rounds)s", last - first + 1
    )
    return words % {"rounds": numbers}
