"""From the rows of an event to the input of a draw, and from a draw to rows."""

from __future__ import annotations

import json
import secrets
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.db.models import Count

from tournaments.models import (
    DrawMethod,
    Entry,
    Event,
    Form,
    Group,
    OddField,
    Round,
    Side,
    SitOut,
    Stage,
)
from tournaments.organise import boards
from tournaments.organise.drawing import board_places, drawn_tables
from tournaments.organise.drawing.drawn_places import places_of
from tournaments.pairing import notes
from tournaments.pairing import rounds as pairing
from tournaments.pairing.fours import sixteen_players
from tournaments.pairing.notes import Notes
from tournaments.pairing.seating import Seating
from tournaments.pairing.sit_outs import SitsOut
from tournaments.progress import event_progress
from tournaments.record import log
from tournaments.record.audit import Change, Verb
from tournaments.record.digest import digest
from tournaments.results import knockouts, queries
from tournaments.standings.match_scores import Order
from tournaments.structure import stages, three_way_matches


@dataclass(frozen=True)
class Field:
    """Those who can be seated in a round, by their printed numbers, in the order of these.

    `groups` are all members of each group of the stage, those who are not there included; `before`
    are the rounds of the stage before this one.
    """

    stage: Stage
    number: int
    entries: Mapping[str, Entry]
    groups: tuple[tuple[Group, tuple[str, ...]], ...]
    before: tuple[Round, ...] = ()

    @property
    def event(self) -> Event:
        """The event."""
        return self.stage.event


def field_of(event: Event, number: int) -> Field:
    """Return who can be seated in a round: present, not withdrawn, not later than this round."""
    stage = stages.current(event)
    groups = groups_of(stage)
    members = {entry for _, of_group in groups for entry in of_group}
    entries = {printed: entry for printed, entry in numbered(event).items() if printed in members}
    able = event_progress.able_to_sit(list(entries.values()), number)
    seated = {str(entry.number): entry for entry in able}
    return Field(stage, number, seated, groups, rounds_before(stage, number))


def rounds_before(stage: Stage, number: int) -> tuple[Round, ...]:
    """Return the rounds of a stage that stand before one."""
    rounds = queries.rounds(stage.event)
    groups = set(stage.groups.values_list("pk", flat=True))
    return tuple(
        round_ for round_ in rounds if round_.group_id in groups and round_.number < number
    )


def groups_of(stage: Stage) -> tuple[tuple[Group, tuple[str, ...]], ...]:
    """Return the groups of a stage with the printed numbers of all who are in them."""
    members_by_group = stages.groups_of(stage).items()
    return tuple(
        (group, tuple(str(member.number) for member in members))
        for group, members in members_by_group
    )


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
    draw_input = pairing.Input(
        method=method,
        seed=seed,
        labels=tuple(labels),
        entries=tuple(scores if by_standing else field.entries),
        history=tuple(queries.seating_history(event, before=number)),
        pair=event.form == Form.PAIRS,
        house=tuple(house),
        sat_out=_sat_out(event, number),
        fields=_fields(field, method) if method in pairing.FIXED else (),
        scores={entry: str(score) for entry, score in scores.items()},
        floated=_floated(field) if by_standing else {},
        twice=method == DrawMethod.ROUND_ROBIN and _is_twice(field),
        algorithm=_went_on_from(field, method),
        partners=event.form == Form.PARTNERS,
        groups=tuple(members for _, members in field.groups) if len(field.groups) > 1 else (),
        seeding=_seeding(field, method),
        three_way=three_way_matches.possible(event)
        and method not in pairing.FIXED | {DrawMethod.KNOCKOUT},
        last_out=event.odd_field == OddField.LAST and method == DrawMethod.SWISS,
        **_of_method_alone(field, method),
    )
    if method in pairing.OVER_BOARDS:
        withdrawn = board_places.gone_of(event, number)
        places = board_places.instead(draw_input, _of_method(field, method), withdrawn)
        draw_input = replace(draw_input, instead=places)
    return draw_input


def seed_of(stage: Stage, number: int, attempt: int, method: str) -> str:
    """Return the seed of a draw, which follows from the event's so that nobody can choose it.

    A movement, a round robin or a knockout has one seed for all its rounds. An event of before
    seeds were published draws from a seed of chance.
    """
    seed = stage.event.seed
    if not seed:
        return secrets.token_hex(8)
    if method == DrawMethod.KNOCKOUT:
        return knockouts.seed_of(stage)
    if method in pairing.FIXED:
        return f"{seed}/{method}" if stage.number == 1 else f"{seed}/{method}/{stage.number}"
    return f"{seed}/{number}/{attempt}"


def fixed_seed(field: Field, method: str) -> str:
    """Return the seed with which the first round of a movement or round robin was drawn, if any."""
    begun = _of_method(field, method) if method in pairing.FIXED else []
    return begun[0].seed if begun else ""


def attempt_of(event: Event, number: int) -> int:
    """Return the how manieth draw of a round the next one is: the log knows those thrown away."""
    drawn = log.about("event", event, Verb.DRAW_ROUND)
    return 1 + sum(1 for logged in drawn if logged["details"].get("number") == number)


def store(
    made: Change, field: Field, drawn: pairing.Drawn, draw_input: pairing.Input, attempt: int
) -> Round:
    """Make the rows of a draw: a round in draft with its tables, seats, boards and deals."""
    groups = [group for group, _ in field.groups]
    places, reasons = places_of(field.stage, groups, drawn)
    tables = [place.seating for place in places]
    kept = Notes(
        met_before={seating.table: _met(seating, field.entries) for seating in tables},
        sit_outs=tuple(_by_uid(sit_out, field.entries) for sit_out in drawn.sit_outs),
        attempt=attempt,
        reasons={
            seating.table: table_reasons
            for seating, table_reasons in zip(tables, reasons, strict=True)
        },
        floats=drawn.floats,
        drawn_from=json.dumps(draw_input.as_json(), ensure_ascii=False, separators=(",", ":")),
    )
    round_ = Round.objects.create(
        event=field.event,
        group=field.groups[0][0],
        number=field.number,
        method=draw_input.method,
        seed=draw_input.seed,
        algorithm=drawn.draw.algorithm,
        input_digest=digest(draw_input.as_json()),
        reasons=kept.as_json(),
    )
    played = sorted({number for place in places for number in place.boards})
    of_number = boards.of_round(made, round_, played) if played else {}
    drawn_tables.store(round_, places, field.entries, of_number)
    SitOut.objects.bulk_create(
        SitOut(round=round_, entry=field.entries[sit_out.entry]) for sit_out in drawn.sit_outs
    )
    return round_


def _of_method_alone(field: Field, method: str) -> dict[str, Any]:
    """What only one way to draw is made from, or some of them."""
    entries = field.entries
    if method == DrawMethod.KNOCKOUT:
        counted = queries.record(field.event).field
        return {"knockout": knockouts.drawn_from(field.stage, counted, list(entries.values()))}
    if method in pairing.OVER_BOARDS:
        begun = _begun(field, method)
        planned = {"size": stages.deals_of(field.stage), "rounds": stages.rounds_of(field.stage)}
        kept = {name: begun.get(name, value or 0) for name, value in planned.items()}
        return kept | {"movement": _movement(field, method)}
    if method in pairing.FIXED:
        return {}
    return {"clubs": {number: entry.club for number, entry in entries.items() if entry.club}}


def _seeding(field: Field, method: str) -> tuple[str, ...]:
    """Return who is seeded, the first one first; what is fixed goes on as it began."""
    if method == DrawMethod.MITCHELL and not _movement(field, method).get("by_seeding"):
        return ()
    if method not in {DrawMethod.SWISS, DrawMethod.ROUND_ROBIN, DrawMethod.MITCHELL}:
        return ()
    if method in pairing.FIXED and _of_method(field, method):
        return tuple(_begun(field, method).get("seeding", ()))
    seeded = [entry for entry in field.entries.values() if entry.seeding is not None]
    return tuple(str(entry.number) for entry in sorted(seeded, key=_by_seeding))


def _by_seeding(entry: Entry) -> tuple[int, int]:
    return entry.seeding or 0, entry.number


def _scores(field: Field) -> dict[str, Fraction]:
    """The field in the order of the standings, each with what these rank by.

    Groups stand one after the other. Whoever has no place in them comes at the end, with the lowest
    score of all.
    """
    rows = [
        row for group_rows in queries.stage_standings(field.stage).values() for row in group_rows
    ]
    ranks = {str(row.competitor.number): row.rank for row in rows}
    order = Order(field.event.ranking)
    scores = {
        number: rank.score(order) for number, rank in ranks.items() if number in field.entries
    }
    lowest = min(scores.values(), default=Fraction(0))
    return scores | {number: lowest for number in field.entries if number not in scores}


def _floated(field: Field) -> dict[str, str]:
    """Who left his score group in the round before."""
    last = [round_ for round_ in field.before if round_.number == field.number - 1]
    return {
        entry: way for round_ in last for entry, way in notes.read(round_.reasons).floats.items()
    }


def _is_twice(field: Field) -> bool:
    """Whether more rounds are planned than a round robin has that is played once."""
    if _of_method(field, DrawMethod.ROUND_ROBIN):
        return bool(_begun(field, DrawMethod.ROUND_ROBIN).get("twice", False))
    able = [sum(number in field.entries for number in members) for _, members in field.groups]
    entries = max(able, default=0)
    return (stages.rounds_of(field.stage) or 0) > entries - 1 + entries % 2


def _movement(field: Field, method: str) -> Mapping[str, Any]:
    """Return what was chosen of a movement over boards; one that began goes on as it began."""
    if _of_method(field, method):
        movement: Mapping[str, Any] = _begun(field, method).get("movement", {})
        return movement
    return {**field.event.movement}


def _begun(field: Field, method: str) -> Mapping[str, Any]:
    """Return what the first round of a way was drawn from: what was planned later changes nothing.

    Empty before that round.
    """
    first = _of_method(field, method)[:1]
    return (notes.read(first[0].reasons).input or {}) if first else {}


def _went_on_from(field: Field, method: str) -> str:
    """Return the algorithm of the rounds with which a movement goes on, where it is an old one."""
    moved = _of_method(field, method) if method == DrawMethod.MOVEMENT else []
    return (
        sixteen_players.ALGORITHM
        if any(round_.algorithm == sixteen_players.ALGORITHM for round_ in moved)
        else ""
    )


def _of_method(field: Field, method: str) -> list[Round]:
    """Return the rounds of the stage before this one that were drawn in a way."""
    return [round_ for round_ in field.before if round_.method == method]


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


def _fields(field: Field, method: str) -> tuple[tuple[str, ...], ...]:
    """Return who was in each of the rounds before that were drawn in a way, at a table or not."""
    rounds = _of_method(field, method)
    at_tables = Side.objects.filter(match__round__in=rounds)
    out = SitOut.objects.filter(round__in=rounds).values_list("round", "entry__number")
    entries_by_round: Mapping[int, set[int]] = defaultdict(set)
    for round_, entry in [*at_tables.values_list("match__round", "entries__number"), *out]:
        entries_by_round[round_].add(entry)
    return tuple(tuple(map(str, sorted(entries_by_round[round_.pk]))) for round_ in rounds)


def _met(seating: Seating, entries: Mapping[str, Entry]) -> tuple[tuple[str, str, int], ...]:
    return tuple(
        (entries[first].uid, entries[second].uid, n) for first, second, n in seating.met_before
    )


def _by_uid(sit_out: SitsOut, entries: Mapping[str, Entry]) -> SitsOut:
    return replace(sit_out, entry=entries[sit_out.entry].uid)
