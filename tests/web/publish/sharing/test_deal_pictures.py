"""The picture of a deal: what it tells, and whose seal it bears."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from tests import levels_cast
from tests.cast import NORTH_TAKES_THE_PIG, Cast
from tournaments.models import Person, Ranking, Round
from web.publish.pages import deal as deals
from web.publish.pictures.deal import LevelOfDeal
from web.publish.sharing import picture_words


@pytest.mark.full
@pytest.mark.parametrize(
    ("facts", "told", "middle"),
    [
        (
            levels_cast.DEALERS_KEEP,
            ["The dealer's side keeps the deal, up 2 levels"],
            ("2", "", ("Level", "No trump"), "Attackers' points in all", 35),
        ),
        (
            levels_cast.ATTACKERS_WIN,
            ["The attackers take the deal, up 1 level", "W, E: Winning the kitty"],
            ("4", "H", ("Level", "Trump"), "Attackers' points in all", 115),
        ),
    ],
    ids=["kept", "taken"],
)
def test_the_picture_of_a_deal_of_levels_tells_what_came_of_it(
    db: None, facts: dict[str, Any], told: list[str], middle: tuple[Any, ...]
) -> None:
    cast = levels_cast.assemble(ranking=Ranking.VP_15_10)
    deal = cast.deals(cast.round_in_play())[0]
    levels_cast.post(cast, deal, facts)
    with translation.override("en"):
        shown = picture_words.deal_picture(deal)
    names = {seat.name: seat.label for seat in shown.seats}
    assert ["".join(names.get(sign, sign) for sign in fact) for fact in shown.facts] == told
    assert shown.level == replace(LevelOfDeal(*middle), scale=(0, 80, 200))
    assert (shown.seals, shown.is_by_club) == ((), False)


def test_the_picture_of_a_deal_has_the_cards_that_count(cast: Cast, round_: Round) -> None:
    deal = cast.deals(round_)[0]
    cast.post(deal)
    picture = picture_words.deal_picture(deal)
    won = {seat.label: set(seat.cards) for seat in picture.seats}
    assert won == {label: set(cards) for label, cards in NORTH_TAKES_THE_PIG["won"].items()}
    assert [seat.points for seat in picture.seats if seat.label == "N"] == ["−100"]
    assert picture.state is None
    assert picture.level is None


def test_a_deal_is_told_by_who_won_by_it_and_never_by_who_took_the_pig(
    cast: Cast, round_: Round
) -> None:
    deals_of_round = cast.deals(round_)
    hearts = [*NORTH_TAKES_THE_PIG["won"]["E"]]
    shared = {"N": ["SQ", *hearts[:4]], "W": ["DJ"], "S": ["C10"], "E": hearts[4:]}
    told = []
    for deal, won in zip(deals_of_round, (NORTH_TAKES_THE_PIG["won"], shared), strict=False):
        cast.post(deal, report={"won": won})
        with translation.override("en"):
            shown = picture_words.deal_picture(deal)
        name = {seat.label: seat.name for seat in shown.seats}
        told.append([fact.replace(name["E"], "E").replace(name["W"], "W") for fact in shown.facts])
    assert told == [["E: All hearts"], ["W +100"]]


@pytest.mark.usefixtures("serif_face")
def test_the_picture_of_a_deal_bears_the_seal_of_who_won_it_and_of_nobody_else(
    cast: Cast, round_: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = cast.deals(round_)[0]
    cast.post(deal)
    named = dict(zip("NWSE", ("王小甲", "王小乙", "王小丙", "王小丁"), strict=True))
    for label, name in named.items():
        Person.objects.filter(seats__sitting=deal.sitting, seats__label=label).update(name=name)
    page, borne = deals.read(deal), {}
    for scores in ((-100, 40, 30, 30), (50, -50, 50, -50), (50, 50, -50, -50), (0, -5, -5, -90)):
        points = dict(zip("NWSE", scores, strict=True))
        seats = tuple(replace(seat, points=points[seat.label]) for seat in page.players)
        monkeypatch.setattr(deals.DealPage, "seats", seats)
        shown = picture_words._seals(deal, page)
        borne[scores] = [*shown.by_label]
        assert not shown.by_club
    assert list(borne.values()) == [["W"], ["N", "S"], [], []]
    Person.objects.filter(name="王小乙").update(name="Ann Lee")
    monkeypatch.setattr(picture_words, "winners", lambda _points: ("W",))
    shown = picture_words._seals(deal, page)
    assert (shown.by_label, shown.by_club) == ({}, True)
    assert picture_words.deal_picture(deal).is_by_club


def test_the_picture_of_a_deal_says_why_it_has_no_points(cast: Cast, round_: Round) -> None:
    picture = picture_words.deal_picture(cast.deals(round_)[0])
    assert picture.state is not None
    assert {seat.points for seat in picture.seats} == {""}
