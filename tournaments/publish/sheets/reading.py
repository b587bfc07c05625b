"""The tables of a round as documents need them: who sits where, and what stands of every deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext

from tournaments import boards, queries, sides, wording
from tournaments.models import Deal, Entry, Event, Result, Round, RuleSet, Seat, Sitting


@dataclass(frozen=True, slots=True)
class SeatAt:
    """A seat: its label, who sits there, the number of the entry, and its side."""

    label: str
    name: str
    entry: int
    side: str
    is_house: bool = False

    @property
    def marked(self) -> str:
        """The name, with a mark where it is a house player."""
        return gettext("%(name)s (house)") % {"name": self.name} if self.is_house else self.name


@dataclass(frozen=True, slots=True)
class RoundTable:
    """A table of a round with its seats and deals; `results` are those that stand, by deal."""

    number: int
    code: str
    match: int
    seats: tuple[SeatAt, ...]
    deals: tuple[Deal, ...]
    results: Mapping[int, Result] = field(default_factory=dict)

    @property
    def sides(self) -> dict[str, str]:
        """The side of every seat."""
        return {seat.label: seat.side for seat in self.seats}


def tables(round_: Round, *, played: bool = False, sealed: bool = False) -> tuple[RoundTable, ...]:
    """Return the tables of a round by number, as people sit there; with `played`, as they sat.

    A table at which seats were mended then stands there once for every way in which people sat,
    with the results of those deals. Those of boards that are sealed are
    left out, but for a paper of officials alone.
    """
    sittings = [
        (match.pk, sitting)
        for match in queries.matches_of(round_)
        for segment in sorted(match.segments.all(), key=lambda segment: segment.number)
        for sitting in segment.sittings.all()
    ]
    deals = [deal for _, sitting in sittings for deal in sitting.deals.all()]
    results = queries.live_results(deals) if played else {}
    results = results if sealed else _told(round_, results)
    entries = _entries(round_)
    found = [_table(match, sitting, entries, results) for match, sitting in sittings]
    at_last: dict[tuple[int, int], RoundTable] = {}
    for table in found:
        if table.seats or (table.match, table.number) not in at_last:
            at_last[table.match, table.number] = table
    shown = [table for table in found if table.seats] if played else at_last.values()
    return tuple(sorted(shown, key=lambda table: table.number))


def rules_of(event: Event, round_: Round | None) -> RuleSet:
    """Return the rules in force in a round, or in an event."""
    stage = round_.group.stage if round_ else None
    return (stage.ruleset if stage else None) or event.ruleset


def labels_of(found: tuple[RoundTable, ...]) -> tuple[str, ...]:
    """Return the labels of the seats at these tables, in the order of play."""
    return tuple(dict.fromkeys(seat.label for table in found for seat in table.seats))


def seat_line(seat: SeatAt) -> str:
    """Return a seat with who sits there."""
    return f"{wording.seat_name(seat.label)} · {seat.marked}"


def seats_line(seats: Sequence[SeatAt]) -> str:
    """Return all seats of a table in one line."""
    return " · ".join(f"{wording.seat_name(seat.label)} {seat.marked}" for seat in seats)


def sat_out(round_: Round) -> Iterator[tuple[int, str]]:
    """Yield which competitor sits out in a round: number and name."""
    entries = Entry.objects.filter(sit_outs__round=round_, kind=Entry.Kind.COMPETITOR)
    entries = entries.order_by("number")
    for entry in queries.with_members(entries):
        yield entry.number, queries.entry_name(entry)


def _told(round_: Round, results: Mapping[int, Result]) -> dict[int, Result]:
    within = {"sitting__segment__match__round": round_}
    sealed = boards.untold(round_.event, **within)
    return {deal: result for deal, result in results.items() if deal not in sealed}


def _entries(round_: Round) -> dict[int, tuple[str, int, bool]]:
    """Return whose seat every seat of a round is, by the key of the seat."""
    seats = sides.own(Seat.objects.filter(sitting__segment__match__round=round_), round_.event)
    rows = seats.values_list("pk", "side__uid", "side__entries__number", "side__entries__kind")
    return {seat: (uid, number, kind == Entry.Kind.HOUSE) for seat, uid, number, kind in rows}


def _table(
    match: int,
    sitting: Sitting,
    entries: Mapping[int, tuple[str, int, bool]],
    results: Mapping[int, Result],
) -> RoundTable:
    seats = []
    for seat in sitting.seats.all():
        uid, number, is_house = entries.get(seat.pk, ("", 0, False))
        seats.append(SeatAt(seat.label, seat.person.name, number, uid, is_house))
    deals = tuple(sitting.deals.all())
    kept = {deal.pk: results[deal.pk] for deal in deals if deal.pk in results}
    table = sitting.table
    return RoundTable(table.number, table.code, match, tuple(seats), deals, kept)
