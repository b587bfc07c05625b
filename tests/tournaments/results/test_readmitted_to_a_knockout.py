"""Who left a knockout and comes back finds the bracket as it has gone on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cast import Cast
from tests.tournaments.results.test_knockout_events import (
    in_play,
    knockout_cast,
    pairs_of,
    standing,
    won_by_first,
)
from tournaments import organise
from tournaments.checks import redraws, verification
from tournaments.models import ExclusionKind
from tournaments.organise import ExclusionTerms


@pytest.fixture
def cast(db: None) -> Cast:
    """The cast after the first round of a knockout of eight, of which 1, 2, 3 and 4 are left."""
    made = knockout_cast(8)
    won_by_first(made, in_play(made))
    return made


def leaves(cast: Cast) -> None:
    organise.withdraw_entry(cast.event.entries.get(number=1), cast.director)


def comes_back(cast: Cast) -> None:
    organise.readmit_entry(cast.event.entries.get(number=1), cast.director)


def is_excluded(cast: Cast) -> None:
    terms = ExclusionTerms(ExclusionKind.DISQUALIFICATION, 1, "signals")
    organise.decide_exclusion(cast.event.entries.get(number=1), cast.alice, terms)


def is_put_in_its_right(cast: Cast) -> None:
    organise.take_back_exclusion(cast.event.entries.get(number=1), cast.alice, "there were none")


@pytest.mark.full
@pytest.mark.parametrize(
    ("goes", "returns"), [(leaves, comes_back), (is_excluded, is_put_in_its_right)]
)
def test_the_final_goes_on_with_who_advanced_without_play(
    cast: Cast, goes: Callable[[Cast], None], returns: Callable[[Cast], None]
) -> None:
    goes(cast)
    semi_final = in_play(cast)
    assert pairs_of(semi_final) == [[2, 3]]
    won_by_first(cast, semi_final)
    final = in_play(cast)
    assert {*pairs_of(final)[0]} == {2, 4}
    returns(cast)
    knockout = standing(cast)
    assert not knockout.astray
    assert not knockout.next_matches
    won_by_first(cast, final)
    assert standing(cast).is_over
    assert [place.entries for place in standing(cast).places[2:3]] == [("1", "3")]
    organise.finish_event(cast.event, cast.director)
    assert redraws.redraw(final).is_equal
    assert verification.verify(cast.tournament) == []


@pytest.mark.full
def test_before_anything_was_drawn_upon_it_the_match_is_played_after_all(cast: Cast) -> None:
    leaves(cast)
    assert standing(cast).results["W2.1"] == "4"
    comes_back(cast)
    assert pairs_of(organise.draw_round(cast.event, cast.director)) == [[1, 4], [2, 3]]


@pytest.mark.full
def test_a_draft_that_rests_on_the_win_is_told_of_and_drawn_again_without_it(cast: Cast) -> None:
    leaves(cast)
    won_by_first(cast, in_play(cast))
    final = organise.draw_round(cast.event, cast.director)
    comes_back(cast)
    assert organise.has_changed(final)
    assert pairs_of(organise.redraw_round(final, cast.director)) == [[1, 4]]
