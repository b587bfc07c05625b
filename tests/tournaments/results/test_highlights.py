"""The deal of the evening, and what people did in it: as far as it is public and counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from scoring.gongzhu.codes import Feat
from tests.cast import Cast
from tests.tournaments import over_boards
from tournaments import organise, results
from tournaments.models import Deal, Event, Result, Round
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin, Report
from tournaments.results.highlights import Highlights, feats_by_deal, highlights, read_lines

pytestmark = pytest.mark.django_db

HEARTS = [f"H{rank}" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")]
SLAM = {"won": {"N": ["SQ", "DJ", "C10", *HEARTS], "W": [], "S": [], "E": []}}
SPLIT = {"won": {"N": ["SQ", *HEARTS[:6]], "W": HEARTS[6:], "S": ["DJ"], "E": ["C10"]}}


@pytest.fixture
def round_(cast: Cast) -> Round:
    return cast.round_in_play()


def post(cast: Cast, deal: Deal, facts: Mapping[str, Any], **more: Any) -> None:
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        report = Report(more.pop("kind", Result.Kind.PLAYED), facts)
        ledger.post(made, deal, report, seen=more.pop("seen", 0), origin=Origin("x", "x"), **more)


def told(cast: Cast) -> Highlights:
    snapshot = results.read(Event.objects.select_related("tournament").get(pk=cast.event.pk))
    return highlights(snapshot, feats_by_deal(snapshot.event.game, read_lines(snapshot.event)))


def names(deal: Deal) -> dict[str, str]:
    return dict(deal.sitting.seats.values_list("label", "person__name"))


@pytest.mark.full
def test_nothing_is_told_of_an_evening_without_deals(cast: Cast, round_: Round) -> None:
    assert not told(cast)


@pytest.mark.full
def test_the_deal_that_parts_its_seats_most_is_that_of_the_evening(
    cast: Cast, round_: Round
) -> None:
    first, second, *_ = cast.deals(round_)
    post(cast, first, SPLIT)
    post(cast, second, SLAM)
    deal = told(cast).deal
    assert deal is not None
    assert (deal.uid, deal.number, deal.round) == (second.uid, second.number, 1)
    assert deal.best == (names(second)["N"],)
    assert deal.swing == deal.most - deal.least == 800


def test_what_seats_did_is_told_by_person_and_a_slam_alone(cast: Cast, round_: Round) -> None:
    first, second, *_ = cast.deals(round_)
    cast.post(first)
    post(cast, second, SLAM)
    seats = names(first)
    assert {count.feat: count.people for count in told(cast).feats} == {
        Feat.SLAM: ((seats["N"], 1),),
        Feat.ALL_HEARTS: ((seats["E"], 1),),
        Feat.PIG: ((seats["N"], 1),),
    }


@pytest.mark.full
def test_who_did_it_most_often_stands_first(cast: Cast, round_: Round) -> None:
    deals = cast.deals(round_)
    post(cast, deals[0], SPLIT)
    for deal in deals[2:]:
        post(cast, deal, SPLIT)
    [pigs] = told(cast).feats
    assert pigs.people == ((names(deals[2])["N"], 2), (names(deals[0])["N"], 1))


def test_a_correction_tells_the_deal_anew(cast: Cast, round_: Round) -> None:
    deal = cast.deals(round_)[0]
    post(cast, deal, SLAM)
    post(cast, deal, SPLIT, seen=1, reason="misread")
    assert [count.feat for count in told(cast).feats] == [Feat.PIG]


@pytest.mark.full
def test_what_nobody_played_is_no_highlight(cast: Cast, round_: Round) -> None:
    post(cast, cast.deals(round_)[0], {}, kind=Result.Kind.NOT_PLAYED)
    assert not told(cast)


@pytest.mark.full
def test_a_draft_is_not_told(cast: Cast) -> None:
    cast.closed_round()
    before = told(cast)
    cast.drawn_round("later")
    assert told(cast) == before


@pytest.mark.full
def test_a_withdrawn_draw_leaves_nothing(cast: Cast, round_: Round) -> None:
    organise.withdraw_draw(round_, cast.director, reason="again")
    assert not told(cast)


@pytest.mark.full
def test_a_sealed_board_is_told_once_it_is_opened(db: None) -> None:
    cast = over_boards.assemble()
    round_ = cast.round_in_play()
    deals = cast.deals(round_)
    of_first = [deal for deal in deals if deal.board_no == deals[0].board_no]
    assert len(of_first) > 1
    post(cast, of_first[0], SLAM)
    assert not told(cast)
    for deal in [deal for deal in deals if deal.pk != of_first[0].pk]:
        post(cast, deal, SPLIT)
    organise.close_round(round_, cast.director)
    best = told(cast).deal
    assert best is not None
    assert best.uid == of_first[0].uid
