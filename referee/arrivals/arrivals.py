"""Marking who is missing, 到场, and what it costs; forfeits are in `forfeiting`.

Only an official competition has a table of lateness. Every mark is a row; the newest is the state
of an entry at its match. What follows is given in the same change.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from referee.arrivals import minutes as clock
from referee.base import case_numbers
from referee.base.refusals import Code
from referee.base.verbs import Verb
from referee.models import Arrival, ArrivalState, DecisionKind
from referee.rulings import penalties
from referee.rulings.penalties import Penalty, Target
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import (
    Adjustment,
    Award,
    AwardKind,
    Entry,
    Event,
    Match,
    PenaltyWarning,
    Person,
    Role,
    Round,
    RoundState,
    Seat,
    Side,
    Sitting,
    Tournament,
    User,
    WarningLevel,
)
from tournaments.models.base import new_uid
from tournaments.record import ledger
from tournaments.record.audit import Actor, Change, change
from tournaments.record.ledger import Origin
from tournaments.regulations import lateness
from tournaments.regulations.lateness import LateArticle, LateStep, LateTerms, Whom
from tournaments.rights import access, ruling_offices
from tournaments.structure.regulations import regulations_of

WHO: Final[Mapping[LateArticle, frozenset[Role]]] = {
    LateArticle.LATE: access.REFEREES,
    LateArticle.VERY_LATE: access.CHIEFS | {Role.DEPUTY},
    LateArticle.FORFEIT: access.CHIEFS,
}
"""Who may decide by each article (the catalogue, T-01 to T-03)."""
BY_ARRIVAL: Final = "arrival"
"""The origin of a warning for coming late; its uid is that of the mark."""
MOST_MINUTES: Final = 999
"""As late as anybody is said to be: a clock may have been left running for days."""


@dataclass(frozen=True, slots=True)
class LateEntry:
    """An entry at its match, whose arrival is asked for."""

    side: Side
    entry: Entry

    @property
    def match(self) -> Match:
        """The match; its round and event are fetched with the side."""
        return self.side.match

    @property
    def round(self) -> Round:
        """The round of the match."""
        return self.side.match.round

    @property
    def tournament(self) -> Tournament:
        """The tournament, whose row every change takes first."""
        return self.round.event.tournament


def late_entry(round_: Round, side_uid: str, entry_uid: str) -> LateEntry:
    """Return an entry at its match of a round. Raises Refused where it does not play there."""
    rows = Side.objects.filter(uid=side_uid, match__round=round_)
    related = "match__round__event__tournament", "match__round__event__ruleset"
    side = (
        rows.select_related(*related, "match__round__group__stage__event")
        .defer(*Round.draws_by(*related, "match__round__group__stage__event"))
        .first()
    )
    entries = side.entries.filter(uid=entry_uid) if side else Entry.objects.none()
    entry = entries.select_related("event__tournament").first()
    if side is None or entry is None:
        raise Refused(refuse(Code.NOT_DRAWN_HERE))
    return LateEntry(side, entry)


def newest_marks(rows: QuerySet[Arrival]) -> Mapping[tuple[int, int], Arrival]:
    """Return the newest mark of each entry at its match, by the keys of its side and its own.

    None where it was a forfeit whose award was taken back since: it can be noted again.
    """
    ordered = rows.annotate(is_undone=Exists(forfeits_undone())).order_by("number")
    marks = {(row.side_id, row.entry_id): row for row in ordered}
    forfeited = ArrivalState.FORFEITED
    return {key: row for key, row in marks.items() if row.state != forfeited or not row.is_undone}


def forfeits_undone() -> QuerySet[Award]:
    """Return, for marks, what has taken back an award of their match since.

    Another award of the match may follow: the forfeit before it stays taken back. Where somebody
    joins a forfeit its award is made anew, and nothing is taken back by that.
    """
    made_anew = Q(article=LateArticle.FORFEIT, retired_by__isnull=False)
    taken_back = Award.objects.filter(kind=AwardKind.WITHDRAWN).exclude(made_anew)
    return taken_back.filter(match=OuterRef("side__match"), created_at__gte=OuterRef("created_at"))


def newest(late: LateEntry) -> Arrival | None:
    """Return the newest mark of an entry at its match, as `newest_marks` does."""
    rows = Arrival.objects.filter(side=late.side, entry=late.entry)
    return newest_marks(rows).get((late.side.pk, late.entry.pk))


def mark_missing(late: LateEntry, official: User) -> Arrival:
    """Note that somebody was not there in time; a second time it changes nothing.

    Raises Refused in a club event and for a round that is not in play.
    """
    with change(late.tournament, Actor.from_user(official), Verb.MARK_MISSING) as made:
        require_in_play(late, official)
        seen = newest(late)
        if seen is not None and seen.state != ArrivalState.TAKEN_BACK:
            raise Refused(refuse(Code.ARRIVAL_NOTED))
        return store_mark(made, late, official, ArrivalState.MISSING)


def step_now(late: LateEntry, minutes: int | None = None) -> tuple[int, LateStep | None]:
    """Return the minutes that somebody is late now, or that were typed, and what follows."""
    if minutes is None:
        started = clock.started_at(late.round)
        minutes = clock.minutes_late(started, timezone.now()) if started else 0
        minutes = min(minutes, MOST_MINUTES)
    return minutes, lateness.late_step(minutes, lateness.terms_of(late.round.event))


def mark_arrived(
    late: LateEntry, official: User, *, minutes: int | None = None, seen: int | None = None
) -> Arrival:
    """Note that somebody has arrived, and give what follows from the minutes.

    `minutes` are typed where no clock was started. `seen` is the number of the mark that the page
    showed. Raises Refused where the match is forfeited by now, and where the mark is another one.
    """
    with change(late.tournament, Actor.from_user(official), Verb.MARK_ARRIVED) as made:
        require_missing(late, official, seen)
        if minutes is None and clock.started_at(late.round) is None:
            raise Refused(refuse(Code.CLOCK_NOT_STARTED, "minutes"))
        counted, step = step_now(late, minutes)
        if step is not None and step.is_forfeit:
            raise Refused(refuse(Code.MATCH_FORFEITED))
        given = None
        if step and step.amount and may_impose_on(late, official, step.article):
            given = _give_numbered(made, late, official, counted, step)
        mark = store_mark(made, late, official, ArrivalState.ARRIVED, counted, step, given)
        if step and step.is_warning:
            _warn(made, late, mark)
        return mark


def check_shown(late: LateEntry, shown: str) -> None:
    """Raise Refused where something else follows by now than a page has shown."""
    _, step = step_now(late)
    if shown != shown_step(step) and not (step and step.is_forfeit):
        raise Refused(refuse(Code.LATER_BY_NOW))


def shown_step(step: LateStep | None) -> str:
    """Return a step as a page sends back what it has shown."""
    return f"{step.article}:{step.amount}" if step else ""


def impose(late: LateEntry, official: User) -> Arrival:
    """Give the penalty of an arrival that somebody noted who may not give it.

    Raises Refused where none waits, for who may not give it either, and past the time for that.
    """
    with change(late.tournament, Actor.from_user(official), Verb.MARK_ARRIVED) as made:
        _require_right(late, official)
        mark = newest(late)
        if mark is None or not mark.awaits_penalty:
            raise Refused(refuse(Code.NOT_MISSING))
        article = LateArticle(mark.article)
        if not may_impose_on(late, official, article):
            raise Refused(refuse(Code.NOT_ALLOWED))
        step = LateStep(article, mark.amount)
        given = _give_numbered(made, late, official, mark.minutes, step)
        return store_mark(made, late, official, ArrivalState.ARRIVED, mark.minutes, step, given)


def may_impose(official: User, event: Event, article: LateArticle, tables: Collection[int]) -> bool:
    """Whether an official may decide by an article: the catalogue names the lowest role.

    Who is limited to tables decides where all those of the match are his, but of no entry's points.
    """
    held = access.roles_by_part(official, event.tournament)
    is_of_entry = lateness.terms_of(event).whom is Whom.ENTRY and article != LateArticle.FORFEIT
    asked = penalties.EVERYWHERE if is_of_entry or not tables else tables
    by = ruling_offices.ruling_roles(WHO[article], event)
    return all(held.at(event.pk, table) & by for table in asked)


def tables_of(match: Match) -> list[int]:
    """Return the numbers of the tables of a match; none before its line-ups are there."""
    sittings = Sitting.objects.filter(segment__match=match).order_by("table__number")
    return list(sittings.values_list("table__number", flat=True).distinct())


def may_impose_on(late: LateEntry, official: User, article: LateArticle) -> bool:
    """Whether an official may decide by an article on an entry at its match."""
    return may_impose(official, late.round.event, article, tables_of(late.match))


def take_back(late: LateEntry, official: User, reason: str) -> Arrival:
    """Take back what was noted of an arrival, and the warning or the penalty that followed.

    A walkover is taken back on the page of its match. Raises Refused where nothing was noted, and
    past the time for corrections.
    """
    with change(late.tournament, Actor.from_user(official), Verb.TAKE_BACK_ARRIVAL) as made:
        _require_right(late, official)
        seen = newest(late)
        if seen is None or seen.state in {ArrivalState.TAKEN_BACK, ArrivalState.FORFEITED}:
            raise Refused(refuse(Code.NOT_MISSING))
        # What was taken back by itself on the page of penalties is not taken back once more.
        given = Adjustment.objects.filter(uid=seen.adjustment, reversed_by=None).first()
        if given:
            penalties.take_back_within(made, given, official, reason)
        warned = PenaltyWarning.objects.filter(
            origin_uid=seen.uid, origin_label=BY_ARRIVAL, reverses=None, reversed_by=None
        )
        for warning in warned.select_related("event", "entry", "person", "round", "deal").defer(
            "round__reasons"
        ):
            origin = Origin(seen.uid, BY_ARRIVAL)
            ledger.take_back_warning(made, warning, reason=reason, origin=origin)
        made.note(reason=reason)
        return store_mark(made, late, official, ArrivalState.TAKEN_BACK)


def penalty_target(late: LateEntry, terms: LateTerms) -> Target | None:
    """Return who gets the penalty: the seat at the table, or the entry where matches rank.

    None for levels, which the other side gains.
    """
    if terms.whom is Whom.OTHER_SIDE:
        return None
    if terms.whom is Whom.ENTRY:
        return Target(late.entry)
    return Target(late.entry, _seat(late))


def _give_numbered(
    made: Change, late: LateEntry, official: User, minutes: int, step: LateStep
) -> Adjustment:
    given = _give_points(made, late, official, minutes, step)
    case_numbers.number_of_points(made, given, DecisionKind.LATENESS, official, late.round)
    return given


def _give_points(
    made: Change, late: LateEntry, official: User, minutes: int, step: LateStep
) -> Adjustment:
    terms, article = lateness.terms_of(late.round.event), step.article.value
    whom = penalty_target(late, terms)
    if whom is None:
        other = late.match.sides.exclude(pk=late.side.pk).get()
        entry = other.entries.select_related("event").order_by("number")[0]
        reason = clock.other_side_late_text(minutes)
        penalty = Penalty(step.amount, reason, article, sure=True)
        return penalties.give_to_side_within(made, Target(entry), official, penalty, side=other)
    penalty = Penalty(step.amount, clock.late_text(minutes), article, sure=True)
    if whom.seat is not None and _person(late) is None:
        # Nobody of a pair or a team is named for being late: all of them were expected.
        return penalties.give_to_side_within(made, whom, official, penalty, side=late.side)
    return penalties.give_within(made, whom, official, penalty, key=new_uid())


def _warn(made: Change, late: LateEntry, mark: Arrival) -> None:
    origin = Origin(mark.uid, BY_ARRIVAL, person=_person(late), round=late.round)
    level, reason = WarningLevel.SPOKEN, clock.late_text(mark.minutes)
    ledger.warn(made, late.entry, level, reason=reason, origin=origin, article=mark.article)


def _person(late: LateEntry) -> Person | None:
    """Return who was late where only one person was expected, else None."""
    seats = Seat.objects.filter(side=late.side, person__entry_members__entry=late.entry)
    persons = {seat.person for seat in seats.select_related("person")}
    return persons.pop() if len(persons) == 1 else None


def _seat(late: LateEntry) -> Seat | None:
    seats = Seat.objects.filter(side=late.side, person__entry_members__entry=late.entry)
    related = seats.select_related("side", "sitting__segment", "person")
    return related.order_by("sitting__segment__number", "pk").first()


def require_in_play(late: LateEntry, official: User) -> None:
    """Raise Refused in a club event, without role or office, and for a round not in play."""
    _require_table_of_lateness(late)
    event = Event.objects.select_related("tournament", "regulations").get(pk=late.round.event_id)
    ruling_offices.check_office(official, event)
    held = access.roles_by_part(official, event.tournament)
    tables = tables_of(late.match) or penalties.EVERYWHERE
    if not all(held.at(event.pk, table) & access.REFEREES for table in tables):
        raise Refused(refuse(Reason.ROLE_ENDED))
    state = Round.objects.values_list("state", flat=True).get(pk=late.round.pk)
    if state != RoundState.PUBLISHED:
        raise Refused(refuse(Code.NOT_LATE))


def _require_right(late: LateEntry, official: User) -> None:
    """Raise Refused where an official may not give or take back what lateness cost any more.

    It goes by the time for corrections, as penalty points do.
    """
    _require_table_of_lateness(late)
    penalties.require_right(official, late.round.event, late.side)


def _require_table_of_lateness(late: LateEntry) -> None:
    if not regulations_of(late.round.event).is_official:
        raise Refused(refuse(Code.NO_TABLE_OF_LATENESS))


def require_missing(late: LateEntry, official: User, seen: int | None) -> None:
    """Raise Refused where an entry is not noted as missing, or not by the mark that was `seen`."""
    require_in_play(late, official)
    mark = newest(late)
    if mark is None or mark.state != ArrivalState.MISSING:
        raise Refused(refuse(Code.NOT_MISSING))
    if seen is not None and mark.number != seen:
        raise Refused(refuse(Code.ARRIVAL_NOTED))


def store_mark(
    made: Change,
    late: LateEntry,
    official: User,
    state: ArrivalState,
    minutes: int = 0,
    step: LateStep | None = None,
    given: Adjustment | None = None,
) -> Arrival:
    """Store the next mark of an entry at its match, in an open change."""
    earlier = Arrival.objects.filter(side=late.side, entry=late.entry)
    amount = step.amount if step else Fraction(0)
    row = Arrival.objects.create(
        side=late.side,
        entry=late.entry,
        number=earlier.count() + 1,
        state=state,
        minutes=minutes,
        article=step.article.value if step else "",
        numerator=amount.numerator,
        denominator=amount.denominator,
        adjustment=given.uid if given else "",
        official=official,
    )
    made.made(row)
    made.concerns(entry=late.entry, side=late.side, round=late.round)
    made.note(state=str(state), minutes=minutes, article=row.article)
    return row
