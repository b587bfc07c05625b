"""The demo's evening equals a plain recomputation from its file; a start that broke off goes on."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

import pytest

from config.demo import evening
from referee import entry
from referee.models import Confirmation, Sheet
from scoring.game import find
from tests.scoring.oracle import raw_points
from tournaments import queries
from tournaments.models import Deal, Event, Result, Round, Seat, Tournament, User
from tournaments.verification import verify

pytestmark = pytest.mark.django_db

CLASSIC = find("gongzhu").rules({"preset": "classic"}).as_dict()


@pytest.fixture
def people() -> dict[str, User]:
    return {name: User.objects.create(username=name) for name in ("owner", "director", "referee")}


def test_it_stands_in_the_middle_of_its_second_round(people: dict[str, User]) -> None:
    evening.play(**people)
    states = list(Round.objects.order_by("number").values_list("number", "state"))
    assert states == [(1, Round.State.CLOSED), (2, Round.State.PUBLISHED)]
    second = Deal.objects.filter(sitting__segment__match__round__number=2)
    done = Counter(second.filter(version__gt=0).values_list("sitting__table__number", flat=True))
    assert dict(done) == evening.DONE_IN_SECOND_ROUND
    assert Sheet.objects.filter(confirmations=None).count() == len(evening.DONE_IN_SECOND_ROUND)


def test_its_standings_equal_a_plain_recomputation(people: dict[str, User]) -> None:
    evening.play(**people)
    shown = {row.competitor.name: row.rank.total for row in queries.standings(Event.objects.get())}
    assert shown == _recomputed()
    assert len(set(shown.values())) > 1


def test_a_second_start_changes_nothing(people: dict[str, User]) -> None:
    evening.play(**people)
    before = Tournament.objects.get().log_seq
    evening.play(**people)
    assert Tournament.objects.get().log_seq == before


def test_a_start_that_was_stopped_goes_on(
    people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stopped(Exception):
        pass

    confirm, left = entry.confirm, iter(range(5))

    def confirm_five(**item: Any) -> object:
        if next(left, None) is None:
            raise Stopped
        return confirm(**item)

    with monkeypatch.context() as patch:
        patch.setattr(entry, "confirm", confirm_five)
        with pytest.raises(Stopped):
            evening.play(**people)
    assert Result.objects.count() == 5
    evening.play(**people)
    assert Result.objects.count() == 8 + sum(evening.DONE_IN_SECOND_ROUND.values())
    assert Confirmation.objects.count() == Result.objects.count()
    assert _recomputed() == {
        row.competitor.name: row.rank.total for row in queries.standings(Event.objects.get())
    }


def test_its_log_holds(people: dict[str, User]) -> None:
    evening.play(**people)
    assert verify(Tournament.objects.get()) == []


def _recomputed() -> dict[str, Fraction]:
    """Add up, card by card, what the file says that each table's deals came to."""
    totals: dict[str, Fraction] = defaultdict(Fraction)
    played = iter([json.loads(line) for line in evening.DEALS.read_text("utf-8").splitlines()])
    deals = Deal.objects.order_by(
        "sitting__segment__match__round__number", "sitting__table__number", "play_order"
    )
    for deal in deals:
        facts = next(played)
        names = _names(deal)
        if deal.version:
            shown = [(one["card"], one["kind"]) for one in facts["exposed"]]
            for seat, points in raw_points(CLASSIC, facts["won"], shown, {}).items():
                totals[names[seat]] += points
    return dict(totals)


def _names(deal: Deal) -> dict[str, str]:
    return dict(Seat.objects.filter(sitting=deal.sitting).values_list("label", "person__name"))
