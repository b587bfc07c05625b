"""What was noteworthy, in words."""

from __future__ import annotations

import pytest
from django.utils import translation

from scoring.gongzhu.codes import Feat
from tournaments.models import DealNumber
from tournaments.results.highlights import DealOfTheEvening, FeatCount, Highlights
from web.publish.sharing import highlight_words


@pytest.mark.parametrize(
    ("most", "words"),
    [
        (2400, "round 6, table 16, deal 2: Ann +2400"),
        (0, "round 6, table 16, deal 2: Ann 0, Bo −400"),
    ],
)
def test_the_deal_of_the_evening_names_who_won_by_it(most: int, words: str) -> None:
    deal = DealOfTheEvening("", 6, 16, DealNumber(2, 2), ("Ann",), most, ("Bo",), -400)
    with translation.override("en"):
        [told] = highlight_words.told_words(Highlights(deal, ()))
    assert told.words == words


def test_a_name_and_how_often_stay_in_one_line() -> None:
    count = FeatCount(Feat.PIG, (("Ann", 5), ("Bo", 1)))
    with translation.override("en"):
        [told] = highlight_words.told_words(Highlights(None, (count,)))
    assert told.words == "Ann\u00a0×\u00a05, Bo"
