"""The progress of events: reads from rows the state that determines the next step.

The rule of the next step is in `next_step`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from tournaments.line_ups import late_line_ups, line_up_state
from tournaments.models import BoardSource, DrawMethod, Entry, Event, Round, Stage, TermsKind
from tournaments.official.final import is_on_notice, postings
from tournaments.pairing import notes
from tournaments.pairing import rounds as pairing
from tournaments.pairing.fours import fixed_movements, whist
from tournaments.progress import stage_ends
from tournaments.progress.next_step import EventProgress, RoundProgress
from tournaments.results import event_record, suspensions
from tournaments.results.reading import read_events
from tournaments.results.snapshot import EventSnapshot
from tournaments.rights import ruling_offices
from tournaments.structure import games, stages

SIDES = 2
LATER = frozenset({DrawMethod.BY_STANDING, DrawMethod.HIGH_HIGH, DrawMethod.DANISH})
"""Draw methods that need standings: not offered before the first round."""


def read_progress(events: QuerySet[Event]) -> dict[Event, EventProgress]:
    """Return the progress of events in order, in a fixed number of queries.

    The rest of a knockout follows from its results, elsewhere open deals suffice. Of a finished
    event only the number of its last round is read.
    """
    standing = Round.objects.filter(event=OuterRef("pk")).exclude(state=Round.State.CANCELLED)
    by_knockout = Q(draw_method=DrawMethod.KNOCKOUT) | Q(
        draw_method="", event__draw_method=DrawMethod.KNOCKOUT
    )
    stages_of_it = Stage.objects.filter(by_knockout, event=OuterRef("pk"))
    # Asked for once, because an event may be created between two queries.
    listed = list(
        events.annotate(
            has_knockout=Exists(stages_of_it),
            last_number=Subquery(standing.order_by("-number").values("number")[:1]),
            posted_as=Subquery(postings(OuterRef("pk")).values("terms__kind")[:1]),
            has_chief=Exists(ruling_offices.chiefs_of(OuterRef("pk"), OuterRef("tournament"))),
        )
    )
    going = [event for event in listed if event.state != Event.State.FINISHED]
    snapshots = read_events(going, whole=[event for event in going if event.has_knockout])
    return {
        event: progress_of(snapshots[event.pk], has_chief=event.has_chief)
        if event.pk in snapshots
        else _finished(event, event.last_number, on_notice=event.posted_as == TermsKind.NOTICE)
        for event in listed
    }


def _finished(event: Event, last: int | None, *, on_notice: bool) -> EventProgress:
    closed = RoundProgress(last, Round.State.CLOSED) if last else None
    size = games.entries_per_table(event)
    return EventProgress(0, size, closed, finished=True, on_notice=on_notice)


def progress_of(snapshot: EventSnapshot, *, has_chief: bool = True) -> EventProgress:
    """Return the progress of an event; `has_chief` says whether it has a chief referee."""
    event, rounds = snapshot.event, snapshot.rounds
    waiting = {round_.pk: _round_progress(snapshot, round_) for round_ in rounds}
    last = rounds[-1] if rounds else None
    able = able_to_be_drawn(snapshot, snapshot.entries, last.number + 1 if last else 1)
    earlier = [
        waiting[round_.pk] for round_ in rounds[:-1] if round_.state == Round.State.PUBLISHED
    ]
    reopened = [
        waiting[round_.pk]
        for round_ in rounds
        if round_.state == Round.State.CLOSED and not waiting[round_.pk].is_played
    ]
    state = EventProgress(
        entries=len(able),
        table_size=games.entries_per_table(event),
        last_round=waiting[last.pk] if last else None,
        earlier=earlier[0] if earlier else None,
        planned=event.rounds_planned,
        finished=event.state == Event.State.FINISHED,
        spare=_spare_house_players(able, games.entries_per_table(event)),
        of_teams=event.form == Event.Form.TEAMS,
        reopened=reopened[0] if reopened else None,
        three_way=stages.three_may_meet(event)
        and stages.method_of(snapshot.current_stage) not in pairing.FIXED,
        absent=len(_not_checked_in(snapshot)),
        on_notice=is_on_notice(event),
        lacks_chief=not (has_chief or snapshot.public_rounds) and snapshot.regulations.is_official,
    )
    if is_staged(snapshot):
        state = in_stage(snapshot, state, able)
    if state.planned is None and last and last.state == Round.State.CLOSED:
        state = replace(state, planned=last_of_way(rounds))
    return replace(
        state, robin=_round_robin_instead(snapshot, state), minutes=event.round_minutes or 0
    )


def _round_robin_instead(snapshot: EventSnapshot, state: EventProgress) -> int:
    """Return the length of a round robin that matches the planned rounds; 0 if it can no longer be
    chosen, or was chosen.
    """
    entries, method = state.entries - state.spare, stages.method_of(snapshot.current_stage)
    if snapshot.rounds or is_staged(snapshot) or method in pairing.FIXED:
        return 0
    is_offered = DrawMethod.ROUND_ROBIN in pairing.offered_methods(
        state.table_size, snapshot.event.form
    )
    if not is_offered or entries <= state.table_size or (state.planned or 0) < entries - 1:
        return 0
    return entries - 1 + entries % 2


def _round_progress(snapshot: EventSnapshot, round_: Round) -> RoundProgress:
    """Return the progress of a round; a draft awaits nothing."""
    if round_.state == Round.State.DRAFT:
        return RoundProgress(round_.number, round_.state)
    open_deals: dict[int, int] = defaultdict(int)
    for match in snapshot.matches_of(round_):
        for sitting in snapshot.sittings_by_match[match.key]:
            open_deals[sitting.table] += sum(not deal.done for deal in sitting.deals)
    progress = RoundProgress(
        number=round_.number,
        state=round_.state,
        since=round_.published_at,
        open_deals=sum(open_deals.values()),
        open_tables=tuple(sorted(table for table, deals in open_deals.items() if deals)),
        holds=snapshot.holds.get(round_.pk, 0),
    )
    if snapshot.event.form != Event.Form.TEAMS:
        return progress
    states = [
        state
        for state in line_up_state.line_up_states(snapshot, round_)
        if state.next and not state.is_awarded
    ]
    line_ups = sum(not part.is_revealed for state in states for part in state.segments)
    ready = [state for state in states if state.next and state.next.is_complete]
    return replace(
        progress,
        line_ups=line_ups,
        complete=sum(not state.playing for state in ready) if line_ups else 0,
        late=len(late_line_ups.late_teams(states, timezone.now())) if line_ups else 0,
    )


def _spare_house_players(able: Sequence[Entry], size: int) -> int:
    """Return the number of house players that no table needs; they get the byes first."""
    house = sum(entry.kind == Entry.Kind.HOUSE for entry in able)
    return min(len(able) % size, house) if len(able) >= size else 0


def able_to_sit(entries: Sequence[Entry], number: int) -> list[Entry]:
    """Return the entries of an event that can be seated in a round.

    Withdrawn and later entries cannot. Once any entry is checked in, the others count as absent;
    house players are always present.
    """
    anybody_in = any(entry.state == Entry.State.CHECKED_IN for entry in entries)
    return [entry for entry in entries if _takes_part(entry, number, anybody_in)]


def able_to_be_drawn(snapshot: EventSnapshot, entries: Sequence[Entry], number: int) -> list[Entry]:
    """Return the entries of an event that can be seated in a round and are not suspended."""
    excluded = suspensions.left_out(snapshot, number)
    return [entry for entry in able_to_sit(entries, number) if entry.pk not in excluded]


def _takes_part(entry: Entry, number: int, anybody_in: bool) -> bool:
    if (entry.from_round or 1) > number:
        return False
    if entry.state == Entry.State.WITHDRAWN:
        return entry.to_round is not None and number <= entry.to_round
    is_there = entry.state == Entry.State.CHECKED_IN or entry.kind == Entry.Kind.HOUSE
    return is_there or not anybody_in


def absent(snapshot: EventSnapshot, *, since_round: int = 0) -> list[str]:
    """Return the names of entries that are not checked in, once any entry is.

    With `since_round`, only entries that take part after this round.
    """
    missing = [
        entry for entry in _not_checked_in(snapshot) if (entry.from_round or 1) > since_round
    ]
    names = event_record.competitors(snapshot) if missing else {}
    return [names[entry.uid].name for entry in missing]


def _not_checked_in(snapshot: EventSnapshot) -> list[Entry]:
    """Return who is awaited: after the first stage only those who advanced to the current one."""
    entries, stage = snapshot.entries, snapshot.current_stage
    if not any(entry.state == Entry.State.CHECKED_IN for entry in entries):
        return []
    members = _members_of(snapshot, stage)
    missing = (entry for entry in entries if entry.state == Entry.State.ENTERED)
    return [
        entry
        for entry in missing
        if entry.kind == Entry.Kind.COMPETITOR and (stage.number == 1 or entry.pk in members)
    ]


def _members_of(snapshot: EventSnapshot, stage: Stage) -> frozenset[int]:
    """Return the keys of the entries in the groups of a stage."""
    groups = snapshot.groups_of(stage)
    return frozenset(row.entry_id for group in groups for row in snapshot.members[group.pk])


def draw_methods(snapshot: EventSnapshot, state: EventProgress) -> list[DrawMethod]:
    """Return the draw methods for the next round, that of the stage first.

    Before the first round methods by standing are offered only if the stage is set to one. A fixed
    movement and a round robin are offered while they have rounds left. A knockout and a movement
    with two winners allow no other method.
    """
    event, stage = snapshot.event, snapshot.current_stage
    own, groups = stages.method_of(stage), snapshot.groups_of(stage)
    if own == DrawMethod.KNOCKOUT or stages.has_two_winners(event):
        return [own]
    played = snapshot.rounds_of(stage)
    possible = map(DrawMethod, pairing.offered_methods(state.table_size, event.form))
    wanted = [method for method in possible if _has_rounds(method, own, event, state, played)]
    if not played:
        wanted = [method for method in wanted if method not in LATER]
    if own not in wanted and _is_possible(own, event, state, len(groups)):
        wanted.append(own)
    return sorted(wanted, key=lambda method: method != own)


def _is_possible(own: DrawMethod, event: Event, state: EventProgress, groups: int) -> bool:
    """Whether the method of a stage is possible although it is not offered.

    With several groups the draw itself determines which of them have a round left.
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
        return drawn < fixed_movements.movement_rounds(state.entries, state.table_size)
    if method == DrawMethod.WHIST:
        return drawn < whist.rounds_with_partners(state.entries)
    if method in pairing.OVER_BOARDS and event.boards == BoardSource.TABLE:
        return False
    if method in pairing.FIXED:
        # A movement in play continues; the draw itself refuses when it is over.
        begun = bool(drawn) or own == method
        return (begun or not rounds) and state.entries >= state.table_size
    return True


def is_last_of_way(state: EventProgress, rounds: Sequence[Round]) -> bool:
    """Whether the last round of a movement or of a round robin is in play."""
    last = rounds[-1] if rounds else None
    if last is None or last.state != Round.State.PUBLISHED or last.method not in pairing.FIXED:
        return False
    ends = (state.planned, last_of_way(rounds))
    return any(end is not None and last.number >= end for end in ends)


def is_staged(snapshot: EventSnapshot) -> bool:
    """Whether an event has several stages, groups or a knockout."""
    first, *rest = snapshot.stages
    return bool(rest) or stages.is_knockout(first) or first.groups_wanted > 1


def in_stage(snapshot: EventSnapshot, state: EventProgress, able: Sequence[Entry]) -> EventProgress:
    """Return the progress of an event with the facts of its current stage.

    `able` are the entries of the whole event that can be seated.
    """
    stage = snapshot.current_stage
    after = snapshot.following(stage)
    state = replace(state, next_stage=after.number if after else 0)
    if stages.is_knockout(stage):
        return _knockout_progress(snapshot, stage, state)
    members = _members_of(snapshot, stage)
    members_able = [
        entry for entry in able if not members or entry.pk in members or stage.number == 1
    ]
    last = state.last_round.number if state.last_round else 0
    before = min((round_.number for round_ in snapshot.rounds_of(stage)), default=1 + last) - 1
    planned = stage_ends.planned(snapshot, stage)
    return replace(
        state,
        three_way=stages.three_may_meet(snapshot.event)
        and stages.method_of(stage) not in pairing.FIXED,
        entries=len(members_able),
        planned=None if planned is None else before + planned,
    )


def last_of_way(rounds: Sequence[Round]) -> int | None:
    """Return the number of the last round of the method used by the last of these rounds.

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
