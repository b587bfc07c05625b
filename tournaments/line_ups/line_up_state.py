"""The state of line-ups: eligible players, line-ups handed in, and the proposed line-up.

Seats of line-ups are read through `access` only; this module reads only whether and when a line-up
was handed in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.db.models.expressions import Combinable

from tournaments.models import (
    Entry,
    EntryMember,
    Event,
    LineUp,
    Person,
    Round,
    Segment,
    Side,
    Sitting,
)
from tournaments.results import event_record, suspensions
from tournaments.results.match_rows import half_matches
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import MatchRow, SegmentRow
from tournaments.rights import sealed_access
from tournaments.structure import games, line_up_rules, segments, stages, three_way_matches
from tournaments.structure.line_up_rules import (
    Late,
    LineUpSeat,
    LineUpSeats,
    places_of,
    proposed,
    second,
    turned,
)

PLAYS = (EntryMember.Role.PLAYER, EntryMember.Role.SUBSTITUTE)
ROOMS = (Sitting.Room.ONLY, Sitting.Room.OPEN, Sitting.Room.CLOSED)
"""The rooms in the order of display."""
Readable = dict[int, list[tuple[str, str, str]]]
"""Line-ups as (room, seat, name), by the number of the side."""
NOTHING: Final[Readable] = {}


@dataclass(frozen=True, slots=True)
class HandedIn:
    """The time and the version number of a line-up that was handed in."""

    at: datetime
    version: int


@dataclass(frozen=True, slots=True)
class TeamOfMatch:
    """A side of a match with its team."""

    number: int
    entry: int
    name: str
    uid: str
    """The uid of the entry."""


@dataclass(frozen=True, slots=True)
class SegmentLineUps:
    """The state of the line-ups of a segment; `tables` are its rooms with their tables.

    `deals` counts its deals without a result, none before the reveal. `second` is the side with the
    seating right, None for neither. `is_held` marks a segment that is revealed together with others
    (三队赛) of which a line-up is missing.
    """

    segment: SegmentRow
    part: int
    tables: tuple[tuple[str, int], ...]
    handed_in: Mapping[int, HandedIn]
    is_revealed: bool
    deals: int
    second: int | None = None
    is_held: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether both sides have handed in and the line-ups can be revealed."""
        return not (self.is_revealed or self.is_held) and len(self.handed_in) == 2

    def hour(self, side: int) -> datetime | None:
        """Return the deadline of the line-up of a side; None if none is known."""
        other, due = self.handed_in.get(3 - side), self.segment.line_ups_due
        is_second, other_at = self.second == side, other.at if other else None
        return line_up_rules.own_hour(due, hands_in_second=is_second, other_at=other_at)

    def late(self, side: int, now: datetime) -> Late | None:
        """Return how late the line-up of a side is or was; None if it is not late."""
        own = self.handed_in.get(side)
        return line_up_rules.late(self.hour(side), own.at if own else None, now)


@dataclass(frozen=True, slots=True)
class MatchLineUps:
    """A match of two teams with its segments; `is_half` is one of three half matches (三队赛)."""

    match: MatchRow
    teams: tuple[TeamOfMatch, ...]
    segments: tuple[SegmentLineUps, ...]
    is_awarded: bool = False
    is_half: bool = False
    takes_line_ups: bool = False
    """Whether line-ups can come in: the round is in play, or it is played after all."""

    @property
    def next(self) -> SegmentLineUps | None:
        """The first segment whose line-ups are not revealed yet."""
        return next((segment for segment in self.segments if not segment.is_revealed), None)

    @property
    def playing(self) -> int:
        """The number of laid-out deals without a result."""
        return sum(segment.deals for segment in self.segments)


def players(entry: Entry, number: int) -> dict[str, str]:
    """Return the names of the eligible players of a team in a round, by uid in member order.

    Suspended players are left out.
    """
    able = (
        member
        for member in _members(entry, ~suspensions.is_suspended(entry.event_id, number))
        if (member.from_round or 1) <= number <= (member.to_round or number)
    )
    return {member.person.uid: member.person.listed_name for member in able}


def suspended(entry: Entry, number: int) -> dict[str, str]:
    """Return the names of the players of a team who are suspended in a round, by uid."""
    members = _members(entry, suspensions.is_suspended(entry.event_id, number))
    return {member.person.uid: member.person.listed_name for member in members}


def not_in_round(entry: Entry, number: int) -> dict[str, str]:
    """Return the names of the players of a team who belong to it in other rounds only, by uid."""
    able = players(entry, number)
    members = {member.person.uid: member.person.listed_name for member in _members(entry)}
    return {uid: name for uid, name in members.items() if uid not in able}


def is_gone(entry: Entry, number: int) -> bool:
    """Whether a team has withdrawn before a round."""
    return entry.state == Entry.State.WITHDRAWN and number > (entry.to_round or 0)


def places(segment: Segment, side: Side) -> tuple[LineUpSeat, ...]:
    """Return the seats that a side fills in a segment."""
    event = segment.match.round.event
    game = games.game_of(event)
    rules = segment.match.round.group.stage.ruleset or event.ruleset
    rooms_played = set(segment.sittings.values_list("room", flat=True))
    rooms = [room for room in ROOMS if room in rooms_played]
    return places_of(rooms, game.seats(game.rules(rules.rules)), side.number)


def seats_of(line_up: LineUp) -> LineUpSeats:
    """Return the persons of a line-up by seat; it must have been fetched through `access`."""
    return {LineUpSeat(seat["room"], seat["label"]): seat["person"] for seat in line_up.seats}


def as_json(seats: LineUpSeats) -> list[dict[str, str]]:
    """Return the persons by seat in the stored form."""
    return [
        {"room": place.room, "label": place.label, "person": person}
        for place, person in seats.items()
    ]


def proposal(segment: Segment, side: Side, entry: Entry) -> LineUpSeats | None:
    """Return the last revealed line-up of a team, moved to this segment; None if not allowed.

    In a half match, it is the line-up of the team's other half match once that is revealed.
    """
    able = players(entry, segment.match.round.number)
    twin = as_in_twin(segment, side)
    if twin is not None:
        return twin if set(twin.values()) <= set(able) else None
    rows = LineUp.objects.filter(
        side__entries=entry, revealed_at__isnull=False, segment__match__round__event=entry.event_id
    )
    last = rows.order_by("segment__match__round__number", "segment__number", "pk").last()
    if last is None:
        return None
    return proposed(places(segment, side), seats_of(last), able)


def as_in_twin(segment: Segment, side: Side) -> LineUpSeats | None:
    """Return the seats of a side in a half match (三队赛) by its other, revealed half match.

    None if that is not revealed, and for whole matches.
    """
    other_half = (
        three_way_matches.twin(segment, side)
        if stages.three_may_meet(segment.match.round.event)
        else None
    )
    if other_half is None:
        return None
    twin_segment, twin_side = other_half
    rows = twin_segment.line_ups.filter(side=twin_side, revealed_at__isnull=False)
    last = rows.order_by("version").last()
    return turned(seats_of(last)) if last else None


def is_late(segment: Segment, side: Side, now: datetime) -> bool:
    """Whether the line-up of a side is missing after its deadline."""
    rows = segment.line_ups.order_by("version").values_list("side__number", "submitted_at")
    handed_in = dict(rows)
    is_second = segments.second_of(segment) == side.number
    hour = line_up_rules.own_hour(
        segment.line_ups_due, hands_in_second=is_second, other_at=handed_in.get(3 - side.number)
    )
    return side.number not in handed_in and line_up_rules.late(hour, None, now) is not None


def line_up_states(snapshot: EventSnapshot, round_: Round) -> list[MatchLineUps]:
    """Return the state of the line-ups of the matches of a round, in order."""
    states = [_match_state(snapshot, match) for match in snapshot.matches_of(round_)]
    keys = half_matches(snapshot)
    halves = [state for state in states if state.match.key in keys]
    return [
        _as_half_match(snapshot, state, halves) if state.match.key in keys else state
        for state in states
    ]


def _as_half_match(
    snapshot: EventSnapshot, state: MatchLineUps, halves: Iterable[MatchLineUps]
) -> MatchLineUps:
    """Return the state of a half match: all three teams hand in blind, and reveal together."""
    teams = {team.uid for team in state.teams}
    three = [other for other in halves if any(team.uid in teams for team in other.teams)]
    awaited = [
        part.segment
        for other in three
        if snapshot.awaits_line_ups(other.match.key)
        for part in other.segments
        if not part.is_revealed
    ]
    is_held = any(len({row.side for row in segment.line_ups}) < 2 for segment in awaited)
    held = {segment.key for segment in awaited if is_held}
    parts = tuple(
        replace(part, second=None, is_held=part.segment.key in held) for part in state.segments
    )
    return replace(state, segments=parts, is_half=True)


def is_of_teams(event: Event) -> bool:
    """Whether line-ups name the players of an event."""
    return event.form == Event.Form.TEAMS


def names_of(line_ups: Iterable[LineUp]) -> dict[str, str]:
    """Return the names in line-ups by uid; these must have been fetched through `access`."""
    wanted = {seat["person"] for line_up in line_ups for seat in line_up.seats}
    return {row.uid: row.listed_name for row in Person.objects.filter(uid__in=wanted)}


def readable(segment: Segment, entry: Entry | None = None) -> Readable:
    """Return the line-ups of a segment that `access` allows, by side number."""
    line_ups = sealed_access.line_ups(segment, entry)
    return _readable_seats(line_ups, names_of(line_ups.values()))


def revealed(snapshot: EventSnapshot, round_: Round) -> dict[int, Readable]:
    """Return the revealed line-ups of a round by segment, with one query besides the read."""
    names = {
        member.person_uid: member.name
        for members in snapshot.entered.values()
        for member in members
    }
    return {
        segment: _readable_seats(line_ups, names)
        for segment, line_ups in sealed_access.revealed_line_ups(round_).items()
    }


def _readable_seats(line_ups: Mapping[int, LineUp], names: Mapping[str, str]) -> Readable:
    return {
        number: [
            (seat["room"], seat["label"], names.get(seat["person"], "")) for seat in line_up.seats
        ]
        for number, line_up in line_ups.items()
    }


def _members(entry: Entry, *conditions: Combinable) -> list[EntryMember]:
    rows = entry.members.filter(*conditions, role__in=PLAYS).select_related("person")
    return list(rows.order_by("number", "pk"))


def _match_state(snapshot: EventSnapshot, match: MatchRow) -> MatchLineUps:
    competitors = event_record.competitors(snapshot)
    teams = tuple(
        TeamOfMatch(side.number, entry.number, competitors[entry.uid].name, entry.uid)
        for side in match.sides
        for entry in side.entries
    )
    parts = [
        _segment_state(snapshot, segment, part)
        for part, segment in enumerate(snapshot.segments_by_match[match.key], 1)
    ]
    parts = _with_seating_right(snapshot.event, match, parts)
    is_awarded = not snapshot.awaits_line_ups(match.key)
    is_awarded = is_awarded and any(not part.is_revealed for part in parts)
    takes_line_ups = snapshot.takes_line_ups(match)
    return MatchLineUps(match, teams, tuple(parts), is_awarded, takes_line_ups=takes_line_ups)


def _with_seating_right(
    event: Event, match: MatchRow, parts: list[SegmentLineUps]
) -> list[SegmentLineUps]:
    """Set the side with the seating right; segments split off by repairs count with their part."""
    with_right, part = [], 0
    for segment in parts:
        part += bool(segment.handed_in) or not segment.is_revealed
        side = second(event.line_up_order, part, match.home_right)
        with_right.append(replace(segment, second=side))
    return with_right


def _segment_state(snapshot: EventSnapshot, segment: SegmentRow, part: int) -> SegmentLineUps:
    sittings = sorted(
        (row for row in snapshot.sittings_by_match[segment.match] if row.segment == segment.key),
        key=lambda sitting: ROOMS.index(Sitting.Room(sitting.room)),
    )
    return SegmentLineUps(
        segment=segment,
        part=part,
        tables=tuple((sitting.room, sitting.table) for sitting in sittings),
        handed_in={
            row.side: HandedIn(row.submitted_at, row.version)
            for row in segment.line_ups
            if row.submitted_at is not None
        },
        is_revealed=segment.is_seated,
        deals=sum(not deal.done for sitting in sittings for deal in sitting.deals),
    )
