"""弃权 by lateness: the match of everybody who is still missing after the minute of forfeit.

Minutes run from the start of the round for all alike, so whoever else is missing at a match when
it is forfeited forfeits it too.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from django.utils.translation import gettext

from referee.arrivals import arrivals
from referee.arrivals import minutes as clock
from referee.arrivals.arrivals import LateEntry
from referee.base.refusals import Code
from referee.base.verbs import Verb
from referee.models import Arrival, ArrivalState
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Award, AwardKind, Entry, ExclusionKind, Match, Side, User
from tournaments.organise.absences import exclusion_steps, exclusions, forfeits
from tournaments.organise.absences.awards import (
    SIDES,
    AwardGrounds,
    award_both_absent_within,
    award_walkover_within,
    take_back_award_within,
)
from tournaments.record.audit import Actor, Change, change
from tournaments.regulations.lateness import LateArticle
from tournaments.results.snapshot_rows import WITHOUT_PLAY, live_awards

FORFEITS: Final = 2
"""So many matches forfeited by lateness, and a withdrawal is proposed (T-03)."""


def forfeit(
    late: LateEntry,
    official: User,
    *,
    minutes: int | None = None,
    house_player: str = "",
    shown: str = "",
) -> Arrival:
    """Let somebody lose the match by lateness, with everybody else who is missing there.

    The other side of two wins without play; neither does where both are missing. At a table of
    single players a house player with a name takes the one seat, or those present have their own
    averages. The second time it is proposed that an entry takes part no more. `shown` are the
    entries that the page named. Raises Refused before the minute of forfeit, where others forfeit
    by now than were shown, and in a knockout to which neither side came: one has to advance, which
    is decided on the page of the match.
    """
    with change(late.tournament, Actor.from_user(official), Verb.MARK_ARRIVED) as made:
        arrivals.require_missing(late, official, None)
        counted, step = arrivals.step_now(late, minutes)
        if step is None or not step.is_forfeit:
            raise Refused(refuse(Code.NOT_FORFEITED_YET))
        if not arrivals.may_impose_on(late, official, step.article):
            raise Refused(refuse(Code.NOT_ALLOWED))
        together = _missing_with(late)
        if shown and shown != shown_entries([each.entry for each in together]):
            raise Refused(refuse(Code.ARRIVAL_NOTED))
        grounds = AwardGrounds(clock.late_text(counted), step.article.value)
        sides = list(late.match.sides.all())
        if house_player.strip() and len(sides) != SIDES:
            together = [late]
            forfeits.seat_house_player_within(made, late.side, house_player, grounds)
        else:
            _award(made, sides, together, grounds)
        state = ArrivalState.FORFEITED
        marks = [
            arrivals.store_mark(made, each, official, state, counted, step) for each in together
        ]
        for number, each in enumerate(together, 1):
            made.concerns(**{f"entry_{number}" if number > 1 else "entry": each.entry})
            _propose_withdrawal(made, each, official)
        return marks[0]


def shown_entries(entries: Collection[Entry]) -> str:
    """Return entries that forfeit together as a page sends back what it has shown."""
    return " ".join(str(number) for number in sorted(entry.number for entry in entries))


def _missing_with(late: LateEntry) -> list[LateEntry]:
    """Return who forfeits the match: this entry, then everybody else who is missing there."""
    rows = Arrival.objects.filter(side__match=late.match).select_related("side", "entry__event")
    missing = [
        LateEntry(late.match.sides.get(pk=row.side_id), row.entry)
        for row in arrivals.newest_marks(rows).values()
        if row.state == ArrivalState.MISSING and row.entry_id != late.entry.pk
    ]
    return [late, *missing]


def _award(
    made: Change, sides: Sequence[Side], together: Sequence[LateEntry], grounds: AwardGrounds
) -> None:
    """Award the match against all who are absent; nothing where it is awarded so already.

    One who was noted after the others had forfeited joins them: their award is made anew. So does
    who had a house player at a table that now does not play.
    """
    match, absent = together[0].match, {each.side.pk for each in together}
    earlier = _forfeited(match)
    standing = live_awards([match.pk]).get(match.pk)
    if standing is not None:
        before = _absent_by(standing, sides)
        if absent <= before or (match.code and standing.kind in WITHOUT_PLAY):
            return
        if standing.article != LateArticle.FORFEIT:
            raise Refused(refuse(Reason.AWARD_STANDS))
        take_back_award_within(made, match, grounds)
        earlier |= before
    lost = [side for side in sides if side.pk in absent | earlier]
    if len(sides) != SIDES:
        forfeits.forfeit_places_within(made, match, lost, grounds)
    elif len(lost) == SIDES:
        award_both_absent_within(made, match, grounds)
    else:
        (winner,) = (side for side in sides if side not in lost)
        award_walkover_within(made, match, winner, grounds)


def _forfeited(match: Match) -> set[int]:
    """Return the sides that forfeited a match by lateness before."""
    marks = arrivals.newest_marks(Arrival.objects.filter(side__match=match)).values()
    return {mark.side_id for mark in marks if mark.state == ArrivalState.FORFEITED}


def _absent_by(award: Award, sides: Sequence[Side]) -> set[int]:
    """Return the sides that lose a match without play by an award."""
    if award.kind == AwardKind.WALKOVER:
        return {side.pk for side in sides if side.pk != award.winner_id}
    if award.kind == AwardKind.BOTH_ABSENT:
        return {side.pk for side in sides}
    return {side.pk for side in sides if side.uid in award.absent_sides}


def _propose_withdrawal(made: Change, late: LateEntry, official: User) -> None:
    """Propose to withdraw an entry that has forfeited twice by lateness; the organiser decides.

    A forfeit whose award was taken back does not count.
    """
    rows = Arrival.objects.filter(entry=late.entry)
    marks = arrivals.newest_marks(rows).values()
    counted = sum(mark.state == ArrivalState.FORFEITED for mark in marks)
    if counted < FORFEITS or exclusion_steps.proposal(late.entry):
        return
    reason = gettext("%(number)s matches forfeited by lateness") % {"number": counted}
    terms = exclusion_steps.ExclusionTerms(
        ExclusionKind.WITHDRAWAL, late.round.number, reason, article=LateArticle.FORFEIT.value
    )
    exclusions.propose_within(made, late.entry, official, terms)
