"""How far events are: rows are turned into the states from which the next step follows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Count, Q

from tournaments import queries
from tournaments.models import Deal, DrawMethod, Entry, Event, Hold, Round
from tournaments.next_step import EventProgress, RoundProgress
from tournaments.pairing import each_for_himself
from tournaments.pairing import rounds as pairing

LATER = frozenset({DrawMethod.BY_STANDING, DrawMethod.HIGH_HIGH, DrawMethod.DANISH})
"""Ways to draw by a standing, which is not offered before there is one."""


def states(events: Iterable[Event]) -> dict[int, EventProgress]:
    """Return where each event stands, by the event's key, in a fixed number of queries."""
    events = list(events)
    entries, standing = _entries(events), _standing(events)
    waiting = _round_progress([one for rounds in standing.values() for one in rounds])
    found = {}
    for event in events:
        rounds = standing[event.pk]
        last = rounds[-1] if rounds else None
        able = able_to_sit(entries[event.pk], last.number + 1 if last else 1)
        open_ = [waiting[one.pk] for one in rounds[:-1] if one.state == Round.State.PUBLISHED]
        found[event.pk] = EventProgress(
            entries=len(able),
            table_size=units(event),
            last_round=waiting[last.pk] if last else None,
            earlier=open_[0] if open_ else None,
            planned=event.rounds_planned,
            finished=event.state == Event.State.FINISHED,
            spare=_spare(able, units(event)),
        )
    return found


def _spare(able: Sequence[Entry], size: int) -> int:
    """How many house players no table needs: they are the first to sit out."""
    house = sum(entry.kind == Entry.Kind.HOUSE for entry in able)
    return min(len(able) % size, house) if len(able) >= size else 0


def able_to_sit(entries: Sequence[Entry], number: int) -> list[Entry]:
    """Return who of an event's entries can be seated in a round.

    Those who are withdrawn or come later cannot; where anybody is checked in, those who are not
    are absent. House players are there.
    """
    anybody_in = any(entry.state == Entry.State.CHECKED_IN for entry in entries)
    return [entry for entry in entries if _takes_part(entry, number, anybody_in)]


def _takes_part(entry: Entry, number: int, anybody_in: bool) -> bool:
    if (entry.from_round or 1) > number:
        return False
    if entry.state == Entry.State.WITHDRAWN:
        return entry.to_round is not None and number <= entry.to_round
    is_there = entry.state == Entry.State.CHECKED_IN or entry.kind == Entry.Kind.HOUSE
    return is_there or not anybody_in


def state_of(event: Event) -> EventProgress:
    """Return where one event stands."""
    return states([event])[event.pk]


def units(event: Event) -> int:
    """Return how many entries sit at a table of this event."""
    game = queries.game_of(event)
    seats = len(game.seats(game.rules(event.ruleset.rules)))
    return seats // 2 if event.form == Event.Form.PAIRS else seats


def absent(event: Event) -> list[str]:
    """Return the names of those who are entered and not checked in, where anybody is."""
    entries = list(event.entries.exclude(state=Entry.State.WITHDRAWN).order_by("number"))
    if not any(entry.state == Entry.State.CHECKED_IN for entry in entries):
        return []
    names = queries.competitors(event)
    missing = (one for one in entries if one.state == Entry.State.ENTERED)
    return [names[one.uid].name for one in missing if one.kind == Entry.Kind.COMPETITOR]


def draw_methods(event: Event, state: EventProgress, rounds: Sequence[Round]) -> list[DrawMethod]:
    """Return how the next round may be drawn, the event's own way first.

    Before the first round there is no standing to draw by, unless the event wants just that; a
    fixed movement and a round robin are offered while they have rounds left.
    """
    possible = pairing.offered(state.table_size)
    wanted = [DrawMethod(one) for one in possible if _has_rounds(one, event, state, rounds)]
    if not rounds:
        wanted = [one for one in wanted if one not in LATER]
    if event.draw_method not in wanted and _is_own(event, state):
        wanted.append(DrawMethod(event.draw_method))
    return sorted(wanted, key=lambda method: method != event.draw_method)


def _is_own(event: Event, state: EventProgress) -> bool:
    """Whether the event's own way to draw is possible though it is not offered."""
    own = event.draw_method
    return own not in pairing.FIXED and own in pairing.methods(state.table_size)


def _has_rounds(method: str, event: Event, state: EventProgress, rounds: Sequence[Round]) -> bool:
    """Whether a way to draw has a round left for those who can be seated."""
    drawn = sum(one.method == method for one in rounds)
    if method == DrawMethod.MOVEMENT:
        return drawn < each_for_himself.rounds_offered(state.entries, state.table_size)
    if method == DrawMethod.ROUND_ROBIN:
        # One that began goes on; the draw itself says when it is over.
        begun = bool(drawn) or event.draw_method == method
        return (begun or not rounds) and state.entries >= state.table_size
    return True


def _entries(events: list[Event]) -> Mapping[int, list[Entry]]:
    found: Mapping[int, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(event__in=events).order_by("number"):
        found[entry.event_id].append(entry)
    return found


def _standing(events: list[Event]) -> Mapping[int, list[Round]]:
    found: Mapping[int, list[Round]] = defaultdict(list)
    standing = Round.objects.filter(event__in=events).exclude(state=Round.State.CANCELLED)
    for round_ in standing.defer("reasons").order_by("number"):
        found[round_.event_id].append(round_)
    return found


def _round_progress(rounds: list[Round]) -> dict[int, RoundProgress]:
    """How far rounds are; only one that is in play waits for anything."""
    in_play = [one for one in rounds if one.state == Round.State.PUBLISHED]
    open_deals = _open_deals(in_play) if in_play else {}
    holds = _open_holds(in_play) if in_play else {}
    found = {}
    for one in rounds:
        deals = open_deals.get(one.pk, {})
        found[one.pk] = RoundProgress(
            number=one.number,
            state=one.state,
            open_deals=sum(deals.values()),
            open_tables=tuple(sorted(deals)),
            holds=holds.get(one.pk, 0),
        )
    return found


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
