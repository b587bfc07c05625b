"""A member's year: evenings, places, rare deals and partners, for the member alone.

The page of a person for everybody, who agreed to be shown, is in `person`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.db.models import F, Q
from django.db.models.fields.json import KeyTextTransform

from scoring.game import find_game
from tournaments import wording
from tournaments.models import Deal, EventState, Seat
from tournaments.results.highlights import PLAYED, feats_of_lines
from web.publish.club_pages import person
from web.publish.club_pages.person import Companion, PersonEvent

PODIUM: Final = 3
RAREST: Final = 2
"""So many of the deals that a game remembers are counted, the rarest of them."""
MATCH: Final = "sitting__segment__match__round__event"


@dataclass(frozen=True, slots=True)
class OwnFeat:
    """A rare deal, such as all hearts, and how often it was done."""

    name: str
    times: int


@dataclass(frozen=True, slots=True)
class OwnYear:
    """What the page shows of a year; `years` are all with a finished event, the newest first."""

    year: int
    years: tuple[int, ...]
    evenings: int
    events: tuple[PersonEvent, ...]
    feats: tuple[OwnFeat, ...]
    partners: tuple[Companion, ...]

    @property
    def wins(self) -> int:
        """How often the member was first."""
        return sum(played.place == "1" for played in self.events)

    @property
    def podiums(self) -> int:
        """How often the member was among the first three."""
        return sum(
            played.place.isdecimal() and int(played.place) <= PODIUM for played in self.events
        )


def read_year(persons: Collection[int], year: int | None = None) -> OwnYear:
    """Return a year of a member with these rows, by default the last; only of finished events."""
    rows = person.entries_of(list(persons)).filter(event__state=EventState.FINISHED)
    entries = list(rows)
    days = [entry.event.tournament.starts_on for entry in entries]
    years = tuple(sorted({day.year for day in days}, reverse=True))
    shown = year if year in years else next(iter(years), 0)
    own = [entry for entry in entries if entry.event.tournament.starts_on.year == shown]
    events = [entry.event_id for entry in own]
    partners, _opponents = person.company(list(persons), events)
    return OwnYear(
        shown,
        years,
        len({entry.event.tournament_id for entry in own}),
        tuple(person.played_events(own)),
        _feats(persons, events),
        partners,
    )


def _feats(persons: Collection[int], events: Sequence[int]) -> tuple[OwnFeat, ...]:
    """Count what the member did in the deals of these events, by one query for each game."""
    seats = Seat.objects.filter(person__in=persons, **{f"{MATCH}__in": events})
    labels: dict[int, set[str]] = {}
    games: dict[int, str] = {}
    for sitting, label, game in seats.values_list("sitting", "label", f"{MATCH}__game"):
        labels.setdefault(sitting, set()).add(label)
        games[sitting] = game
    live = Q(results__version=F("version"), results__kind__in=PLAYED)
    deals = Deal.objects.filter(live, sitting__in=labels, done=True).values_list(
        "sitting", KeyTextTransform("lines", "results__settlement")
    )
    counted: Counter[StrEnum] = Counter()
    for sitting, lines in deals.iterator():
        told = find_game(games[sitting]).feats
        if told:
            rare = list(dict.fromkeys(told.values()))[:RAREST]
            done = feats_of_lines(lines, told)
            own = (feat for label, feat in done if label in labels[sitting])
            counted.update(feat for feat in own if feat in rare)
    return tuple(OwnFeat(wording.sentence(feat), times) for feat, times in counted.most_common())
