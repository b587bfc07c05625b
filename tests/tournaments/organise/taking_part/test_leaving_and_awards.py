"""Who leaves by a decision, and which matches are awarded: both sides of each condition."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.cast import Cast
from tests.tournaments.organise.taking_part.test_bounds import codes, entry, round_of, second_event
from tournaments import organise
from tournaments.base.refusals import PlanReason, Reason
from tournaments.models import (
    Award,
    AwardKind,
    Deal,
    Entry,
    EntryState,
    Event,
    EventState,
    Exclusion,
    ExclusionKind,
    ExclusionState,
    Match,
    Round,
    RoundState,
    Side,
    Sitting,
    Table,
    User,
)
from tournaments.organise import ExclusionTerms
from tournaments.organise.absences import awards, exclusion_steps, exclusions, forfeits
from tournaments.organise.absences.awards import AwardGrounds
from tournaments.persons.namesakes import Named
from tournaments.standings.unplayed_terms import WalkoverScores

WHY = AwardGrounds("it was so")
OUT, LEFT = ExclusionKind.DISQUALIFICATION, ExclusionKind.WITHDRAWAL


def terms(kind: ExclusionKind = OUT, after: int = 0, reason: str = "x") -> ExclusionTerms:
    return ExclusionTerms(kind, after, reason)


def decided(cast: Cast, number: int, state: str, **columns: Any) -> Exclusion:
    """Return a step of a decision on an entry, past the operations."""
    of = entry(cast, number)
    values = {
        "number": of.exclusions.count() + 1,
        "kind": OUT,
        "after_round": 0,
        "reason": "x",
        "proposer": cast.alice,
        "official": cast.bob,
        "needs_two": False,
        **columns,
    }
    return Exclusion.objects.create(entry=of, state=state, **values)


PROPOSED, APPROVED, REFUSED, TAKEN_BACK = (
    ExclusionState.PROPOSED,
    ExclusionState.APPROVED,
    ExclusionState.REFUSED,
    ExclusionState.TAKEN_BACK,
)


@pytest.mark.full
def test_a_proposal_waits_while_it_is_the_newest_step(cast: Cast) -> None:
    other = second_event(cast)
    events = Event.objects.filter(pk=cast.event.pk)
    assert (exclusion_steps.latest(entry(cast)), exclusion_steps.proposal(entry(cast))) == (
        None,
        None,
    )
    first, second = decided(cast, 1, PROPOSED), decided(cast, 2, PROPOSED)
    assert exclusion_steps.proposal(entry(cast)) == first
    assert list(exclusion_steps.open_proposals(events)) == [first, second]
    assert list(exclusion_steps.open_proposals(Event.objects.filter(pk=other.pk))) == []
    approved = decided(cast, 1, APPROVED)
    assert exclusion_steps.latest(entry(cast)) == approved
    assert exclusion_steps.proposal(entry(cast)) is None
    assert list(exclusion_steps.open_proposals(events)) == [second]


@pytest.mark.full
def test_what_is_in_force_is_approved_and_not_taken_back(cast: Cast) -> None:
    def may(user: User = cast.bob) -> bool:
        return exclusion_steps.may_take_back(entry(cast), user)

    decided(cast, 1, PROPOSED)
    assert not may()
    decided(cast, 1, APPROVED, origin_uid="ruling")
    assert (may(), exclusion_steps.is_by_ruling(entry(cast))) == (False, True)
    decided(cast, 1, APPROVED, needs_two=True)
    assert (may(), may(cast.alice), exclusion_steps.is_by_ruling(entry(cast))) == (
        True,
        False,
        False,
    )
    Event.objects.filter(pk=cast.event.pk).update(state=EventState.FINISHED)
    assert not may()
    Event.objects.filter(pk=cast.event.pk).update(state=EventState.PUBLISHED)
    decided(cast, 1, TAKEN_BACK)
    assert exclusion_steps.is_by_ruling(entry(cast))
    decided(cast, 1, TAKEN_BACK)
    assert not exclusion_steps.is_by_ruling(entry(cast))
    decided(cast, 1, APPROVED)
    assert (may(), may(cast.alice)) == (True, True)


@pytest.mark.full
def test_a_decision_is_taken_back_with_a_reason_where_one_is_in_force(cast: Cast) -> None:
    def back(user: User = cast.bob, reason: str = "x") -> Exclusion:
        return organise.take_back_exclusion(entry(cast), user, reason)

    assert codes(lambda: back(reason=" ")) == [Reason.REASON_MISSING, Reason.EXCLUSION_MISSING]
    decided(cast, 1, APPROVED, origin_uid="ruling")
    assert codes(back) == [Reason.EXCLUSION_BY_RULING]
    decided(cast, 1, APPROVED, needs_two=True)
    assert codes(lambda: back(cast.alice)) == [Reason.EXCLUSION_BY_SAME]
    assert back().state == TAKEN_BACK
    assert codes(back) == [Reason.EXCLUSION_BY_RULING]


@pytest.mark.full
def test_a_proposal_wants_a_reason_and_a_round_that_can_be_the_last(cast: Cast) -> None:
    gone = entry(cast)
    first = round_of(cast, 1, RoundState.CLOSED)
    first.matches.create(number=1).sides.create(number=1).entries.add(gone)
    round_of(cast, 2, RoundState.PUBLISHED)

    def check(of: Entry = gone, **more: Any) -> None:
        exclusions.require_possible(of, replace(terms(after=1), **more))

    check()
    check(after_round=2)
    assert codes(lambda: check(after_round=0)) == [Reason.WITHDRAWAL_ROUND]
    assert codes(lambda: check(after_round=3)) == [Reason.WITHDRAWAL_ROUND]
    assert codes(lambda: check(reason=" ")) == [Reason.REASON_MISSING]
    check(entry(cast, 2), after_round=0)
    Entry.objects.filter(number=1).update(state=EntryState.WITHDRAWN)
    check(after_round=0)
    assert codes(lambda: check(kind=LEFT)) == [Reason.ENTRY_NOT_THERE]
    decided(cast, 1, PROPOSED)
    assert codes(check) == [Reason.EXCLUSION_OPEN]
    Event.objects.filter(pk=cast.event.pk).update(state=EventState.CANCELLED)
    assert codes(lambda: check(entry(cast, 2), after_round=0)) == [Reason.EVENT_NOT_RUNNING]


@pytest.mark.full
def test_what_was_proposed_is_refused_with_a_reason(cast: Cast) -> None:
    def turn_down(reason: str = "x") -> Exclusion:
        return organise.refuse_exclusion(entry(cast), cast.bob, reason)

    assert codes(lambda: turn_down(" ")) == [Reason.EXCLUSION_MISSING, Reason.REASON_MISSING]
    decided(cast, 1, PROPOSED)
    assert codes(lambda: turn_down(" ")) == [Reason.REASON_MISSING]
    assert turn_down().state == REFUSED
    assert codes(turn_down) == [Reason.EXCLUSION_MISSING]
    assert codes(lambda: organise.approve_exclusion(entry(cast), cast.bob)) == [
        Reason.EXCLUSION_MISSING
    ]


@pytest.mark.full
def test_an_entry_has_left_by_a_decision_that_was_not_taken_back(cast: Cast) -> None:
    assert not organise.left_by_decision(entry(cast))
    decided(cast, 1, APPROVED)
    assert organise.left_by_decision(entry(cast))
    assert not organise.left_by_decision(entry(cast, 2))
    for further in (PROPOSED, REFUSED, APPROVED, TAKEN_BACK):
        decided(cast, 1, further)
        assert organise.left_by_decision(entry(cast)), further
    decided(cast, 1, TAKEN_BACK)
    assert not organise.left_by_decision(entry(cast))


@pytest.fixture
def match(cast: Cast) -> Match:
    """A match of two sides in a round in play, without a table."""
    made = round_of(cast, 1, RoundState.PUBLISHED).matches.create(number=1)
    for number in (1, 2):
        made.sides.create(number=number).entries.add(entry(cast, number))
    return Match.objects.select_related("round__event__tournament", "round__group__stage").get()


@pytest.mark.full
@pytest.mark.parametrize(
    ("reason", "round_state", "event_state", "found"),
    [
        ("x", RoundState.PUBLISHED, EventState.PUBLISHED, []),
        ("x", RoundState.CLOSED, EventState.PUBLISHED, []),
        (" ", RoundState.PUBLISHED, EventState.PUBLISHED, [Reason.REASON_MISSING]),
        ("x", RoundState.DRAFT, EventState.PUBLISHED, [Reason.ROUND_NOT_IN_PLAY]),
        ("x", RoundState.PUBLISHED, EventState.FINISHED, [Reason.EVENT_NOT_RUNNING]),
    ],
)
def test_a_match_is_awarded_with_a_reason_while_it_is_in_play(
    cast: Cast, match: Match, reason: str, round_state: str, event_state: str, found: list[str]
) -> None:
    Round.objects.update(state=round_state)
    Event.objects.update(state=event_state)
    assert [row.code for row in awards.play_problems(match, AwardGrounds(reason))] == found
    if found:
        assert codes(lambda: awards._check_match(match, AwardGrounds(reason))) == found
    else:
        awards._check_match(match, AwardGrounds(reason))
    Side.objects.filter(number=2).delete()
    assert codes(lambda: awards._check_match(match, AwardGrounds(reason))) == [
        *found,
        Reason.AWARD_OF_TWO_SIDES,
    ]


@pytest.mark.full
def test_a_match_is_awarded_once_to_a_side_of_its_own(cast: Cast, match: Match) -> None:
    won = WalkoverScores(Fraction(2))
    other = match.round.matches.create(number=2)
    foreign = other.sides.create(number=1)

    def walkover(winner: Side) -> Award:
        return organise.award_walkover(match, cast.director, winner, WHY, won)

    assert codes(lambda: walkover(foreign)) == [Reason.AWARD_OF_TWO_SIDES]
    match.code = "F"
    for award in (organise.award_both_absent, organise.award_spoilt):
        assert codes(lambda award=award: award(match, cast.director, WHY)) == [  # type: ignore[misc]
            PlanReason.KNOCKOUT_NEEDS_WINNER
        ]
    given = walkover(match.sides.get(number=1))
    assert given.kind == AwardKind.WALKOVER
    assert given.won == 2
    assert codes(lambda: walkover(match.sides.get(number=2))) == [Reason.AWARD_STANDS]
    match.code = ""
    organise.take_back_award(match, cast.director, WHY)
    assert codes(lambda: organise.take_back_award(match, cast.director, WHY)) == [
        Reason.AWARD_MISSING
    ]
    both = organise.award_both_absent(match, cast.director, WHY, WalkoverScores(Fraction(2)))
    assert both.winner is None


@pytest.mark.full
def test_places_are_forfeited_at_a_table_of_single_players_without_results(
    cast: Cast, match: Match
) -> None:
    third = match.sides.create(number=3)
    foreign = match.round.matches.create(number=2).sides.create(number=1)

    def check(*absent: Side, reason: str = "x") -> None:
        forfeits._check(match, absent, AwardGrounds(reason))

    check(third)
    assert codes(check) == codes(lambda: check(third, foreign)) == [Reason.AWARD_OF_TWO_SIDES]
    assert codes(lambda: check(third, reason=" ")) == [Reason.REASON_MISSING]
    Award.objects.create(match=match, kind="spoilt", reason="x", origin_uid="x", origin_label="x")
    assert codes(lambda: check(third)) == [Reason.AWARD_STANDS]
    Award.objects.create(
        match=match,
        kind="withdrawn",
        reason="x",
        origin_uid="x",
        origin_label="x",
        retires=Award.objects.get(),
    )
    check(third)
    table = Table.objects.create(tournament=cast.tournament, number=91, code="CODE91")
    sitting = Sitting.objects.create(segment=match.segments.create(number=1), table=table)
    deal = Deal.objects.create(event=cast.event, sitting=sitting, board_no=1, play_order=1)
    check(third)
    assert not forfeits.match_has_results(match)
    Deal.objects.filter(pk=deal.pk).update(done=True)
    assert forfeits.match_has_results(match)
    assert codes(lambda: check(third)) == [Reason.TABLE_HAS_RESULTS]
    Side.objects.filter(pk=third.pk).delete()
    Deal.objects.filter(pk=deal.pk).update(done=False)
    side = match.sides.get(number=2)
    assert codes(lambda: check(side)) == [Reason.TABLE_OF_TWO_SIDES]


@pytest.mark.full
def test_a_house_player_is_nobody_who_plays(cast: Cast) -> None:
    second_event(cast)
    persons = {name: cast.club.persons.get(name=name) for name in ("甲", "子")}

    def found(name: str) -> list[str]:
        known = persons[name]
        return [row.code for row in forfeits._name_problems(cast.event, Named(name), known)]

    assert found("甲") == [Reason.NAME_TAKEN]
    assert found("子") == []
    assert forfeits._name_problems(cast.event, Named("新人"), None) == []
    assert forfeits._name_problems(cast.event, Named("甲"), None) != []
    Entry.objects.filter(event=cast.event, number=1).update(kind="house")
    assert found("甲") == []
