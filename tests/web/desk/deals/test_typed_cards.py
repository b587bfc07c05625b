"""The desk and the server, which reads for the tablet, understand typed suits alike."""

from __future__ import annotations

import pytest

from scoring.notation import read_cards
from scoring.problems import Problem
from web.desk.typed_sheets import typed

HEARTS = {"HA", "HK", "H5"}


@pytest.mark.parametrize(
    "text", ["红AK 5", "红桃AK5", "♥AK 5", "♡AK5", "hAK 5", "H AK5", "紅心ak5", "ＨＡＫ５"]
)
def test_a_suit_is_a_letter_a_sign_or_a_word(text: str) -> None:
    problems: list[Problem] = []
    assert set(read_cards(text, "hands", problems)) == HEARTS
    assert set(typed.cards(text, {}).cards) == HEARTS
    assert not problems
