"""The ledger of points: the current worth of an event, and the difference to earlier postings.

Points are posted inside the change of the tournament that alters them, so that no result is
official without them; rows are only added.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from clubs.seasons import scales
from tournaments import results
from tournaments.models import (
    EntryMember,
    Event,
    EventState,
    PointKind,
    PostingReason,
    Season,
    SeasonEvent,
    SeasonPoints,
    Sharing,
)
from tournaments.record.audit import Change, Verb
from tournaments.results import event_record
from tournaments.results.event_record import StandingsRow
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.ranking import group_by_line

NONE: Final = Fraction(0)


class PointsSubject(NamedTuple):
    """The subject of points: the person, the event and the kind."""

    person: int
    kind: str


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of a slot: points and rank."""

    points: Fraction
    place: int | None = None


def follow(made: Change) -> None:
    """Post the differences of points after a change of a tournament in a season."""
    chosen = SeasonEvent.objects.filter(event__tournament=made.tournament)
    for row in chosen.select_related("season", "event__ruleset").order_by("pk"):
        event = row.event
        if event.state == EventState.FINISHED and event.pk not in made.shown:
            continue
        event.tournament = made.tournament
        post(made, row, _reason(made, event))


def post(made: Change, chosen: SeasonEvent, reason: PostingReason) -> list[SeasonPoints]:
    """Post the difference between the worth of an event in a season and its postings."""
    event = chosen.event
    is_counted = event.state == EventState.FINISHED
    now = worth(results.read(event), chosen) if is_counted else {}
    return _post(made, chosen.season, event, now, reason)


def post_nothing(made: Change, season: Season, event: Event) -> list[SeasonPoints]:
    """Reverse all points of an event that no longer counts in a season."""
    return _post(made, season, event, {}, PostingReason.REMOVED)


def worth(snapshot: EventSnapshot, chosen: SeasonEvent) -> dict[PointsSubject, Worth]:
    """Return the points of every person from an event, by its standings.

    Equals share the points of their ranks. An unranked person gets the points for attendance if a
    deal was played.
    """
    season = chosen.season
    scale = scales.from_json(season.scale)
    earned: dict[PointsSubject, Worth] = {}
    playing = players(snapshot)
    rows = [row for row in event_record.standings(snapshot) if row.rank.rounds]
    for _line, line_rows in group_by_line(rows, lambda row: row.rank.line):
        ranked = [row for row in line_rows if row.rank.is_ranked]
        for row, points in _points_by_row(scale, ranked):
            value = points * chosen.factor
            for person, share in shares(playing[row.rank.entry], value, season.sharing):
                slot = PointsSubject(person, PointKind.PLACE)
                before = earned.get(slot, Worth(NONE))
                earned[slot] = Worth(before.points + share, row.rank.place)
    for row in rows if season.attendance else ():
        for person in playing[row.rank.entry]:
            earned[PointsSubject(person, PointKind.ATTENDANCE)] = Worth(season.attendance)
    return earned


def players(snapshot: EventSnapshot) -> dict[str, list[int]]:
    """Return the players of each entry by its uid, without substitutes and non-playing captains."""
    return {
        entry.uid: [
            member.person
            for member in snapshot.members_of(entry)
            if member.role == EntryMember.Role.PLAYER
        ]
        for entry in snapshot.entries
    }


def posted(season: Season, events: Iterable[int]) -> dict[int, dict[PointsSubject, Worth]]:
    """Return the ledger of each event of a season: sums of points, and last ranks."""
    rows = SeasonPoints.objects.filter(season=season, event__in=list(events)).order_by("pk")
    values = rows.values_list("event", "person", "kind", "numerator", "denominator", "place")
    by_event: dict[int, dict[PointsSubject, Worth]] = defaultdict(dict)
    for event, person, kind, numerator, denominator, place in values:
        slot, held = PointsSubject(person, kind), by_event[event]
        before = held[slot].points if slot in held else NONE
        held[slot] = Worth(before + Fraction(numerator, denominator), place)
    return by_event


def _reason(made: Change, event: Event) -> PostingReason:
    if event.state == EventState.CANCELLED:
        return PostingReason.DELETED
    if event.state != EventState.FINISHED:
        return PostingReason.REOPENED
    is_finish = made.verb == Verb.FINISH_EVENT
    return PostingReason.FINISHED if is_finish else PostingReason.CORRECTED


def _points_by_row(
    scale: scales.Scale, ranked: list[StandingsRow]
) -> Iterator[tuple[StandingsRow, Fraction]]:
    among = Counter(row.rank.place for row in ranked)
    for row in ranked:
        place = row.rank.place
        yield row, scales.shared_worth(scale, place, among[place], len(ranked))


def shares(persons: list[int], points: Fraction, sharing: str) -> Iterator[tuple[int, Fraction]]:
    """Yield the share of each person of an entry in its points."""
    parts = len(persons) if sharing == Sharing.DIVIDED else 1
    for person in persons:
        yield person, points / parts


def _post(
    made: Change,
    season: Season,
    event: Event,
    now: Mapping[PointsSubject, Worth],
    reason: PostingReason,
) -> list[SeasonPoints]:
    before = posted(season, [event.pk])[event.pk]
    gone = Worth(NONE)
    rows = []
    for slot in sorted({*before, *now}):
        new, old = now.get(slot, gone), before.get(slot, gone)
        if (slot in before and new == old) or (slot not in before and new == gone):
            continue
        difference = new.points - old.points
        rows.append(
            SeasonPoints(
                season=season,
                event=event,
                person_id=slot.person,
                kind=slot.kind,
                numerator=difference.numerator,
                denominator=difference.denominator,
                place=new.place,
                reason=reason,
                seq=made.seq,
            )
        )
    SeasonPoints.objects.bulk_create(rows)
    if not rows:
        return []
    # Read again with their persons, whose names are digested.
    made_now = SeasonPoints.objects.filter(season=season, event=event, seq=made.seq)
    stored = list(made_now.select_related("season", "event", "person").order_by("pk"))
    made.made(*stored)
    return stored
