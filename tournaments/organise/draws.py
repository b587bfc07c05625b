"""From the rows of an event to the input of a draw, and from a draw to rows."""

from __future__ import annotations

import json
import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
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
    Ranking,
    Round,
    Seat,
    Segment,
    Side,
    SitOut,
    Sitting,
    Table,
    Tournament,
)
from tournaments.pairing import movement, notes
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
    entries = queries.with_members(event.entries.order_by("number"))
    return {str(entry.number): entry for entry in entries}


def input_of(field: Field, method: str, seed: str, labels: Sequence[str]) -> pairing.Input:
    """Return what the draw of a round is made from."""
    event, number = field.event, field.number
    by_standing = method in pairing.STANDING
    scores = _scores(field) if by_standing else {}
    house = [n for n, entry in field.entries.items() if entry.kind == Entry.Kind.HOUSE]
    return pairing.Input(
        method=method,
        seed=seed,
        labels=tuple(labels),
        entries=tuple(scores if by_standing else field.entries),
        history=tuple(queries.seating_history(event, before=number)),
        pair=event.form == Form.PAIRS,
        house=tuple(house),
        sat_out=_sat_out(event, number),
        fields=_fields(event, method, number) if method in pairing.FIXED else (),
        scores={entry: str(score) for entry, score in scores.items()},
        floated=_floated(event, number) if by_standing else {},
        twice=method == DrawMethod.ROUND_ROBIN and _is_twice(field),
        algorithm=_went_on_from(event, method, number),
    )


def seed_of(event: Event, number: int, attempt: int, method: str) -> str:
    """Return the seed of a draw, which follows from the event's so that nobody can choose it.

    A movement or a round robin has one seed for all its rounds. An event of before seeds were
    published draws from a seed of chance.
    """
    if not event.seed:
        return secrets.token_hex(8)
    if method in pairing.FIXED:
        return f"{event.seed}/{method}"
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
    said = drawn.reasons or ((),) * len(tables)
    kept = Notes(
        met_before={seating.table: _met(seating, field.entries) for seating in tables},
        sit_outs=tuple(_by_uid(one, field.entries) for one in drawn.sit_outs),
        attempt=attempt,
        reasons={seating.table: why for seating, why in zip(tables, said, strict=True)},
        floats=drawn.floats,
        drawn_from=json.dumps(given.as_json(), ensure_ascii=False, separators=(",", ":")),
    )
    round_ = Round.objects.create(
        event=event,
        group=Group.objects.get(stage__event=event),
        number=field.number,
        method=given.method,
        seed=given.seed,
        algorithm=drawn.draw.algorithm,
        input_digest=digest(given.as_json()),
        reasons=kept.as_json(),
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


def _scores(field: Field) -> dict[str, Fraction]:
    """The field in the order of the standings, each with what these rank by.

    Whoever has no place there comes at the end, with the lowest score of all.
    """
    ranks = {str(row.competitor.number): row.rank for row in queries.standings(field.event)}
    by_table = field.event.ranking == Ranking.TABLE_POINTS
    scores = {
        number: rank.table_points if by_table else rank.total
        for number, rank in ranks.items()
        if number in field.entries
    }
    lowest = min(scores.values(), default=Fraction(0))
    return scores | {number: lowest for number in field.entries if number not in scores}


def _floated(event: Event, number: int) -> dict[str, str]:
    """Who left his score group in the round before."""
    before = [one for one in queries.rounds(event) if one.number == number - 1]
    return {entry: way for one in before for entry, way in notes.read(one.reasons).floats.items()}


def _is_twice(field: Field) -> bool:
    """Whether more rounds are planned than a round robin has that is played once."""
    event = field.event
    robin = _of_method(event, DrawMethod.ROUND_ROBIN, field.number)
    if robin:
        return bool((notes.read(robin[0].reasons).input or {}).get("twice", False))
    entries = len(field.entries)
    return (event.rounds_planned or 0) > entries - 1 + entries % 2


def _went_on_from(event: Event, method: str, number: int) -> str:
    """Return the algorithm of the rounds with which a movement goes on, where it is an old one."""
    moved = _of_method(event, method, number) if method == DrawMethod.MOVEMENT else []
    return movement.ALGORITHM if any(one.algorithm == movement.ALGORITHM for one in moved) else ""


def _of_method(event: Event, method: str, number: int) -> list[Round]:
    """Return the rounds before one that were drawn in a way."""
    return [one for one in queries.rounds(event) if one.method == method and one.number < number]


def _sat_out(event: Event, number: int) -> dict[str, int]:
    """Return how often everybody has sat out before a round."""
    rows = (
        SitOut.objects.filter(round__event=event, round__number__lt=number)
        .exclude(round__state=Round.State.CANCELLED)
        .order_by()
        .values_list("entry__number")
        .annotate(Count("pk"))
    )
    return {str(entry): times for entry, times in rows}


def _fields(event: Event, method: str, number: int) -> tuple[tuple[str, ...], ...]:
    """Return who was in each of the rounds before that were drawn in a way, at a table or not."""
    rounds = _of_method(event, method, number)
    seats = Seat.objects.filter(sitting__segment__match__round__in=rounds)
    # Where seats were mended, a table has had several sittings.
    at_tables = seats.values_list("sitting__segment__match__round", "side__entries__number")
    out = SitOut.objects.filter(round__in=rounds).values_list("round", "entry__number")
    found: Mapping[int, set[int]] = defaultdict(set)
    for round_, entry in [*at_tables.distinct(), *out]:
        found[round_].add(entry)
    return tuple(tuple(map(str, sorted(found[one.pk]))) for one in rounds)


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
