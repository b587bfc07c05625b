"""What is read of draws and first results, and where: nowhere that nothing follows from it."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.game import Counting
from tests.tournaments import two_events
from tests.tournaments.two_events import Two
from tournaments.models import (
    Adjustment,
    Comparison,
    Entry,
    Result,
    Round,
    RoundState,
)
from tournaments.results import event_rows
from tournaments.structure.game_slots import FirstResult


@pytest.fixture
def two(db: None) -> Two:
    return two_events.assemble()


@pytest.mark.full
@pytest.mark.parametrize(
    ("columns", "is_read"),
    [
        ({"method": "random"}, False),
        ({"method": "knockout"}, True),
        ({"method": "swiss"}, False),
        ({"method": "round_robin"}, True),
        ({"method": "random", "state": RoundState.DRAFT}, True),
    ],
)
def test_the_input_of_a_draw_is_read_where_something_follows_from_it(
    two: Two, columns: dict[str, Any], is_read: bool
) -> None:
    Round.objects.filter(event=two.own).update(**columns)
    [round_] = event_rows.rounds_by_event({two.own.pk: two.own})[0][two.own.pk]
    assert ("reasons" not in round_.get_deferred_fields()) is is_read


@pytest.mark.full
def test_after_a_withdrawal_from_it_the_input_of_a_round_robin_is_read(two: Two) -> None:
    def is_read() -> bool:
        rounds = event_rows.rounds_by_event({two.own.pk: two.own})[0][two.own.pk]
        return "reasons" not in rounds[-1].get_deferred_fields()

    Round.objects.filter(event=two.own).update(method="round_robin", number=2)
    group = Round.objects.get(event=two.own).group
    first = Round.objects.create(
        event=two.own, group=group, number=1, state=RoundState.CLOSED, method="round_robin"
    )
    Entry.objects.filter(event=two.other, number=1).update(state="withdrawn")
    assert not is_read()
    Entry.objects.filter(event=two.own, number=1).update(state="withdrawn")
    assert is_read()
    Round.objects.filter(event=two.own).update(method="random")
    assert not is_read()
    Entry.objects.filter(event=two.own).update(state="entered")
    Round.objects.filter(event=two.own).update(method="round_robin")
    Round.objects.filter(pk=first.pk).update(state=RoundState.CANCELLED)
    assert is_read()


def test_the_round_before_a_draft_is_read_with_its_input(two: Two) -> None:
    group = two.round().group
    later = Round.objects.create(event=two.own, group=group, number=2, state=RoundState.DRAFT)

    def is_read() -> bool:
        first = event_rows.rounds_by_event({two.own.pk: two.own})[0][two.own.pk][0]
        return "reasons" not in first.get_deferred_fields()

    assert is_read()
    Round.objects.filter(pk=later.pk).update(number=3)
    assert not is_read()
    Round.objects.filter(pk=later.pk).update(number=2, event=two.other)
    assert not is_read()


@pytest.mark.parametrize(
    ("stage_of_sum", "has_side", "is_read"),
    [("game", True, True), ("game", False, False), ("standings", True, False)],
)
def test_the_first_results_are_read_where_a_penalty_took_a_level(
    two: Two,
    monkeypatch: pytest.MonkeyPatch,
    stage_of_sum: str,
    has_side: bool,
    is_read: bool,
) -> None:
    fined = Adjustment(stage_of_sum=stage_of_sum, side_id=1 if has_side else None)
    by_key, given = {two.own.pk: two.own}, {two.own.pk: [fined]}
    assert event_rows.first_results(by_key, given) == {}
    monkeypatch.setattr(event_rows, "counting_of", lambda _event: Counting.LEVELS)
    assert event_rows.first_results(by_key, {}) == {}
    found = event_rows.first_results(by_key, given)
    first = Result.objects.get(deal=two.deals()[0])
    assert found == (
        {first.deal_id: FirstResult(first.created_at, first.engine)} if is_read else {}
    )


@pytest.mark.parametrize(
    ("ranking", "comparison", "builds"),
    [
        ("points", Comparison.NONE, False),
        ("vp_20", Comparison.NONE, True),
        ("vp_20", Comparison.IMP, False),
    ],
)
def test_deals_build_on_one_another_in_matches_that_are_not_compared(
    two: Two, ranking: str, comparison: str, builds: bool
) -> None:
    two.own.ranking, two.own.comparison = ranking, comparison
    assert event_rows._builds_on_earlier_deals(two.own) is builds
