"""Segments (节) of team matches: nobody sits in one before its line-ups are revealed.

The deadlines of line-ups are set in the course of a round. A deadline that is set is not changed
here, because the desk may have chosen it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, Exists, F, OuterRef, QuerySet
from django.utils import timezone

from tournaments.models import (
    Award,
    AwardKind,
    Deal,
    Event,
    Match,
    Room,
    Round,
    Seat,
    Segment,
    Sitting,
)
from tournaments.structure import three_way_matches
from tournaments.structure.line_up_rules import ALTERNATING, SECOND, second

SEATED: Final = Exists(Seat.objects.filter(sitting__segment=OuterRef("pk")))
AWARDED: Final = Exists(
    Award.objects.filter(match=OuterRef("match"), retired_by=None).exclude(
        kind__in=[AwardKind.WITHDRAWN, AwardKind.DECIDED, AwardKind.MISMATCHED]
    )
)
"""Whether a match was awarded because a side did not come: its line-ups are not awaited."""

HANDED_IN: Final = Exists(Segment.objects.filter(pk=OuterRef("pk"), line_ups__isnull=False))


def unrevealed(**filters: Any) -> QuerySet[Segment]:
    """Return the segments of team matches whose line-ups are still to be revealed.

    `filters` are on segments, as `match__round`.
    """
    teams = Segment.objects.filter(match__round__event__form=Event.Form.TEAMS, **filters)
    return teams.exclude(SEATED).exclude(AWARDED)


def is_seated(segment: Segment) -> bool:
    """Whether anybody has a seat in a segment, which means that its line-ups were revealed."""
    return Seat.objects.filter(sitting__segment=segment).exists()


def waiting(rounds: Iterable[Round]) -> dict[int, int]:
    """Return the number of segments of each of these rounds that await line-ups, by round key."""
    rows = unrevealed(match__round__in=list(rounds)).order_by()
    counted = rows.values_list("match__round").annotate(Count("pk"))
    return {round_: times for round_, times in counted if times}


def together(segment: Segment) -> list[Segment]:
    """Return the segments revealed together with one: itself, or those of three half matches."""
    three = three_way_matches.of_match(segment.match)
    if not three:
        return [segment]
    related = ("match__round__event__ruleset", "match__round__group__stage__ruleset")
    rows = unrevealed(match__in=[half.match for half in three])
    return list(
        rows.select_related(*related).defer(*Round.draws_by(*related)).order_by("match__number")
    )


def tables_of(round_: Round) -> list[int]:
    """Return the tables of a round at which a segment awaits line-ups."""
    unseated = unrevealed(match__round=round_).annotate(table=F("sittings__table__number"))
    return sorted(set(unseated.values_list("table", flat=True)) - {None})


def seated_last(sittings: QuerySet[Sitting], **filters: Any) -> Sitting | None:
    """Return the last of these sittings in order of play, None if nobody has a seat.

    `filters` are on sittings, as `table`. The creation time of seats is no guide, because
    correcting a played part recreates them. Closed rooms of half matches are played after all open
    ones, because the pairs of three teams change tables together. An event with open deals at the
    table takes precedence over one that has played all of its own.
    """
    is_seated = Exists(Seat.objects.filter(sitting=OuterRef("pk")))
    to_play = Deal.objects.filter(
        done=False,
        event=OuterRef("segment__match__round__event"),
        sitting__table=OuterRef("table"),
        sitting__segment__match__round__state=Round.State.PUBLISHED,
    )
    seated = sittings.annotate(to_play=Exists(to_play)).filter(is_seated, **filters)
    begun = F("segment__match__round__published_at").asc(nulls_first=True)
    order = ("to_play", begun, "segment__match__round_id", "segment__number", "pk")
    sitting = seated.order_by(*order).last()
    three = three_way_matches.of_match(sitting.segment.match) if sitting else ()
    if not three:
        return sitting
    halves = seated.filter(segment__match__in=[half.match for half in three])
    room = Room.OPEN if _in_first_half(three) else Room.CLOSED
    return halves.filter(room=room).order_by("segment__number", "pk").last() or sitting


def _in_first_half(three: three_way_matches.Three) -> bool:
    """Whether anything is left to play in the open rooms of three half matches."""
    matches = [half.match for half in three]
    first = Deal.objects.filter(sitting__segment__match__in=matches, sitting__room=Room.OPEN)
    return first.filter(done=False).exists()


def deals_of_part(sitting: Sitting) -> list[Deal]:
    """Return the deals played at the table of a sitting in its part of the match.

    If seats were corrected for some deals the part has several sittings. Numbers of deals restart
    in each part, so a number that is not higher begins one.
    """
    match = sitting.segment.match
    rows = Deal.objects.filter(
        sitting__segment__match=match, sitting__table=sitting.table_id, sitting__room=sitting.room
    ).select_related("board", "sitting__segment")
    parts: list[list[Deal]] = [[]]
    for deal in rows.order_by("sitting__segment__number", "sitting", "play_order"):
        deal.sitting.segment.match = match
        if parts[-1] and deal.play_order <= parts[-1][-1].play_order:
            parts.append([])
        parts[-1].append(deal)
    of_sitting = (part for part in parts if any(deal.sitting_id == sitting.pk for deal in part))
    return next(of_sitting, [])


def part_of(segment: Segment, waiting: int) -> int:
    """Return the index of a segment among the parts of its match, from 0.

    `waiting` is the number of unrevealed segments of the match from this one on. Segment numbers
    are no guide, because correcting seats for some deals splits a segment.
    """
    return max(0, segment.match.round.event.segments - waiting)


def second_of(segment: Segment) -> int | None:
    """Return the number of the side that has the seating right in a segment, None for neither.

    Three teams in half matches always hand in blind. A segment split by a correction of seats has a
    new part without line-ups.
    """
    match = segment.match
    order = match.round.event.line_up_order
    if three_way_matches.is_half(match):
        return None
    if order != ALTERNATING:
        return SECOND.get(order)
    parts = match.segments.filter(number__lte=segment.number).exclude(SEATED & ~HANDED_IN)
    return second(order, parts.count(), match.home_right)


def is_awaited(match: Match, round_: Round) -> bool:
    """Whether line-ups of a match can be handed in.

    They can while its round is in play, and after its close if the award of the match was taken
    back, so that it is played after all.
    """
    if round_.state != Round.State.CLOSED:
        return bool(round_.state == Round.State.PUBLISHED)
    return match.awards.filter(retired_by=None, kind=AwardKind.WITHDRAWN).exists()


def of_match(match: Match) -> list[Segment]:
    """Return the unrevealed segments of a match in order, awarded or not."""
    rows = match.segments.filter(match__round__event__form=Event.Form.TEAMS)
    return list(rows.exclude(SEATED).order_by("number"))


def shown_sides(round_: Round) -> list[dict[str, Any]]:
    """Return the teams at the tables of a round that have no seats yet."""
    if round_.event.form != Event.Form.TEAMS:
        return []
    rows = (
        Segment.objects.filter(match__round=round_)
        .exclude(SEATED)
        .order_by("sittings__pk", "match__sides__number")
        .values_list(
            "number",
            "sittings__table__number",
            "sittings__room",
            "match__sides__number",
            "match__sides__entries__uid",
        )
    )
    columns = ("segment", "table", "room", "side", "entry")
    return [dict(zip(columns, row, strict=True)) for row in rows]


def set_first_deadline(round_: Round) -> datetime | None:
    """Set and return the deadline for the first segments of a round that is being published.

    None if the event has no deadline.
    """
    event = round_.event
    if event.form != Event.Form.TEAMS or event.line_up_minutes is None:
        return None
    first = Segment.objects.filter(match__round=round_, number=1)
    return _set_hour([segment.pk for segment in first], event.line_up_minutes)


def set_next_deadline(deal: Deal) -> datetime | None:
    """Set the deadline of a match's next segment once the last deal of one has its result.

    None if there is nothing to set: no deadline in the event, no further segment, or one already
    set.
    """
    event, match = deal.event, deal.sitting.segment.match
    if event.line_up_minutes is None or event.form != Event.Form.TEAMS:
        return None
    if Deal.objects.filter(sitting__segment__match=match, done=False).exists():
        return None
    return _set_hour([segment.pk for segment in of_match(match)[:1]], event.line_up_minutes)


def _set_hour(wanted: Collection[int], minutes: int) -> datetime | None:
    due = timezone.now() + timedelta(minutes=minutes)
    rows = Segment.objects.filter(pk__in=wanted, line_ups_due=None)
    return due if rows.update(line_ups_due=due) else None
