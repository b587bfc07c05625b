"""Helpers for tests of draws: casts of every form, the next round, its seats and byes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connections

from tests import cast as people
from tests.cast import Cast
from tournaments import organise, results
from tournaments.base.refusals import Refused
from tournaments.models import (
    DrawMethod,
    Entry,
    EntryMember,
    Event,
    Person,
    Round,
    Seat,
)
from tournaments.pairing import notes
from tournaments.progress import event_progress
from tournaments.record.audit import Verb, change
from tournaments.results import event_record
from tournaments.standings.ranking import Rank

CLASSIC: dict[str, object] = {"preset": "classic"}


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [problem.code.value for problem in refused.value.problems]


def seated(round_: Round) -> set[int]:
    numbers = Seat.objects.filter(sitting__segment__match__round=round_)
    return set(numbers.values_list("side__entries__number", flat=True))


def out_of(round_: Round) -> list[int]:
    return list(round_.sit_outs.order_by("entry__number").values_list("entry__number", flat=True))


def next_round(cast: Cast, method: str = "") -> Round:
    """Draw, publish and play the next round."""
    round_ = organise.draw_round(cast.event, cast.director, method=method or None)
    organise.publish_round(round_, cast.director)
    cast.play(round_)
    return round_


def pairs_cast(pairs: int) -> Cast:
    """The cast with an event of pairs."""
    cast = people.assemble(players=0, deals_per_round=1)
    Event.objects.update(form="pairs")
    cast.event.refresh_from_db()
    for n in range(1, pairs + 1):
        entry = Entry.objects.create(event=cast.event, number=n)
        for order in (1, 2):
            person = cast.club.persons.create(name=f"{n}.{order}")
            EntryMember.objects.create(entry=entry, person=person, number=order)
    state_entries(cast)
    return cast


def state_entries(cast: Cast) -> None:
    """Record entries in the log that were created without it."""
    with change(cast.tournament, cast.director, Verb.ADD_ENTRY) as made:
        persons = Person.objects.filter(entry_members__entry__event=cast.event)
        made.states(*cast.event.entries.select_related("event"), *persons)


def ranks(cast: Cast) -> dict[int, Rank]:
    return {
        standing.competitor.number: standing.rank
        for standing in event_record.standings(results.read(cast.event))
    }


def together(*calls: Callable[[], Any]) -> list[Any]:
    """Run calls at the same moment; a refusal is returned as its codes."""
    start = Barrier(len(calls), timeout=30)

    def one(call: Callable[[], Any]) -> Any:
        try:
            start.wait()
            return call()
        except Refused as refused:
            return [problem.code for problem in refused.problems]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as threads:
        return [future.result() for future in [threads.submit(one, call) for call in calls]]


def partners_cast(players: int) -> Cast:
    """The cast with an event of individuals with changing partners."""
    cast = people.assemble(players=players, deals_per_round=1)
    return changed(cast, form="partners", draw_method="whist")


def teams_cast(teams: int, **event: Any) -> Cast:
    """The cast with an event of teams of four, by default with two rooms and two segments."""
    cast = people.assemble(players=0, deals_per_round=4)
    for n in range(1, teams + 1):
        entry = Entry.objects.create(event=cast.event, number=n, name=f"Team {n}")
        for order in range(1, 5):
            person = cast.club.persons.create(name=f"{n}.{order}")
            EntryMember.objects.create(entry=entry, person=person, number=order)
    state_entries(cast)
    plan = {"draw_method": "swiss", "rooms": 2, "segments": 2, **event}
    return changed(cast, form="teams", **plan)


def changed(cast: Cast, **columns: Any) -> Cast:
    """The cast with an event that differs in these columns."""
    Event.objects.filter(pk=cast.event.pk).update(**columns)
    cast.event.refresh_from_db()
    return cast


def boards_cast(pairs: int, method: str, **event: Any) -> Cast:
    """The cast with an event of pairs over boards that are passed on, two a round."""
    plan = {"boards": "passed", "deals_per_round": 2, "draw_method": method, **event}
    return changed(pairs_cast(pairs), **plan)


def said(round_: Round) -> set[str]:
    kept = notes.read(Round.objects.get(pk=round_.pk).reasons)
    return {reason.why.value for of_table in kept.reasons.values() for reason in of_table}


def offered(cast: Cast) -> list[DrawMethod]:
    state = event_progress.progress_of(results.read(cast.event))
    return event_progress.draw_methods(results.read(cast.event), state)
