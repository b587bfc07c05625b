"""The page of the rules of 拱猪 explains what the program says; `manage.py lint` has citations."""

import re

from config.source_packages import ROOT
from scoring.game import find_game
from scoring.gongzhu.codes import LineCode
from scoring.gongzhu.rules import DIMENSIONS

PAGE = (ROOT / "docs/rules/gongzhu.md").read_text("utf-8")


def test_the_page_explains_every_line_and_names_every_dimension_that_settles() -> None:
    assert all(f"`{code.value}`" in PAGE for code in LineCode)
    play = {"protection", "next_lead", "direction"}
    named = {name for name in DIMENSIONS if f"`{name}`" in PAGE}
    assert set(DIMENSIONS) - named <= play


def test_codes_are_words() -> None:
    members = [member for codes in find_game("gongzhu").codes for member in codes]
    assert len(members) > 100
    assert all(re.fullmatch("[a-zA-Z_0-9]+", member.value) for member in members)
