"""A rule on a page: what it is about in bold, a card and its value on one line."""

from __future__ import annotations

import pytest

from web.templatetags.event_pages import rule_term


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("猪 ♠Q −100。", "猪 ♠Q\u00a0−100。"),
        ("5至10各−10，J −20。", "5至10各\u2060−10，J\u00a0−20。"),
        ("Sheep ♦J +100.", "Sheep ♦J\u00a0+100."),
        ("全红：计+200。", "<b>全红</b>：计\u2060+200。"),
        ("4 players sit at a table.", "4 players sit at a table."),
    ],
)
def test_a_card_and_its_value_stay_on_one_line(sentence: str, shown: str) -> None:
    assert rule_term(sentence) == shown
