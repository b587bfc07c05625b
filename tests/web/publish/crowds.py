"""Large events with all their results, made in bulk."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from tests.cast import Cast, assemble
from tournaments import organise
from tournaments.models import (
    Deal,
    Entry,
    Event,
    Group,
    Match,
    Result,
    ResultKind,
    Round,
    Seat,
    Segment,
    Side,
    Sitting,
    Table,
)

SEATS: Final = ("N", "W", "S", "E")
FAMILY: Final = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗"
GIVEN: Final = "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平"


def large_event(entries: int, *, rounds: int = 5, deals: int = 8) -> Cast:
    """Return the cast with an individual event of so many entries, the last round in play."""
    cast = assemble(players=0, deals_per_round=deals)
    organise.add_entries(cast.event, cast.director, [[name(n)] for n in range(entries)])
    seats = list(Entry.objects.filter(event=cast.event).order_by("number"))
    tables = Table.objects.bulk_create(
        Table(tournament=cast.tournament, number=n + 1, code=f"T{n + 1:04}")
        for n in range(entries // len(SEATS))
    )
    chance = Random(entries)
    for number in range(1, rounds + 1):
        chance.shuffle(seats)
        _play_round(cast.event, number, tables, seats, chance, is_open=number == rounds)
    return cast


def name(number: int) -> str:
    """Return a name of three Chinese characters, a different one for each number below 8,000."""
    rest, family = divmod(number, len(FAMILY))
    last, middle = divmod(rest, len(GIVEN))
    return FAMILY[family] + GIVEN[middle] + GIVEN[last]


def _play_round(
    event: Event,
    number: int,
    tables: Sequence[Table],
    entries: Sequence[Entry],
    chance: Random,
    *,
    is_open: bool,
) -> None:
    group = Group.objects.get(stage__event=event)
    state = Round.State.PUBLISHED if is_open else Round.State.CLOSED
    round_ = Round.objects.create(event=event, group=group, number=number, state=state)
    matches = Match.objects.bulk_create(
        Match(round=round_, number=n + 1) for n in range(len(tables))
    )
    sides = Side.objects.bulk_create(
        Side(match=match, number=n + 1) for match in matches for n in range(len(SEATS))
    )
    joined = Side.entries.through
    joined.objects.bulk_create(
        joined(side=side, entry=entry) for side, entry in zip(sides, entries, strict=False)
    )
    segments = Segment.objects.bulk_create(Segment(match=match, number=1) for match in matches)
    sittings = Sitting.objects.bulk_create(
        Sitting(segment=segment, table=table)
        for segment, table in zip(segments, tables, strict=True)
    )
    persons = dict(Entry.objects.filter(event=event).values_list("pk", "members__person_id"))
    Seat.objects.bulk_create(
        Seat(
            sitting=sittings[n // len(SEATS)],
            label=SEATS[n % len(SEATS)],
            person_id=persons[entry.pk],
            side=sides[n],
        )
        for n, entry in enumerate(entries[: len(sides)])
    )
    _post_results(event, sittings, chance)


def _post_results(event: Event, sittings: Sequence[Sitting], chance: Random) -> None:
    deals = Deal.objects.bulk_create(
        Deal(event=event, sitting=sitting, board_no=n + 1, play_order=n + 1, version=1, done=True)
        for sitting in sittings
        for n in range(event.deals_per_round)
    )
    results = []
    for deal in deals:
        scores = {seat: 10 * chance.randrange(-40, 41) for seat in SEATS}
        results.append(
            Result(
                deal=deal,
                version=1,
                kind=ResultKind.PLAYED,
                facts={},
                schema=1,
                ruleset=event.ruleset,
                settlement={"raw": scores, "scores": scores, "lines": [], "conversions": []},
                engine="bulk",
                origin_uid="bulk",
                origin_label="sheet",
            )
        )
    Result.objects.bulk_create(results)
