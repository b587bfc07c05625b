"""A Mitchell with two winners: two lists from the draw to the prizes, and what is chosen of it."""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.tournaments.drawing import boards_cast, changed, codes, next_round, out_of, said
from tests.tournaments.organise.planning.test_plans import proposed
from tournaments import organise, results
from tournaments.base.refusals import Reason, Refused
from tournaments.checks import recount, redraws, verification
from tournaments.formats.templates import template_of
from tournaments.models import DrawMethod, Entry, Event, Seat
from tournaments.organise import finishes, movements
from tournaments.organise.drawing import board_places
from tournaments.pairing import notes
from tournaments.pairing.movements.board_choice import ChoiceProblem, MovementChoice, PlanProblem
from tournaments.pairing.movements.board_movements import BoardForm
from tournaments.progress import prize_list
from tournaments.results import event_record, queries
from tournaments.structure.stages import StagePlan

TWO = {"winners": 2}


@pytest.fixture
def reader() -> Client:
    """Somebody who reads English."""
    return Client(headers={"accept-language": "en"})


def mitchell_cast(pairs: int, **event: Any) -> Cast:
    """The cast with a Mitchell over boards, compared by matchpoints."""
    return boards_cast(pairs, DrawMethod.MITCHELL, comparison="matchpoints", **event)


def lists_of(cast: Cast) -> dict[str, list[int]]:
    """Return the places in every list of the standings, in their order."""
    rows = event_record.standings(results.read(cast.event))
    return {
        line: [row.rank.place for row in line_rows]
        for line, line_rows in groupby(rows, lambda row: row.rank.line)
    }


@pytest.mark.full
def test_north_south_and_east_west_rank_apart(db: None) -> None:
    cast = mitchell_cast(9, movement=TWO)
    assert lists_of(cast) == {"": [1] * 9}
    for _ in range(5):
        assert redraws.redraw(next_round(cast)).is_equal
    lists = lists_of(cast)
    assert list(lists) == ["ns", "ew"]
    assert [places[0] for places in lists.values()] == [1, 1]
    assert [len(places) for places in lists.values()] == [5, 4]
    seats = Seat.objects.values_list("side__entries__uid", "label")
    sat = {uid: {label for sitter, label in seats if sitter == uid} for uid, _ in seats}
    lines = event_record.record(results.read(cast.event)).lines
    assert all(sat[uid] <= set("NS" if line == "ns" else "EW") for uid, line in lines.items())
    known = event_record.record(results.read(cast.event))
    assert {row.rank.line for row in known.standings(2)} == {"ns", "ew"}
    rows = known.standings()
    assert all(place.place <= 5 for row in rows for place in row.rank.history)
    assert verification.verify(cast.tournament) == []
    assert recount.recount(cast.tournament) == []
    assert recount.recount_shown(cast.tournament) == []
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director)
    assert codes(refused) == [Reason.MOVEMENT_OVER]


@pytest.mark.full
def test_the_question_before_the_finish_names_the_first_of_every_line(
    db: None, reader: Client
) -> None:
    cast = mitchell_cast(6, movement=TWO)
    for _ in range(3):
        organise.close_round(next_round(cast), cast.director)
    first = finishes.outcome_of(results.read(cast.event)).best
    assert [(line, len(rows)) for line, rows in first] == [("ns", 3), ("ew", 3)]
    reader.force_login(cast.alice)
    asked = reader.get(reverse("desk_finish", args=[cast.event.uid])).content.decode()
    assert all(f"<h3>{line}</h3>" in asked for line in ("North-South", "East-West"))


@pytest.mark.nightly
def test_every_line_has_its_prizes(db: None) -> None:
    cast = mitchell_cast(6, movement=TWO)
    prizes = {"amounts": ["30", "20"], "ties": "higher"}
    organise.set_prizes(cast.event, cast.director, prizes)
    cast.event.refresh_from_db()
    for _ in range(3):
        organise.close_round(next_round(cast), cast.director)
    prize_rows = prize_list.prize_rows(results.read(cast.event))
    assert [row.row.rank.line for row in prize_rows] == sorted(
        (row.row.rank.line for row in prize_rows), reverse=True
    )
    assert {row.row.rank.line for row in prize_rows} == {"ns", "ew"}
    organise.finish_event(cast.event, cast.director)
    assert verification.verify(cast.tournament) == []


@pytest.mark.nightly
def test_pages_and_papers_show_two_lists(db: None, reader: Client) -> None:
    cast = mitchell_cast(6, movement=TWO)
    for _ in range(3):
        organise.close_round(next_round(cast), cast.director)
    organise.finish_event(cast.event, cast.director)
    for name in ("event", "hall_standings", "ranks"):
        page = reader.get(reverse(name, args=[cast.event.uid])).content.decode()
        assert "North-South" in page
        assert "East-West" in page
    entry = reader.get(reverse("entry", args=[cast.event.uid, 1])).content.decode()
    assert (">North-South<" in entry) != (">East-West<" in entry)


@pytest.mark.full
def test_a_late_pair_plays_on_in_the_place_of_one_that_left(db: None) -> None:
    cast = mitchell_cast(6, movement=TWO)
    next_round(cast)
    gone = Entry.objects.get(event=cast.event, number=2)
    before = event_record.record(results.read(cast.event)).lines[gone.uid]
    with pytest.raises(Refused) as refused:
        organise.add_entries(cast.event, cast.director, [["come", "early"]])
    assert codes(refused) == [Reason.MOVEMENT_FULL]
    organise.withdraw_entry(gone, cast.director, after_round=1)
    (late,) = organise.add_entries(cast.event, cast.director, [["come", "late"]])
    assert board_places.next_places(cast.event) == {7: 2}
    with pytest.raises(Refused) as refused:
        organise.add_entries(cast.event, cast.director, [["one", "more"]])
    assert codes(refused) == [Reason.MOVEMENT_FULL]
    second = next_round(cast)
    assert out_of(second) == []
    assert (notes.read(second.reasons).input or {})["instead"] == {"7": "2"}
    assert event_record.record(results.read(cast.event)).lines[late.uid] == before
    third = next_round(cast)
    assert redraws.redraw(second).is_equal
    assert redraws.redraw(third).is_equal
    met = Counter(frozenset(table.entries) for table in queries.seating_history(cast.event))
    assert set(met.values()) == {1}
    assert verification.verify(cast.tournament) == []


@pytest.mark.full
def test_whoever_left_cannot_come_back_to_a_number_that_another_has(db: None) -> None:
    cast = mitchell_cast(6)
    next_round(cast)
    gone = Entry.objects.get(event=cast.event, number=2)
    organise.withdraw_entry(gone, cast.director, after_round=1)
    organise.add_entries(cast.event, cast.director, [["come", "late"]])
    next_round(cast)
    with pytest.raises(Refused) as refused:
        organise.readmit_entry(gone, cast.director)
    assert codes(refused) == [ChoiceProblem.NUMBER_TAKEN]


@pytest.mark.full
def test_a_web_is_drawn_and_cut_to_the_rounds_that_are_planned(db: None) -> None:
    cast = mitchell_cast(
        12, movement={"form": BoardForm.WEB.value, "switched": 2}, rounds_planned=4
    )
    outlook = movements.outlook(results.read(cast.event))
    assert outlook is not None
    assert (outlook.form, outlook.rounds, outlook.sets, outlook.boards) == (BoardForm.WEB, 4, 5, 10)
    assert (outlook.copies, outlook.switched, outlook.stationary) == (2, 2, 6)
    for _ in range(4):
        assert redraws.redraw(next_round(cast)).is_equal
    with pytest.raises(Refused):
        organise.draw_round(cast.event, cast.director)


@pytest.mark.full
@pytest.mark.parametrize(
    ("method", "pairs"), [("mitchell", 8), pytest.param("howell", 7, marks=pytest.mark.nightly)]
)
def test_whoever_cannot_move_keeps_the_table(db: None, method: str, pairs: int) -> None:
    cast = boards_cast(pairs, method)
    stay = ("2", "5") if method == "mitchell" else ("5",)
    organise.set_movement(cast.event, cast.director, MovementChoice(stay=stay))
    for _ in range(3):
        assert redraws.redraw(next_round(cast)).is_equal
    tables = Counter(
        Seat.objects.filter(side__entries__number__in=map(int, stay))
        .order_by()
        .values_list("side__entries__number", "sitting__table__number")
        .distinct()
    )
    assert {number for number, _ in tables} == set(map(int, stay))
    assert len(tables) == len(stay)


@pytest.mark.full
def test_what_does_not_fit_is_refused_before_the_draw(db: None) -> None:
    cast = boards_cast(8, DrawMethod.HOWELL)
    wrong = {
        PlanProblem.WISHES_TOO_MANY: MovementChoice(stay=("1", "2")),
        PlanProblem.WISH_UNKNOWN: MovementChoice(stay=("44",)),
        ChoiceProblem.FORM_OF_OTHER_WAY: MovementChoice(BoardForm.WEB),
        PlanProblem.FORM_NOT_OFFERED: MovementChoice(BoardForm.SHORT_HOWELL),
        PlanProblem.WINNERS_NOT_OFFERED: MovementChoice(winners=2),
    }
    for code, choice in wrong.items():
        with pytest.raises(Refused) as refused:
            organise.set_movement(cast.event, cast.director, choice)
        assert codes(refused) == [code]
    changed(cast, draw_method="mitchell")
    with pytest.raises(Refused) as refused:
        organise.set_movement(cast.event, cast.director, MovementChoice(switched=3))
    assert codes(refused) == [ChoiceProblem.SWITCHED_NOT_OFFERED]


@pytest.mark.full
def test_nothing_else_is_chosen_while_a_draft_waits_that_was_drawn_otherwise(db: None) -> None:
    cast = mitchell_cast(8)
    draft = organise.draw_round(cast.event, cast.director)
    with pytest.raises(Refused) as refused:
        organise.set_movement(cast.event, cast.director, MovementChoice(winners=2))
    assert codes(refused) == [Reason.ROUND_IN_DRAFT]
    organise.discard_round(draft, cast.director)
    organise.set_movement(cast.event, cast.director, MovementChoice(winners=2))
    next_round(cast)
    assert event_record.record(results.read(Event.objects.get(pk=cast.event.pk))).lines


@pytest.mark.full
def test_a_movement_that_has_begun_stays_as_it_began(db: None) -> None:
    cast = mitchell_cast(8)
    next_round(cast)
    with pytest.raises(Refused) as refused:
        organise.set_movement(cast.event, cast.director, MovementChoice(winners=2))
    assert codes(refused) == [ChoiceProblem.BEGUN]
    changed(cast, movement={"stay": ["3"]})
    second = next_round(cast)
    assert "movement" not in (notes.read(second.reasons).input or {})


@pytest.mark.full
def test_two_winners_are_of_one_stage_and_of_a_mitchell(db: None) -> None:
    cast = mitchell_cast(8, movement=TWO)
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director, method=DrawMethod.SWISS)
    assert codes(refused) == [ChoiceProblem.TWO_WINNERS_UNDRAWN]
    with pytest.raises(Refused) as refused:
        organise.add_stage(cast.event, cast.director, StagePlan(draw_method=DrawMethod.KNOCKOUT))
    assert ChoiceProblem.TWO_WINNERS_IN_STAGES in codes(refused)
    rules = {"preset": "classic"}
    plan = organise.EventPlan("x", "gongzhu", rules, form="pairs", movement={"winners": 2, "x": 1})
    with pytest.raises(Refused) as refused:
        organise.create_event(cast.tournament, cast.director, plan)
    assert ChoiceProblem.CHOICE_UNREADABLE in codes(refused)


@pytest.mark.full
def test_the_desk_says_what_a_movement_comes_to_and_takes_another(db: None, reader: Client) -> None:
    cast = mitchell_cast(9)
    reader.force_login(cast.alice)
    where = reverse("desk_movement", args=[cast.event.uid])
    assert where in reader.get(reverse("desk_event", args=[cast.event.uid])).content.decode()
    form = {"movement_form": "boards_web", "winners": "2", "switched": "", "stay": "3，7"}
    looked = reader.post(where, form | {"look": "1"}).content.decode()
    assert "North-south and east-west rank apart" in looked
    assert re.search(r"These keep their table: 3 3\.1／3\.2(, | and )7 7\.1／7\.2\.", looked)
    unknown = reader.post(where, form | {"look": "1", "stay": "99"})
    assert list(unknown.context["form"].errors) == ["stay"]
    assert "These keep their table" not in unknown.content.decode()
    cast.event.refresh_from_db()
    assert cast.event.movement == {}
    assert reader.post(where, form).status_code == 302
    cast.event.refresh_from_db()
    assert cast.event.movement == {"form": "boards_web", "winners": 2, "stay": ["3", "7"]}
    wrong = reader.post(where, form | {"stay": "three"}).content.decode()
    assert "is not a number" in wrong
    many = reader.post(where, form | {"stay": "1 2 3 4 5 6"}).content.decode()
    assert "6 wish to stay at a table; at most 5 can." in many


@pytest.mark.nightly
def test_a_new_event_asks_for_the_movement_where_it_matters(db: None, reader: Client) -> None:
    cast = mitchell_cast(4)
    reader.force_login(cast.alice)
    where = reverse("desk_event_new", args=[cast.tournament.uid])
    asked = {
        template: reader.get(where, {"template": template}).content.decode()
        for template in ("pairs_mitchell", "pairs_howell", "pairs", "free")
    }
    assert ['name="winners"' in page for page in asked.values()] == [True, False, False, False]
    assert ['name="movement_form"' in page for page in asked.values()] == [
        True,
        True,
        False,
        False,
    ]
    assert "boards_web" not in asked["pairs_howell"]


@pytest.mark.nightly
def test_the_desk_says_whose_place_a_late_pair_takes(db: None, reader: Client) -> None:
    cast = mitchell_cast(6, movement=TWO)
    reader.force_login(cast.alice)
    next_round(cast)
    where = reverse("desk_entry_add", args=[cast.event.uid])
    refused = reader.post(where, {"name": "come", "partner": "early"}).content.decode()
    assert Entry.objects.count() == 6
    assert "all are taken: late entries cannot join it" in refused
    gone = Entry.objects.get(event=cast.event, number=2)
    organise.withdraw_entry(gone, cast.director, after_round=1)
    late = {"name": "come", "partner": "late"}
    page = reader.post(where, late, follow=True).content.decode()
    assert "In the movement number 7 takes the place of 2." in page


@pytest.mark.full
def test_who_was_absent_from_the_first_round_is_told_at_the_door(db: None) -> None:
    cast = mitchell_cast(8)
    organise.check_in(cast.event, cast.director, range(1, 7))
    next_round(cast)
    with pytest.raises(Refused) as refused:
        organise.check_in(cast.event, cast.director, [7])
    assert codes(refused) == [Reason.MOVEMENT_FULL]
    gone = Entry.objects.get(event=cast.event, number=4)
    organise.withdraw_entry(gone, cast.director, after_round=1)
    assert organise.check_in(cast.event, cast.director, [7]) == [7]
    second = next_round(cast)
    assert (notes.read(second.reasons).input or {})["instead"] == {"7": "4"}
    assert redraws.redraw(second).is_equal


@pytest.mark.full
def test_the_strong_sit_evenly_both_ways_and_the_tables_say_why(db: None) -> None:
    cast = mitchell_cast(8)
    for number in range(1, 9):
        Entry.objects.filter(event=cast.event, number=number).update(seeding=9 - number)
    choice = MovementChoice(winners=2, stay=("8",), by_seeding=True)
    organise.set_movement(cast.event, cast.director, choice)
    cast.event.refresh_from_db()
    first = next_round(cast)
    Entry.objects.filter(event=cast.event).update(seeding=None)
    second = next_round(cast)
    assert (notes.read(second.reasons).input or {})["seeding"][0] == "8"
    assert "pairing_boards_stays" in said(second)
    assert redraws.redraw(first).is_equal
    assert redraws.redraw(second).is_equal
    numbers = dict(Entry.objects.values_list("uid", "number"))
    lines = {
        numbers[uid]: line
        for uid, line in event_record.record(results.read(cast.event)).lines.items()
    }
    assert [number for number in range(8, 0, -1) if lines[number] == "ns"] == [8, 5, 4, 1]


@pytest.mark.full
def test_a_new_event_keeps_what_was_chosen_and_nothing_that_is_usual(
    db: None, reader: Client
) -> None:
    cast = mitchell_cast(4)
    reader.force_login(cast.alice)
    where = reverse("desk_event_new", args=[cast.tournament.uid])
    usual = proposed(template_of("pairs_mitchell"))
    events = []
    for chosen in ({}, {"winners": "2", "movement_form": BoardForm.WEB.value}):
        assert reader.post(where, usual | chosen).status_code == 302
        events.append(Event.objects.order_by("pk").last())
    assert [event and event.movement for event in events] == [
        {},
        {"form": "boards_web", "winners": 2},
    ]


@pytest.mark.full
def test_a_movement_is_looked_at_only_where_boards_move(cast: Cast, reader: Client) -> None:
    reader.force_login(cast.alice)
    where = reverse("desk_movement", args=[cast.event.uid])
    assert reader.post(where, {"movement_form": "usual", "look": "1"}).status_code == 200
