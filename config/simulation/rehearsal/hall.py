"""The hall of a rehearsal: its officials, event, entries, and the scores reported so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from config.simulation.rehearsal.plans import RehearsalPlan, entries_of, event_plan
from tournaments import organise
from tournaments.models import Club, Deal, Entry, Event, Form, Role, Stage, Tournament, User
from tournaments.record.audit import Actor
from tournaments.structure import games
from tournaments.structure.stages import is_knockout

CLUB = "Rehearsal"


@dataclass(frozen=True, slots=True)
class House:
    """A club with its director and referee, for all rehearsals."""

    club: Club
    director: User
    referee: User


@dataclass(slots=True)
class RehearsalHall:
    """The setting of a rehearsal.

    `here` are the numbers of the entries that play the next round, `away` of those that will
    return. `scores` has the score of every seat by the last sheet of a deal, by the deal's uid,
    computed apart from the record. `adjusted_tenths` has the tenths of a board that a referee
    assigned to north-south and east-west of a deal. `happened` counts mishaps by name.
    """

    plan: RehearsalPlan
    director: Actor
    referee: User
    tournament: Tournament
    event: Event
    here: set[int] = field(default_factory=set)
    away: set[int] = field(default_factory=set)
    scores: dict[str, Mapping[str, int]] = field(default_factory=dict)
    adjusted_tenths: dict[str, tuple[int, int]] = field(default_factory=dict)
    happened: Counter[str] = field(default_factory=Counter)

    @property
    def rules(self) -> Any:
        """The rules of the event."""
        return games.game_of(self.event).rules(self.event.ruleset.rules)

    @property
    def is_of_teams(self) -> bool:
        """Whether teams meet, whose players are named by line-ups."""
        return self.event.form == Form.TEAMS

    @property
    def knockouts(self) -> tuple[Stage, ...]:
        """The stages that are played as a knockout."""
        return tuple(stage for stage in self.event.stages.all() if is_knockout(stage))

    def note(self, what: str) -> None:
        """Count a mishap."""
        self.happened[what] += 1

    def entry(self, number: int | str) -> Entry:
        """Return an entry by its printed number."""
        return self.event.entries.get(number=int(number))

    def tell(self, deal: Deal, report: Mapping[str, Any] | None) -> None:
        """Store the scores of a deal by its last report; none for a void deal."""
        self.scores.pop(deal.uid, None)
        self.adjusted_tenths.pop(deal.uid, None)
        if report is not None:
            context = games.context_of(deal, games.Use.SETTLE)
            settled = games.game_of(self.event).settle(report, self.rules, context)
            self.scores[deal.uid] = settled.as_json()["scores"]

    def enter(self, count: int) -> None:
        """Enter this many further entries, and check them in."""
        first = self.event.entries.count() + 1
        numbers = range(first, first + count)
        names = []
        for number in numbers:
            size = self.size_of(number)
            members = [f"{number}-{member}" for member in range(1, size + 1)]
            names.append(members if size > 1 else [f"No. {number}"])
        teams = [f"Team {number}" for number in numbers] if self.is_of_teams else []
        entered = organise.add_entries(self.event, self.director, names, names=teams)
        self.come({entry.number for entry in entered})

    def size_of(self, number: int) -> int:
        """Return the size of an entry: teams have every possible size."""
        sizes = organise.sizes_of(self.plan.form)
        return sizes[number % len(sizes)]

    def come(self, numbers: Collection[int]) -> None:
        """Check entries in."""
        organise.check_in(self.event, self.director, numbers)
        self.here |= set(numbers)
        self.away = self.away - set(numbers)

    def leave(self, numbers: Collection[int]) -> None:
        """Check entries out for the next round."""
        organise.check_in(self.event, self.director, numbers, present=False)
        self.here -= set(numbers)
        self.away |= set(numbers)


def make_house() -> House:
    """Create a club with its officials."""
    owner, referee = (
        User.objects.create_user(f"{CLUB} {name}".lower().replace(" ", "-"))
        for name in ("director", "referee")
    )
    return House(organise.create_club(CLUB, owner), owner, referee)


def make_hall(plan: RehearsalPlan, at: House) -> RehearsalHall:
    """Create an event in its own tournament, with all entries checked in."""
    director = Actor.from_user(at.director)
    tournament = organise.create_tournament(
        at.club,
        director,
        name=CLUB,
        starts_on=timezone.localdate(),
        time_zone=timezone.get_current_timezone_name(),
    )
    organise.grant_role(director, tournament, at.referee, Role.REFEREE)
    event = organise.create_event(tournament, director, event_plan(plan))
    # Everything follows from the requested seed, including the draws.
    Event.objects.filter(pk=event.pk).update(seed=plan.seed)
    event.refresh_from_db()
    hall = RehearsalHall(plan, director, at.referee, tournament, event)
    hall.enter(entries_of(plan))
    return hall
