"""The progress of events with several stages, groups or a knockout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.models import Entry, Round, Stage
from tournaments.pairing import notes
from tournaments.pairing import rounds as pairing
from tournaments.progress import stage_ends
from tournaments.progress.next_step import EventProgress
from tournaments.results import event_record, knockouts
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure import stages, three_way_matches

SIDES = 2


def is_staged(snapshot: EventSnapshot) -> bool:
    """Whether an event has several stages, groups or a knockout."""
    first, *rest = snapshot.stages
    return bool(rest) or knockouts.is_knockout(first) or first.groups_wanted > 1


def in_stage(snapshot: EventSnapshot, state: EventProgress, able: Sequence[Entry]) -> EventProgress:
    """Return the progress of an event with the facts of its current stage.

    `able` are the entries of the whole event that can be seated.
    """
    stage = snapshot.current_stage
    after = snapshot.following(stage)
    state = replace(state, next_stage=after.number if after else 0)
    if knockouts.is_knockout(stage):
        return _knockout_progress(snapshot, stage, state)
    members = {
        member.entry_id
        for group in snapshot.groups_of(stage)
        for member in snapshot.members[group.pk]
    }
    members_able = [
        entry for entry in able if not members or entry.pk in members or stage.number == 1
    ]
    last = state.last_round.number if state.last_round else 0
    before = min((round_.number for round_ in snapshot.rounds_of(stage)), default=1 + last) - 1
    planned = stage_ends.planned(snapshot, stage)
    return replace(
        state,
        three_way=three_way_matches.possible(snapshot.event)
        and stages.method_of(stage) not in pairing.FIXED,
        entries=len(members_able),
        planned=None if planned is None else before + planned,
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


def _knockout_progress(
    snapshot: EventSnapshot, stage: Stage, state: EventProgress
) -> EventProgress:
    knockout, last = event_record.knockout_of(snapshot, stage), state.last_round
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
