"""Decisions on entries: what is in force, what is taken back, and what they leave as it was."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.cast import Cast
from tests.tournaments.organise.taking_part.test_bounds import codes, entry, round_of, second_event
from tests.tournaments.organise.taking_part.test_leaving_and_awards import (
    APPROVED,
    LEFT,
    OUT,
    PROPOSED,
    TAKEN_BACK,
    decided,
    terms,
)
from tournaments import organise, results
from tournaments.base.refusals import Reason, refuse
from tournaments.entries import roster
from tournaments.models import (
    Entry,
    EntryState,
    Event,
    EventRegulations,
    EventState,
    ExclusionState,
    Role,
    RoundState,
    Size,
)
from tournaments.organise import ExclusionTerms
from tournaments.organise.absences import exclusion_steps, exclusions
from tournaments.organise.drawing import board_places
from tournaments.record.audit import Verb, change
from tournaments.results import standings_input

RULING = "ruling"


def columns(cast: Cast, number: int = 1) -> tuple[Any, ...]:
    row = entry(cast, number)
    return row.state, row.to_round, row.excused, row.disqualified, row.without_prizes


def exclude(cast: Cast, wanted: ExclusionTerms, origin: str = "") -> None:
    with change(cast.tournament, cast.director, Verb.APPROVE_EXCLUSION) as made:
        exclusions.exclude_within(made, entry(cast), cast.alice, cast.bob, wanted, origin=origin)


def official(cast: Cast) -> None:
    EventRegulations.objects.create(event=cast.event, size=Size.OFFICIAL)


@pytest.mark.full
@pytest.mark.parametrize(
    ("size", "kind", "needed"),
    [
        (Size.OFFICIAL, OUT, True),
        (Size.OFFICIAL, LEFT, False),
        (Size.CLUB, OUT, False),
        (Size.CLUB, LEFT, False),
    ],
)
def test_a_disqualification_of_an_official_competition_needs_two(
    cast: Cast, size: str, kind: str, *, needed: bool
) -> None:
    EventRegulations.objects.create(event=cast.event, size=size)
    assert exclusion_steps.needs_two(entry(cast).event, kind) is needed
    decided(cast, 1, PROPOSED, kind=kind, needs_two=needed)
    if needed:
        assert codes(lambda: organise.approve_exclusion(entry(cast), cast.alice)) == [
            Reason.EXCLUSION_BY_SAME
        ]
        organise.approve_exclusion(entry(cast), cast.bob)
    else:
        organise.approve_exclusion(entry(cast), cast.alice)
    assert entry(cast).disqualified is (kind == OUT)


@pytest.mark.full
@pytest.mark.parametrize(("kind", "is_refused"), [(OUT, True), (LEFT, False)])
def test_a_chief_referee_proposes_what_needs_two(
    cast: Cast, kind: Any, *, is_refused: bool
) -> None:
    official(cast)

    def propose() -> None:
        organise.propose_exclusion(entry(cast), cast.alice, terms(kind))

    if is_refused:
        assert codes(propose)
        organise.grant_role(cast.director, cast.tournament, cast.alice, Role.CHIEF_REFEREE)
    propose()


@pytest.mark.full
@pytest.mark.parametrize(
    ("state", "found"),
    [
        (EntryState.ENTERED, (EntryState.WITHDRAWN, 1, True, False, True)),
        (EntryState.WITHDRAWN, (EntryState.WITHDRAWN, 0, True, False, True)),
    ],
)
def test_a_decision_leaves_the_round_after_which_somebody_had_left(
    cast: Cast, state: str, found: tuple[Any, ...]
) -> None:
    round_of(cast, 1, RoundState.CLOSED)
    Entry.objects.filter(number=1).update(
        state=state, to_round=0 if state == EntryState.WITHDRAWN else None
    )
    exclude(cast, replace(terms(LEFT, after=1), excused=True))
    assert columns(cast) == found
    assert entry(cast).exclusions.get().had_left is (state == EntryState.WITHDRAWN)


@pytest.mark.full
def test_a_decision_after_the_end_withdraws_nobody_who_waits_or_is_drawn(cast: Cast) -> None:
    draft = round_of(cast, 1, RoundState.DRAFT)
    draft.sit_outs.create(entry=entry(cast))
    assert codes(lambda: exclude(cast, terms())) == [Reason.ENTRY_IN_DRAFT]
    Event.objects.filter(pk=cast.event.pk).update(state=EventState.FINISHED)
    exclude(cast, terms())
    assert columns(cast) == (EntryState.WITHDRAWN, 0, False, True, True)


@pytest.mark.full
@pytest.mark.parametrize(
    ("steps", "origin", "is_taken_back"),
    [
        ([], RULING, False),
        ([(APPROVED, RULING)], RULING, True),
        ([(APPROVED, RULING)], "another", False),
        ([(APPROVED, "")], RULING, False),
        ([(PROPOSED, RULING)], RULING, False),
        ([(APPROVED, RULING), (TAKEN_BACK, RULING)], RULING, False),
        ([(APPROVED, "another"), (APPROVED, RULING)], RULING, True),
        ([(TAKEN_BACK, RULING), (APPROVED, RULING)], RULING, True),
    ],
)
def test_a_ruling_takes_back_what_it_decided_itself_and_last(
    cast: Cast, steps: list[tuple[str, str]], origin: str, *, is_taken_back: bool
) -> None:
    for state, by in steps:
        decided(cast, 1, state, origin_uid=by)
    assert bool(exclusion_steps.columns_without(entry(cast), {origin})) is is_taken_back
    with change(cast.tournament, cast.director, Verb.TAKE_BACK_EXCLUSION) as made:
        made.concerns(event=cast.event)
        row = exclusions.take_back_within(made, entry(cast), cast.bob, "x", origin=origin)
    assert (row is not None) is is_taken_back


@pytest.mark.full
def test_what_would_be_after_a_decision_changes_one_entry_of_what_was_read(cast: Cast) -> None:
    snapshot = results.read(cast.event)
    assumed = exclusion_steps.assumed(snapshot, entry(cast), terms())
    assert [row.number for row in assumed.entries if row.disqualified] == [1]
    assert not any(row.disqualified for row in snapshot.entries)
    assert [row.pk for row in assumed.entries] == [row.pk for row in snapshot.entries]


@pytest.mark.full
@pytest.mark.parametrize(
    ("had_left", "before", "found"),
    [
        (False, [], (EntryState.ENTERED, None, False, False, False)),
        (True, [], (EntryState.WITHDRAWN, 0, False, False, False)),
        (True, [LEFT], (EntryState.WITHDRAWN, 0, True, False, True)),
    ],
)
def test_what_was_decided_before_holds_again(
    cast: Cast, had_left: bool, before: list[str], found: tuple[Any, ...]
) -> None:
    for kind in before:
        decided(cast, 1, APPROVED, kind=kind, excused=True, without_prizes=True)
    decided(cast, 1, APPROVED, had_left=had_left)
    Entry.objects.filter(number=1).update(
        state=EntryState.WITHDRAWN, to_round=0, disqualified=True, without_prizes=True
    )
    organise.take_back_exclusion(entry(cast), cast.bob, "x")
    assert columns(cast) == found


@pytest.mark.full
@pytest.mark.parametrize("excused", [True, False])
def test_who_left_excused_is_excused_again_without_the_disqualification(
    cast: Cast, *, excused: bool
) -> None:
    organise.withdraw_entry(entry(cast), cast.director, excused=excused, reason="ill")
    round_of(cast, 1, RoundState.CLOSED)
    exclude(cast, terms(OUT, after=1), origin=RULING)
    disqualified = results.read(cast.event)
    assert standings_input.standings_input(disqualified).excused == frozenset()
    assert not roster.entrant(entry(cast)).excused
    without = exclusion_steps.columns_without(entry(cast), {RULING})
    assumed = exclusion_steps.with_columns(disqualified, entry(cast).pk, without)
    with change(cast.tournament, cast.director, Verb.TAKE_BACK_EXCLUSION) as made:
        exclusions.take_back_within(made, entry(cast), cast.bob, "x", origin=RULING)
    assert columns(cast) == (EntryState.WITHDRAWN, 0, excused, False, False)
    for snapshot in (assumed, results.read(cast.event)):
        assert next((row.to_round, row.excused) for row in snapshot.entries) == (0, excused)


@pytest.mark.full
def test_a_look_leaves_the_round_after_which_somebody_had_left(cast: Cast) -> None:
    organise.withdraw_entry(entry(cast), cast.director)
    round_of(cast, 1, RoundState.CLOSED)
    assumed = exclusion_steps.assumed(results.read(cast.event), entry(cast), terms(OUT, after=1))
    assert (assumed.entries[0].to_round, assumed.entries[0].disqualified) == (0, True)


@pytest.mark.full
def test_the_first_of_two_disqualifications_leaves_the_last_round_too(cast: Cast) -> None:
    organise.withdraw_entry(entry(cast), cast.director)
    round_of(cast, 1, RoundState.CLOSED)
    exclude(cast, terms(OUT, after=1))
    exclude(cast, terms(OUT, after=1), origin=RULING)
    assert exclusion_steps.columns_without(entry(cast), {RULING}).keys().isdisjoint({"to_round"})


@pytest.mark.full
@pytest.mark.parametrize(("had_left", "is_refused"), [(False, True), (True, False)])
def test_only_who_comes_back_needs_the_number_that_another_has(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, had_left: bool, *, is_refused: bool
) -> None:
    taken = [refuse(Reason.MOVEMENT_FULL, places=1)]
    monkeypatch.setattr(board_places, "taken_number_problems", lambda _entry: taken)
    decided(cast, 1, APPROVED, had_left=had_left)
    if is_refused:
        assert codes(lambda: organise.take_back_exclusion(entry(cast), cast.bob, "x")) == [
            Reason.MOVEMENT_FULL
        ]
    else:
        assert organise.take_back_exclusion(entry(cast), cast.bob, "x").state == TAKEN_BACK


@pytest.mark.full
@pytest.mark.parametrize(
    ("needs_two", "official_is_proposer", "may"),
    [(True, True, False), (True, False, True), (False, True, True), (False, False, True)],
)
def test_who_proposed_what_two_decided_does_not_take_it_back(
    cast: Cast, needs_two: bool, official_is_proposer: bool, *, may: bool
) -> None:
    user = cast.alice if official_is_proposer else cast.bob
    assert not exclusion_steps.may_take_back(entry(cast), user)
    decided(cast, 1, APPROVED, needs_two=needs_two)
    assert exclusion_steps.may_take_back(entry(cast), user) is may
    if may:
        organise.take_back_exclusion(entry(cast), user, "x")
    else:
        assert codes(lambda: organise.take_back_exclusion(entry(cast), user, "x")) == [
            Reason.EXCLUSION_BY_SAME
        ]


@pytest.mark.full
def test_nothing_is_taken_back_in_an_event_that_is_over(cast: Cast) -> None:
    decided(cast, 1, APPROVED)
    Event.objects.filter(pk=cast.event.pk).update(state=EventState.FINISHED)
    assert not exclusion_steps.may_take_back(entry(cast), cast.bob)
    assert codes(lambda: organise.take_back_exclusion(entry(cast), cast.bob, " ")) == [
        Reason.EVENT_NOT_RUNNING,
        Reason.REASON_MISSING,
    ]


@pytest.mark.full
def test_rounds_that_were_withdrawn_bind_nobody(cast: Cast) -> None:
    round_of(cast, 1, RoundState.CLOSED)
    for number, state in ((2, RoundState.CANCELLED), (3, RoundState.DRAFT)):
        made = round_of(cast, number, state).matches.create(number=1)
        made.sides.create(number=1).entries.add(entry(cast))
    exclusions.require_possible(entry(cast), terms(OUT, after=0))
    exclusions.require_possible(entry(cast), terms(OUT, after=1))
    assert codes(lambda: exclusions.require_possible(entry(cast), terms(OUT, after=2))) == [
        Reason.WITHDRAWAL_ROUND
    ]


@pytest.mark.full
@pytest.mark.parametrize(("kind", "is_refused"), [(LEFT, True), (OUT, False)])
def test_who_has_left_is_disqualified_and_withdraws_no_more(
    cast: Cast, kind: Any, *, is_refused: bool
) -> None:
    Entry.objects.filter(number=1).update(state=EntryState.WITHDRAWN)
    exclusions.require_possible(entry(cast, 2), terms(kind))
    if is_refused:
        assert codes(lambda: exclusions.require_possible(entry(cast), terms(kind))) == [
            Reason.ENTRY_NOT_THERE
        ]
    else:
        exclusions.require_possible(entry(cast), terms(kind))


@pytest.mark.full
def test_a_proposal_is_of_its_own_event_and_entry(cast: Cast) -> None:
    other = second_event(cast)
    Event.objects.filter(pk=other.pk).update(state=EventState.CANCELLED)
    decided(cast, 2, PROPOSED)
    organise.propose_exclusion(entry(cast), cast.bob, terms())
    assert exclusion_steps.proposal(entry(cast, 3)) is None
    assert exclusion_steps.latest(entry(cast, 3)) is None
    turned = organise.refuse_exclusion(entry(cast), cast.bob, "x")
    assert turned.state == ExclusionState.REFUSED
    assert exclusion_steps.proposal(entry(cast, 2)) is not None
