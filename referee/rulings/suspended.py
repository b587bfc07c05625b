"""停赛 by a ruling (L8): for which rounds, and who was allowed to sit at a table.

For the rest of a round the match is lost; a person of a team takes no seat in what is left of the
match, which the team plays on. Whom a stored suspension keeps from the draw is computed in
`tournaments`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext, ngettext

from referee.base import case_numbers
from referee.models import RulingSanction, Sheet, SuspensionReach
from referee.rulings.decisions import NamedOffender, RulingSource, Sanction
from referee.rulings.ruling_effects import RulingEffect, RulingOrigin
from tournaments import organise
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Entry, Event, Form, Match, Round, Side, Suspension, User
from tournaments.models.record import BY_CASE
from tournaments.organise.absences import suspended_seats, suspensions
from tournaments.organise.absences.awards import AwardGrounds
from tournaments.organise.absences.suspensions import SuspensionTerms
from tournaments.record.audit import Actor, Change
from tournaments.record.ledger import Origin
from tournaments.regulations.articles import Level
from tournaments.results.event_record import entry_name
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import suspension_row
from tournaments.results.suspensions import LeftOut
from tournaments.wording import joined_clauses


@dataclass(frozen=True, slots=True)
class Suspended(RulingEffect):
    """Somebody is suspended, or a whole entry, from the first of the rounds to the last."""

    offender: NamedOffender
    rounds: tuple[int, int]

    @property
    def offenders(self) -> Sequence[NamedOffender]:
        """Whose level brings it about."""
        return (self.offender,)

    @property
    def words(self) -> str:
        """For which rounds."""
        return _rounds_text(self.rounds)

    def on(self, snapshot: EventSnapshot, origin: str) -> EventSnapshot:
        """Return the event with the suspension, under no ruling's number yet."""
        first, last = self.rounds
        row = Suspension(
            entry=self.offender.entry,
            person=self.offender.person,
            first_round=first,
            last_round=last,
            ruling_year=0,
            ruling_number=0,
            origin_uid=origin,
        )
        return replace(snapshot, suspensions=(*snapshot.suspensions, suspension_row(row)))

    def post(self, made: Change, origin: RulingOrigin) -> None:
        """Store the suspension."""
        case, who = origin.version.case, self.offender
        terms = SuspensionTerms(*self.rounds, (case.year, case.number), origin.reason)
        rows = Origin(origin.uid, BY_CASE)
        suspensions.suspend_within(made, who.entry, who.person, terms, rows)


def sittings_with_sheets(event: Event) -> frozenset[int]:
    """Return the sittings of an event's published rounds from which a sheet came, by key.

    A snapshot knows results alone; a table that has sent a sheet has begun.
    """
    published = {"deal__sitting__segment__match__round__state": Round.State.PUBLISHED}
    sheets = Sheet.objects.filter(deal__event=event, **published)
    return frozenset(sheets.values_list("deal__sitting", flat=True).distinct())


def effects_of(
    snapshot: EventSnapshot, source: RulingSource, rows: Sequence[Sanction], begun: Collection[int]
) -> Iterator[RulingEffect]:
    """Yield the suspensions that follow from sanctions; `begun` are the sittings with sheets."""
    for row in rows:
        rounds = _rounds_of(snapshot, source, row, begun)
        if rounds is not None:
            yield Suspended(row.offender, rounds)


def _rounds_of(
    snapshot: EventSnapshot, source: RulingSource, row: Sanction, begun: Collection[int]
) -> tuple[int, int] | None:
    if row.level is not Level.L8:
        return None
    entry, reach = row.offender.entry, (row.reach, row.reach_rounds)
    return rounds_of(snapshot, entry, source.round, *reach, begun=begun)


def rounds_of(
    snapshot: EventSnapshot,
    entry: Entry,
    round_: Round | None,
    reach: SuspensionReach,
    rounds: int = 0,
    *,
    begun: Collection[int],
) -> tuple[int, int] | None:
    """Return the first and the last round of a suspension; None without a whole reach.

    The next round is the first one after the ruling's in which the table of the entry has not
    begun: one that has is never stopped.
    """
    last = snapshot.public_rounds[-1].number if snapshot.public_rounds else 0
    number = round_.number if round_ is not None else last
    if reach == SuspensionReach.UNSAID or (reach == SuspensionReach.ROUNDS and rounds < 1):
        return None
    if reach == SuspensionReach.THIS_ROUND:
        return max(number, 1), max(number, 1)
    first = number + 1
    while has_begun(snapshot, entry, first, begun):
        first += 1
    return first, first + (rounds if reach == SuspensionReach.ROUNDS else 1) - 1


def has_begun(snapshot: EventSnapshot, entry: Entry, number: int, begun: Collection[int]) -> bool:
    """Whether a round is over, or an entry has begun at its table there: by a result or a sheet."""
    for round_ in snapshot.public_rounds:
        if round_.number == number:
            return round_.state == Round.State.CLOSED or any(
                sitting.key in begun or any(deal.done for deal in sitting.deals)
                for match in snapshot.matches_of(round_)
                if any(entry.pk == other.pk for side in match.sides for other in side.entries)
                for sitting in snapshot.sittings_by_match[match.key]
            )
    return False


def loses(row: Sanction) -> bool:
    """Whether the match in play is lost: not where somebody is suspended from the next round on."""
    if row.level is not Level.L8 or row.reach == SuspensionReach.UNSAID:
        return True
    offender = row.offender
    is_of_team = offender.entry.event.form == Form.TEAMS and offender.person is not None
    return row.reach == SuspensionReach.THIS_ROUND and not is_of_team


def stored_text(sanction: RulingSanction) -> str:
    """Return for which rounds a sanction in force suspends, in words."""
    origin = {"origin_uid": sanction.version.uid, "reverses": None}
    row = Suspension.objects.filter(entry=sanction.entry, **origin).first()
    if row is None:
        return gettext("nobody is excluded until the chief referee chooses the rounds")
    return _rounds_text((row.first_round, row.last_round))


def _rounds_text(rounds: tuple[int, int]) -> str:
    first, last = rounds
    numbers = str(first) if first == last else f"{first}–{last}"
    words = ngettext(
        "suspended in round %(rounds)s", "suspended in rounds %(rounds)s", last - first + 1
    )
    return words % {"rounds": numbers}


SIDES = 2


@dataclass(frozen=True, slots=True)
class SuspendedAtTable:
    """Somebody who is suspended and has a seat: what is open is a walkover, a house player, or a
    seat by the chief referee. `side` and `suspension` are uids, `match` is a key; `also` are those
    on other sides of the match.
    """

    round: Round
    table: int
    name: str
    side: str
    suspension: str
    ruling: str
    is_of_two: bool
    match: int = 0
    also: tuple[SuspendedAtTable, ...] = ()

    @property
    def reason(self) -> str:
        """Why the match is won without play."""
        values = {"name": self.name, "ruling": self.ruling}
        return gettext("suspended: %(name)s (%(ruling)s)") % values


def seated(snapshot: EventSnapshot, begun: Collection[int]) -> tuple[SuspendedAtTable, ...]:
    """Return who sits though suspended, by rounds and tables; a table that has begun goes on."""
    rows = (
        row
        for round_ in snapshot.rounds
        if round_.state == Round.State.PUBLISHED
        for left_out in suspended_seats.seated(snapshot, round_.number)
        if not has_begun(snapshot, left_out.entry, round_.number, begun)
        for row in _at_tables(snapshot, round_, left_out)
    )
    return _with_others(sorted(rows, key=lambda row: (row.round.number, row.table)))


def _with_others(rows: Sequence[SuspendedAtTable]) -> tuple[SuspendedAtTable, ...]:
    return tuple(
        replace(row, also=tuple(o for o in rows if o.match == row.match and o.side != row.side))
        for row in rows
    )


def give_walkover(row: SuspendedAtTable, official: User) -> None:
    """Let the other side win without play; at a table of single players the others have averages.

    Whoever else is suspended there is absent too, and of two such sides neither wins. Raises
    Refused as awards do.
    """
    match, actor = _side(row).match, Actor.from_user(official)
    absent = {row.side, *(each.side for each in row.also)}
    reasons = dict.fromkeys(each.reason for each in (row, *row.also))
    grounds = AwardGrounds(joined_clauses(list(reasons)), row.ruling)
    present = match.sides.exclude(uid__in=absent).first()
    if not row.is_of_two:
        lost = list(match.sides.filter(uid__in=absent))
        organise.forfeit_places(match, actor, lost, grounds)
    elif present is None:
        organise.award_both_absent(match, actor, grounds)
    else:
        organise.award_walkover(match, actor, present, grounds)


def seat_house_player(row: SuspendedAtTable, official: User, name: str) -> None:
    """Let a house player take the seat of a single player. Raises Refused as `forfeits` does."""
    grounds = AwardGrounds(row.reason, row.ruling)
    organise.seat_house_player(_side(row), Actor.from_user(official), name, grounds)


def seat_suspended(row: SuspendedAtTable, official: User, reason: str) -> None:
    """Seat the suspended by decision of the chief referee. Raises Refused without a reason."""
    related = Suspension.objects.select_related("entry__event__tournament")
    suspension = related.get(uid=row.suspension)
    suspensions.waive(suspension, official, row.round.number, reason)


def at_side(snapshot: EventSnapshot, side: str, begun: Collection[int]) -> SuspendedAtTable:
    """Return the suspended player at a side. Raises Refused if none sits there now."""
    for row in seated(snapshot, begun):
        if row.side == side:
            return row
    raise Refused(refuse(Reason.NOT_SUSPENDED, number=len(snapshot.public_rounds)))


def _at_tables(
    snapshot: EventSnapshot, round_: Round, left_out: LeftOut
) -> Iterator[SuspendedAtTable]:
    entry = left_out.entry
    for match in snapshot.matches_of(round_):
        if match.key in snapshot.awards:
            continue
        tables = [sitting.table for sitting in snapshot.sittings_by_match[match.key]]
        for side in match.sides:
            if any(other.pk == entry.pk for other in side.entries):
                yield SuspendedAtTable(
                    round_,
                    min(tables, default=0),
                    left_out.name or entry_name(entry, snapshot.members_of(entry)),
                    side.uid,
                    left_out.row.uid,
                    case_numbers.printed(*left_out.row.ruling),
                    is_of_two=len(match.sides) == SIDES,
                    match=match.key,
                )


def _side(row: SuspendedAtTable) -> Side:
    related = Match.objects.select_related("round__event__tournament", "round__group__stage")
    side = Side.objects.get(uid=row.side)
    side.match = related.get(pk=side.match_id)
    return side
