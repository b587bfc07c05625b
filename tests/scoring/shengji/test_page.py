"""The page of the rules of 升级: every rule is held by a test, and every citation is a rule."""

import re

from config.source_packages import ROOT, TESTS, at_least, modules
from scoring.game import find_game
from scoring.shengji.codes import LineCode, Obligation, PlayFlag
from scoring.shengji.rules import OPTIONS

PAGE = (ROOT / "docs/rules/shengji.md").read_text("utf-8")


def cited(folder: str) -> set[str]:
    """Return the rules that the modules of a folder cite, the ends of spans alone."""
    return {
        rule
        for path in at_least(25, modules(folder))
        for rule in re.findall(r"SJ-\d+", path.read_text("utf-8"))
    }


def test_every_rule_is_held_by_a_test_and_every_citation_is_a_rule() -> None:
    rules = set(re.findall(r"^\| (SJ-\d+) \|", PAGE, re.MULTILINE))
    assert len(rules) > 50
    assert cited(f"{TESTS}/scoring/shengji") == rules
    assert cited("scoring/shengji") <= rules


def test_the_page_names_every_option_and_explains_every_line() -> None:
    assert [name for name in OPTIONS if f"`{name}`" not in PAGE] == []
    codes = [*LineCode, *PlayFlag, *Obligation]
    assert [code.value for code in codes if f"`{code.value}`" not in PAGE] == []


def test_a_code_has_one_meaning() -> None:
    members = [member for codes in find_game("shengji").codes for member in codes]
    assert len({member.value for member in members}) == len(members)
    assert all(re.fullmatch("[a-zA-Z_0-9]+", member.value) for member in members)
