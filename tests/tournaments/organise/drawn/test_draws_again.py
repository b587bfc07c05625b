"""Drawing a draft again is discarding it and drawing: a round is drawn from what was before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from django.db import transaction

from tests.cast import Cast, assemble
from tests.suspending import suspend
from tests.tournaments.drawing import boards_cast, changed, out_of, pairs_cast, partners_cast
from tournaments import organise, results
from tournaments.base.refusals import Refused
from tournaments.models import DrawMethod, Entry, Round
from tournaments.organise.absences.awards import AwardGrounds
from tournaments.progress import event_progress
from tournaments.results import queries

LATE: Final = "late"
SIXTEEN: Final = 16


def of_method(method: DrawMethod) -> Cast:
    """The cast with an event of a method, of an odd number where it may be one, all checked in."""
    if method in {DrawMethod.MITCHELL, DrawMethod.HOWELL}:
        cast = boards_cast(7, method)
    elif method == DrawMethod.WHIST:
        cast = partners_cast(9)
    elif method in {DrawMethod.BY_STANDING, DrawMethod.MOVEMENT}:
        cast = changed(assemble(players=SIXTEEN), draw_method=method)
    else:
        cast = changed(pairs_cast(7), draw_method=method)
    organise.check_in_all(cast.event, cast.director)
    return cast


def play_first(cast: Cast) -> None:
    """Play the first round: of two sides the first wins every match."""
    round_ = organise.draw_round(cast.event, cast.director)
    organise.publish_round(round_, cast.director)
    why = AwardGrounds("nobody came")
    for match in round_.matches.all():
        if match.sides.count() == event_progress.SIDES:
            organise.award_walkover(match, cast.director, match.sides.get(number=1), why)
    if queries.is_open(round_):
        cast.play(round_)
    organise.close_round(round_, cast.director)


def enters(cast: Cast, _entry: Entry) -> None:
    size = cast.event.entries.all()[0].members.count()
    names = [f"{LATE} {number}" for number in range(size)]
    organise.add_entries(cast.event, cast.director, [names])
    last = cast.event.entries.order_by("-number")[0]
    organise.check_in(cast.event, cast.director, [last.number])


def goes_home(cast: Cast, entry: Entry) -> None:
    organise.check_in(cast.event, cast.director, [entry.number], False)


def is_suspended(cast: Cast, entry: Entry) -> None:
    suspend(cast, entry, 1, 2)


HAPPENS: Final = (enters, goes_home, is_suspended)
"""What may come between a draft and the next draw; who is in a draft cannot withdraw."""
DRAWS: Final = [
    *((method, 1) for method in DrawMethod if method not in event_progress.LATER),
    *((method, 2) for method in [*sorted(event_progress.LATER), DrawMethod.KNOCKOUT]),
]
"""The methods, each in the first round for which it draws; a knockout in its second too."""


def drawn_of(draw: Callable[[], Round]) -> object:
    """Return what a draw makes, or refuses, and undo it."""
    undo = transaction.savepoint()
    try:
        round_ = draw()
    except Refused as refused:
        return [problem.code for problem in refused.problems]
    else:
        sides = round_.matches.order_by("number").values_list(
            "code", "sides__number", "sides__entries__number"
        )
        changed_since = organise.has_changed(Round.objects.get(pk=round_.pk))
        return round_.seed, round_.input_digest, list(sides), out_of(round_), changed_since
    finally:
        transaction.savepoint_rollback(undo)


@pytest.mark.full
@pytest.mark.parametrize(("method", "number"), DRAWS)
def test_to_draw_again_is_to_discard_and_to_draw(db: None, method: DrawMethod, number: int) -> None:
    cast = of_method(method)
    if number > 1:
        play_first(cast)
    draft = organise.draw_round(cast.event, cast.director)
    drawn = 0

    def discards_and_draws() -> Round:
        organise.discard_round(Round.objects.get(pk=draft.pk), cast.director)
        return organise.draw_round(cast.event, cast.director, method=draft.method)

    def draws_again() -> Round:
        fresh = Round.objects.select_related("event__tournament", "group__stage").get(pk=draft.pk)
        return organise.redraw_round(fresh, cast.director)

    for happens in HAPPENS:
        before = transaction.savepoint()
        winner = draft.matches.order_by("number")[0].sides.get(number=1).entries.all()[0]
        happens(cast, winner)
        again, anew = drawn_of(draws_again), drawn_of(discards_and_draws)
        assert again == anew, happens.__name__
        drawn += isinstance(anew, tuple)
        assert not (isinstance(anew, tuple) and anew[-1]), "it is drawn from what is"
        transaction.savepoint_rollback(before)
    assert drawn
    assert results.read(cast.event).rounds[-1].pk == draft.pk
