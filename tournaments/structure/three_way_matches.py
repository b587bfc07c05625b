"""Three teams that meet in one round, each with each, in half matches (三队赛).

The three form a ring: the visiting side of each half match is the home side of another one. The
first pair of each team sits north-south at its own table; in the first half one of the others comes
to it, in the second half the other one. Nothing is stored beside the matches: they are recognised
because a team has two of them in a round.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Exists, OuterRef
from django.db.models.expressions import Combinable

from tournaments.models import Event, Match, OddField, Round, Segment, Side
from tournaments.structure.stages import three_may_meet

SIZE: Final = 3


@dataclass(frozen=True, slots=True)
class HalfMatch:
    """A half match: its key and number, and the keys of the entries of its sides."""

    match: int
    number: int
    home: int
    away: int


Three = tuple[HalfMatch, ...]
"""The half matches of three teams, in the order of the draw."""


def of_round(round_: Round) -> tuple[Three, ...]:
    """Return the three-way matches of a round, each as its half matches in order."""
    return of_rounds(round_.event, match__round=round_).get(round_.pk, ())


def of_rounds(event: Event, **filters: Any) -> Mapping[int, tuple[Three, ...]]:
    """Return the three-way matches of rounds by round key; `filters` are on sides."""
    if not three_may_meet(event):
        return {}
    rows = Side.objects.filter(match__round__event=event, **filters)
    columns = ("match__round", "match", "match__number", "number", "entries")
    by_round: dict[int, dict[int, list[int]]] = defaultdict(dict)
    for round_, match, number, _side, entry in rows.order_by(*columns).values_list(*columns):
        by_round[round_].setdefault(match, [number]).append(entry)
    return {round_: tuple(rings(matches)) for round_, matches in by_round.items()}


def of_match(match: Match) -> Three:
    """Return the half matches to which a match belongs, empty for a whole match."""
    threes = of_rounds(match.round.event, match__round=match.round_id).get(match.round_id, ())
    return next(
        (
            half_matches
            for half_matches in threes
            if any(half.match == match.pk for half in half_matches)
        ),
        (),
    )


def is_half(match: Match) -> bool:
    """Whether a match is one of three half matches."""
    return bool(of_match(match))


def keys_of(round_: Round) -> frozenset[int]:
    """Return the keys of the half matches of a round."""
    return frozenset(half.match for three in of_round(round_) for half in three)


def is_half_of_three(path: str) -> Combinable:
    """Return an expression for rows whose match `path` leads to: whether it is a half match.

    Only in three-way matches does an entry play two matches of one round.
    """
    beside = Side.entries.through.objects.filter(
        side__match__round=OuterRef("side__match__round"), entry=OuterRef("entry")
    )
    shared = Side.entries.through.objects.filter(
        Exists(beside.exclude(side__match=OuterRef("side__match"))),
        side__match=OuterRef(path),
        side__match__round__event__odd_field=OddField.THREE_WAY,
    )
    return Exists(shared)


def boards_of(match: Match, deals: int) -> range | None:
    """Return the numbers of the boards of a half match; None for a whole match.

    They are half as many as in a whole match: the first or the second half of those of the round,
    or further ones that nobody else plays.
    """
    place = next((n for n, half in enumerate(of_match(match)) if half.match == match.pk), None)
    return None if place is None else share(place, deals)


def share(place: int, deals: int) -> range:
    """Return the boards of one of the three half matches, counted from 0.

    >>> [list(share(place, 4)) for place in range(3)]
    [[1, 2], [3, 4], [5, 6]]
    """
    half = deals // 2
    return range(place * half + 1, (place + 1) * half + 1)


def twin(segment: Segment, side: Side) -> tuple[Segment, Side] | None:
    """Return the segment of a team's other half match, with its side there."""
    three = of_match(segment.match)
    others = [half.match for half in three if half.match != segment.match_id]
    entries = list(side.entries.values_list("pk", flat=True))
    other_side = Side.objects.filter(match__in=others, entries__in=entries).first()
    if other_side is None:
        return None
    related = ("match__round__event__ruleset", "match__round__group__stage__ruleset")
    of_match_ = (
        Segment.objects.filter(match=other_side.match_id)
        .select_related(*related)
        .defer(*Round.draws_by(*related))
    )
    return of_match_.order_by("number")[0], other_side


def rings(matches: Mapping[int, list[int]]) -> Iterator[Three]:
    """Yield the three-way matches among matches, each given as its number and the entries of its
    sides.
    """
    halves = [
        HalfMatch(match, row[0], row[1], row[2])
        for match, row in matches.items()
        if len(row) == SIZE
    ]
    at_home = {half.home: half for half in halves}
    seen: set[int] = set()
    for first in sorted(halves, key=lambda half: half.number):
        second = at_home.get(first.away)
        third = at_home.get(second.away) if second else None
        if first.match in seen or not (second and third and third.away == first.home):
            continue
        ring = (first, second, third)
        seen |= {half.match for half in ring}
        yield tuple(sorted(ring, key=lambda half: half.number))
