"""Times of the ratings of a club: `python -m benchmarks.ratings [EVENTS [MEMBERS [ENTERED]]]`.

Every event has forty of the members and three rounds of one deal. They are made up from a seed in a
database of their own; what is timed is the processor's time of rating all events from the first,
of comparing them again, of the pages, and of an update after one evening more. The first evening is
played by the operations of the desk, the others are copies of its rows with other members.
"""

from __future__ import annotations

import importlib
import resource
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from random import Random
from typing import Any

from benchmarks import copies, installations

EVENTS, MEMBERS, ENTERED, ROUNDS, SEED = 100, 1_000, 40, 3, 7
GAME = "gongzhu"


def main(arguments: Sequence[str]) -> None:
    """Make the events, and print the times of their ratings."""
    numbers = [int(argument) for argument in arguments]
    events, members, entered = [*numbers, *(EVENTS, MEMBERS, ENTERED)[len(numbers) :]]
    with installations.empty():
        cast = _club(members)
        _copies(cast, events, entered)
        making = importlib.import_module("clubs.ratings.making")
        before = _memory()
        _say("made", lambda: making.update(cast.club))
        _say("nothing new", lambda: making.update(cast.club))
        _event(cast, events, entered)
        _say("one evening more", lambda: making.update(cast.club))
        _say("compared", lambda: list(making.differences(cast.club, GAME)))
        _say_pages(cast.club)
        print(f"memory: {before} MB before, {_memory()} MB at the most")  # noqa: T201


def _say_pages(club: Any) -> None:
    reading = importlib.import_module("clubs.ratings.reading")
    pages = importlib.import_module("web.publish.club_pages.person")
    rows = reading.table(club, GAME, public=False)
    most = max(rows, key=lambda row: row.value.games).person.uid
    club.persons.filter(uid=most).update(shown=True)
    _say("table", lambda: reading.table(club, GAME, public=False))
    _say("page of who played most", lambda: pages.read(most).events)


def _say(what: str, act: Callable[[], Sequence[object]]) -> None:
    began = time.process_time()
    rows = len(act())
    print(f"{what}: {time.process_time() - began:.2f} s ({rows})")  # noqa: T201


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _club(members: int) -> Any:
    models = importlib.import_module("tournaments.models")
    register = importlib.import_module("clubs.members.register")
    cast = importlib.import_module("tests.cast").assemble(players=0)
    new = [register.MemberData(f"{number}号") for number in range(members)]
    register.add_members(cast.club, cast.director, new)
    importlib.import_module("tournaments.organise").set_features(
        cast.club, cast.director, [models.ClubFeature.RATINGS]
    )
    return cast


def _event(cast: Any, number: int, entered: int) -> None:
    organise = importlib.import_module("tournaments.organise")
    day = date(2026, 1, 1) + timedelta(days=number)
    tournament = organise.create_tournament(
        cast.club, cast.director, name=f"{day}", starts_on=day, time_zone="Asia/Shanghai"
    )
    plan = organise.EventPlan("个人赛", GAME, {"preset": "classic"}, 1, rounds_planned=ROUNDS)
    event = organise.create_event(tournament, cast.director, plan)
    names = list(
        cast.club.persons.filter(guest=False).order_by("pk").values_list("name", flat=True)
    )
    own = Random(SEED + number).sample(names, entered)  # noqa: S311
    organise.add_entries(event, cast.director, [[name] for name in own])
    here = replace(cast, tournament=tournament, event=event)
    for _ in range(ROUNDS):
        here.closed_round()
    event.refresh_from_db()
    organise.finish_event(event, cast.director)


def _copies(cast: Any, number: int, entered: int) -> None:
    """Add a number of evenings, each a copy of a played one, with other members."""
    models = importlib.import_module("tournaments.models")
    before = copies.last_keys()
    _event(cast, 0, entered)
    tournament = cast.club.tournaments.order_by("-pk")[0]
    members = list(cast.club.persons.filter(guest=False).values_list("pk", flat=True))
    played = models.EntryMember.objects.filter(entry__event__tournament=tournament)
    own = [member.person_id for member in played]
    for copy in range(1, number):
        others = Random(SEED + copy).sample(members, entered)  # noqa: S311
        copies.copy_since(before, copy, dict(zip(own, others, strict=True)))
        day = tournament.starts_on + timedelta(days=copy)
        models.Tournament.objects.filter(pk=tournament.pk + copy * copies.SPAN).update(
            starts_on=day
        )


if __name__ == "__main__":
    main(sys.argv[1:])
