"""The desk's keyboard for a game that asks questions: dealer, level, trump, points, last trick."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.sheets import entry
from scoring.game import find_game
from scoring.shengji.cards import points_in
from tests import levels_cast
from tests.cast import Cast
from tests.levels_cast import ATTACKERS_WIN, DEALERS_KEEP
from tests.referee.hall import Hall, Tablet
from tests.samples import sampled
from tests.web.desk.deals.test_desk_entry import address, fields, stored, text
from tournaments.checks.verification import verify
from tournaments.models import Result
from web.desk.typed_sheets import question_fields, typed, typed_plays
from web.desk.typed_sheets.typed_fields import SheetLayout
from web.desk.typed_sheets.typed_forms import SheetForm, initial
from web.publish.printed import questions as printed_questions

TYPED = {
    "ask_dealer": "N",
    "ask_level": "2",
    "ask_trump": "null",
    "ask_attackers_points": "35",
    "ask_last_trick_winner": "N",
}
"""DEALERS_KEEP as it is typed."""

SEATS = {"N": "甲", "W": "丙", "S": "乙", "E": "丁"}


@pytest.fixture
def cast(db: None) -> Cast:
    return levels_cast.assemble()


@pytest.fixture
def hall(cast: Cast) -> Hall:
    return Hall.of(cast)


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    """A browser in which Bob, the referee, has signed in, in English."""
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def asked(preset: str = "lianzhong-2") -> SheetLayout:
    game = find_game("shengji")
    return SheetLayout(game.name, game.blank(game.rules({"preset": preset})), SEATS)


def report_of(form: SheetForm) -> dict[str, Any]:
    assert form.is_valid(), form.errors
    return form.report({})


def form_of(report: dict[str, Any], preset: str = "lianzhong-2") -> SheetForm:
    """Return what is typed for a report, as if it were sent back untouched."""
    needs = asked(preset)
    data = {name: value for name, value in initial(report, needs).items() if value is not None}
    return SheetForm({**data, "seen": 0, "key": "0" * 32}, asked=needs)


@pytest.mark.parametrize("report", [DEALERS_KEEP, ATTACKERS_WIN])
def test_a_report_is_written_down_and_read_again(report: dict[str, Any]) -> None:
    assert report_of(form_of(report)) == report


def test_a_trump_that_nobody_named_is_not_the_same_as_none() -> None:
    silent = {name: value for name, value in DEALERS_KEEP.items() if name != "trump"}
    assert "trump" not in report_of(form_of(silent))
    assert report_of(form_of({**silent, "trump": None}))["trump"] is None


@pytest.mark.full
def test_nothing_is_asked_that_the_game_does_not_ask(hall: Hall, desk: Client) -> None:
    page = desk.get(address(hall))
    names = set(page.context["form"].fields)
    assert not {name for name in names if name.startswith(("won_", "exposed_", "claim_", "rest"))}
    assert "Cards won" not in text(page)
    assert page.context["form"]["ask_level"].value() == "2"


@pytest.mark.full
def test_a_paper_sheet_becomes_the_result(hall: Hall, desk: Client) -> None:
    answer = stored(desk, address(hall), **TYPED, reason="no tablet")
    assert answer["Location"] == address(hall, deal=hall.deal(2))
    result = Result.live.get()
    assert result.facts == DEALERS_KEEP
    assert result.settlement["scores"] == {"N": 2, "W": 0, "S": 2, "E": 0}
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_the_next_deal_begins_with_its_dealer_and_its_level(hall: Hall, desk: Client) -> None:
    stored(desk, address(hall), **TYPED, reason="no tablet")
    form = desk.get(address(hall, deal=hall.deal(2))).context["form"]
    assert (form["ask_dealer"].value(), form["ask_level"].value()) == ("S", "4")
    assert form["ask_trump"].value() in (None, "")


@pytest.mark.full
def test_another_dealer_than_expected_is_a_warning_and_holds(hall: Hall, desk: Client) -> None:
    stored(desk, address(hall), **TYPED, reason="no tablet")
    where = address(hall, deal=hall.deal(2))
    other = {"ask_dealer": "W", "ask_last_trick_winner": "E"}
    preview = desk.post(where, {**fields(desk.get(where)), **TYPED, **other})
    assert preview.context["preview"] is not None
    assert preview.context["warnings"]


@pytest.mark.full
def test_what_is_lacking_stands_beside_its_field(hall: Hall, desk: Client) -> None:
    where = address(hall)
    content = {**fields(desk.get(where)), **TYPED, "ask_last_trick_winner": "W", "reason": "paper"}
    form = desk.post(where, content).context["form"]
    assert {"ask_kitty_points", "ask_last_trick_combination"} <= set(form.errors)
    assert not any("ask_" in message for errors in form.errors.values() for message in errors)
    content |= {"ask_kitty_points": "10", "ask_last_trick_combination": "pair"}
    assert desk.post(where, content).context["preview"] is not None
    form = desk.post(where, {**content, "ask_attackers_points": "33"}).context["form"]
    assert dict(form.errors) == {"ask_attackers_points": ["Write a multiple of 5."]}
    form = desk.post(where, {**content, "ask_kitty_points": "85"}).context["form"]
    assert dict(form.errors) == {"ask_kitty_points": ["Write a number from 0 to 80."]}
    assert not Result.objects.exists()


@pytest.mark.full
def test_a_result_is_corrected_and_keeps_what_is_not_asked(hall: Hall, desk: Client) -> None:
    levels_cast.post(hall.cast, hall.deal(), {**DEALERS_KEEP, "dealers_points": 165})
    page = desk.get(address(hall))
    assert page.context["form"]["ask_trump"].value() == "null"
    stored(desk, address(hall), ask_trump="S", reason="spades it was")
    results = Result.objects.filter(deal=hall.deal()).order_by("version")
    assert [result.facts["trump"] for result in results] == [None, "S"]
    assert results[1].facts["dealers_points"] == 165
    assert verify(hall.cast.tournament) == []


def test_jokers_are_typed_by_code_and_by_name() -> None:
    read = typed.cards("RJ 大王小王 big joker bj SA", asked().names)
    assert read == typed.TypedCards(("RJ", "RJ", "BJ", "RJ", "BJ", "SA"))
    assert typed.written(read.cards, ("BJ", "RJ")) == "SA BJ BJ RJ RJ RJ"


def test_hands_and_plays_of_several_cards_are_typed() -> None:
    plays = [["N", ["RJ", "RJ"]], ["W", ["S4", "S4"]], ["S", ["S2", "BJ"]], ["E", ["S9", "S8"]]]
    report = {**DEALERS_KEEP, "hands": {"N": ["S2", "RJ", "RJ"]}, "plays": plays}
    form = form_of(report)
    assert form["plays"].value() == "N: RJ RJ S4 S4 S2 BJ S9 S8"
    assert report_of(form) == report


def test_a_whole_deal_of_tricks_is_typed_and_settled() -> None:
    needs = asked("lianzhong-1")
    game = find_game(needs.game)
    order, seats = list(needs.blank.deck), [*SEATS]
    random.Random(5).shuffle(order)
    tricks = [order[start : start + 4] for start in range(0, 4 * needs.blank.hand_size, 4)]
    plays = [[seat, [card]] for cards in tricks for seat, card in zip(seats, cards, strict=True)]
    kitty = points_in(order[4 * needs.blank.hand_size :])
    base = {"dealer": "N", "level": "2", "trump": "H", "kitty_points": kitty}
    form = form_of({**base, "plays": plays}, "lianzhong-1")
    assert len(form["plays"].value().splitlines()) == needs.blank.hand_size
    assert report_of(form) == {**base, "plays": plays}
    assert game.settle(report_of(form), game.rules({"preset": "lianzhong-1"})).scores


def test_a_throw_with_one_deck_is_one_play() -> None:
    plays = [[seat, cards] for seat, cards in zip("NWSE", (["SA", "SK"],) * 4, strict=True)]
    assert report_of(form_of({**DEALERS_KEEP, "plays": plays}, "lianzhong-1"))["plays"] == plays


def test_a_line_that_nobody_can_divide_is_named() -> None:
    needs = asked()
    form = SheetForm({"plays": "N: S4 S4 SK", "seen": 0, "key": "0" * 32}, asked=needs)
    assert list(form.errors) == ["plays"]


def test_a_trick_that_stops_is_written_with_strokes() -> None:
    plays = [["N", ["S4", "S4"]], ["W", ["S5", "SK"]]]
    table = typed_plays.TypedTable(tuple("NWSE"), {}, {}, 25, ("BJ", "RJ"), whole=True)
    assert typed_plays.written(plays, table) == "N: S4 S4 / S5 SK"


def test_a_problem_is_shown_where_it_was_typed() -> None:
    asks = asked().blank.asks
    assert question_fields.field_of(asks, "last_trick.winner") == "ask_last_trick_winner"
    assert question_fields.field_of(asks, "last_trick") == "ask_last_trick_winner"
    assert question_fields.field_of(asks, "hands.N") is None


@pytest.mark.full
def test_two_records_are_compared_in_words(hall: Hall, desk: Client) -> None:
    levels_cast.post(hall.cast, hall.deal(), DEALERS_KEEP)
    stored(desk, address(hall), ask_attackers_points="75", reason="misread")
    page = desk.get(reverse("referee_deal", args=[hall.cast.tournament.uid, hall.deal().uid]))
    assert page.status_code == 200


@pytest.mark.full
def test_the_referee_reads_what_each_sheet_says(hall: Hall, desk: Client) -> None:
    tablet = Tablet(Client()).opens(hall.table)
    tablet.submits(hall.sheet(report=ATTACKERS_WIN))
    page_text = text(desk.get(address(hall, "referee_deal")))
    assert "Last trick won with" in page_text
    assert "75" in page_text


STRANGE: list[Any] = [5, None, True, 1.5, "", "X-3", "NW", [], ["H"], [["H"]], [5], {}, {"N": "W"}]
"""Values that nobody asked for, and that a device may send all the same."""


PATHS = [question.path for question in asked("standard-2").blank.asks]
"""Where an answer stands in what is asked."""


@pytest.mark.full
@pytest.mark.parametrize("path", sampled(PATHS, (PATHS[0], PATHS[-1])), ids=".".join)
def test_the_desk_shows_a_sheet_whatever_stands_where_an_answer_belongs(
    hall: Hall, desk: Client, path: tuple[str, ...]
) -> None:
    first, *below = path
    for value in STRANGE:
        report = {first: {below[0]: value}} if below else {first: value}
        sheet = hall.sheet(report={**DEALERS_KEEP, **report})
        entry.submit(writer=hall.writer(), sealed=sheet)
    for name in ("referee_deal", "referee_type"):
        page = desk.get(reverse(name, args=[hall.cast.tournament.uid, hall.deal().uid]))
        assert page.status_code == 200


def test_the_typing_page_says_when_the_last_trick_and_the_kitty_are_needed() -> None:
    form = SheetForm(asked=asked())
    helped = {name for name in form.fields if form.fields[name].help_text}
    assert {"ask_last_trick_combination", "ask_kitty_points"} <= helped
    assert "ask_attackers_points" not in helped


def test_the_paper_says_it_once_for_all_of_them() -> None:
    needs = asked()
    (line,) = printed_questions.needed_lines(needs.blank.asks, "shengji")
    assert line == "末圈牌型、底牌分：仅抓分方赢末圈时填写"
    assert printed_questions.needed_lines(needs.blank.asks, "gongzhu") == []
