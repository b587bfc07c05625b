"""Reports that were stored in an earlier form are read as they were read then."""

from __future__ import annotations

import pytest

from scoring.game import Context
from scoring.gongzhu.deck import SCORING
from scoring.gongzhu.engine import GONGZHU
from scoring.problems import Unsettled
from scoring.procedure import History, PastDeal

TWO_DECKS = GONGZHU.rules({"preset": "qq-double"})
WON = {"N": [card for card in SCORING for _ in range(2)]}
PLAYS = [["W", ["S2"]], ["S", ["SA"]], ["E", ["S3"]], ["N", ["S4"]]]
KEPT = {"won": WON, "plays": [*PLAYS, "?"]}
BEFORE = Context(schema=2)


def test_plays_of_two_decks_are_kept_unread_up_to_schema_2() -> None:
    assert GONGZHU.schema == 6
    assert GONGZHU.problems(KEPT, TWO_DECKS)
    assert GONGZHU.problems(KEPT, TWO_DECKS, BEFORE) == ()
    bare = GONGZHU.settle({"won": WON}, TWO_DECKS)
    assert GONGZHU.settle(KEPT, TWO_DECKS, BEFORE) == bare
    following = GONGZHU.follow(KEPT, TWO_DECKS, BEFORE)
    assert (following.tricks, following.trick, following.flags) == ((), (), ())
    assert GONGZHU.running(KEPT, TWO_DECKS, BEFORE) == ()
    with pytest.raises(Unsettled) as refused:
        GONGZHU.replay(KEPT, TWO_DECKS, BEFORE)
    assert [problem.code.value for problem in refused.value.problems] == ["missing_field"]


def test_plays_alone_did_not_tell_who_won() -> None:
    plays = {"plays": PLAYS}
    problems = GONGZHU.problems(plays, TWO_DECKS, BEFORE)
    assert [problem.code.value for problem in problems] == ["missing_field"]


def test_how_the_next_deal_begins_is_not_told_by_plays_that_nobody_read() -> None:
    facts = {"won": {"N": WON["N"]}, "plays": [[s, ["SQ"]] for s in "WSEN"]}
    began = GONGZHU.procedure(TWO_DECKS, History((PastDeal(facts, schema=2),)))
    assert began.shuffles == "N"
    assert GONGZHU.procedure(TWO_DECKS, History((PastDeal(facts),))).shuffles == "W"


def test_plays_of_one_deck_were_read_already() -> None:
    rules = GONGZHU.rules({})
    report = {"plays": [["N", "S2"], ["W", "S3"]]}
    assert GONGZHU.follow(report, rules, BEFORE) == GONGZHU.follow(report, rules)
    assert len(GONGZHU.follow(report, rules, BEFORE).trick) == 2
