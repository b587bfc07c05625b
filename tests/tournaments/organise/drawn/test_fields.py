"""Who is seated in a round, in which way, and who sits out."""

from __future__ import annotations

from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import cast as people
from tests.cast import Cast
from tests.samples import sampled
from tests.tournaments.drawing import codes, next_round, out_of, pairs_cast, seated
from tournaments import organise, results
from tournaments.base.refusals import PlanReason, Reason, Refused
from tournaments.models import (
    DrawMethod,
    Entry,
    Round,
    Seat,
)
from tournaments.organise.drawing import draws
from tournaments.pairing import notes
from tournaments.pairing import rounds as pairing
from tournaments.pairing.sit_outs import SitOutWhy
from tournaments.results import event_record, queries

CLASSIC: dict[str, object] = {"preset": "classic"}


@pytest.mark.full
@pytest.mark.parametrize(
    "method", sampled([DrawMethod.RANDOM, DrawMethod.BY_STANDING], [DrawMethod.RANDOM])
)
def test_sit_outs_go_round_before_anybody_sits_out_twice(db: None, method: str) -> None:
    cast = people.assemble(players=14)
    rounds = [next_round(cast, method) for _ in range(7)]
    sat_out = Counter(entry for round_ in rounds for entry in out_of(round_))
    assert sat_out == Counter(range(1, 15))
    for round_ in rounds:
        assert seated(round_) | set(out_of(round_)) == set(range(1, 15))
        why = {sit_out.why for sit_out in notes.read(round_.reasons).sit_outs}
        assert why == {SitOutWhy.LOWEST if method == DrawMethod.BY_STANDING else SitOutWhy.BY_SEED}


@pytest.mark.full
def test_by_standing_the_lowest_sit_out_and_the_best_meet(db: None) -> None:
    cast = people.assemble(players=17)
    first = next_round(cast, DrawMethod.BY_STANDING)
    assert out_of(first) == [17]
    ranked = [row.competitor.number for row in event_record.standings(results.read(cast.event))]
    second = organise.draw_round(cast.event, cast.director, method=DrawMethod.BY_STANDING)
    lowest = [number for number in ranked if number != 17][-1]
    assert out_of(second) == [lowest]
    assert second.algorithm == "fours-search-1"


@pytest.mark.full
def test_a_house_player_s_seat_is_the_first_to_be_left_empty(db: None) -> None:
    cast = people.assemble(players=9)
    Entry.objects.filter(number=3).update(kind=Entry.Kind.HOUSE)
    round_ = cast.drawn_round()
    assert out_of(round_) == [3]
    assert notes.read(round_.reasons).sit_outs[0].why is SitOutWhy.HOUSE


@pytest.mark.full
def test_who_is_absent_late_or_gone_is_not_seated(db: None) -> None:
    cast = people.assemble(players=12)
    entries = cast.event.entries
    entries.exclude(number=1).update(state=Entry.State.CHECKED_IN)
    entries.filter(number=2).update(from_round=2)
    entries.filter(number=3).update(state=Entry.State.WITHDRAWN, to_round=1)
    entries.filter(number=4).update(state=Entry.State.WITHDRAWN)
    entries.filter(number=5).update(state=Entry.State.ENTERED, kind=Entry.Kind.HOUSE)
    here = {3, *range(5, 13)}
    first = next_round(cast)
    assert seated(first) | set(out_of(first)) == here
    second = organise.draw_round(cast.event, cast.director)
    assert seated(second) | set(out_of(second)) == here - {3} | {2}


@pytest.mark.full
def test_a_stand_in_takes_the_seat_in_his_rounds(cast: Cast) -> None:
    entry = cast.event.entries.get(number=1)
    organise.stand_in(entry, cast.director, "替补", 1, 1)
    first, second = next_round(cast), next_round(cast)
    for round_, name in ((first, "替补"), (second, "甲")):
        seat = Seat.objects.get(sitting__segment__match__round=round_, side__entries=entry)
        assert seat.person.name == name


@pytest.mark.full
def test_partners_sit_opposite_each_other_on_one_side(db: None) -> None:
    cast = pairs_cast(5)
    round_ = cast.drawn_round()
    assert len(out_of(round_)) == 1
    for match in round_.matches.all():
        seats = dict(Seat.objects.filter(side__match=match).values_list("label", "side__number"))
        assert seats == {"N": 1, "S": 1, "W": 2, "E": 2}
        people_ = dict(Seat.objects.filter(side__match=match).values_list("label", "person__name"))
        for label, opposite in ("NS", "WE"):
            assert people_[label].split(".")[0] == people_[opposite].split(".")[0]


@pytest.mark.full
def test_the_movement_lets_every_two_of_sixteen_meet_once(db: None) -> None:
    cast = people.assemble(players=16, deals_per_round=1)
    for _ in range(5):
        next_round(cast, DrawMethod.MOVEMENT)
    met = Counter(
        frozenset((entry, other))
        for seating in queries.seating_history(cast.event)
        for entry in seating.entries
        for other in seating.entries
        if entry < other
    )
    assert len(met) == 120
    assert set(met.values()) == {1}
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director, method=DrawMethod.MOVEMENT)
    assert codes(refused) == [Reason.MOVEMENT_OVER]


@pytest.mark.full
def test_a_movement_that_is_not_offered_is_refused(cast: Cast) -> None:
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director, method=DrawMethod.MOVEMENT)
    assert codes(refused) == [PlanReason.MOVEMENT_NOT_OFFERED]


@pytest.mark.full
def test_a_draw_can_be_made_again_from_what_everybody_can_read(db: None) -> None:
    cast = people.assemble(players=10)
    next_round(cast)
    history = queries.seating_history(cast.event)
    round_ = organise.draw_round(cast.event, cast.director)
    given = {
        "method": "random",
        "labels": ["N", "W", "S", "E"],
        "entries": [str(number) for number in range(1, 11)],
        "history": [[list(seat) for seat in seating.seats] for seating in history],
        "sat_out": {str(entry): 1 for entry in out_of(Round.objects.get(number=1))},
    }
    again = pairing.draw(pairing.read(given, round_.seed))
    assert [table.seats for table in again.draw.tables] == [
        seating.seats for seating in queries.seating_history(cast.event)[len(history) :]
    ]
    assert sorted(int(sit_out.entry) for sit_out in again.sit_outs) == out_of(round_)


@pytest.mark.full
def test_more_tables_take_no_more_queries_to_be_read_for_a_draw(db: None) -> None:
    def asked(players: int, suffix: str) -> int:
        cast = people.assemble(players=players)
        for user in (cast.alice, cast.bob, cast.charlie):
            user.username += suffix
            user.save()
        next_round(cast)
        field = draws.field_of(results.read(cast.event), 2)
        with CaptureQueriesContext(connection) as captured:
            draws.input_of(field, DrawMethod.BY_STANDING, "seed", "NWSE")
            draws.attempt_of(cast.event, 2)
        return len(captured)

    assert asked(9, " of the first") == asked(26, " of the second")
