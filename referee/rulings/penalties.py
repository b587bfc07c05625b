"""罚分: points that a referee gives to a seat of a table or to an entry, and their counter-entries.

Those of a seat count at the end of the game (局) that was played there, those of an entry in the
standings. Nothing is ever removed: points are taken back by a counter-entry with its own reason.

Who may change the results of a round may give and take back its penalty points: once its time for
corrections is over, the chief referee and directors. Those in the standings go by the last round.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from referee.base import case_numbers
from referee.base.handed_in import Writer, keep_refused, seal
from referee.base.refusals import Code
from referee.base.verbs import BY_PENALTY, Verb
from referee.models import DecisionKind, KeptWrite
from referee.rulings.listed import cases_of_points
from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.formats import penalty_units
from tournaments.formats.penalty_units import PenaltyLimits
from tournaments.models import (
    Adjustment,
    Deal,
    Entry,
    EntryMember,
    Event,
    Person,
    Round,
    Seat,
    Side,
    Sitting,
    User,
)
from tournaments.models.base import new_uid
from tournaments.models.record import Unit
from tournaments.record import ledger
from tournaments.record.audit import Actor, Change, change
from tournaments.record.once import once
from tournaments.results import event_record
from tournaments.results.event_record import Effect
from tournaments.results.snapshot import EventSnapshot
from tournaments.rights import access, ruling_offices
from tournaments.structure import games, sides
from tournaments.structure.games import rules_of
from tournaments.wording import signed

ROUND: Final = "sitting__segment__match__round"
EVERYWHERE: Final[Collection[int | None]] = (None,)
"""In place of tables: what counts for an entry wherever it sits."""


@dataclass(frozen=True, slots=True)
class Target:
    """Who gets penalty points: an entry, or the seat at which it sits for a side of a match.

    `person` is the one of the entry who did what they are for, where there is no seat.
    """

    entry: Entry
    seat: Seat | None = None
    person: Person | None = None


@dataclass(frozen=True, slots=True)
class Penalty:
    """Signed penalty points, and why; `sure` says that a large number was looked at twice."""

    points: Fraction | int
    reason: str
    article: str = ""
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Right:
    """Roles of an official, and the last round of an event, which decides for its standings."""

    held: access.RolesByPart
    event: Event
    last: Round | None

    def covers(self, round_: Round | None, tables: Collection[int | None] = EVERYWHERE) -> bool:
        """Whether penalty points may be given now for a round, or for the standings if it is None.

        Those at `tables`, by their numbers, are also given by who is limited to these; without any,
        as for a team before its seats are known, by nobody who is limited. The round's event has to
        be loaded.
        """
        judged = round_ or self.last
        is_over = judged is not None and ruling_offices.is_window_over(judged)
        roles = access.CHIEFS if is_over else access.REFEREES
        by = ruling_offices.ruling_roles(roles, self.event)
        return all(self.held.at(self.event.pk, table) & by for table in tables or EVERYWHERE)


def right_in(official: User, event: Event, rounds: Sequence[Round]) -> Right:
    """Read the right of an official to give penalty points in an event of these public rounds."""
    held = access.roles_by_part(official, event.tournament)
    return Right(held, event, rounds[-1] if rounds else None)


def target(event: Event, whom: str) -> Target | None:
    """Return who is meant in an event: `entry:<uid>`, `seat:<uid>` or `member:<entry>:<person>`."""
    kind, _colon, uid = whom.partition(":")
    if kind == "member":
        of_entry, _colon, of_person = uid.partition(":")
        rows = EntryMember.objects.select_related("entry", "person").filter(entry__event=event)
        member = rows.filter(entry__uid=of_entry, person__uid=of_person).first()
        return Target(member.entry, person=member.person) if member else None
    if kind == "entry":
        entry = event.entries.filter(uid=uid).first()
        return Target(entry) if entry else None
    in_play = {f"{ROUND}__event": event, f"{ROUND}__state__in": ledger.IN_PLAY}
    seats = Seat.objects.filter(**in_play).select_related("side", "sitting", "person")
    seat = seats.filter(uid=uid).first() if kind == "seat" else None
    return Target(sides.entry_of(seat), seat) if seat else None


def _target_value(whom: Target) -> str:
    """Return whom `target` reads as this one."""
    if whom.seat:
        return f"seat:{whom.seat.uid}"
    if whom.person:
        return f"member:{whom.entry.uid}:{whom.person.uid}"
    return f"entry:{whom.entry.uid}"


def effect(
    before: EventSnapshot, whom: Target, points: Fraction | int, reason: str
) -> tuple[Effect, ...]:
    """Return what penalty points would change in the shown standings. Writes nothing."""
    added = assumed(before, whom, points, reason)
    return event_record.compare_standings(before, before.with_adjustment(added))


def assumed(
    snapshot: EventSnapshot, whom: Target, points: Fraction | int, reason: str
) -> Adjustment:
    """Return penalty points as they would be stored, for a preview."""
    row = _unstored(snapshot.event, whom, points, reason)
    if whom.seat is not None:
        row.deal_id = _last_deal(snapshot, whom.seat.sitting_id)
    return row


def _last_deal(snapshot: EventSnapshot, sitting: int) -> int | None:
    """Return the last deal of a table whose match has several tables, as `_deal_at` does."""
    own = next((row for row in snapshot.sittings if row.key == sitting), None)
    if own is None or len(snapshot.sittings_by_match[own.match]) == 1:
        return None
    return max(own.deals, key=lambda deal: deal.play_order).key if own.deals else None


def _unstored(event: Event, whom: Target, points: Fraction | int, reason: str) -> Adjustment:
    side, stages = whom.seat.side if whom.seat else None, Adjustment.StageOfSum
    return Adjustment(
        event=event,
        entry=None if side else whom.entry,
        side=side,
        unit=unit_of(event, at_table=bool(side)),
        stage_of_sum=stages.GAME if side else stages.STANDINGS,
        numerator=points.numerator,
        denominator=points.denominator,
        reason=reason,
    )


def give(
    whom: Target,
    official: User,
    points: Fraction | int,
    reason: str,
    article: str = "",
    key: str = "",
    *,
    sure: bool = False,
) -> Adjustment:
    """Give penalty points; the same ones under the same key are given once.

    Raises Refused without a reason, where the official may not give them any more, for a large
    amount of which he is not `sure`, and for others than came under the key before, which are kept.
    """
    key, event = key or new_uid(), whom.entry.event
    penalty = Penalty(points, reason, article, sure=sure)
    rows = Adjustment.objects.filter(origin_uid=key, origin_label=BY_PENALTY, reverses=None)
    stored = rows.select_related("offender")

    def store(made: Change) -> Adjustment:
        require_entries(whom.entry)
        made.concerns(entry=whom.entry, **({"seat": whom.seat} if whom.seat else {}))
        given = give_within(made, whom, official, penalty, key=key)
        case_numbers.number_of_points(made, given, DecisionKind.PENALTY, official)
        return given

    actor = Actor.from_user(official)
    given = once(stored.first, event.tournament, actor, Verb.PENALISE, store)
    # Compared after the change is closed: what is refused is kept by a change of its own.
    return _same(given, whom, official, penalty)


def _same(stored: Adjustment, whom: Target, official: User, penalty: Penalty) -> Adjustment:
    """Return what came under the same key. Raises Refused for other content, and keeps it."""
    seat, person = whom.seat, whom.seat.person if whom.seat else whom.person
    sent = _unstored(whom.entry.event, whom, penalty.points, penalty.reason)
    same = ("event_id", "entry_id", "side_id", "amount", "reason")
    is_same = all(getattr(stored, name) == getattr(sent, name) for name in same)
    offender = (stored.named.person_id, stored.named.seat) if stored.named else None
    is_same_person = offender == ((person.pk, seat.label if seat else "") if person else None)
    if is_same and is_same_person and stored.article == penalty.article:
        return stored
    content = {
        "whom": _target_value(whom),
        "points": str(penalty.points),
        "reason": penalty.reason,
        "article": penalty.article,
    }
    refused = Refused(refuse(Code.PENALTY_FROM_SAME_FORM))
    writer = Writer.referee(whom.entry.event.tournament, official)
    raise keep_refused(KeptWrite.Kind.PENALTY, writer, seal(content, stored.origin_uid), refused)


def give_within(
    made: Change, whom: Target, official: User, penalty: Penalty, *, key: str
) -> Adjustment:
    """Give penalty points as a part of a larger change. Raises Refused as `give` does."""
    event, side = whom.entry.event, whom.seat.side if whom.seat else None
    if wrong := amount_problem(event, penalty.points, at_table=bool(side), sure=penalty.sure):
        raise Refused(wrong)
    require_right(official, event, side, whom.seat)
    deal = _deal_at(whom.seat) if whom.seat else None
    return ledger.adjust(
        made,
        whom.entry,
        Fraction(penalty.points),
        reason=penalty.reason,
        origin=ledger.Origin(key, BY_PENALTY, deal, whom.seat, whom.person),
        article=penalty.article,
        side=side,
    )


def give_to_side_within(
    made: Change,
    whom: Target,
    official: User,
    penalty: Penalty,
    *,
    side: Side,
    key: str = "",
) -> Adjustment:
    """Give points to a side of a match as a part of a larger change, and name no offender.

    A side has them for what the other one did, or as a whole. A seat says at which table.
    """
    event = whom.entry.event
    if wrong := amount_problem(event, penalty.points, at_table=True, sure=penalty.sure):
        raise Refused(wrong)
    require_right(official, event, side, whom.seat)
    return ledger.adjust(
        made,
        whom.entry,
        Fraction(penalty.points),
        reason=penalty.reason,
        origin=ledger.Origin(
            key or new_uid(), BY_PENALTY, _deal_at(whom.seat) if whom.seat else None
        ),
        article=penalty.article,
        side=side,
    )


def unit_of(event: Event, *, at_table: bool) -> Unit:
    """Return what penalties of a seat, or of an entry, are counted in."""
    return penalty_units.penalty_unit(
        games.counting_of(event), event.ranking, at_table=at_table, comparison=event.comparison
    )


def limits_of(event: Event, *, at_table: bool) -> PenaltyLimits:
    """Return how large penalties of a seat, or of an entry, are."""
    game = games.game_of(event)
    target = game.target(rules_of(game, event.ruleset))
    return penalty_units.penalty_limits(unit_of(event, at_table=at_table), target)


def amount_problem(
    event: Event, points: Fraction | int, *, at_table: bool, sure: bool
) -> Problem | None:
    """Return what is wrong with an amount: nothing, beyond reason, or large and not confirmed."""
    limits = limits_of(event, at_table=at_table)
    if not points:
        return refuse(Code.PENALTY_NOTHING, "points")
    if limits.is_absurd(points):
        return refuse(Code.PENALTY_ABSURD, "points", most=limits.most)
    if limits.is_large(points) and not sure:
        return refuse(Code.PENALTY_LARGE, "sure", points=signed(points))
    return None


def take_back(adjustment: Adjustment, official: User, reason: str) -> Adjustment:
    """Take penalty points back by a counter-entry.

    Raises Refused the second time, where the official may not do so any more, and for points that
    a ruling gave: it would stay in force without them.
    """
    if cases_of_points([adjustment]):
        raise Refused(refuse(Code.PENALTY_OF_RULING))
    with change(adjustment.event.tournament, Actor.from_user(official), Verb.TAKE_BACK) as made:
        made.concerns(adjustment=adjustment)
        return take_back_within(made, adjustment, official, reason)


def take_back_within(
    made: Change, adjustment: Adjustment, official: User, reason: str
) -> Adjustment:
    """Take penalty points back as a part of a larger change. Raises Refused as `take_back` does."""
    require_right(official, adjustment.event, adjustment.side)
    origin = ledger.Origin(adjustment.origin_uid, BY_PENALTY)
    return ledger.reverse(made, adjustment, reason=reason, origin=origin)


def _tables_of(side: Side | None, seat: Seat | None) -> set[int | None]:
    """Return the numbers of the tables at which a right is asked; None alone for an entry."""
    if side is None:
        return {*EVERYWHERE}
    if seat is not None:
        return {seat.sitting.table.number}
    return {*Seat.objects.filter(side=side).values_list("sitting__table__number", flat=True)}


def _deal_at(seat: Seat) -> Deal | None:
    """Return a deal of the table at which somebody sat, where his match has several tables."""
    sitting = seat.sitting
    other_sittings = Sitting.objects.filter(segment__match=sitting.segment.match_id).exclude(
        pk=sitting.pk
    )
    return sitting.deals.order_by("play_order").last() if other_sittings.exists() else None


def require_entries(*entries: Entry | None) -> None:
    """Raise Refused, under the lock, if one of these entries was removed or has left meanwhile.

    One that had left when it was fetched may be given points: they count for what it has played.
    """
    fetched = {entry.pk: entry for entry in entries if entry is not None}
    states = dict(Entry.objects.filter(pk__in=fetched).values_list("pk", "state"))
    if len(states) < len(fetched):
        raise Refused(refuse(Reason.ENTRY_GONE))
    left = {pk for pk, state in states.items() if state == Entry.State.WITHDRAWN}
    if any(fetched[pk].state != Entry.State.WITHDRAWN for pk in left):
        raise Refused(refuse(Reason.CHANGED_SINCE_PREVIEW))


def require_right(
    official: User, event: Event, side: Side | None, seat: Seat | None = None
) -> None:
    """Check the right as it is under the lock; without a `seat`, at every table of the side.

    Raises Refused where it has ended, for who only organises an official competition, and for a
    side of a round that was withdrawn meanwhile.
    """
    now = Event.objects.select_related("tournament", "regulations").get(pk=event.pk)
    ruling_offices.check_office(official, now)
    rounds = Round.objects.select_related("event")
    in_play = rounds.filter(event=event, state__in=ledger.IN_PLAY).order_by("number")
    right = Right(access.roles_by_part(official, now.tournament), now, in_play.last())
    round_ = rounds.get(matches__sides=side) if side else None
    if round_ is not None and round_.state not in ledger.IN_PLAY:
        raise Refused(refuse(Reason.ROUND_NOT_IN_PLAY, number=round_.number))
    if not right.covers(round_, _tables_of(side, seat)):
        raise Refused(refuse(Code.PENALTY_LATE))
