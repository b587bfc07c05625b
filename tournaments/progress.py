"""How far events are: rows are turned into the states, tiles and drafts that the desk shows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments import queries
from tournaments.models import Deal, Entry, Event, Hold, Match, Round, Sitting
from tournaments.next_step import EventProgress, RoundProgress


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody at a table: the seat's label and the name."""

    label: str
    name: str


@dataclass(frozen=True, slots=True)
class Tile:
    """A table of a round: who sits there and how many of its deals have a result.

    `met_before` says who of them meet again, and how often they have met so far.
    """

    uid: str
    number: int
    code: str
    sitters: tuple[Sitter, ...]
    done: int
    deals: int
    met_before: tuple[tuple[str, str, int], ...] = ()

    @property
    def is_done(self) -> bool:
        """Whether every deal has a result."""
        return self.done == self.deals


def states(events: Iterable[Event]) -> dict[int, EventProgress]:
    """Return where each event stands, by the event's key, in a fixed number of queries."""
    events = list(events)
    entries = _entry_counts(events)
    last = _last_rounds(events)
    waiting = _round_progress([one for one in last.values() if one.state == Round.State.PUBLISHED])
    return {
        event.pk: EventProgress(
            entries.get(event.pk, 0),
            table_size(event),
            waiting.get(one.pk, RoundProgress(one.number, one.state))
            if (one := last.get(event.pk))
            else None,
        )
        for event in events
    }


def state_of(event: Event) -> EventProgress:
    """Return where one event stands."""
    return states([event])[event.pk]


def table_size(event: Event) -> int:
    """Return how many sit at a table of this event."""
    game = queries.game_of(event)
    return len(game.seats(game.rules(event.ruleset.rules)))


def tiles(round_: Round) -> list[Tile]:
    """Return the tables of a round in the order of their numbers."""
    names = {uid: one.name for uid, one in queries.competitors(round_.event).items()}
    met = {
        reason["table"]: tuple(
            (names[one], names[other], times) for one, other, times in reason["met_before"]
        )
        for reason in round_.reasons
    }
    tables = (_tile(sitting, met) for match in queries.matches_of(round_) for sitting in _at(match))
    return sorted(tables, key=lambda tile: tile.number)


def _at(match: Match) -> list[Sitting]:
    return [sitting for segment in match.segments.all() for sitting in segment.sittings.all()]


def _tile(sitting: Sitting, met: Mapping[int, tuple[tuple[str, str, int], ...]]) -> Tile:
    deals = sitting.deals.all()
    return Tile(
        uid=sitting.table.uid,
        number=sitting.table.number,
        code=sitting.table.code,
        sitters=tuple(Sitter(seat.label, seat.person.name) for seat in sitting.seats.all()),
        done=sum(deal.done for deal in deals),
        deals=len(deals),
        met_before=met.get(sitting.table.number, ()),
    )


def _entry_counts(events: list[Event]) -> dict[int, int]:
    playing = Entry.objects.filter(event__in=events).exclude(state=Entry.State.WITHDRAWN)
    return dict(playing.values_list("event").annotate(Count("pk")).order_by("event"))


def _last_rounds(events: list[Event]) -> dict[int, Round]:
    standing = Round.objects.filter(event__in=events).exclude(state=Round.State.CANCELLED)
    return {round_.event_id: round_ for round_ in standing.order_by("number")}


def _round_progress(rounds: list[Round]) -> dict[int, RoundProgress]:
    if not rounds:
        return {}
    open_deals = _open_deals(rounds)
    holds = _open_holds(rounds)
    return {
        one.pk: RoundProgress(
            number=one.number,
            state=one.state,
            open_deals=sum(open_deals[one.pk].values()),
            open_tables=tuple(sorted(open_deals[one.pk])),
            holds=holds[one.pk],
        )
        for one in rounds
    }


def _open_deals(rounds: list[Round]) -> Mapping[int, dict[int, int]]:
    counted = (
        Deal.objects.filter(sitting__segment__match__round__in=rounds, done=False)
        .order_by()
        .values_list("sitting__segment__match__round", "sitting__table__number")
        .annotate(Count("pk"))
    )
    by_round: Mapping[int, dict[int, int]] = defaultdict(dict)
    for round_, table, deals in counted:
        by_round[round_][table] = deals
    return by_round


def _open_holds(rounds: list[Round]) -> Mapping[int, int]:
    held: dict[int, int] = defaultdict(int)
    blocking = Hold.objects.filter(
        Q(round__in=rounds)
        | Q(match__round__in=rounds)
        | Q(deal__sitting__segment__match__round__in=rounds),
        blocks=True,
        released_at=None,
    )
    places = ("round", "match__round", "deal__sitting__segment__match__round")
    for where in blocking.values_list(*places):
        held[next(round_ for round_ in where if round_)] += 1
    return held
