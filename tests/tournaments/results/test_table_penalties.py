"""In whose figure at a table a penalty is: 基础分 = 得分 + 罚分 of what was played there."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from tests import cast as people
from tests import pairs_cast
from tests.cast import Cast
from tests.web.publish.penalties import fine
from tests.web.publish.reading import MINUS, read
from tournaments import results
from tournaments.models import Comparison, Event, Round, Seat
from tournaments.models.record import Unit
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.results import game_results
from tournaments.results.game_results import TablePenalties, in_points, penalties_by_sitting
from web.publish.pages.tables import tables
from web.publish.table_overview import table_overviews


@pytest.fixture
def cast(db: None) -> Cast:
    return people.assemble()


@pytest.fixture
def english(client: Client) -> Client:
    """A browser in English."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.fixture
def pairs(db: None) -> Cast:
    return pairs_cast.assemble()


def seat_at(round_: Round, label: str, table: int = 1) -> Seat:
    return Seat.objects.select_related("side", "person").get(
        sitting__segment__match__round=round_, sitting__table__number=table, label=label
    )


def give(cast: Cast, seat: Seat, points: int) -> None:
    """Fine the seat by name, as a referee does."""
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        ledger.adjust(
            made,
            seat.side.entries.get(),
            Fraction(points),
            reason="迟到",
            origin=ledger.Origin("ruling", "ruling", None, seat),
            side=seat.side,
        )


def penalties_at(cast: Cast) -> TablePenalties:
    (found,) = penalties_by_sitting(results.read(cast.event)).values()
    return found


@pytest.mark.full
def test_a_penalty_is_in_the_figure_of_its_seat(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    give(cast, seat_at(round_, "E"), -50)
    assert penalties_at(cast).seats == {"E": -50}
    table = tables(results.read(cast.event), round_)[0]
    east = next(seat for seat in table.seats if seat.label == "E")
    assert east.points == 400
    assert east.penalty == -50
    assert east.base_points == 350
    assert [seat.penalty for seat in table.seats if seat.label != "E"] == [0, 0, 0]


def test_several_add_up_and_what_was_taken_back_is_gone(cast: Cast) -> None:
    round_ = cast.round_in_play()
    north = seat_at(round_, "N")
    give(cast, north, -50)
    give(cast, north, -30)
    assert penalties_at(cast).of("N") == -80
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        for row in cast.event.adjustments.all():
            ledger.reverse(made, row, reason="准时", origin=ledger.Origin("ruling", "ruling"))
    assert penalties_by_sitting(results.read(cast.event)) == {}


def test_one_of_the_standings_is_at_no_table(cast: Cast) -> None:
    round_ = cast.round_in_play()
    fine(cast, seat_at(round_, "N").side.entries.get(), -50)
    assert penalties_by_sitting(results.read(cast.event)) == {}


@pytest.mark.full
def test_partners_with_points_of_their_own_are_fined_by_name(pairs: Cast) -> None:
    round_ = pairs.round_in_play()
    give(pairs, seat_at(round_, "S"), -50)
    assert penalties_at(pairs).seats == penalties_at(pairs).named == {"S": Fraction(-50)}


@pytest.mark.full
def test_a_penalty_of_one_partner_stands_at_one_where_both_share_their_points(
    pairs: Cast, english: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_results, "_shares", lambda _event, _labels: True)
    round_ = pairs.round_in_play()
    pairs.play(round_)
    give(pairs, seat_at(round_, "S"), -100)
    at_table = penalties_at(pairs)
    assert at_table.seats == {"N": -100, "S": -100}
    assert at_table.named == {"S": -100}
    page = read(english, reverse("round", args=[pairs.event.uid, 1]))
    assert page.count(f"with penalties of {MINUS}100") == 1
    english.force_login(pairs.alice)
    desk = read(english, reverse("desk_event", args=[pairs.event.uid]))
    assert desk.count(f"with penalties of {MINUS}100") == 1
    assert f"S with penalties of {MINUS}100" in desk


@pytest.mark.full
def test_a_pair_fined_as_a_whole_has_it_beside_the_seats(pairs: Cast, english: Client) -> None:
    round_ = pairs.round_in_play()
    pairs.play(round_)
    side = seat_at(round_, "N").side
    fine(pairs, side.entries.get(), -50, side)
    ((labels, amount),) = penalties_at(pairs).shared.items()
    assert set(labels) == {"N", "S"}
    assert amount == -50
    assert not penalties_at(pairs).seats
    page = read(english, reverse("round", args=[pairs.event.uid, 1]))
    assert f"plus penalties of {MINUS}50 for the pair" in page


def test_compared_boards_and_levels_count_otherwise_than_the_seats(cast: Cast) -> None:
    round_ = cast.round_in_play()
    give(cast, seat_at(round_, "N"), -50)
    (row,) = cast.event.adjustments.all()
    assert in_points(cast.event, row)
    assert not in_points(Event(comparison=Comparison.MATCHPOINTS), row)
    row.unit = Unit.LEVEL
    assert not in_points(cast.event, row)


@pytest.mark.full
def test_the_desk_adds_it_and_says_so(cast: Cast, english: Client) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    give(cast, seat_at(round_, "E"), -50)
    (tile, _second) = table_overviews(results.read(cast.event), round_)
    assert {one.label: one.points for one in tile.sitters}["E"] == 350
    english.force_login(cast.alice)
    page = read(english, reverse("desk_event", args=[cast.event.uid]))
    assert "+350" in page
    assert f"E with penalties of {MINUS}50" in page


def test_a_penalty_before_the_first_result_shows_at_the_desk(cast: Cast) -> None:
    round_ = cast.round_in_play()
    give(cast, seat_at(round_, "W"), -50)
    (tile, _second) = table_overviews(results.read(cast.event), round_)
    assert [one.points for one in tile.sitters if one.label == "W"] == [-50]
    assert [one.named_penalty for one in tile.sitters if one.label == "W"] == [-50]
    assert {one.points for one in tile.sitters if one.label != "W"} == {None}


@pytest.mark.full
def test_the_public_tile_and_the_table_say_base_points(cast: Cast, english: Client) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    seat = seat_at(round_, "E")
    give(cast, seat, -50)
    page = read(english, reverse("round", args=[cast.event.uid, 1]))
    assert f"E {seat.person.name} +350" in page
    assert f"with penalties of {MINUS}50" in page
    one = read(english, reverse("round_table", args=[cast.event.uid, 1, 1]))
    assert "Base points" in one
    assert f"E {seat.person.name} +350 +400 {MINUS}50" in one
    other = read(english, reverse("round_table", args=[cast.event.uid, 1, 2]))
    assert "Base points" not in other
