"""Line-ups as they may be read: who of a team may play, what is in, and what would be proposed.

Who sits where is read through `access` alone. What is read here past it is only that a line-up is
in, and since when.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from tournaments import access, queries, segments
from tournaments.line_up_places import LineUpSeats, Place, places_of, proposed
from tournaments.models import (
    Entry,
    EntryMember,
    Event,
    LineUp,
    Match,
    Round,
    Segment,
    Side,
    Sitting,
    Table,
)

PLAYS = (EntryMember.Role.PLAYER, EntryMember.Role.SUBSTITUTE)
ROOMS = (Sitting.Room.ONLY, Sitting.Room.OPEN, Sitting.Room.CLOSED)
"""The rooms in the order in which they are named."""
Readable = dict[int, list[tuple[str, str, str]]]
"""Line-ups as room, seat and name, by the number of the side."""
NOTHING: Final[Readable] = {}


@dataclass(frozen=True, slots=True)
class HandedIn:
    """That a line-up is in: since when, and the how manieth of its side it is."""

    at: datetime
    version: int


@dataclass(frozen=True, slots=True)
class TeamOfMatch:
    """A side of a match with the team that it is."""

    number: int
    entry: int
    name: str
    uid: str
    """The uid of the entry."""


@dataclass(frozen=True, slots=True)
class SegmentStands:
    """How far the line-ups of a segment are; `tables` are its rooms with their tables.

    `deals` are without a result of those that are laid out; before it is revealed there are none.
    """

    segment: Segment
    part: int
    tables: tuple[tuple[str, int], ...]
    handed_in: Mapping[int, HandedIn]
    is_revealed: bool
    deals: int

    @property
    def is_complete(self) -> bool:
        """Whether both sides have handed in and the line-ups can be revealed."""
        return not self.is_revealed and len(self.handed_in) == 2


@dataclass(frozen=True, slots=True)
class MatchStands:
    """A match of two teams with its segments."""

    match: Match
    teams: tuple[TeamOfMatch, ...]
    segments: tuple[SegmentStands, ...]
    is_awarded: bool = False

    @property
    def next(self) -> SegmentStands | None:
        """The first segment whose line-ups are still to be revealed."""
        return next((one for one in self.segments if not one.is_revealed), None)

    @property
    def playing(self) -> int:
        """How many of the deals that are laid out have no result yet."""
        return sum(one.deals for one in self.segments)


def players(entry: Entry, number: int) -> dict[str, str]:
    """Return who may play for a team in a round, by uid in the order of its members."""
    rows = entry.members.filter(role__in=PLAYS).select_related("person")
    able = [
        one
        for one in rows.order_by("number", "pk")
        if (one.from_round or 1) <= number <= (one.to_round or number)
    ]
    return {one.person.uid: one.person.name for one in able}


def places(segment: Segment, side: Side) -> tuple[Place, ...]:
    """Return the seats that a side fills in a segment."""
    event = segment.match.round.event
    game = queries.game_of(event)
    rules = segment.match.round.group.stage.ruleset or event.ruleset
    here = set(segment.sittings.values_list("room", flat=True))
    rooms = [room for room in ROOMS if room in here]
    return places_of(rooms, game.seats(game.rules(rules.rules)), side.number)


def seats_of(line_up: LineUp) -> LineUpSeats:
    """Return who takes which seat by a line-up that was fetched through `access`."""
    return {Place(one["room"], one["label"]): one["person"] for one in line_up.seats}


def as_json(seats: LineUpSeats) -> list[dict[str, str]]:
    """Return who takes which seat as it is stored."""
    return [{"room": at.room, "label": at.label, "person": person} for at, person in seats.items()]


def proposal(segment: Segment, side: Side, entry: Entry) -> LineUpSeats | None:
    """Return the last revealed line-up of a team as it would be in this segment, if it may be."""
    rows = LineUp.objects.filter(
        side__entries=entry, revealed_at__isnull=False, segment__match__round__event=entry.event_id
    )
    last = rows.order_by("segment__match__round__number", "segment__number", "pk").last()
    if last is None:
        return None
    able = players(entry, segment.match.round.number)
    return proposed(places(segment, side), seats_of(last), able)


def stands(round_: Round) -> list[MatchStands]:
    """Return how far the line-ups of the matches of a round are, in their order."""
    rows = LineUp.objects.filter(segment__match__round=round_).order_by("version")
    said: dict[int, dict[int, HandedIn]] = {}
    columns = rows.values_list("segment_id", "side__number", "submitted_at", "version")
    for segment, side, at, version in columns:
        if at is not None:
            said.setdefault(segment, {})[side] = HandedIn(at, version)
    teams = teams_of(round_)
    waits = set(segments.unrevealed(match__round=round_).values_list("match", flat=True))
    return [
        _match(match, teams.get(match.pk, ()), said, is_awarded=match.pk not in waits)
        for match in queries.matches_of(round_)
    ]


def teams_of(round_: Round) -> Mapping[int, tuple[TeamOfMatch, ...]]:
    """Return the teams of every match of a round, the home side first, by the match's key."""
    known = {one.uid: one for one in queries.competitors(round_.event).values()}
    rows = Side.entries.through.objects.filter(side__match__round=round_)
    found: dict[int, list[TeamOfMatch]] = {}
    ordered = rows.order_by("side__match", "side__number", "pk")
    for match, number, uid in ordered.values_list("side__match", "side__number", "entry__uid"):
        one = known[uid]
        found.setdefault(match, []).append(TeamOfMatch(number, one.number, one.name, uid))
    return {match: tuple(teams) for match, teams in found.items()}


def teams_of_match(match: Match) -> list[str]:
    """Return the names of the teams of a match, the home side first."""
    sides = match.sides.order_by("number")
    return [name for name in sides.values_list("entries__name", flat=True) if name]


def is_of_teams(event: Event) -> bool:
    """Whether those who play are named by line-ups."""
    return event.form == Event.Form.TEAMS


def names_of(line_ups: Iterable[LineUp]) -> dict[str, str]:
    """Return the names of those whom line-ups name that were fetched through `access`, by uid."""
    wanted = {one["person"] for line_up in line_ups for one in line_up.seats}
    rows = EntryMember.objects.filter(person__uid__in=wanted)
    return dict(rows.values_list("person__uid", "person__name"))


def readable(segment: Segment, entry: Entry | None = None) -> Readable:
    """Return the line-ups of a segment that may be read, by the number of the side."""
    found = access.line_ups(segment, entry)
    return _readable(found, names_of(found.values()))


def revealed(round_: Round) -> dict[int, Readable]:
    """Return the line-ups of a round that were revealed, by segment, in two queries."""
    found = access.revealed_line_ups(round_)
    names = names_of(one for of_segment in found.values() for one in of_segment.values())
    return {segment: _readable(of_segment, names) for segment, of_segment in found.items()}


def _readable(found: Mapping[int, LineUp], names: Mapping[str, str]) -> Readable:
    return {
        number: [(one["room"], one["label"], names.get(one["person"], "")) for one in line_up.seats]
        for number, line_up in found.items()
    }


def _match(
    match: Match,
    teams: tuple[TeamOfMatch, ...],
    said: Mapping[int, Mapping[int, HandedIn]],
    **more: Any,
) -> MatchStands:
    found = sorted(match.segments.all(), key=lambda one: one.number)
    parts = [_segment(one, part, said.get(one.pk, {}), match) for part, one in enumerate(found, 1)]
    is_awarded = more["is_awarded"] and any(not one.is_revealed for one in parts)
    return MatchStands(match, teams, tuple(parts), is_awarded)


def _segment(
    segment: Segment, part: int, said: Mapping[int, HandedIn], match: Match
) -> SegmentStands:
    segment.match = match
    sittings = sorted(segment.sittings.all(), key=lambda one: ROOMS.index(Sitting.Room(one.room)))
    tables: list[tuple[str, Table]] = [(one.room, one.table) for one in sittings]
    deals = [deal for one in sittings for deal in one.deals.all()]
    return SegmentStands(
        segment=segment,
        part=part,
        tables=tuple((room, table.number) for room, table in tables),
        handed_in=said,
        is_revealed=any(one.seats.all() for one in sittings),
        deals=sum(not deal.done for deal in deals),
    )
