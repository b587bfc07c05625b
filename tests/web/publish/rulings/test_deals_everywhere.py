"""第5副牌（本轮第1副）: every page and paper, and the tablet, call one deal the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from referee.rulings import corrections
from tests import cast as people
from tests.cast import Cast
from tests.referee.hall import Hall, Tablet
from tests.samples import sampled
from tests.tournaments import over_boards
from tests.tournaments.results import test_levels_over_boards as levels
from tests.web.publish.papers import pages, untold
from tournaments import organise
from tournaments.models import Comparison, Deal, DrawMethod, Event, ResultKind, Sitting
from web.publish import documents
from web.publish.documents import Subject
from web.publish.printed import proceedings

pytestmark = pytest.mark.django_db

CHINESE = {"accept-language": "zh-Hans"}
BOTH = re.compile(r"第(\d+)副牌（本轮第(\d+)副）")
BY_ORDER = re.compile(r"(?<!本轮)(?<!本节)第(\d+)副(?!牌)")
OF_BOARD = re.compile(r"第\d+副牌")
DESK = ("deal", "type", "compare", "seats", "move")
PAPERS = ("record_sheets", "scoresheets", "round_results", "seating")


def gongzhu() -> Cast:
    return over_boards.assemble(
        6, draw_method=DrawMethod.MITCHELL, rounds_planned=3, comparison=Comparison.MATCHPOINTS
    )


def shengji() -> Cast:
    return levels.assemble(6)


def second_round(cast: Cast) -> Hall:
    """Return the second round in play, whose tables play other boards than their first ones."""
    first = cast.round_in_play()
    for deal in cast.deals(first):
        corrections.rule(deal, cast.bob, ResultKind.NOT_PLAYED, "没有打", seen=0)
    organise.close_round(first, cast.director)
    round_ = cast.round_in_play()
    sittings = Sitting.objects.filter(segment__match__round=round_).order_by("table__number")
    tables = tuple(sitting.table for sitting in sittings.select_related("table__tournament"))
    hall = Hall(cast, round_, tables)
    corrections.rule(hall.deal(), cast.bob, ResultKind.VOID, "露牌", seen=0)
    return hall


def texts(hall: Hall, client: Client) -> Iterator[tuple[str, str]]:
    """Yield every page and paper on which deals of the round are named, with its name."""
    cast, deal = hall.cast, hall.deal()
    tournament, event = cast.tournament.uid, cast.event.uid
    client.force_login(cast.alice)
    addresses = {
        "overview": reverse("referee_overview", args=[tournament]),
        "desk": reverse("desk_round", args=[hall.round.uid]),
        "live": reverse("desk_round_live", args=[hall.round.uid]),
        "table": reverse("round_table", args=[event, hall.round.number, hall.table.number]),
        "entry": reverse("entry", args=[event, 1]),
        "public": reverse("deal", args=[deal.uid]),
        **{name: reverse(f"referee_{name}", args=[tournament, deal.uid]) for name in DESK},
    }
    for name, address in addresses.items():
        answer = client.get(address, headers=CHINESE)
        assert answer.status_code == 200, (name, answer.status_code)
        yield name, plain(answer.content.decode())
    tablet = Tablet(Client()).opens(hall.table)
    pack: Any = tablet.get("round", **{"Accept-Language": "zh-Hans"}).json()
    yield "tablet", " ".join(one["name"] for one in pack["deals"])
    fresh = Event.objects.select_related("tournament__club", "ruleset").get(pk=cast.event.pk)
    with translation.override("zh-hans"):
        for kind in (*PAPERS, "referee_record"):
            made = proceedings.referee_record if kind == "referee_record" else documents.find(kind)
            content = made.render(made.prepare(Subject(fresh, "", hall.round)).input, untold)
            yield kind, re.sub(r"\s", "", "".join(pages(content)))


def plain(page: str) -> str:
    """Return the words of a page, its attributes that are read aloud among them."""
    said = " ".join(re.findall(r'aria-label="([^"]*)"', page))
    return f"{re.sub(r'<[^>]*>', ' ', page)} {said}"


@pytest.mark.full
@pytest.mark.parametrize("assemble", sampled([gongzhu, shengji], [shengji]))
def test_over_boards_both_numbers_are_told_and_never_one_for_the_other(
    client: Client, assemble: Callable[[], Cast]
) -> None:
    hall = second_round(assemble())
    rows = Deal.objects.filter(sitting__segment__match__round=hall.round)
    numbers = set(rows.values_list("board_no", "play_order"))
    assert any(board != order for board, order in numbers)
    told = dict(texts(hall, client))
    wrong = {name: BY_ORDER.findall(text) for name, text in told.items() if BY_ORDER.search(text)}
    assert wrong == {}
    for name, text in told.items():
        pairs = {(int(board), int(order)) for board, order in BOTH.findall(text)}
        assert pairs <= numbers, name
    both = {name for name, text in told.items() if BOTH.search(text)}
    assert {*DESK, "overview", "desk", "entry", "public", "tablet", "referee_record"} <= both


@pytest.mark.nightly
def test_where_each_table_deals_for_itself_a_deal_has_one_number(client: Client) -> None:
    cast = people.assemble(players=8)
    hall = Hall.of(cast)
    corrections.rule(hall.deal(), cast.bob, ResultKind.VOID, "露牌", seen=0)
    told = dict(texts(hall, client))
    wrong = {name: OF_BOARD.findall(text) for name, text in told.items() if OF_BOARD.search(text)}
    assert wrong == {}
    assert {name for name, text in told.items() if "第1副" in text} >= {*DESK, "public", "tablet"}
