"""The sides of matches: the entry of every seat, and meetings of teams without seats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from django.db.models import F, QuerySet

from tournaments.models import Entry, Event, Form, Round, Seat, Side
from tournaments.pairing.seating import Seating
from tournaments.structure import three_way_matches

TEAMS = ("1", "2")
"""The places of the sides of a team match: the home side has the first one."""


def own(seats: QuerySet[Seat], event: Event) -> QuerySet[Seat]:
    """Return seats whose `side__entries` contains only the entry of the seat.

    On a side of two entries each has a seat. All other sides are one entry.
    """
    if event.form != Form.PARTNERS:
        return seats
    return seats.filter(side__entries__members__person=F("person")).distinct()


def entry_of(seat: Seat) -> Entry:
    """Return the entry to which a seat belongs."""
    entries = seat.side.entries.select_related("event__tournament")
    return entries.filter(members__person=seat.person_id).first() or entries.order_by("number")[0]


def parted(event: Event, seating: Seating) -> tuple[tuple[str, ...], ...]:
    """Return the entries of each side of a table.

    With partners for a round every second seat is of one side.
    """
    if event.form != Form.PARTNERS:
        return tuple((entry,) for entry in seating.entries)
    entries = [entry for _, entry in seating.seats]
    return tuple(entries[0::2]), tuple(entries[1::2])


def history(event: Event, *, before: int | None = None) -> list[Seating]:
    """Return the meetings in the team matches of valid rounds, or of those before one.

    Three teams that met in half matches are one table, as in the draw.
    """
    rows = Side.objects.filter(match__round__event=event).exclude(
        match__round__state=Round.State.CANCELLED
    )
    if before is not None:
        rows = rows.filter(match__round__number__lt=before)
    matches = _by_match(rows.order_by("match__round__number", "match__number", "number"))
    rounds = three_way_matches.of_rounds(event)
    tables = as_drawn(matches, [three for of_round in rounds.values() for three in of_round])
    return [Seating(number, seats) for number, seats in enumerate(tables, 1)]


def as_drawn(
    matches: Mapping[int, tuple[tuple[str, str], ...]], among: Iterable[three_way_matches.Three]
) -> list[tuple[tuple[str, str], ...]]:
    """Return the tables of a draw: three half matches are one table of three."""
    first = {three[0].match: three for three in among}
    others = {half.match for three in first.values() for half in three[1:]}
    return [
        _table_of_three(first[match], matches) if match in first else table
        for match, table in matches.items()
        if match not in others
    ]


def _table_of_three(
    three: three_way_matches.Three, matches: Mapping[int, tuple[tuple[str, str], ...]]
) -> tuple[tuple[str, str], ...]:
    """Return the table of three: the home sides of the half matches, in their order."""
    homes = [matches[half.match][0][1] for half in three]
    return tuple((str(place), entry) for place, entry in enumerate(homes, 1))


def drawn(round_: Round) -> dict[int, tuple[tuple[str, str], ...]]:
    """Return the sides of every team match of a round, by the key of the match."""
    rows = Side.objects.filter(match__round=round_)
    return dict(_by_match(rows.order_by("match__number", "number")))


def _by_match(rows: QuerySet[Side]) -> Mapping[int, tuple[tuple[str, str], ...]]:
    by_match: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for match, number, entry in rows.values_list("match_id", "number", "entries__number"):
        by_match[match].append((str(number), str(entry)))
    return {match: tuple(sides) for match, sides in by_match.items()}
