"""From the rows of an event to the input of a draw, and from a draw to rows."""

from __future__ import annotations

import json
import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from django.db.models import Count

from tournaments import games, progress, queries
from tournaments.audit import Verb
from tournaments.digest import digest
from tournaments.models import (
    AuditEntry,
    DrawMethod,
    Entry,
    EntryMember,
    Event,
    Form,
    Group,
    Match,
    Person,
    Round,
    Seat,
    Segment,
    Side,
    SitOut,
    Sitting,
    Table,
    Tournament,
)
from tournaments.pairing import rounds as pairing
from tournaments.pairing.notes import Notes
from tournaments.pairing.seating import Seating
from tournaments.pairing.sit_outs import SitsOut

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH = 6


@dataclass(frozen=True)
class Field:
    """Those who can be seated in a round, by their printed numbers, in the order of these."""

    event: Event
    number: int
    entries: Mapping[str, Entry]


def field_of(event: Event, number: int) -> Field:
    """Return who can be seated in a round: present, not withdrawn, not later than this round."""
    entries = numbered(event)
    able = progress.able_to_sit(list(entries.values()), number)
    return Field(event, number, {str(entry.number): entry for entry in able})


def numbered(event: Event) -> dict[str, Entry]:
    """Return the entries of an event by the numbers under which they are printed."""
    entries = event.entries.order_by("number").prefetch_related("members__person")
    return {str(entry.number): entry for entry in entries}


def input_of(field: Field, method: str, seed: str, labels: Sequence[str]) -> pairing.Input:
    """Return what the draw of a round is made from."""
    entries = list(field.entries)
    if method == DrawMethod.BY_STANDING:
        entries = _by_standing(field)
    house = [n for n, entry in field.entries.items() if entry.kind == Entry.Kind.HOUSE]
    return pairing.Input(
        method=method,
        seed=seed,
        labels=tuple(labels),
        entries=tuple(entries),
        history=tuple(queries.seating_history(field.event)),
        pair=field.event.form == Form.PAIRS,
        house=tuple(house),
        sat_out=_sat_out(field.event),
        fields=_movement_fields(field.event) if method == DrawMethod.MOVEMENT else (),
    )


def seed_of(event: Event, number: int, attempt: int, method: str) -> str:
    """Return the seed of a draw, which follows from the event's so that nobody can choose it.

    A movement has one seed for all its rounds. An event of before seeds were published draws from
    a seed of chance.
    """
    if not event.seed:
        return secrets.token_hex(8)
    if method == DrawMethod.MOVEMENT:
        return f"{event.seed}/movement"
    return f"{event.seed}/{number}/{attempt}"


def attempt_of(event: Event, number: int) -> int:
    """Return the how manieth draw of a round the next one is: the log knows those thrown away."""
    bodies = AuditEntry.objects.filter(
        tournament=event.tournament, verb=Verb.DRAW_ROUND, body__contains=event.uid
    ).values_list("body", flat=True)
    drawn = [json.loads(body) for body in bodies]
    return 1 + sum(
        1
        for one in drawn
        if one["about"].get("event") == event.uid and one["details"].get("number") == number
    )


def store(field: Field, drawn: pairing.Drawn, given: pairing.Input, attempt: int) -> Round:
    """Make the rows of a draw: a round in draft with its tables, seats and deals."""
    event = field.event
    tables = _at_free_tables(event, drawn.draw.tables)
    notes = Notes(
        met_before={seating.table: _met(seating, field.entries) for seating in tables},
        sit_outs=tuple(_by_uid(one, field.entries) for one in drawn.sit_outs),
        attempt=attempt,
    )
    round_ = Round.objects.create(
        event=event,
        group=Group.objects.get(stage__event=event),
        number=field.number,
        method=given.method,
        seed=given.seed,
        algorithm=drawn.draw.algorithm,
        input_digest=digest(given.as_json()),
        reasons=notes.as_json(),
    )
    for seating in tables:
        _store_table(round_, seating, field.entries)
    SitOut.objects.bulk_create(
        SitOut(round=round_, entry=field.entries[one.entry]) for one in drawn.sit_outs
    )
    return round_


def seat(match: Match, sitting: Sitting, seating: Seating, entries: Mapping[str, Entry]) -> None:
    """Make the sides and the seats of a table; those that it had before are gone."""
    match.sides.all().delete()
    for number, one in enumerate(seating.entries, 1):
        side = Side.objects.create(match=match, number=number)
        side.entries.add(entries[one])
    sides = dict(zip(seating.entries, match.sides.order_by("number"), strict=True))
    waiting = {one: players_of(entries[one], match.round.number) for one in seating.entries}
    Seat.objects.bulk_create(
        Seat(sitting=sitting, label=label, person=waiting[one].pop(0), side=sides[one])
        for label, one in seating.seats
    )


def players_of(entry: Entry, number: int) -> list[Person]:
    """Return who plays for an entry in a round, in their order: a stand-in in the other's place."""
    members = sorted(entry.members.all(), key=lambda member: (member.number, member.pk))
    players = [one for one in members if one.role == EntryMember.Role.PLAYER]
    for one in members:
        if one.role == EntryMember.Role.SUBSTITUTE and _covers(one, number):
            places = [place for place, other in enumerate(players) if other.number == one.number]
            players[places[0] if places else 0] = one
    return [one.person for one in players]


def new_table_code() -> str:
    """Return a short code of letters and digits that are not taken for one another."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def _covers(member: EntryMember, number: int) -> bool:
    return (member.from_round or 1) <= number <= (member.to_round or number)


def _by_standing(field: Field) -> list[str]:
    """The field in the order of the standings, whoever has no place there at the end."""
    ranked = [str(row.competitor.number) for row in queries.standings(field.event)]
    placed = [number for number in ranked if number in field.entries]
    return [*placed, *(number for number in field.entries if number not in placed)]


def _sat_out(event: Event) -> dict[str, int]:
    rows = (
        SitOut.objects.filter(round__event=event)
        .exclude(round__state=Round.State.CANCELLED)
        .order_by()
        .values_list("entry__number")
        .annotate(Count("pk"))
    )
    return {str(entry): times for entry, times in rows}


def _movement_fields(event: Event) -> tuple[tuple[str, ...], ...]:
    rows = (
        Seat.objects.filter(
            sitting__segment__match__round__event=event,
            sitting__segment__match__round__method=DrawMethod.MOVEMENT,
        )
        .exclude(sitting__segment__match__round__state=Round.State.CANCELLED)
        .order_by("sitting__segment__match__round__number", "side__entries__number")
        .values_list("sitting__segment__match__round__number", "side__entries__number")
        # Where seats were mended, a table has had several sittings.
        .distinct()
    )
    fields: Mapping[int, list[str]] = defaultdict(list)
    for round_, entry in rows:
        fields[round_].append(str(entry))
    return tuple(map(tuple, fields.values()))


def _at_free_tables(event: Event, tables: Iterable[Seating]) -> list[Seating]:
    """Number the drawn tables so that no two events play at one table at the same time."""
    taken = queries.tables_in_use(event.tournament)
    free = (number for number in count(1) if number not in taken)
    return [replace(seating, table=next(free)) for seating in tables]


def _met(seating: Seating, entries: Mapping[str, Entry]) -> tuple[tuple[str, str, int], ...]:
    return tuple((entries[one].uid, entries[other].uid, n) for one, other, n in seating.met_before)


def _by_uid(one: SitsOut, entries: Mapping[str, Entry]) -> SitsOut:
    return replace(one, entry=entries[one.entry].uid)


def _store_table(round_: Round, seating: Seating, entries: Mapping[str, Entry]) -> None:
    match = Match.objects.create(round=round_, number=seating.table)
    sitting = Sitting.objects.create(
        segment=Segment.objects.create(match=match, number=1),
        table=_table(round_.event.tournament, seating.table),
    )
    seat(match, sitting, seating, entries)
    games.lay_out(round_.event, sitting)


def _table(tournament: Tournament, number: int) -> Table:
    table, _ = Table.objects.get_or_create(
        tournament=tournament, number=number, defaults={"code": new_table_code()}
    )
    return table
