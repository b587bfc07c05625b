"""Reads events from their rows into snapshots.

The number of queries depends on the forms of the events, never on their rounds, tables or games.
Computations on a snapshot are elsewhere and make no queries.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Exists, OuterRef, Prefetch, prefetch_related_objects

from tournaments.models import (
    Adjustment,
    Entry,
    EntryMember,
    Event,
    Form,
    Group,
    GroupMember,
    Round,
    RuleSet,
    Stage,
    Suspension,
)
from tournaments.results import event_rows, snapshot_rows
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import (
    GameRow,
    MatchRow,
    SeatRow,
    SegmentRow,
    SideRow,
    SittingRow,
)
from tournaments.structure.regulations import CLUB, COLUMNS, Regulations, from_columns
from tournaments.system.compiled_queries import KeysQuery

OF_STAGE: Final = tuple(field.attname for field in Stage._meta.concrete_fields)
OF_GROUP: Final = ("uid", "number", "name")
OF_MEMBER: Final = (
    "uid",
    "entry_id",
    "number",
    "slot",
    "carried_numerator",
    "carried_denominator",
)
_STAGES: Final = KeysQuery(
    lambda events: (
        Stage.objects.filter(event__in=events)
        .order_by("number", "groups__number", "groups__members__number")
        .values_list(
            *OF_STAGE,
            *(f"event__regulations__{name}" for name in COLUMNS),
            "groups__pk",
            *(f"groups__{name}" for name in OF_GROUP),
            "groups__members__pk",
            *(f"groups__members__{name}" for name in OF_MEMBER),
            Exists(Suspension.objects.filter(entry__event=OuterRef("event"))),
        )
    )
)


@dataclass(frozen=True, slots=True)
class StageRows:
    """A stage with its groups in order and the members of each, by the key of the group."""

    stage: Stage
    regulations: Regulations
    """The regulations of its event."""
    has_suspensions: bool
    """Whether anybody was ever suspended in its event."""
    groups: dict[int, Group]
    members: dict[int, list[GroupMember]]


def stages_by_event(events: Sequence[int]) -> dict[int, list[StageRows]]:
    """Return the stages with their groups and members by one query.

    A later stage may have no groups before it is opened.
    """
    stages: dict[int, StageRows] = {}
    for row in _STAGES.all(events):
        values = iter(row)
        fields = {name: next(values) for name in OF_STAGE}
        laid_down = [next(values) for _ in COLUMNS]
        if fields["id"] not in stages:
            regulations = CLUB if laid_down[0] is None else from_columns(laid_down)
            stages[fields["id"]] = StageRows(Stage(**fields), regulations, row[-1], {}, {})
        held = stages[fields["id"]]
        group = next(values)
        names = {name: next(values) for name in OF_GROUP}
        if group is not None and group not in held.groups:
            held.groups[group] = Group(pk=group, stage_id=held.stage.pk, **names)
            held.members[group] = []
        member = next(values)
        if member is not None:
            placed = dict(zip(OF_MEMBER, values, strict=False))
            held.members[group].append(GroupMember(pk=member, group_id=group, **placed))
    return _with_rules(list(stages.values()))


def _with_rules(stages: Sequence[StageRows]) -> dict[int, list[StageRows]]:
    """Return stages by the key of their event; the rules of those with their own are loaded."""
    grouped: dict[int, list[StageRows]] = defaultdict(list)
    own = {rows.stage.ruleset_id for rows in stages if rows.stage.ruleset_id}
    rules = RuleSet.objects.in_bulk(own) if own else {}
    for rows in stages:
        if rows.stage.ruleset_id:
            rows.stage.ruleset = rules[rows.stage.ruleset_id]
        grouped[rows.stage.event_id].append(rows)
    return grouped


_ADJUSTMENTS: Final = KeysQuery(
    lambda events: (
        Adjustment.objects.filter(event__in=events)
        .select_related("offender__person", "reverses__offender__person")
        .order_by("pk")
    )
)


def read(event: Event) -> EventSnapshot:
    """Return the snapshot of an event; its rules are loaded with it."""
    return read_events([event], whole=[event])[event.pk]


def read_events(events: Iterable[Event], whole: Collection[Event] = ()) -> dict[int, EventSnapshot]:
    """Return the snapshots of events, by key, in as many queries as for one.

    For events not in `whole` only the open deals are read, and no results, which suffices to find
    the remaining work.

    No lock is held. Rows are read before the older rows that they refer to, and references to rows
    that were deleted meanwhile (a withdrawn draw) are left out.
    """
    by_key = {event.pk: event for event in events}
    reader = _Reader(by_key, frozenset(event.pk for event in whole))
    return {key: reader.snapshot(event) for key, event in by_key.items()}


def with_members(entries: Any) -> Any:
    """Return entries with their members and these members' persons loaded.

    Persons are joined, because fetching a thousand by key exceeds the parameters that SQLite
    accepts.
    """
    return entries.prefetch_related(_members())


def load_members(entries: Iterable[Entry]) -> None:
    """Load the members of entries as model rows; a snapshot has them as values."""
    prefetch_related_objects(list(entries), _members())


def _members() -> Any:
    return Prefetch("members", EntryMember.objects.select_related("person"))


class _Reader:
    """The rows of some events, referring rows first, and the snapshots built from them."""

    def __init__(self, events: Mapping[int, Event], whole: Collection[int]) -> None:
        self._events, keys = events, list(events)
        self._deals = event_rows.deals_by_sitting(events, whole)
        # With or without seats, because both would need two queries.
        self._sittings = event_rows.sittings_by_event(keys, keys if whole else ())
        self._line_ups = event_rows.line_ups_by_segment(events)
        self._games = event_rows.games_by_event({key: events[key] for key in whole})
        self._sides = event_rows.sides_by_event(keys)
        self._stages = stages_by_event(keys)
        self._adjustments = event_rows.by_event(_ADJUSTMENTS.all(list(whole)))
        self._last_awards = snapshot_rows.last_awards(keys)
        self._awards = snapshot_rows.awards_in_force(self._last_awards)
        self._extra_deals = event_rows.extra_deals_by_event({key: events[key] for key in whole})
        self._suspensions = snapshot_rows.live_suspensions(
            [key for key, rows in self._stages.items() if rows[0].has_suspensions]
        )
        self._rounds, self._sat_out, self._holds = event_rows.rounds_by_event(events)
        self._entries, self._entered = snapshot_rows.entries_by_event(keys)
        self._names = self._person_names()
        self._layouts = event_rows.layouts_of_boards([events[key] for key in whole])
        self._warnings = event_rows.warnings_by_event({key: events[key] for key in whole})
        self._first_results = event_rows.first_results(events, self._adjustments)

    def snapshot(self, event: Event) -> EventSnapshot:
        """Return the snapshot of one of the events."""
        entries, (stages, groups) = self._entries_of(event), self._stages_of(event)
        rounds = self._rounds_of(event, groups)
        drawn = self._matches_of(event, entries, rounds)
        matches = tuple(match for match in drawn if match.round.state != Round.State.CANCELLED)
        known = {match.key for match in matches}
        standing = {key: row for key, row in rounds.items() if row.state != Round.State.CANCELLED}
        return EventSnapshot(
            event=event,
            revision=event.public_revision,
            entries=tuple(entries.values()),
            entered=self._entered,
            stages=stages,
            groups=groups,
            members=self._members_of(event, entries),
            rounds=tuple(standing.values()),
            withdrawn_draw=_withdrawn_draw(self._rounds.get(event.pk, ())),
            matches=matches,
            withdrawn_matches=tuple(match for match in drawn if match.key not in known),
            sittings=self._sittings_of(event, matches),
            segments=tuple(self._segments_of(event, matches)),
            games=tuple(GameRow(*row) for row in self._games.get(event.pk, ()) if row[1] in known),
            sat_out=self._sat_out_of(event, standing, entries),
            holds={key: self._holds[key] for key in standing if key in self._holds},
            adjustments=tuple(self._adjustments.get(event.pk, ())),
            awards={
                match.key: self._awards[match.key] for match in matches if match.key in self._awards
            },
            awards_taken_back=frozenset(self._last_awards.keys() - self._awards.keys()),
            extra_deals=tuple(self._extra_deals.get(event.pk, ())),
            names=self._names,
            first_results=self._first_results,
            layouts=self._layouts,
            warnings=tuple(self._warnings.get(event.pk, ())),
            suspensions=tuple(self._suspensions.get(event.pk, ())),
            regulations=next((rows.regulations for rows in self._stages.get(event.pk, ())), CLUB),
        )

    def _entries_of(self, event: Event) -> dict[int, Entry]:
        """Return the entries by key, each with its event."""
        entries = {entry.pk: entry for entry in self._entries.get(event.pk, ())}
        for entry in entries.values():
            entry.event = event
        return entries

    def _sat_out_of(
        self, event: Event, rounds: Collection[int], entries: Collection[int]
    ) -> tuple[tuple[int, int], ...]:
        """Return who sat out of these rounds, both by key."""
        rows = self._sat_out.get(event.pk, ())
        return tuple(
            (round_, entry) for round_, entry in rows if round_ in rounds and entry in entries
        )

    def _stages_of(self, event: Event) -> tuple[tuple[Stage, ...], tuple[Group, ...]]:
        """Return the stages and their groups; a later stage may have none before it is opened."""
        groups = []
        for rows in self._stages.get(event.pk, ()):
            rows.stage.event = event
            for group in rows.groups.values():
                group.stage = rows.stage
                groups.append(group)
        return tuple(rows.stage for rows in self._stages.get(event.pk, ())), tuple(groups)

    def _members_of(
        self, event: Event, entries: Mapping[int, Entry]
    ) -> dict[int, tuple[GroupMember, ...]]:
        """Return the members of each group by its key, in the order of their places there."""
        by_group = {}
        for rows in self._stages.get(event.pk, ()):
            for key, members in rows.members.items():
                entered = [member for member in members if member.entry_id in entries]
                for member in entered:
                    member.group, member.entry = rows.groups[key], entries[member.entry_id]
                by_group[key] = tuple(entered)
        return by_group

    def _rounds_of(self, event: Event, groups: Iterable[Group]) -> dict[int, Round]:
        rounds, group_by_key = {}, {group.pk: group for group in groups}
        for round_ in self._rounds.get(event.pk, ()):
            if round_.group_id in group_by_key:
                round_.event, round_.group = event, group_by_key[round_.group_id]
                rounds[round_.pk] = round_
        return rounds

    def _matches_of(
        self, event: Event, entries: Mapping[int, Entry], rounds: Mapping[int, Round]
    ) -> tuple[MatchRow, ...]:
        """Return the matches with their sides, in the order of the draw."""
        matches: dict[int, tuple[Any, ...]] = {}
        sides: dict[int, dict[int, SideRow]] = defaultdict(dict)
        for round_, match, *columns, side, uid, place, entry in self._sides.get(event.pk, ()):
            if round_ in rounds and entry in entries:
                uid_of_match, *rest = columns
                matches[match] = (uid_of_match, rounds[round_], *rest)
                before = sides[match].get(side)
                joined = (*(before.entries if before else ()), entries[entry])
                sides[match][side] = SideRow(side, uid, place, joined)
        return tuple(
            MatchRow(match, uid, round_, number, code, group, right, tuple(sides[match].values()))
            for match, (uid, round_, number, code, group, right) in matches.items()
        )

    def _sittings_of(self, event: Event, matches: Iterable[MatchRow]) -> tuple[SittingRow, ...]:
        """Return the sittings in the order of rounds, matches and play."""
        uids = {side.key: side.uid for match in matches for side in match.sides}
        known = {match.key for match in matches}
        sittings = []
        for row in self._sittings.get(event.pk, ()):
            if row.match in known:
                seats = tuple(
                    SeatRow(seat.uid, seat.label, seat.person, uids[seat.side])
                    for seat in row.seats
                    if seat.side in uids
                )
                place = row.segment, row.segment_number, row.room
                table = row.table, row.table_uid, row.code
                deals = tuple(self._deals.get(row.key, ()))
                sittings.append(SittingRow(row.key, row.match, *place, *table, seats, deals))
        return tuple(sittings)

    def _segments_of(self, event: Event, matches: Iterable[MatchRow]) -> Iterable[SegmentRow]:
        """Yield the segments of matches of teams in order; their rooms share one."""
        if event.form != Form.TEAMS:
            return
        sittings, known, seen = (
            self._sittings.get(event.pk, ()),
            {match.key for match in matches},
            set(),
        )
        seated = {row.segment for row in sittings if row.is_seated}
        for row in sittings:
            key = row.segment
            if row.match in known and key not in seen:
                seen.add(key)
                place = row.match, row.segment_uid, row.segment_number, row.line_ups_due
                line_ups = tuple(self._line_ups.get(key, ()))
                yield SegmentRow(key, *place, key in seated, line_ups)

    def _person_names(self) -> dict[int, str]:
        """Return the names of persons by key: of entered ones, and of others who were seated."""
        names = {row.person: row.name for rows in self._entered.values() for row in rows}
        for sittings in self._sittings.values():
            for sitting in sittings:
                for seat in sitting.seats:
                    names.setdefault(seat.person, seat.name)
        return names


def _withdrawn_draw(rounds: Iterable[Round]) -> Round | None:
    """Return the round whose draw was withdrawn; None once another draw is published."""
    published = [round_ for round_ in rounds if round_.published_at is not None]
    last = max(published, key=lambda round_: (round_.published_at, round_.pk), default=None)
    if last is None or last.state != Round.State.CANCELLED or last.closed_at is None:
        return None
    return last
