"""The places of a club's hall: which are free for a draw, and who holds them.

A tournament holds the places of its tables from its first published round until every event of it
is finished or cancelled. At most one tournament holds a place.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import count, islice

from django.db.models import QuerySet

from tournaments import wording
from tournaments.models import Club, Event, Place, Round, Table, Tournament
from tournaments.record.audit import Change
from tournaments.refusals import Reason, Refused, refuse
from tournaments.results import queries

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH = 6
OVER = (Event.State.FINISHED, Event.State.CANCELLED)


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another tournament that plays in the hall, seen from a draft.

    `held` are its tables up to the last of the draft, `clashing` those of them that the draft has
    too, and `free` the numbers that the draft can have instead.
    """

    tournament: Tournament
    held: tuple[int, ...]
    clashing: tuple[int, ...]
    own: tuple[int, ...]
    free: tuple[int, ...]


def new_code() -> str:
    """Return a short random code that opens nothing yet, without letters that are mistaken."""
    while True:
        code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
        if not (Place.objects.filter(code=code) or Table.objects.filter(code=code)):
            return code


def ensure_places(club: Club, numbers: Iterable[int]) -> dict[int, Place]:
    """Return the places of a club by number, made where there is none yet.

    Two draws at the same time make each place once.
    """
    wanted = set(numbers)
    known = {place.number: place for place in club.places.filter(number__in=wanted)}
    missing = sorted(wanted - set(known))
    if not missing:
        return known
    new = (Place(club=club, number=number, code=new_code()) for number in missing)
    Place.objects.bulk_create(new, ignore_conflicts=True)
    return {place.number: place for place in club.places.filter(number__in=wanted)}


def held_elsewhere(tournament: Tournament) -> QuerySet[Place]:
    """Return the places of the club that another tournament holds."""
    held = Place.objects.filter(club=tournament.club_id, holder__isnull=False)
    return held.exclude(holder=tournament)


def free_numbers(tournament: Tournament, wanted: int, *, but: Collection[int] = ()) -> list[int]:
    """Return numbers of free tables for a draw, from the first table that the tournament has on.

    `but` are tables that count as free, because the draft that moves has them itself.
    """
    # No two events play at one table at the same time.
    taken = set(queries.tables_in_use(tournament)) - set(but)
    taken |= set(held_elsewhere(tournament).values_list("number", flat=True))
    own = tournament.places_held.order_by("number").values_list("number", flat=True).first()
    return list(islice(_numbers_from(own or 1, taken), wanted))


def _numbers_from(first: int, taken: Collection[int]) -> Iterator[int]:
    return (number for number in count(first) if number not in taken)


def places_of(round_: Round) -> QuerySet[Place]:
    """Return the places at which a round is played."""
    return Place.objects.filter(
        tables__sittings__segment__match__round=round_, tables__tournament=round_.event.tournament
    ).distinct()


def neighbour(round_: Round) -> Neighbour | None:
    """Return the tournament whose tables a draft has, or was drawn around; None without any."""
    tournament = round_.event.tournament
    held = list(held_elsewhere(tournament).select_related("holder").order_by("number"))
    if not held:
        return None
    own = table_numbers(round_)
    before = [place for place in held if place.number <= max(own, default=0)]
    clashing = [place for place in before if place.number in own]
    first = next(iter(clashing or before), None)
    if first is None or first.holder is None:
        return None
    free = free_numbers(tournament, len(own), but=own) if clashing else []
    return Neighbour(
        first.holder,
        tuple(place.number for place in before if place.holder_id == first.holder_id),
        tuple(place.number for place in clashing),
        tuple(own),
        tuple(free),
    )


def table_numbers(round_: Round) -> list[int]:
    """Return the numbers of the tables of a round, in order."""
    tables = Table.objects.filter(sittings__segment__match__round=round_)
    return sorted(set(tables.values_list("number", flat=True)))


def claim(made: Change, round_: Round) -> None:
    """Hold the places of a round that is being published.

    Raises Refused where another tournament holds one, with the numbers that are free. The rows are
    locked in one order: of two tournaments that publish at once, the second sees the first.
    """
    keys = list(places_of(round_).values_list("pk", flat=True))
    locked = Place.objects.select_for_update(of=("self",)).filter(pk__in=keys).order_by("pk")
    places = list(locked)
    check_free(round_)
    newly = sorted(place.number for place in places if place.holder_id is None)
    if newly:
        Place.objects.filter(pk__in=keys).update(holder=made.tournament)
        made.note(places_held=newly)


def check_free(round_: Round) -> None:
    """Raise Refused for a draft at tables that another tournament holds."""
    found = neighbour(round_)
    if found is not None and found.clashing:
        tables, free = wording.runs(found.clashing), wording.runs(found.free)
        values = {"tables": tables, "tournament": found.tournament.name, "free": free}
        raise Refused(refuse(Reason.TABLES_HELD, **values))


def settle(made: Change) -> None:
    """Give the places back once nothing of the tournament goes on, or nothing has begun."""
    going_on = made.tournament.events.exclude(state__in=OVER)
    has_begun = Round.objects.filter(event__tournament=made.tournament, state__in=Round.PUBLIC)
    if not (going_on.exists() and has_begun.exists()):
        give_back(made)


def give_back(made: Change) -> None:
    """Let other tournaments have the places that the tournament holds."""
    held = made.tournament.places_held.order_by("number")
    numbers = list(held.values_list("number", flat=True))
    if numbers:
        made.tournament.places_held.update(holder=None)
        made.note(places_given_back=numbers)
