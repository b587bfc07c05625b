"""Builds the input of a draw from the rows of an event, and stores a draw as rows.

The draw itself is made in `pairing`.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from tournaments.models import (
    DrawMethod,
    Entry,
    Event,
    Form,
    Group,
    OddField,
    Round,
    SitOut,
    Stage,
)
from tournaments.organise import boards
from tournaments.organise.drawing import board_places, drawn_tables, earlier_rounds
from tournaments.organise.drawing.drawn_places import places_of
from tournaments.pairing import notes, two_sides
from tournaments.pairing import rounds as pairing
from tournaments.pairing.fours import sixteen_players
from tournaments.pairing.notes import DrawNotes
from tournaments.pairing.seating import Seating
from tournaments.progress import event_progress
from tournaments.record import log_queries
from tournaments.record.audit import Change, Verb
from tournaments.record.digest import digest
from tournaments.results import event_record, knockouts
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.match_scores import Order
from tournaments.structure import stages


@dataclass(frozen=True)
class Field:
    """The entries that can be seated in a round, by printed number and in that order.

    `snapshot` is the event as it was before the round: a draft that stands is not in it. `groups`
    have all members of each group of the stage, absent ones included.
    """

    snapshot: EventSnapshot
    stage: Stage
    number: int
    entries: Mapping[str, Entry]
    groups: tuple[tuple[Group, tuple[str, ...]], ...]

    @property
    def event(self) -> Event:
        """The event."""
        return self.snapshot.event

    def earlier_rounds(self, method: str = "") -> list[Round]:
        """Return the earlier rounds of the stage, or those of them with one draw method."""
        return [
            round_
            for round_ in self.snapshot.rounds_of(self.stage)
            if method in ("", round_.method)
        ]


def field_of(snapshot: EventSnapshot, number: int) -> Field:
    """Return the field of a round: present entries that are not withdrawn, suspended or later
    ones.
    """
    snapshot = snapshot.before(number)
    stage = snapshot.current_stage
    groups = groups_of(snapshot, stage)
    members = {entry for _, of_group in groups for entry in of_group}
    entries = [entry for entry in snapshot.entries if str(entry.number) in members]
    able = event_progress.able_to_be_drawn(snapshot, entries, number)
    return Field(snapshot, stage, number, {str(entry.number): entry for entry in able}, groups)


def groups_of(snapshot: EventSnapshot, stage: Stage) -> tuple[tuple[Group, tuple[str, ...]], ...]:
    """Return the groups of a stage with the printed numbers of their members.

    A first stage without group members has all entries of the event in its one group.
    """
    groups = [
        (group, tuple(str(member.entry.number) for member in snapshot.members[group.pk]))
        for group in snapshot.groups_of(stage)
    ]
    if stage.number == 1 and not any(numbers for _, numbers in groups):
        groups[0] = groups[0][0], tuple(snapshot.entry_by_number)
    return tuple(groups)


def input_of(field: Field, method: str, seed: str, labels: Sequence[str]) -> pairing.DrawInput:
    """Return the input of the draw of a round."""
    event, number = field.event, field.number
    by_standing = method in pairing.STANDING
    scores = _standing_scores(field) if by_standing else {}
    house = [n for n, entry in field.entries.items() if entry.kind == Entry.Kind.HOUSE]
    draw_input = pairing.DrawInput(
        method=method,
        seed=seed,
        labels=tuple(labels),
        entries=tuple(scores if by_standing else field.entries),
        history=tuple(earlier_rounds.seating_history(field.snapshot, number)),
        pair=event.form == Form.PAIRS,
        house=tuple(house),
        sat_out=earlier_rounds.sit_out_counts(field.snapshot, number),
        fields=earlier_rounds.fields_of(field.snapshot, field.earlier_rounds(method))
        if method in pairing.FIXED
        else (),
        scores={entry: str(score) for entry, score in scores.items()},
        floated=_last_floats(field) if by_standing else {},
        twice=method == DrawMethod.ROUND_ROBIN and _is_twice(field),
        algorithm=_continued_algorithm(field, method),
        partners=event.form == Form.PARTNERS,
        groups=tuple(members for _, members in field.groups) if len(field.groups) > 1 else (),
        seeding=_seeded_numbers(field, method),
        three_way=stages.three_may_meet(event)
        and method not in pairing.FIXED | {DrawMethod.KNOCKOUT},
        last_out=event.odd_field == OddField.LAST and method == DrawMethod.SWISS,
        **_method_options(field, method),
    )
    if method in pairing.OVER_BOARDS:
        withdrawn = board_places.withdrawn_before(field.snapshot.entries, number)
        places = board_places.replaced_numbers(draw_input, field.earlier_rounds(method), withdrawn)
        draw_input = replace(draw_input, instead=places)
    if two_sides.looks_ahead(draw_input):
        draw_input = replace(draw_input, rounds=_planned_rounds_left(field))
    return draw_input


def seed_of(stage: Stage, number: int, attempt: int, method: str) -> str:
    """Return the seed of a draw, derived from the event's seed so that nobody can choose it.

    A movement, a round robin and a knockout have one seed for all rounds. Events older than
    published seeds get a random one.
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
    """Return the seed of the first round of a movement or round robin; empty before it."""
    begun = field.earlier_rounds(method) if method in pairing.FIXED else []
    return begun[0].seed if begun else ""


def attempt_of(event: Event, number: int) -> int:
    """Return the attempt number of the next draw of a round, discarded draws included."""
    drawn = log_queries.about("event", event, Verb.DRAW_ROUND)
    return 1 + sum(1 for logged in drawn if logged["details"].get("number") == number)


def _notes(
    field: Field,
    drawn: pairing.DrawnRound,
    draw_input: pairing.DrawInput,
    seatings: Iterable[Seating],
) -> DrawNotes:
    """Return what is kept of a draw beside its tables: its input, and who met before."""
    named = field.snapshot.entry_by_number
    return DrawNotes(
        met_before={
            seating.table: _meetings_by_uid(seating, field.entries) for seating in seatings
        },
        sit_outs=tuple(
            replace(sit_out, entry=named[sit_out.entry].uid) for sit_out in drawn.sit_outs
        ),
        floats=drawn.floats,
        drawn_from=json.dumps(draw_input.as_json(), ensure_ascii=False, separators=(",", ":")),
    )


def store(
    made: Change,
    field: Field,
    drawn: pairing.DrawnRound,
    draw_input: pairing.DrawInput,
    attempt: int,
) -> Round:
    """Store a draw: a round in draft with its tables, seats, boards and deals."""
    groups = [group for group, _ in field.groups]
    places, reasons = places_of(field.stage, groups, drawn)
    by_table = {
        place.seating.table: of_table for place, of_table in zip(places, reasons, strict=True)
    }
    seatings = [place.seating for place in places]
    kept = _notes(field, drawn, draw_input, seatings)
    round_ = Round.objects.create(
        event=field.event,
        group=field.groups[0][0],
        number=field.number,
        method=draw_input.method,
        seed=draw_input.seed,
        algorithm=drawn.draw.algorithm,
        input_digest=digest(draw_input.as_json()),
        reasons=replace(kept, attempt=attempt, reasons=by_table).as_json(),
    )
    played = sorted({number for place in places for number in place.boards})
    of_number = boards.ensure_boards(made, round_, played) if played else {}
    drawn_tables.store(round_, places, field.entries, of_number)
    SitOut.objects.bulk_create(
        SitOut(round=round_, entry=field.snapshot.entry_by_number[sit_out.entry])
        for sit_out in drawn.sit_outs
    )
    return round_


def _method_options(field: Field, method: str) -> dict[str, Any]:
    """Return the options of the input that only some draw methods use."""
    entries = field.entries
    if method == DrawMethod.KNOCKOUT:
        counted, present = event_record.record(field.snapshot).field, list(entries.values())
        return {"knockout": knockouts.drawn_from(field.snapshot, field.stage, counted, present)}
    if method in pairing.OVER_BOARDS:
        begun = _first_input(field, method)
        planned = {
            "size": stages.deals_of(field.stage),
            "rounds": field.snapshot.rounds_planned(field.stage),
        }
        kept = {name: begun.get(name, value or 0) for name, value in planned.items()}
        return kept | {"movement": _movement_choice(field, method)}
    if method in pairing.FIXED:
        return {}
    return {"clubs": {number: entry.club for number, entry in entries.items() if entry.club}}


def _planned_rounds_left(field: Field) -> int:
    """Return the number of planned rounds not drawn yet in the stage; 0 if none are planned."""
    planned = field.snapshot.rounds_planned(field.stage) or 0
    return max(0, planned - len(field.earlier_rounds()))


def _seeded_numbers(field: Field, method: str) -> tuple[str, ...]:
    """Return the seeded entries in order; a fixed method keeps those of its first round."""
    if method == DrawMethod.MITCHELL and not _movement_choice(field, method).get("by_seeding"):
        return ()
    if method not in {DrawMethod.SWISS, DrawMethod.ROUND_ROBIN, DrawMethod.MITCHELL}:
        return ()
    if method in pairing.FIXED and field.earlier_rounds(method):
        return tuple(_first_input(field, method).get("seeding", ()))
    seeded = [entry for entry in field.entries.values() if entry.seeding is not None]
    seeded.sort(key=lambda entry: (entry.seeding or 0, entry.number))
    return tuple(str(entry.number) for entry in seeded)


def _standing_scores(field: Field) -> dict[str, Fraction]:
    """Return the ranking scores of the field in the order of the standings.

    Group follows group. Unranked entries come last, with the lowest score of all.
    """
    groups = event_record.stage_standings(field.snapshot, field.stage)
    ranks = {str(row.competitor.number): row.rank for rows in groups.values() for row in rows}
    order = Order(field.event.ranking)
    scores = {
        number: rank.score(order) for number, rank in ranks.items() if number in field.entries
    }
    lowest = min(scores.values(), default=Fraction(0))
    return scores | {number: lowest for number in field.entries if number not in scores}


def _last_floats(field: Field) -> dict[str, str]:
    """Return the floats of the previous round, by printed number."""
    last = [round_ for round_ in field.earlier_rounds() if round_.number == field.number - 1]
    return {
        entry: way for round_ in last for entry, way in notes.read(round_.reasons).floats.items()
    }


def _is_twice(field: Field) -> bool:
    """Whether more rounds are planned than a single round robin has."""
    if field.earlier_rounds(DrawMethod.ROUND_ROBIN):
        return bool(_first_input(field, DrawMethod.ROUND_ROBIN).get("twice", False))
    able = [sum(number in field.entries for number in members) for _, members in field.groups]
    entries = max(able, default=0)
    return (field.snapshot.rounds_planned(field.stage) or 0) > entries - 1 + entries % 2


def _movement_choice(field: Field, method: str) -> Mapping[str, Any]:
    """Return the options of a movement over boards; a movement in play keeps those of its first
    round.
    """
    if field.earlier_rounds(method):
        movement: Mapping[str, Any] = _first_input(field, method).get("movement", {})
        return movement
    return {**field.event.movement}


def _first_input(field: Field, method: str) -> Mapping[str, Any]:
    """Return the input of the first round of a method, which later plans do not change.

    Empty before that round.
    """
    first = field.earlier_rounds(method)[:1]
    return (notes.read(first[0].reasons).input or {}) if first else {}


def _continued_algorithm(field: Field, method: str) -> str:
    """Return the algorithm of the earlier rounds of a movement if it is an old one."""
    moved = field.earlier_rounds(method) if method == DrawMethod.MOVEMENT else []
    return (
        sixteen_players.ALGORITHM
        if any(round_.algorithm == sixteen_players.ALGORITHM for round_ in moved)
        else ""
    )


def _meetings_by_uid(
    seating: Seating, entries: Mapping[str, Entry]
) -> tuple[tuple[str, str, int], ...]:
    return tuple(
        (entries[first].uid, entries[second].uid, n) for first, second, n in seating.met_before
    )
