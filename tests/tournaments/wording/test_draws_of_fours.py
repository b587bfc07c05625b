"""The words of draws with four at a table."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.utils import translation

from tournaments.pairing.fours import fours_draw
from tournaments.pairing.fours.fours_values import (
    FoursInput,
    FoursMethod,
    FoursPlayer,
)
from tournaments.pairing.reasons import Value, Why, because
from tournaments.wording.pairing import bye_reason_text, reason_text

VALUES: dict[str, Value] = {
    "entry": "7", "one": "3", "other": "5", "times": 2, "score": "-130", "to": "-1/2", "round": 2,
    "rounds": 5, "apart": 2, "player": 4, "table": 1,
}  # fmt: skip


@pytest.mark.parametrize("why", [why for why in Why if why.startswith("fours_")])
def test_every_reason_is_said_with_its_values(why: Why) -> None:
    text = reason_text(because(why, **VALUES))
    assert text
    assert "%" not in text
    assert "fours_" not in text


def test_the_reasons_of_a_draw_can_be_read() -> None:
    players = tuple(FoursPlayer(str(n), n, Fraction(-n, 2)) for n in range(1, 10))
    history = ((("N", "1"), ("W", "2"), ("S", "3"), ("E", "4")),) * 3
    drawn = fours_draw.draw(
        FoursInput("s", ("N", "W", "S", "E"), players, history, FoursMethod.BY_STANDING)
    )
    with translation.override("en"):
        texts = [reason_text(reason) for table in drawn.tables for reason in table.reasons]
        out = bye_reason_text(drawn.sit_outs[0], {})
    assert texts[0].startswith("close scores: ")
    assert drawn.sit_outs[0].entry == "9"
    assert "lowest" in out
