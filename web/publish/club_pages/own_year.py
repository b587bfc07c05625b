"""A year of a person: evenings, places, rare deals, the best deal and partners.

The member opens it by a personal link; it is public if the member agreed to be shown. A person's
record over all years is in `person`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from json import loads
from typing import Final

from django.db.models import F, Q
from django.db.models.fields.json import KeyTextTransform
from django.http import Http404

from scoring.cards import in_order
from scoring.game import find_game
from tournaments import wording
from tournaments.models import Deal, Entry, EventState, Game, Person, Round, Seat
from tournaments.results.highlights import PLAYED, feats_of_lines, lines_of
from tournaments.structure import game_standings
from tournaments.structure.boards import UNSEALED
from tournaments.wording import games
from web.publish.club_pages import person as person_pages
from web.publish.club_pages.person import Companion, FoundPerson, PersonEvent

MATCH: Final = "sitting__segment__match__round__event"
OF_GAME: Final = ("match__round__event__ruleset", "match__round__group__stage__ruleset")


@dataclass(frozen=True, slots=True)
class OwnFeat:
    """A rare deal, such as all hearts, and how often it was done."""

    name: str
    times: int


@dataclass(frozen=True, slots=True)
class OwnDeal:
    """The deal with the person's most points: its uid, and where it was played.

    `cards` are the scoring cards that the person won in it, none while its board is sealed.
    """

    uid: str
    event: str
    tournament: str
    played_on: date
    points: int
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnYear:
    """What the page shows of a year; `years` are all with a finished event, the newest first.

    Points are compared between deals of games that remember feats; without any, `best` is None.
    """

    year: int
    years: tuple[int, ...]
    evenings: int
    events: tuple[PersonEvent, ...]
    feats: tuple[OwnFeat, ...]
    best: OwnDeal | None
    partners: tuple[Companion, ...]

    @property
    def wins(self) -> int:
        """The number of first places."""
        return sum(played.place == "1" for played in self.events)

    @property
    def podiums(self) -> int:
        """The number of places among the first three."""
        return sum(played.medal for played in self.events)


@dataclass(frozen=True, slots=True)
class PersonYear:
    """A year of a member who agreed to be shown."""

    person: Person
    own: OwnYear


def read_public(found: FoundPerson, year: int) -> PersonYear:
    """Return a year of a member who agreed to be shown.

    Raises Http404 where the person is in no public event of that year.
    """
    if year not in {entry.event.tournament.starts_on.year for entry in found.entries}:
        raise Http404
    finished = [entry for entry in found.entries if entry.event.state == EventState.FINISHED]
    return PersonYear(found.person, _of_entries(found.rows, finished, year))


def read_year(persons: Collection[int], year: int | None = None) -> OwnYear:
    """Return a year of the member with these rows, by default the last, of finished events only."""
    entries = person_pages.entries_of(list(persons)).filter(event__state=EventState.FINISHED)
    listed = list(entries)
    years = person_pages.years_of(listed)
    return _of_entries(persons, listed, year if year in years else next(iter(years), 0))


def _of_entries(persons: Collection[int], entries: Sequence[Entry], year: int) -> OwnYear:
    own = [entry for entry in entries if entry.event.tournament.starts_on.year == year]
    events = [entry.event_id for entry in own]
    partners, _opponents = person_pages.company(list(persons), events)
    deals = tuple(_own_deals(persons, events))
    return OwnYear(
        year,
        person_pages.years_of(entries),
        len({entry.event.tournament_id for entry in own}),
        tuple(person_pages.played_events(own)),
        _feats(deals),
        _best(deals),
        partners,
    )


@dataclass(frozen=True, slots=True)
class _PlayedDeal:
    """A deal that the person played, with the person's points and feats.

    `remembered` are the feats that its game remembers, the rarest first; `label` is the person's
    seat in the stored `lines` of the settlement, which are None while the board is sealed.
    """

    deal: OwnDeal
    remembered: Sequence[StrEnum]
    did: Collection[StrEnum]
    label: str
    lines: str | None

    @property
    def cards(self) -> tuple[str, ...]:
        """The scoring cards that the person won."""
        return tuple(in_order(games.cards_of(lines_of(self.lines), self.label)))


def _own_deals(persons: Collection[int], events: Sequence[int]) -> Iterator[_PlayedDeal]:
    """Yield the deals of games that remember feats, as far as they count.

    One query is for seats, one for deals, and a few are for games (局) if any were played.
    """
    public = {f"{MATCH}__in": events, "sitting__segment__match__round__state__in": Round.PUBLIC}
    seats = Seat.objects.filter(person__in=persons, **public)
    label_by_sitting: dict[int, str] = {}
    told_by_sitting: dict[int, Mapping[StrEnum, StrEnum]] = {}
    for sitting, label, game in seats.values_list("sitting", "label", f"{MATCH}__game"):
        label_by_sitting[sitting] = label
        told_by_sitting[sitting] = find_game(game).feats
    live = Q(results__version=F("version"), results__kind__in=PLAYED)
    deals = Deal.objects.filter(live, sitting__in=label_by_sitting, done=True).order_by("pk")
    late = _not_counted(label_by_sitting)
    settled = [KeyTextTransform(key, "results__settlement") for key in ("lines", "scores")]
    where = ("event__name", "event__tournament__name", "event__tournament__starts_on")
    read = deals.annotate(is_unsealed=UNSEALED).values_list(
        "uid", "sitting", "is_unsealed", *where, *settled
    )
    for uid, sitting, is_unsealed, event, tournament, day, lines, scores in read.iterator():
        told, label = told_by_sitting[sitting], label_by_sitting[sitting]
        if told and uid not in late:
            did = [feat for seat, feat in feats_of_lines(lines, told) if seat == label]
            points = loads(scores or "{}").get(label, 0)
            deal = OwnDeal(uid, event, tournament, day, points)
            remembered = tuple(dict.fromkeys(told.values()))
            yield _PlayedDeal(deal, remembered, did, label, lines if is_unsealed else None)


def _not_counted(sittings: Collection[int]) -> frozenset[str]:
    """Return the uids of the deals at sittings that came after the end of their game (局)."""
    of_games = Deal.objects.filter(sitting__in=sittings).exclude(game=None).values("game")
    rows = Game.objects.filter(pk__in=of_games).select_related(*OF_GAME)
    rows = rows.defer(*Round.draws_by(*OF_GAME))
    return game_standings.not_counted_in(list(rows.prefetch_related("match__sides")))


def _feats(deals: Sequence[_PlayedDeal]) -> tuple[OwnFeat, ...]:
    """Return the person's feats with their counts, the rarest first."""
    counted: Counter[StrEnum] = Counter(feat for played in deals for feat in played.did)
    remembered = dict.fromkeys(feat for played in deals for feat in played.remembered)
    return tuple(
        OwnFeat(wording.sentence(feat), counted[feat]) for feat in remembered if counted[feat]
    )


def _best(deals: Sequence[_PlayedDeal]) -> OwnDeal | None:
    """Return the deal with the most points, the first of equal ones; None if none has a gain."""
    best = max(deals, key=lambda played: played.deal.points, default=None)
    if best is None or best.deal.points <= 0:
        return None
    return replace(best.deal, cards=best.cards)
