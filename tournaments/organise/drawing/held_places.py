"""The places of a club's hall: free ones for a draw, and the tournaments that hold the others.

A tournament holds the places of its tables from its first published round until every event of it
is finished or cancelled. At most one tournament holds a place.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import count, islice

from django.db.models import (
    BigIntegerField,
    Count,
    ExpressionWrapper,
    F,
    IntegerField,
    OuterRef,
    QuerySet,
    Subquery,
    Sum,
    TextField,
    Value,
)
from django.db.models.functions import Cast, Concat

from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Club, Event, Place, Round, Table, Tournament
from tournaments.record.audit import Change
from tournaments.results import queries

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH = 6
OVER = (Event.State.FINISHED, Event.State.CANCELLED)


@dataclass(frozen=True, slots=True)
class NeighbourTournament:
    """Another tournament in the same hall, as a draft sees it.

    `held` are its tables up to the last one of the draft, `clashing` those that the draft uses too,
    and `free` the numbers that the draft can use instead.
    """

    name: str
    held: tuple[int, ...]
    clashing: tuple[int, ...]
    own: tuple[int, ...]
    free: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HoldingTournament:
    """A tournament that holds a place, by its key and its name."""

    key: int
    name: str


@dataclass(frozen=True, slots=True)
class Hall:
    """The tables of a club's hall as seen by one of its tournaments, in order of number.

    `elsewhere` are tables held by another tournament, `own` those held by this one, `in_use` those
    occupied by one of its rounds, each with the key of the round.
    """

    elsewhere: Mapping[int, HoldingTournament]
    own: tuple[int, ...]
    in_use: tuple[tuple[int, int], ...]

    def free(self, wanted: int, but: Collection[int] = ()) -> list[int]:
        """Return so many free numbers, its own first; those in `but` count as free."""
        # Two events never play at one table at the same time.
        taken = {number for number, _round in self.in_use} - set(but) | self.elsewhere.keys()
        numbers = count(next(iter(self.own), 1))
        return list(islice((number for number in numbers if number not in taken), wanted))


def new_code() -> str:
    """Return a short random code that is not in use, without letters that are easily confused."""
    while True:
        code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
        if not (Place.objects.filter(code=code) or Table.objects.filter(code=code)):
            return code


def ensure_places(club: Club, numbers: Iterable[int]) -> dict[int, Place]:
    """Return the places of a club by number, creating missing ones.

    Concurrent draws create each place once.
    """
    wanted = set(numbers)
    known = {place.number: place for place in club.places.filter(number__in=wanted)}
    missing = sorted(wanted - set(known))
    if not missing:
        return known
    new = (Place(club=club, number=number, code=new_code()) for number in missing)
    Place.objects.bulk_create(new, ignore_conflicts=True)
    return {place.number: place for place in club.places.filter(number__in=wanted)}


def hall_of(tournament: Tournament) -> Hall:
    """Return the tables of the club's hall as a tournament sees them, by one query."""
    key, none = IntegerField(), Value(0, output_field=IntegerField())
    held = Place.objects.filter(club=tournament.club_id, holder__isnull=False).values_list(
        "number", Cast("holder", key), Cast("holder__name", TextField()), none
    )
    busy = queries.sittings_in_use(tournament).values_list(
        "table__number",
        none,
        Value("", output_field=TextField()),
        Cast("segment__match__round", key),
    )
    rows = sorted(held.order_by().union(busy.order_by()))
    places = [
        (number, HoldingTournament(holder, name)) for number, holder, name, _round in rows if holder
    ]
    return Hall(
        elsewhere={number: by for number, by in places if by.key != tournament.pk},
        own=tuple(number for number, by in places if by.key == tournament.pk),
        in_use=tuple((number, round_) for number, _holder, _name, round_ in rows if round_),
    )


def free_numbers(tournament: Tournament, wanted: int, *, but: Collection[int] = ()) -> list[int]:
    """Return numbers of free tables for a draw, from the first table of the tournament on.

    Tables in `but` count as free, because the moving draft occupies them itself.
    """
    return hall_of(tournament).free(wanted, but)


def places_of(round_: Round) -> QuerySet[Place]:
    """Return the places at which a round is played."""
    return Place.objects.filter(
        tables__sittings__segment__match__round=round_, tables__tournament=round_.event.tournament
    ).distinct()


def neighbour(round_: Round) -> NeighbourTournament | None:
    """Return the tournament that holds tables of a draft, or around which it was drawn."""
    hall = hall_of(round_.event.tournament)
    own = sorted({number for number, key in hall.in_use if key == round_.pk})
    before = [number for number in hall.elsewhere if number <= max(own, default=0)]
    clashing = [number for number in before if number in own]
    first = next(iter(clashing or before), None)
    if first is None:
        return None
    holder = hall.elsewhere[first]
    return NeighbourTournament(
        holder.name,
        tuple(number for number in before if hall.elsewhere[number] == holder),
        tuple(clashing),
        tuple(own),
        tuple(hall.free(len(own), own) if clashing else ()),
    )


def held_elsewhere(tournament: str) -> Subquery:
    """Return an expression for the query of an event or a round: a text that changes with the
    places that other tournaments of the club hold. `tournament` names its column.
    """
    held = Place.objects.filter(club=OuterRef(f"{tournament}__club"), holder__isnull=False)
    by_holder = ExpressionWrapper(F("number") * F("holder_id"), BigIntegerField())
    counted = (Count("pk"), Sum("number"), Sum(by_holder))
    texts = [part for each in counted for part in (Cast(each, TextField()), Value(" "))]
    of_others = held.exclude(holder=OuterRef(tournament)).order_by().values("club")
    return Subquery(of_others.values_list(Concat(*texts, output_field=TextField())))


def table_numbers(round_: Round) -> list[int]:
    """Return the numbers of the tables of a round, in order."""
    tables = Table.objects.filter(sittings__segment__match__round=round_)
    return sorted(set(tables.values_list("number", flat=True)))


def claim(made: Change, round_: Round) -> None:
    """Hold the places of a round that is being published.

    Raises Refused if another tournament holds one, with the free numbers.
    """
    places = _lock(places_of(round_))
    check_free(round_)
    _hold(made, [place for place in places if place.holder_id is None])


def claim_again(made: Change, event: Event) -> dict[str, list[int]]:
    """Hold the free places of the published rounds of an event that is no longer finished.

    Return the numbers of the others, by the name of the tournament that holds them meanwhile.
    """
    rounds = event.rounds.filter(state__in=Round.PUBLIC)
    places = _lock(
        Place.objects.filter(
            tables__sittings__segment__match__round__in=rounds, tables__tournament=made.tournament
        )
    )
    _hold(made, [place for place in places if place.holder_id is None])
    elsewhere: dict[str, list[int]] = {}
    for place in places:
        if place.holder is not None and place.holder_id != made.tournament.pk:
            elsewhere.setdefault(place.holder.name, []).append(place.number)
    return elsewhere


def _lock(places: QuerySet[Place]) -> list[Place]:
    """Lock places in one order, so that of two tournaments at once the second sees the first."""
    keys = list(places.values_list("pk", flat=True))
    locked = Place.objects.select_for_update(of=("self",)).filter(pk__in=keys)
    return list(locked.select_related("holder").order_by("pk"))


def _hold(made: Change, free: Collection[Place]) -> None:
    if free:
        Place.objects.filter(pk__in=[place.pk for place in free]).update(holder=made.tournament)
        made.note(places_held=sorted(place.number for place in free))


def check_free(round_: Round) -> None:
    """Raise Refused if another tournament holds tables of a draft."""
    found = neighbour(round_)
    if found is not None and found.clashing:
        held, free = (", ".join(map(str, numbers)) for numbers in (found.clashing, found.free))
        raise Refused(refuse(Reason.TABLES_HELD, held=held, tournament=found.name, free=free))


def settle(made: Change) -> None:
    """Release the places once no event of the tournament goes on, or none has begun."""
    going_on = made.tournament.events.exclude(state__in=OVER)
    has_begun = Round.objects.filter(event__tournament=made.tournament, state__in=Round.PUBLIC)
    if not (going_on.exists() and has_begun.exists()):
        give_back(made)


def give_back(made: Change) -> None:
    """Release the places that the tournament holds to other tournaments."""
    held = made.tournament.places_held.order_by("number")
    numbers = list(held.values_list("number", flat=True))
    if numbers:
        made.tournament.places_held.update(holder=None)
        made.note(places_given_back=numbers)
