"""Problems, steps of a sum, rules, fields and numbers as people read them."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from scoring.game import find_game
from scoring.gongzhu.codes import LineCode, ReportProblem
from scoring.problems import Problem, ProblemCode
from scoring.settlement import Line
from tournaments import wording
from tournaments.models import DealNumber
from tournaments.wording import games, values
from web.publish.rulings import wording as ruling_wording
from web.templatetags.cards import card_of

GONGZHU = find_game("gongzhu")


def both(problem: Problem) -> tuple[str, str]:
    """Return a problem in Chinese and in English."""
    texts = []
    for language in ("zh-hans", "en"):
        with translation.override(language):
            texts.append(wording.problem_text(problem))
    return texts[0], texts[1]


def test_what_is_missing_is_counted_and_named() -> None:
    cards = ("H7", "H4", "C10")
    problem = Problem(ReportProblem.CARDS_NOT_WON, "won", cards, values=(("count", 3),))
    assert both(problem) == (
        "还有3张没有归属：♥7 ♥4 ♣10。",
        "3 cards have not been given to anybody: ♥7 ♥4 ♣10.",
    )


def test_one_card_is_spoken_of_as_one() -> None:
    problem = Problem(ReportProblem.CARDS_NOT_WON, "won", ("H7",), values=(("count", 1),))
    assert both(problem)[1] == "1 card has not been given to anybody: ♥7."


def test_a_card_in_two_piles_names_both_seats() -> None:
    values = (("count", 2), ("copies", 1))
    problem = Problem(ReportProblem.CARD_WON_TOO_OFTEN, "won", ("SQ",), ("N", "E"), values)
    assert both(problem) == (
        "♠Q记给了北、东，共2次，而牌只有1张。",
        "♠Q was given to North, East, 2 times in all, but there is only 1.",
    )


@pytest.mark.parametrize(
    ("field", "chinese", "english"),
    [
        ("", "所报内容", "What was sent"),
        ("won.N", "得牌 › 北", "Cards won › North"),
        ("won.N.2", "得牌 › 北 › 第3项", "Cards won › North › no. 3"),
        ("hands.2", "手牌 › 2", "Hands › 2"),
        ("exposed.0.card", "明牌 › 第1项 › 牌", "Exposed cards › no. 1 › Card"),
        ("game_end.low", "一局的结束 › 当猪分", "End of a game › Low limit"),
        ("wonn.N", "wonn › 北", "wonn › North"),
    ],
)
def test_a_field_is_named_in_words(field: str, chinese: str, english: str) -> None:
    problem = Problem(ProblemCode.NOT_A_LIST, field)
    assert both(problem) == (f"{chinese}：这里应是列表。", f"{english}: a list is expected here.")


def test_what_was_not_understood_is_repeated_as_it_was_written() -> None:
    card = Problem(ProblemCode.UNKNOWN_CARD, "won.N", cards=("SX",))
    assert both(card)[1] == "Cards won › North: “SX” is not a card."
    seat = Problem(ProblemCode.UNKNOWN_SEAT, "won", seats=("北",))
    assert both(seat)[0] == "得牌：本桌没有“北”这个座位。"


def test_the_answer_of_the_api_carries_the_sentence_beside_the_code() -> None:
    with translation.override("en"):
        answer = wording.problem_json(Problem(ReportProblem.NOT_EXPOSABLE, cards=("SK",)))
    assert answer["code"] == "not_exposable"
    assert answer["cards"] == ["SK"]
    assert answer["text"] == "♠K cannot be exposed."


def lines(report: dict[str, Any], seat: str, language: str, **rules: Any) -> list[str]:
    """Return how the points of a seat add up."""
    settlement = GONGZHU.settle(report, GONGZHU.rules(rules))
    with translation.override(language):
        return [wording.line_text(line) for line in settlement.lines_of(seat)]


S01 = {
    "won": {
        "N": ["SQ", "H6", "H8", "H10", "HJ", "C10"],
        "E": ["H2", "H3", "H4", "H5", "H7", "H9", "HQ", "HK", "HA", "DJ"],
    },
    "exposed": {"HA": "exposed"},
}
"""The example of T9 L289: (−100 + (−20 × 3) + (−40)) × 2 = −400."""


def test_a_sum_is_told_step_by_step_in_chinese() -> None:
    assert lines(S01, "N", "zh-hans") == [
        "明红桃，每张−10 × 2",
        "明红桃，−20 × 2",
        "猪",
        "变压器：−200 × 2，另计",
    ]


def test_a_sum_is_told_step_by_step_in_english() -> None:
    assert lines(S01, "N", "en") == [
        "ace exposed: −10 × 2 each",
        "ace exposed: −20 × 2",
        "pig",
        "transformer: −200 × 2, added",
    ]


def test_points_carry_their_sign_and_counts_do_not() -> None:
    line = Line("N", LineCode.TRANSFORMER, ("C10",), 100, (("sum", 100), ("factor", 2)))
    with translation.override("en"):
        assert wording.line_text(line) == "transformer: +100 × 2, added"


def test_the_rules_are_told_with_signs() -> None:
    with translation.override("en"):
        sentences = games.rule_sentences(GONGZHU, {"preset": "classic"})
    assert "Sheep ♦J +100." in sentences
    assert "A game ends when somebody reaches −1000." in sentences
    assert "1 deck of 52 cards is used." in sentences


def test_games_presets_and_cards_have_names() -> None:
    with translation.override("zh-hans"):
        assert games.game_name("gongzhu") == "拱猪"
        assert all(games.preset_name("gongzhu", name) != name for name in GONGZHU.presets)
        named = [games.card_name("gongzhu", card) for card in ("SQ", "DJ", "C10", "HA")]
        assert named == ["猪", "羊", "变压器", ""]
        assert "猪" in card_of("SQ", "gongzhu")


def test_a_game_without_names_goes_by_its_own() -> None:
    assert games.game_name("toy") == "toy"
    assert games.preset_name("toy", "plain") == "plain"
    assert games.card_name("toy", "SQ") == ""


def test_where_a_result_came_from_is_said_in_words() -> None:
    with translation.override("zh-hans"):
        assert wording.origin_text("sheet") == "来自牌桌的记录单"
        assert wording.origin_text("a note") == "a note"


def test_a_name_is_given_only_once() -> None:
    names = {"won": "Tricks"}
    with pytest.raises(ValueError, match="won"):
        wording.register_lexicon(wording.Lexicon(fields=names))
    with pytest.raises(ValueError, match="sheet"):
        wording.register_lexicon(wording.Lexicon(origins={"sheet": "a note"}))
    wording.register_lexicon(wording.Lexicon(corrections=ruling_wording.CORRECTIONS))
    label = next(iter(ruling_wording.CORRECTIONS))
    with pytest.raises(ValueError, match=label):
        wording.register_lexicon(wording.Lexicon(corrections={label: "a note"}))
    with pytest.raises(ValueError, match="gongzhu"):
        games.register("gongzhu", games.Vocabulary("Pig"))
    with translation.override("en"):
        assert wording.field_text("won") == "Cards won"


def test_one_deal_of_a_table_is_no_plural() -> None:
    deals = [DealNumber(1, 1), DealNumber(2, 2)]
    boards = [DealNumber(5, 1, of_board=True), DealNumber(7, 2, of_board=True)]
    with translation.override("en"):
        assert values.deals_text(deals[:1]) == "deal 1"
        assert values.deals_text(deals) == "deals 1, 2"
        assert values.deals_text(boards[:1]) == "board 5"
        assert values.deals_text(boards) == "boards 5, 7"
    with translation.override("zh-hans"):
        assert values.deals_text(deals) == "第1、2副"
        assert values.deals_text(boards) == "第5、7副牌"
