"""Draws over boards: movements of pairs, and rounds in which nothing moves."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.drawing import (
    boards_cast,
    changed,
    codes,
    next_round,
    offered,
    out_of,
    pairs_cast,
    said,
)
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.checks import redraws
from tournaments.models import (
    Deal,
    DrawMethod,
    Entry,
    Match,
    Seat,
)
from tournaments.pairing import notes
from tournaments.results import queries


@pytest.mark.full
@pytest.mark.parametrize(
    ("method", "pairs", "rounds"),
    [
        pytest.param(DrawMethod.HOWELL, 6, 5, marks=pytest.mark.nightly),
        (DrawMethod.MITCHELL, 6, 3),
        pytest.param(DrawMethod.MITCHELL, 7, 3, marks=pytest.mark.nightly),
    ],
)
def test_pairs_move_over_boards_and_play_none_twice(
    db: None, method: DrawMethod, pairs: int, rounds: int
) -> None:
    cast = boards_cast(pairs, method)
    for _ in range(rounds):
        assert redraws.redraw(next_round(cast)).is_equal
    met = Counter(frozenset(table.entries) for table in queries.seating_history(cast.event))
    assert set(met.values()) == {1}
    rows = Deal.objects.values_list("sitting__segment__match__sides__entries__number", "board")
    assert set(Counter(rows).values()) == {1}
    assert len(set(Deal.objects.values_list("board__board_set", flat=True))) == 1
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director)
    assert codes(refused) == [Reason.MOVEMENT_OVER]


@pytest.mark.full
def test_the_boards_of_a_table_are_told_with_the_draw(db: None) -> None:
    cast = boards_cast(6, DrawMethod.HOWELL)
    round_ = next_round(cast)
    assert said(round_) >= {"pairing_boards_meeting", "pairing_boards_played"}
    for match in Match.objects.filter(round=round_):
        kept = notes.read(round_.reasons).reasons[match.number]
        named = next(reason.named for reason in kept if reason.why.value == "pairing_boards_played")
        deals = Deal.objects.filter(sitting__segment__match=match).order_by("play_order")
        assert [deal.board_no for deal in deals] == [named["first"], named["last"]]


@pytest.mark.full
def test_a_movement_over_boards_goes_on_without_a_pair_and_takes_one_in_its_place(
    db: None,
) -> None:
    cast = boards_cast(7, DrawMethod.HOWELL)
    next_round(cast)
    organise.add_entries(cast.event, cast.director, [["late", "later"]])
    assert len(out_of(next_round(cast))) == 0
    gone = Entry.objects.get(event=cast.event, number=2)
    organise.withdraw_entry(gone, cast.director, after_round=2)
    (out,) = out_of(next_round(cast))
    assert out != 2
    organise.add_entries(cast.event, cast.director, [["much", "more late"]])
    assert out_of(next_round(cast)) == []
    with pytest.raises(Refused) as refused:
        organise.add_entries(cast.event, cast.director, [["quite", "too late"]])
    assert codes(refused) == [Reason.MOVEMENT_FULL]


@pytest.mark.full
def test_movements_over_boards_are_offered_to_pairs_over_boards(db: None) -> None:
    cast = pairs_cast(6)
    moving = {DrawMethod.MITCHELL, DrawMethod.HOWELL}
    assert not moving & set(offered(cast))
    changed(cast, boards="passed")
    assert moving <= set(offered(cast))
    changed(cast, form="individual")
    assert not moving & set(offered(cast))


@pytest.mark.full
def test_nobody_is_exchanged_in_a_movement_over_boards(db: None) -> None:
    cast = boards_cast(6, DrawMethod.HOWELL)
    round_ = cast.drawn_round(seed="")
    first, *_, last = Seat.objects.order_by("pk")
    with pytest.raises(Refused) as refused:
        organise.adjust_draft(round_, cast.director, first.uid, last.uid)
    assert codes(refused) == [Reason.EXCHANGE_NOT_OFFERED]


@pytest.mark.full
def test_all_tables_of_a_round_play_the_same_boards_where_nothing_moves(db: None) -> None:
    cast = boards_cast(6, DrawMethod.SWISS)
    for _ in range(2):
        next_round(cast)
    played = Counter(Deal.objects.values_list("board", flat=True))
    assert set(played.values()) == {3}
    assert len(played) == 4


@pytest.mark.full
def test_the_desk_offers_no_exchange_in_a_movement_over_boards(db: None, client: Client) -> None:
    cast = boards_cast(6, DrawMethod.HOWELL)
    round_ = cast.drawn_round(seed="")
    client.force_login(cast.alice)
    answer = client.get(reverse("desk_round", args=[round_.uid]))
    assert answer.status_code == 200
    assert 'name="chosen"' not in answer.content.decode()


@pytest.mark.full
def test_a_movement_goes_on_as_it_was_planned_when_it_began(db: None) -> None:
    cast = boards_cast(10, DrawMethod.HOWELL, rounds_planned=6)
    rounds = [next_round(cast)]
    changed(cast, rounds_planned=9, deals_per_round=3)
    rounds += [next_round(cast) for _ in range(5)]
    assert {(notes.read(round_.reasons).input or {})["rounds"] for round_ in rounds} == {6}
    assert {deal.board_no for deal in Deal.objects.all()} == set(range(1, 13))
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director)
    assert codes(refused) == [Reason.MOVEMENT_OVER]
