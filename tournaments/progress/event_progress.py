"""The progress of events: reads from rows the state from which the next step follows.

The rule of the next step is in `next_step`, the parts of a stage in `stage_progress`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypedDict

from django.db.models import Count, Q

from tournaments.line_ups import late_line_ups
from tournaments.models import BoardSource, Deal, DrawMethod, Entry, Event, Hold, Round
from tournaments.next_step import EventProgress, RoundProgress
from tournaments.pairing import rounds as pairing
from tournaments.pairing.fours import fours_rounds
from tournaments.progress import stage_progress
from tournaments.results import queries
from tournaments.structure import segments, sides, stages, three_way_matches, two_lines


class LineUpsWaited(TypedDict):
    """Line-ups that a round waits for, in the fields of `RoundProgress`."""

    line_ups: int
    complete: int
    late: int


NONE_WAITS: Final = LineUpsWaited(line_ups=0, complete=0, late=0)
LATER = frozenset({DrawMethod.BY_STANDING, DrawMethod.HIGH_HIGH, DrawMethod.DANISH})
"""Draw methods that need standings: not offered before the first round."""


def read_progress(events: Iterable[Event]) -> dict[int, EventProgress]:
    """Return the progress of each event, by the event's key, in a fixed number of queries.

    An event with several stages, groups or a knockout takes some more, and so does one between the
    rounds of a movement whose number of rounds is not set.
    """
    events = list(events)
    entries, rounds_by_event = _entries_by_event(events), _rounds_by_event(events)
    staged = stage_progress.staged(events)
    teams = {event.pk for event in events if event.form == Event.Form.TEAMS}
    waiting = _round_progress(
        [round_ for rounds in rounds_by_event.values() for round_ in rounds], teams
    )
    reopened = _reopened(rounds_by_event, teams)
    progress_by_event = {}
    for event in events:
        rounds = rounds_by_event[event.pk]
        last = rounds[-1] if rounds else None
        able = able_to_sit(entries[event.pk], last.number + 1 if last else 1)
        open_ = [
            waiting[round_.pk] for round_ in rounds[:-1] if round_.state == Round.State.PUBLISHED
        ]
        state = EventProgress(
            entries=len(able),
            table_size=entries_per_table(event),
            last_round=waiting[last.pk] if last else None,
            earlier=open_[0] if open_ else None,
            planned=event.rounds_planned,
            finished=event.state == Event.State.FINISHED,
            spare=_spare_house_players(able, entries_per_table(event)),
            of_teams=event.pk in teams,
            reopened=reopened.get(event.pk),
            three_way=three_way_matches.possible(event) and event.draw_method not in pairing.FIXED,
        )
        if event.pk in staged:
            state = stage_progress.of_stage(staged[event.pk], state, able)
        if state.planned is None and last and last.state == Round.State.CLOSED:
            state = replace(state, planned=stage_progress.last_of_way(rounds))
        progress_by_event[event.pk] = state
    return progress_by_event


def _spare_house_players(able: Sequence[Entry], size: int) -> int:
    """Return how many house players no table needs; they are the first to sit out."""
    house = sum(entry.kind == Entry.Kind.HOUSE for entry in able)
    return min(len(able) % size, house) if len(able) >= size else 0


def able_to_sit(entries: Sequence[Entry], number: int) -> list[Entry]:
    """Return the entries of an event that can be seated in a round.

    Withdrawn and later entries cannot. Once any entry is checked in, those that are not count as
    absent; house players are always present.
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


def progress_of(event: Event) -> EventProgress:
    """Return the progress of one event."""
    return read_progress([event])[event.pk]


def entries_per_table(event: Event) -> int:
    """Return the number of entries at a table of an event, or in a match of teams."""
    if event.form == Event.Form.TEAMS:
        return len(sides.TEAMS)
    game = queries.game_of(event)
    seats = len(game.seats(game.rules(event.ruleset.rules)))
    return seats // 2 if event.form == Event.Form.PAIRS else seats


def absent(event: Event) -> list[str]:
    """Return the names of entries that are not checked in, once any entry is."""
    entries = list(event.entries.exclude(state=Entry.State.WITHDRAWN).order_by("number"))
    if not any(entry.state == Entry.State.CHECKED_IN for entry in entries):
        return []
    names = queries.competitors(event)
    missing = (entry for entry in entries if entry.state == Entry.State.ENTERED)
    return [names[entry.uid].name for entry in missing if entry.kind == Entry.Kind.COMPETITOR]


def draw_methods(event: Event, state: EventProgress, rounds: Sequence[Round]) -> list[DrawMethod]:
    """Return the draw methods for the next round, that of the stage first.

    Before the first round there are no standings to draw by, unless the stage is set to such a
    method. A fixed movement and a round robin are offered while they have rounds left. A knockout
    and a movement with two winners allow no other method.
    """
    stage = stages.current(event)
    own, groups = stages.method_of(stage), {group.pk for group in stage.groups.all()}
    if own == DrawMethod.KNOCKOUT or two_lines.has_two(event):
        return [own]
    played = [round_ for round_ in rounds if round_.group_id in groups]
    possible = map(DrawMethod, pairing.offered_methods(state.table_size, event.form))
    wanted = [method for method in possible if _has_rounds(method, own, event, state, played)]
    if not played:
        wanted = [method for method in wanted if method not in LATER]
    if own not in wanted and _is_possible(own, event, state, len(groups)):
        wanted.append(own)
    return sorted(wanted, key=lambda method: method != own)


def _is_possible(own: DrawMethod, event: Event, state: EventProgress, groups: int) -> bool:
    """Whether the method of a stage is possible although it is not offered.

    With several groups the draw itself finds out which of them has a round left.
    """
    fits = own in pairing.possible_methods(state.table_size, event.form)
    return fits and (own not in pairing.FIXED or groups > 1)


def _has_rounds(
    method: DrawMethod,
    own: DrawMethod,
    event: Event,
    state: EventProgress,
    rounds: Sequence[Round],
) -> bool:
    """Whether a draw method has a round left for the entries that can be seated."""
    drawn = sum(round_.method == method for round_ in rounds)
    if method == DrawMethod.MOVEMENT:
        return drawn < fours_rounds.rounds_offered(state.entries, state.table_size)
    if method == DrawMethod.WHIST:
        return drawn < fours_rounds.rounds_with_partners(state.entries)
    if method in pairing.OVER_BOARDS and event.boards == BoardSource.TABLE:
        return False
    if method in pairing.FIXED:
        # A movement that has begun goes on; the draw itself refuses when it is over.
        begun = bool(drawn) or own == method
        return (begun or not rounds) and state.entries >= state.table_size
    return True


def is_last_of_way(state: EventProgress, rounds: Sequence[Round]) -> bool:
    """Whether the last round of a movement or of a round robin is in play."""
    last = rounds[-1] if rounds else None
    if last is None or last.state != Round.State.PUBLISHED or last.method not in pairing.FIXED:
        return False
    ends = (state.planned, stage_progress.last_of_way(rounds))
    return any(end is not None and last.number >= end for end in ends)


def _entries_by_event(events: list[Event]) -> Mapping[int, list[Entry]]:
    entries_by_event: Mapping[int, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(event__in=events).order_by("number"):
        entries_by_event[entry.event_id].append(entry)
    return entries_by_event


def _rounds_by_event(events: list[Event]) -> Mapping[int, list[Round]]:
    rounds_by_event: Mapping[int, list[Round]] = defaultdict(list)
    standing = Round.objects.filter(event__in=events).exclude(state=Round.State.CANCELLED)
    for round_ in standing.defer("reasons").order_by("number"):
        rounds_by_event[round_.event_id].append(round_)
    return rounds_by_event


def _round_progress(rounds: list[Round], teams: Collection[int]) -> dict[int, RoundProgress]:
    """Return the progress of rounds; only a round in play waits for anything."""
    in_play = [round_ for round_ in rounds if round_.state == Round.State.PUBLISHED]
    open_deals = _open_deals_by_table(in_play) if in_play else {}
    line_ups = _line_ups_waited(in_play, teams)
    holds = _open_hold_counts(in_play) if in_play else {}
    progress_by_round = {}
    for round_ in rounds:
        deals = open_deals.get(round_.pk, {})
        progress_by_round[round_.pk] = RoundProgress(
            number=round_.number,
            state=round_.state,
            open_deals=sum(deals.values()),
            open_tables=tuple(sorted(deals)),
            holds=holds.get(round_.pk, 0),
            **line_ups.get(round_.pk, NONE_WAITS),
        )
    return progress_by_round


def _reopened(
    rounds_by_event: Mapping[int, Sequence[Round]], teams: Collection[int]
) -> dict[int, RoundProgress]:
    """Return the first closed round of each event with retracted results, by the event's key."""
    closed = [
        round_
        for rounds in rounds_by_event.values()
        for round_ in rounds
        if round_.state == Round.State.CLOSED
    ]
    open_deals = _open_deals_by_table(closed) if closed else {}
    line_ups = _line_ups_waited(closed, teams)
    reopened: dict[int, RoundProgress] = {}
    for round_ in closed:
        deals, parts = open_deals.get(round_.pk, {}), line_ups.get(round_.pk, NONE_WAITS)
        if deals or parts["line_ups"]:
            tables, open_ = tuple(sorted(deals)), sum(deals.values())
            reopened_round = RoundProgress(round_.number, round_.state, open_, tables, 0, **parts)
            reopened.setdefault(round_.event_id, reopened_round)
    return reopened


def _line_ups_waited(rounds: list[Round], teams: Collection[int]) -> dict[int, LineUpsWaited]:
    """Count, by round, the segments that wait for line-ups, that have both, and the late ones."""
    of_teams = [round_ for round_ in rounds if round_.event_id in teams]
    if not of_teams:
        return {}
    waiting, complete = segments.waiting(of_teams), segments.complete(of_teams)
    late = late_line_ups.counts([team for team in of_teams if team.pk in waiting])
    return {
        round_pk: LineUpsWaited(
            line_ups=times, complete=complete.get(round_pk, 0), late=late.get(round_pk, 0)
        )
        for round_pk, times in waiting.items()
    }


def _open_deals_by_table(rounds: list[Round]) -> Mapping[int, dict[int, int]]:
    rows = (
        Deal.objects.filter(sitting__segment__match__round__in=rounds, done=False)
        .order_by()
        .values_list("sitting__segment__match__round", "sitting__table__number")
        .annotate(Count("pk"))
    )
    by_round: Mapping[int, dict[int, int]] = defaultdict(dict)
    for round_, table, deals in rows:
        by_round[round_][table] = deals
    return by_round


def _open_hold_counts(rounds: list[Round]) -> Mapping[int, int]:
    open_holds: dict[int, int] = defaultdict(int)
    blocking = Hold.objects.filter(
        Q(round__in=rounds)
        | Q(match__round__in=rounds)
        | Q(deal__sitting__segment__match__round__in=rounds),
        blocks=True,
        released_at=None,
    )
    places = ("round", "match__round", "deal__sitting__segment__match__round")
    for round_keys in blocking.values_list(*places):
        open_holds[next(round_ for round_ in round_keys if round_)] += 1
    return open_holds
