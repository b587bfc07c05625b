"""The page of the rules of 拱猪: every rule is held by a test, and every citation is a rule."""

import re

from config.source_packages import ROOT, TESTS, at_least, files, modules
from scoring.game import find_game
from scoring.gongzhu.codes import LineCode
from scoring.gongzhu.rules import DIMENSIONS

PAGE = (ROOT / "docs/rules/gongzhu.md").read_text("utf-8")


def test_every_rule_is_held_by_a_test_and_every_citation_is_a_rule() -> None:
    rules = set(re.findall(r"^\| (GZ-\d+) \|", PAGE, re.MULTILINE))
    tests = at_least(
        60,
        [
            *(ROOT / TESTS / "scoring").glob("*.py"),
            *files([f"{TESTS}/scoring/gongzhu"], {".py", ".jsonl"}),
        ],
    )
    cited = {rule for path in tests for rule in re.findall(r"GZ-\d+", path.read_text("utf-8"))}
    written = {
        rule
        for path in at_least(85, modules("scoring"))
        for rule in re.findall(r"GZ-\d+", path.read_text("utf-8"))
    }
    assert cited == rules
    assert written <= rules


def test_the_page_explains_every_line_and_names_every_dimension_that_settles() -> None:
    assert all(f"`{code.value}`" in PAGE for code in LineCode)
    play = {"protection", "next_lead", "direction"}
    named = {name for name in DIMENSIONS if f"`{name}`" in PAGE}
    assert set(DIMENSIONS) - named <= play


def test_codes_are_words() -> None:
    members = [member for codes in find_game("gongzhu").codes for member in codes]
    assert len(members) > 100
    assert all(re.fullmatch("[a-zA-Z_0-9]+", member.value) for member in members)
