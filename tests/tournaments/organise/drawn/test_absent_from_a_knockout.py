"""Who is in the bracket and not in the hall: seated, given a bye, out of it, or asked for."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.suspending import suspend
from tests.tournaments.drawing import codes, out_of
from tests.tournaments.organise.planning.test_stages_of_events import play, second, staged_cast
from tests.tournaments.results.test_knockout_events import (
    in_play,
    knockout_cast,
    pairs_of,
    won_by_first,
)
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.checks import redraws
from tournaments.models import DrawMethod, Entry
from tournaments.progress import qualification_state
from tournaments.standings.qualification_rules import FeedRule, Take, TakeKind
from tournaments.structure.stages import StagePlan

SWISS = StagePlan(draw_method=DrawMethod.SWISS, rounds_planned=1)


def entry(cast: Cast, number: int) -> Entry:
    found: Entry = cast.event.entries.select_related("event__tournament").get(number=number)
    return found


@pytest.fixture
def before_the_final(db: None) -> Cast:
    """The cast before the final of a knockout of four, in which 1 and 2 advanced and 1 is gone."""
    cast = knockout_cast(4)
    organise.check_in_all(cast.event, cast.director)
    won_by_first(cast, in_play(cast))
    organise.check_in(cast.event, cast.director, [1], False)
    return cast


@pytest.mark.full
def test_who_advanced_and_is_not_there_is_named_and_not_left_out(
    before_the_final: Cast, client: Client
) -> None:
    cast = before_the_final
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director)
    assert codes(refused) == ["knockout_absent"]
    client.force_login(cast.alice)
    where = reverse("desk_draw", args=[cast.event.uid])
    page = client.post(where, headers={"accept-language": "en"}, follow=True).content.decode()
    assert "Check them in to seat them, or withdraw them" in page
    assert "1.1" in page
    assert cast.event.rounds.count() == 1
    organise.check_in(cast.event, cast.director, [1])
    assert pairs_of(organise.draw_round(cast.event, cast.director)) == [[1, 2]]


@pytest.mark.full
def test_who_is_withdrawn_instead_lets_the_other_side_advance(before_the_final: Cast) -> None:
    cast = before_the_final
    organise.withdraw_entry(entry(cast, 1), cast.director)
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director)
    assert codes(refused) == ["knockout_over"]


@pytest.mark.full
def test_who_is_out_already_is_not_asked_for(before_the_final: Cast) -> None:
    cast = before_the_final
    organise.check_in(cast.event, cast.director, [1])
    organise.check_in(cast.event, cast.director, [3, 4], False)
    assert pairs_of(organise.draw_round(cast.event, cast.director)) == [[1, 2]]


def finals_cast(pairs: int) -> Cast:
    """The cast with a knockout of so many pairs that is opened after one round of another kind."""
    feed = FeedRule((Take(TakeKind.TOP, pairs),))
    finals = StagePlan(draw_method=DrawMethod.KNOCKOUT, feed=feed)
    cast = staged_cast(SWISS, finals, pairs=pairs + pairs % 2)
    organise.check_in_all(cast.event, cast.director)
    play(cast)
    shown = qualification_state.preview(second(cast))
    organise.open_stage(second(cast), cast.director, seen=shown.mark, accepted=True)
    return cast


def goes_home(cast: Cast, number: int) -> None:
    organise.check_in(cast.event, cast.director, [number], False)


def withdraws(cast: Cast, number: int) -> None:
    organise.withdraw_entry(entry(cast, number), cast.director)


def is_suspended(cast: Cast, number: int) -> None:
    suspend(cast, entry(cast, number), 2)


def line(cast: Cast, number: int) -> int:
    """Return the entry on a line of the bracket."""
    members = second(cast).groups.get().members
    found: int = members.get(number=number).entry.number
    return found


@pytest.mark.full
@pytest.mark.parametrize("leaves", [withdraws, is_suspended])
def test_who_left_before_the_first_round_of_a_later_stage_lets_the_other_advance(
    db: None, leaves: Callable[[Cast, int], None]
) -> None:
    cast = finals_cast(4)
    leaves(cast, line(cast, 1))
    drawn = organise.draw_round(cast.event, cast.director)
    (met,) = pairs_of(drawn)
    assert set(met) == {line(cast, 2), line(cast, 3)}
    assert redraws.redraw(drawn).is_equal


@pytest.mark.full
@pytest.mark.parametrize(
    ("leaves", "has_bye"), [(goes_home, True), (withdraws, False), (is_suspended, False)]
)
def test_a_bye_is_given_to_the_absent_and_not_to_those_who_left(
    db: None, leaves: Callable[[Cast, int], None], has_bye: bool
) -> None:
    cast = finals_cast(3)
    first = line(cast, 1)
    leaves(cast, first)
    drawn = organise.draw_round(cast.event, cast.director)
    assert out_of(drawn) == ([first] if has_bye else [])
    assert redraws.redraw(drawn).is_equal


@pytest.mark.full
def test_who_is_to_be_seated_in_a_later_stage_is_asked_for(db: None) -> None:
    cast = finals_cast(4)
    goes_home(cast, line(cast, 1))
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director)
    assert codes(refused) == ["knockout_absent"]
