"""The page of the rules of 升级 explains what the program says; `manage.py lint` has citations."""

import re

from config.source_packages import ROOT
from scoring.game import find_game
from scoring.shengji.codes import LineCode, Obligation, PlayFlag
from scoring.shengji.rules import OPTIONS

PAGE = (ROOT / "docs/rules/shengji.md").read_text("utf-8")


def test_the_page_names_every_option_and_explains_every_line() -> None:
    assert [name for name in OPTIONS if f"`{name}`" not in PAGE] == []
    codes = [*LineCode, *PlayFlag, *Obligation]
    assert [code.value for code in codes if f"`{code.value}`" not in PAGE] == []


def test_a_code_has_one_meaning() -> None:
    members = [member for codes in find_game("shengji").codes for member in codes]
    assert len({member.value for member in members}) == len(members)
    assert all(re.fullmatch("[a-zA-Z_0-9]+", member.value) for member in members)
