"""The progress of events with several stages, groups or a knockout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tournaments.models import DrawMethod, Entry, Event, GroupMember, Round, Stage
from tournaments.next_step import EventProgress
from tournaments.pairing import notes
from tournaments.pairing import rounds as pairing
from tournaments.progress import stage_ends
from tournaments.results import knockouts, queries
from tournaments.structure import stages, three_way_matches

SIDES = 2


def staged(events: Iterable[Event]) -> Mapping[int, Stage]:
    """Return the current stages of events with several stages, groups or a knockout, by event."""
    rows = Stage.objects.filter(event__in=list(events)).select_related("event").order_by("number")
    stages_by_event: dict[int, list[Stage]] = {}
    for row in rows:
        stages_by_event.setdefault(row.event_id, []).append(row)
    return {
        event: stages.current(event_stages[0].event)
        for event, event_stages in stages_by_event.items()
        if _is_staged(event_stages)
    }


def of_stage(stage: Stage, state: EventProgress, able: Sequence[Entry]) -> EventProgress:
    """Return the progress of an event with the facts of its current stage.

    `able` are the entries of the whole event that can be seated.
    """
    after = stages.following(stage)
    state = replace(state, next_stage=after.number if after else 0)
    if knockouts.is_knockout(stage):
        return _knockout_progress(stage, state)
    members = set(GroupMember.objects.filter(group__stage=stage).values_list("entry_id", flat=True))
    members_able = [
        entry for entry in able if not members or entry.pk in members or stage.number == 1
    ]
    planned = stage_ends.planned(stage)
    before = _first_round(stage, state) - 1
    three_way = (
        three_way_matches.possible(stage.event) and stages.method_of(stage) not in pairing.FIXED
    )
    state = replace(state, three_way=three_way)
    return replace(
        state, entries=len(members_able), planned=None if planned is None else before + planned
    )


def last_of_way(rounds: Sequence[Round]) -> int | None:
    """Return the number of the last round that the method of the last of these rounds has.

    None for a method without an end. The input of its first round fixes the number.
    """
    if not rounds or rounds[-1].method not in pairing.FIXED:
        return None
    first = next(round_ for round_ in rounds if round_.method == rounds[-1].method)
    stored = notes.read(first.reasons).input
    draw_input = pairing.read(stored, first.seed) if stored else None
    if draw_input is None:
        return None
    parts = [pairing.group_input(draw_input, members) for members in draw_input.groups] or [
        draw_input
    ]
    longest = max(pairing.round_limit(replace(part, fields=())) or 0 for part in parts)
    return first.number - 1 + longest if longest else None


def _knockout_progress(stage: Stage, state: EventProgress) -> EventProgress:
    knockout, last = queries.knockout_of(stage), state.last_round
    if knockout is None:
        return replace(state, to_seat=0, planned=None)
    level = tuple(
        sorted(
            played.match.number for played in knockout.level if last and played.round == last.number
        )
    )
    is_over = knockout.is_drawn and knockout.is_over
    return replace(
        state,
        to_seat=SIDES * len(knockout.next_matches),
        planned=last.number if last and is_over else None,
        is_decided=is_over,
        last_round=replace(last, level=level) if last else None,
    )


def _first_round(stage: Stage, state: EventProgress) -> int:
    """Return the number of the first round of a stage, which may be still to come."""
    rounds = Round.objects.filter(group__stage=stage).exclude(state=Round.State.CANCELLED)
    numbers = list(rounds.order_by("number").values_list("number", flat=True)[:1])
    return numbers[0] if numbers else 1 + (state.last_round.number if state.last_round else 0)


def _is_staged(event_stages: Sequence[Stage]) -> bool:
    (first, *rest) = event_stages
    is_knockout = stages.method_of(first) == DrawMethod.KNOCKOUT
    return bool(rest) or is_knockout or first.groups_wanted > 1
