"""Repeats the draw of a round from its stored input, to compare it with the published draw."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from tournaments import results
from tournaments.models import Form, Publication, Round, SitOut
from tournaments.organise.drawing import draws
from tournaments.pairing import notes, two_sides
from tournaments.pairing import rounds as pairing
from tournaments.pairing.swiss import swiss_draw
from tournaments.record.digest import digest
from tournaments.results import queries
from tournaments.structure import sides, stages, three_way_matches

INPUT_CHANGED = "input"
"""The rows no longer give the input of the draw."""

Seats = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Redrawn:
    """The outcome of a repeated draw.

    `digest` is that of the input; `exchanges` are the later exchanges by hand, by printed numbers;
    `problem` says why no draw could be made.
    """

    digest: str
    is_equal: bool = False
    exchanges: tuple[tuple[str, str], ...] = ()
    problem: str = ""


def redraw(round_: Round) -> Redrawn:
    """Repeat the draw of a round with its stored algorithm, and then the exchanges by hand.

    Tables are compared without their numbers, which depend on what else is played in the hall. For
    a round without a stored input it is read from the rows.
    """
    kept = notes.read(round_.reasons)
    stored = kept.input
    draw_input = pairing.read(stored, round_.seed) if stored else _input_from_rows(round_)
    input_digest = digest(draw_input.as_json())
    numbers = dict(round_.event.entries.values_list("uid", "number"))
    exchanges = tuple(
        (str(numbers[first]), str(numbers[second])) for first, second in kept.exchanges
    )
    if input_digest != round_.input_digest:
        return Redrawn(input_digest, exchanges=exchanges, problem=INPUT_CHANGED)
    try:
        drawn = pairing.draw(replace(draw_input, algorithm=round_.algorithm))
    except ValueError as refused:
        return Redrawn(input_digest, exchanges=exchanges, problem=str(refused))
    tables = [seating.seats for seating in drawn.draw.tables]
    out = [sit_out.entry for sit_out in drawn.sit_outs]
    for first, second in exchanges:
        places = {first: second, second: first}
        tables = [
            tuple((label, places.get(entry, entry)) for label, entry in seats) for seats in tables
        ]
        out = [places.get(entry, entry) for entry in out]
    # Three-way matches have the last tables, whatever their group.
    tables.sort(key=lambda seats: stages.three_may_meet(round_.event) and len(seats))
    same = tables == _published_tables(round_) and sorted(out) == sorted(_sitting_out(round_))
    return Redrawn(input_digest, is_equal=same, exchanges=exchanges)


def _published_tables(round_: Round) -> list[Seats]:
    """Return the tables of a round as first published; of a draft, the current ones.

    Teams have no seats at publication, and their sides never move after it.
    """
    if round_.event.form == Form.TEAMS:
        return sides.as_drawn(sides.drawn(round_), three_way_matches.of_round(round_))
    published = Publication.objects.filter(round=round_, kind=Publication.Kind.DRAW)
    first = published.order_by("pk").first()
    numbers = {uid: str(n) for uid, n in round_.event.entries.values_list("uid", "number")}
    tables: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for seat in queries.shown_draw(round_) if first is None else first.shown:
        tables[seat["table"]].append((seat["seat"], numbers[seat["entry"]]))
    return [tuple(seats) for _, seats in sorted(tables.items())]


def _sitting_out(round_: Round) -> list[str]:
    rows = SitOut.objects.filter(round=round_).values_list("entry__number", flat=True)
    return [str(number) for number in rows]


def _input_from_rows(round_: Round) -> pairing.DrawInput:
    """Return the draw input of a round, as far as it can be rebuilt from the rows."""
    tables, snapshot = _published_tables(round_), results.read(round_.event)
    present = {entry for seats in tables for _, entry in seats} | set(_sitting_out(round_))
    snapshot = snapshot.before(round_.number)
    stage = next(row for row in snapshot.stages if row.pk == round_.group.stage_id)
    entries = {
        number: entry for number, entry in snapshot.entry_by_number.items() if number in present
    }
    groups = draws.groups_of(snapshot, stage)
    field = draws.Field(snapshot, stage, round_.number, entries, groups)
    labels = [label for label, _ in tables[0]] if tables else []
    draw_input = draws.input_of(field, round_.method, round_.seed, labels)
    if two_sides.looks_ahead(draw_input) and round_.algorithm != swiss_draw.ALGORITHM:
        # Later rounds were no part of the input of such a draw.
        return replace(draw_input, rounds=0)
    return draw_input
