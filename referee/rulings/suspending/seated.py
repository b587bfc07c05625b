"""Who is suspended and sits at a table of a published round that has not begun, and what then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from referee.base import case_numbers
from referee.rulings.suspending.suspended import has_begun
from tournaments import organise
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Match, Round, Side, Suspension, User
from tournaments.organise.absences import suspensions
from tournaments.organise.absences.awards import AwardGrounds
from tournaments.record.audit import Actor
from tournaments.results.event_record import entry_name
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.suspensions import LeftOut

SIDES = 2


@dataclass(frozen=True, slots=True)
class SeatedAllTheSame:
    """Somebody who is suspended and has a seat: what is open is a walkover, a house player, or a
    seat by the chief referee. `side` and `suspension` are uids.
    """

    round: Round
    table: int
    name: str
    side: str
    suspension: str
    ruling: str
    is_of_two: bool

    @property
    def reason(self) -> str:
        """Why the match is won without play."""
        values = {"name": self.name, "ruling": self.ruling}
        return gettext("suspended: %(name)s (%(ruling)s)") % values


def seated(snapshot: EventSnapshot) -> tuple[SeatedAllTheSame, ...]:
    """Return who sits though suspended, by rounds and tables; a table that has begun goes on."""
    rows = (
        row
        for round_ in snapshot.rounds
        if round_.state == Round.State.PUBLISHED
        for left_out in suspensions.seated(snapshot, round_.number)
        if not has_begun(snapshot, left_out.entry, round_.number)
        for row in _rows(snapshot, round_, left_out)
    )
    return tuple(sorted(rows, key=lambda row: (row.round.number, row.table)))


def give_walkover(row: SeatedAllTheSame, official: User) -> None:
    """Let the other side win without play; at a table of single players the others have averages.

    Raises Refused as awards do.
    """
    side = _side(row)
    match, actor = side.match, Actor.from_user(official)
    grounds = AwardGrounds(row.reason, row.ruling)
    if row.is_of_two:
        organise.award_walkover(match, actor, match.sides.exclude(pk=side.pk).get(), grounds)
    else:
        organise.forfeit_places(match, actor, [side], grounds)


def seat_house_player(row: SeatedAllTheSame, official: User, name: str) -> None:
    """Let a house player take the seat of a single player. Raises Refused as `forfeits` does."""
    grounds = AwardGrounds(row.reason, row.ruling)
    organise.seat_house_player(_side(row), Actor.from_user(official), name, grounds)


def seat(row: SeatedAllTheSame, official: User, reason: str) -> None:
    """Seat the suspended by the word of the chief referee. Raises Refused without a reason."""
    related = Suspension.objects.select_related("entry__event__tournament")
    suspension = related.get(uid=row.suspension)
    suspensions.waive(suspension, official, row.round.number, reason)


def one_of(snapshot: EventSnapshot, side: str) -> SeatedAllTheSame:
    """Return the one at a side. Raises Refused where nobody suspended sits there any more."""
    for row in seated(snapshot):
        if row.side == side:
            return row
    raise Refused(refuse(Reason.NOT_SUSPENDED, number=len(snapshot.public_rounds)))


def _rows(snapshot: EventSnapshot, round_: Round, left_out: LeftOut) -> Iterator[SeatedAllTheSame]:
    entry = left_out.entry
    for match in snapshot.matches_of(round_):
        if match.key in snapshot.awards:
            continue
        tables = [sitting.table for sitting in snapshot.sittings_by_match[match.key]]
        for side in match.sides:
            if any(other.pk == entry.pk for other in side.entries):
                yield SeatedAllTheSame(
                    round_,
                    min(tables, default=0),
                    left_out.name or entry_name(entry, snapshot.members_of(entry)),
                    side.uid,
                    left_out.row.uid,
                    case_numbers.printed(*left_out.row.ruling),
                    is_of_two=len(match.sides) == SIDES,
                )


def _side(row: SeatedAllTheSame) -> Side:
    related = Match.objects.select_related("round__event__tournament", "round__group__stage")
    side = Side.objects.get(uid=row.side)
    side.match = related.get(pk=side.match_id)
    return side
