"""The places of a club's hall: created before any draw, released, and exchanged for free ones."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final

from django.db.models import F

from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Club, Place, Round, Sitting, Tournament
from tournaments.organise.drawing import drawn_tables, held_places
from tournaments.pairing import notes
from tournaments.record import club_log
from tournaments.record.audit import Actor, Repeated, Verb, change
from tournaments.results import queries
from tournaments.rights import held_offices
from tournaments.rights.roles import DIRECTORS

_ASIDE: Final = 10_000
"""Added to the numbers of matches while they change: two never have the same."""


def add_places(club: Club, actor: Actor, number: int) -> list[Place]:
    """Create the missing places from 1 to `number` of a club; return the new ones.

    If none is missing, nothing is logged.
    """
    new: list[Place] = []
    with suppress(Repeated), club_log.change(club, actor, Verb.ADD_PLACES) as made:
        held_offices.check(made, club, DIRECTORS)
        known = set(club.places.values_list("number", flat=True))
        places = held_places.ensure_places(club, range(1, number + 1))
        new = [place for place in places.values() if place.number not in known]
        if not new:
            raise Repeated
        made.made(*new)
        made.note(number=number)
    return new


def give_places_back(tournament: Tournament, actor: Actor) -> None:
    """Release the tables of an unfinished tournament to other tournaments.

    Raises Refused while one of its rounds is in play there.
    """
    with change(tournament, actor, Verb.GIVE_PLACES_BACK) as made:
        held_offices.check(made, tournament, DIRECTORS)
        if queries.tables_in_use(tournament):
            raise Refused(refuse(Reason.PLACES_IN_PLAY, tournament=tournament.name))
        held_places.give_back(made)


def move_to_free_tables(round_: Round, actor: Actor) -> tuple[int, ...]:
    """Move a draft to free tables, in the same order; return their numbers.

    Pairings and manual exchanges stay. Raises Refused for a round that is no draft.
    """
    with change(round_.event.tournament, actor, Verb.MOVE_TABLES) as made:
        round_ = Round.objects.select_related("event__tournament__club").get(pk=round_.pk)
        if round_.state != Round.State.DRAFT:
            raise Refused(refuse(Reason.ROUND_NOT_DRAFT, number=round_.number))
        before = held_places.table_numbers(round_)
        after = held_places.free_numbers(made.tournament, len(before), but=before)
        if before != after:
            _move(round_, dict(zip(before, after, strict=True)))
        made.concerns(round=round_)
        made.note(before=before, after=after)
    return tuple(after)


def _move(round_: Round, moves: dict[int, int]) -> None:
    tables = drawn_tables.ensure_tables(round_.event.tournament, set(moves.values()))
    sittings = list(
        Sitting.objects.filter(segment__match__round=round_).select_related("table").order_by("pk")
    )
    for sitting in sittings:
        sitting.table = tables[moves[sitting.table.number]]
    Sitting.objects.bulk_update(sittings, ["table"])
    round_.matches.update(number=F("number") + _ASIDE)
    for match in round_.matches.order_by("number"):
        match.number = moves[match.number - _ASIDE]
        match.save(update_fields=["number"])
    kept = notes.read(round_.reasons)
    kept = replace(
        kept,
        met_before={moves[table]: met for table, met in kept.met_before.items()},
        reasons={moves[table]: reasons for table, reasons in kept.reasons.items()},
    )
    Round.objects.filter(pk=round_.pk).update(reasons=kept.as_json())
