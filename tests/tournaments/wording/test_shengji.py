"""Every answer of 升级 has words: rules, problems, sums, endings, and the procedure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from random import Random
from typing import Any, Final

import pytest
from django.test import Client
from django.utils import translation

from scoring.game import AskedKind, Context, Counting, GameState, Phrase, find_game
from scoring.problems import Problem, RulesRefused
from scoring.procedure import History, PastDeal, RulingAddition
from scoring.settlement import Line
from scoring.shengji.codes import (
    Caution,
    EndCode,
    FactCode,
    LineCode,
    ProcedureCode,
    ReportProblem,
    RulePhrase,
    RuleProblem,
)
from scoring.shengji.rules import LEVELS, RuleSet
from tests.tournaments.wording.examples_of_levels import (
    DEALT,
    HANDS,
    HOOK,
    HOOKED,
    OTHERS,
    RESULT,
    WRONG_OF_A_J,
    WRONG_REPORTS,
    WRONG_RULES,
)
from tests.tournaments.wording.languages import CHINESE, LANGUAGES, LEFT_OVER
from tournaments import wording
from tournaments.wording import games

GAME: Final = "shengji"
SHENGJI: Final = find_game(GAME)
RESULTS_FOR_EACH: Final = 60


@cache
def all_rules() -> tuple[RuleSet, ...]:
    """Return the presets with every usual choice changed, and what is no usual choice."""
    needs = SHENGJI.needs()
    wanted = [
        {**needs.get(name, {}), name: value}
        for name, values in SHENGJI.choices().items()
        for value in values
    ]
    rulesets = (
        accepted({"preset": preset, **changes})
        for preset in SHENGJI.presets
        for changes in ({}, *wanted, *OTHERS)
    )
    over_boards = (
        SHENGJI.for_boards(SHENGJI.rules({"preset": preset})) for preset in SHENGJI.presets
    )
    return (*dict.fromkeys(filter(None, rulesets)), *over_boards)


def accepted(wanted: dict[str, Any]) -> RuleSet | None:
    try:
        rules: RuleSet = SHENGJI.rules(wanted)
    except RulesRefused:
        return None
    return rules


def result_at_random(random: Random, rules: RuleSet) -> dict[str, Any]:
    """Return the answers to the questions of the blank sheet."""
    report: dict[str, Any] = {}
    for asked in SHENGJI.blank(rules).asks:
        place = report
        for name in asked.path[:-1]:
            place = place.setdefault(name, {})
        if asked.kind is AskedKind.SEAT:
            place[asked.path[-1]] = random.choice("NWSE")
        elif asked.kind is AskedKind.CHOICE:
            place[asked.path[-1]] = random.choice(asked.options)
        elif asked.kind is AskedKind.NUMBER:
            place[asked.path[-1]] = asked.step * random.randint(0, asked.most // asked.step // 3)
    return report


@cache
def lines() -> tuple[Line, ...]:
    """Return the steps of many sums: results at random under all presets, and failed throws."""
    random = Random("words")
    lines: list[Line] = []
    for preset in SHENGJI.presets:
        at_tables = SHENGJI.rules({"preset": preset})
        by_deals = SHENGJI.rules({"preset": preset, "deal_score": "deal_sum"})
        for rules in (at_tables, by_deals, SHENGJI.for_boards(at_tables)):
            for _ in range(RESULTS_FOR_EACH):
                lines.extend(lines_of(result_at_random(random, rules), rules))
    costly = SHENGJI.rules({"preset": "standard-2"})
    throw = {"seat": "N", "cards": ["H9", "HA"], "played": 1}
    lines.extend(lines_of({**RESULT, "failed_throws": [throw]}, costly))
    lines.extend(lines_of({**RESULT, "throw_points": {"dealers": 10, "attackers": 20}}, costly))
    hooked = SHENGJI.rules(HOOK)
    for points in (75, 120):
        lines.extend(lines_of({**HOOKED, "attackers_points": points}, hooked))
    lines.extend(SHENGJI.award({"N": 1}, costly).conversions)
    return tuple(dict.fromkeys(lines))


def lines_of(report: Mapping[str, Any], rules: RuleSet) -> list[Line]:
    if SHENGJI.problems(report, rules):
        return []
    settlement = SHENGJI.settle(report, rules)
    return [*settlement.lines, *settlement.conversions]


@cache
def problems() -> tuple[Problem, ...]:
    """Return what is wrong with rules and reports that are wrong in every way."""
    problems = [
        *(problem for wanted in WRONG_RULES for problem in of_rules(wanted)),
        *(
            problem
            for report in WRONG_REPORTS
            for preset in SHENGJI.presets
            for problem in SHENGJI.problems(report, SHENGJI.rules({"preset": preset}))
        ),
        *(p for report in WRONG_OF_A_J for p in SHENGJI.problems(report, SHENGJI.rules(HOOK))),
        *SHENGJI.problems({**RESULT, "hands": HANDS}, RuleSet(), Context(DEALT)),
        *(Problem(ReportProblem.RESULT_NOT_AS_PLAYED, values=values) for values in NOT_AS_PLAYED),
    ]
    return tuple(dict.fromkeys(problems))


NOT_AS_PLAYED: Final = (
    (("name", "last_winner"), ("said", "N"), ("played", "W")),
    (("name", "attackers_points"), ("said", 40), ("played", 45)),
    (("name", "kitty_points"), ("said", 10), ("played", 15)),
)
"""What a whole record of plays says otherwise than what was noted."""


def of_rules(wanted: dict[str, Any]) -> tuple[Problem, ...]:
    with pytest.raises(RulesRefused) as refused:
        SHENGJI.rules(wanted)
    return refused.value.problems


@cache
def phrases() -> tuple[Phrase, ...]:
    """Return all statements of all rules."""
    statements = (phrase for rules in all_rules() for phrase in SHENGJI.describe(rules))
    return tuple(dict.fromkeys(statements))


def cautions() -> Iterator[Problem]:
    """Return what is unlikely in a deal of which something else was expected."""
    bids = [{"seat": "N", "cards": ["H5", "H5"]}]
    for name, value in (("dealer", "W"), ("level", "9")):
        context = Context(expected={name: value})
        for rules in (RuleSet(), SHENGJI.for_boards(RuleSet())):
            yield from SHENGJI.follow({**RESULT, "bids": bids}, rules, context).warnings
    other = {**RESULT, "dealer": "W", "bids": bids}
    yield from SHENGJI.follow(other, RuleSet(), Context(first_deal=True)).warnings
    ahead = Context(first_deal=True, either=({"dealer": "W", "level": "9"},))
    yield from SHENGJI.follow(other, RuleSet(), ahead).warnings


def endings() -> set[StrEnum | None]:
    """Return why games end, at every level of one side."""
    states = [GameState({"a": level, "b": 0}, deals=8) for level in range(len(LEVELS) + 1)]
    equal = GameState({"a": 3, "b": 3}, 8, on_deal="a", reached={"a": (3, 4), "b": (3, 8)})
    decided = {SHENGJI.match_result(equal, rules, {}).decided for rules in all_rules()}
    return decided | {
        SHENGJI.match_result(state, rules, {}, time_up).code
        for state in states
        for rules in all_rules()
        for time_up in (True, False)
    }


def begun() -> Iterator[str]:
    """Return how a first deal begins, and one after a deal, in words."""
    after = (History(deals=deals) for deals in ((), (PastDeal(RESULT),)))
    of_board = SHENGJI.procedure(SHENGJI.for_boards(RuleSet()), History(from_board=True))
    ahead = SHENGJI.procedure(RuleSet(), History(added=(RulingAddition(0, "E", 2),)))
    for procedure in (*(SHENGJI.procedure(RuleSet(), before) for before in after), of_board, ahead):
        for step in procedure.steps:
            yield wording.step_text(step)


@pytest.mark.full
def test_between_them_the_examples_bring_up_every_code() -> None:
    codes = {
        *(problem.code for problem in problems()),
        *(line.code for line in lines()),
        *(phrase.code for phrase in phrases()),
        *(caution.code for caution in cautions()),
        *endings(),
    }
    wanted = {*RuleProblem, *ReportProblem, *LineCode, *RulePhrase, *Caution, *EndCode}
    assert wanted - codes == set()


@pytest.mark.full
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_can_be_said(language: str) -> None:
    with translation.override(language):
        texts = [
            *map(wording.problem_text, problems()),
            *map(wording.problem_text, cautions()),
            *map(wording.line_text, lines()),
            *map(wording.phrase_text, phrases()),
            *begun(),
        ]
    assert [text for text in texts if LEFT_OVER.search(text) or not text.strip()] == []
    assert [text for text in texts if "None" in text or "  " in text] == []
    if language == "zh-hans":
        assert [text for text in texts if not CHINESE.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_problem_names_the_cards_that_it_is_about(language: str) -> None:
    with translation.override(language):
        silent = [
            text
            for problem in problems()
            if (text := wording.problem_text(problem))
            and not all(wording.card_text(card) in text for card in problem.cards)
        ]
    assert silent == []


@pytest.mark.parametrize(
    ("code", "language", "said"),
    [
        (LineCode.LEVELS_AS_ATTACKERS, "en", "the attackers gain no level"),
        (LineCode.LEVELS_AS_ATTACKERS, "zh-hans", "抓分方不升级"),
        (LineCode.LEVELS_AS_DEALER, "en", "keeps the deal and gains no level"),
        (LineCode.LEVELS_AS_DEALER, "zh-hans", "连庄，不升级"),
    ],
)
def test_a_step_without_a_level_says_who_gains_none(
    code: LineCode, language: str, said: str
) -> None:
    """SJ-60, SJ-63: the dealer's side keeps the deal, most often with levels of its own."""
    line = Line("N", code, values=(("levels", 0), ("points", 40), ("kept", 1)))
    with translation.override(language):
        assert said in wording.line_text(line)


@pytest.mark.parametrize("preset", SHENGJI.presets)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_rule_is_told_twice(preset: str, language: str) -> None:
    with translation.override(language):
        sentences = games.rule_sentences(SHENGJI, {"preset": preset})
    assert len(sentences) == len(set(sentences))


def test_the_rules_speak_only_of_what_can_be_held_with_the_decks() -> None:
    with translation.override("en"):
        one_deck, two_decks = (
            " ".join(games.rule_sentences(SHENGJI, {"preset": p})) for p in FEWER_DECKS
        )
    assert "triple" not in two_decks
    assert "titanic" not in two_decks
    assert "pair" not in one_deck
    assert "tractor" not in one_deck


FEWER_DECKS: Final = ("lianzhong-1", "lianzhong-2")


def test_a_rule_reads_as_a_club_would_write_it() -> None:
    with translation.override("zh-hans"):
        sentences = games.rule_sentences(SHENGJI, {"preset": "standard-2"})
    assert (
        "抓分方0分，庄家方升3级；不满40分升2级；不满80分升1级。"
        "满80分抓分方上台，以后每多40分升1级。" in sentences
    )


@pytest.mark.parametrize(
    ("code", "option", "chinese", "english"),
    [
        (FactCode.TRUMP, "H", "♥", "♥"),
        (FactCode.TRUMP, None, "无主", "No trump"),
        (FactCode.LEVEL, "10", "10", "10"),
        (FactCode.LAST_COMBINATION, "pair", "对子", "pair"),
        (FactCode.LAST_COMBINATION, "tractor-3", "3对拖拉机", "tractor of 3 pairs"),
    ],
)
def test_an_answer_has_a_name(
    code: FactCode, option: str | None, chinese: str, english: str
) -> None:
    for language, name in (("zh-hans", chinese), ("en", english)):
        with translation.override(language):
            assert games.option_name(GAME, code.value, option) == name


@pytest.mark.parametrize("preset", SHENGJI.presets)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_that_a_sheet_offers_has_a_name_of_its_own(preset: str, language: str) -> None:
    for asked in SHENGJI.blank(SHENGJI.rules({"preset": preset})).asks:
        with translation.override(language):
            offered = [games.option_name(GAME, asked.code, option) for option in asked.options]
        assert len(set(offered)) == len(asked.options)
        assert "" not in offered


def test_jokers_are_called_by_their_names() -> None:
    with translation.override("zh-hans"):
        assert wording.card_list(["RJ", "BJ", "H10"]) == "大王 小王 ♥10"
        assert games.card_name(GAME, "RJ") == "大王"


@pytest.mark.parametrize(
    ("total", "text"), [(0, "2"), (12, "A"), (13, "A+1"), (15, "A+3"), (-1, "2−1")]
)
def test_a_side_stands_at_a_level(total: int, text: str) -> None:
    assert games.total_text(GAME, Counting.LEVELS, total) == text


def test_every_way_in_which_a_deal_begins_has_words_with_and_without_a_dealer() -> None:
    with translation.override("en"):
        sentences = list(begun())
    assert "The dealer takes the kitty, 8 cards." in sentences
    assert "West takes the kitty, 8 cards." in sentences
    assert len(sentences) > len(ProcedureCode)


def test_every_term_has_a_name_in_both_languages_a_sound_and_a_meaning() -> None:
    names: dict[str, set[str]] = {language: set() for language in LANGUAGES}
    for term in SHENGJI.glossary:
        word = games.headword(GAME, term.code)
        assert word.reading
        for language in LANGUAGES:
            with translation.override(language):
                names[language].add(str(word.name))
                assert bool(CHINESE.search(wording.sentence(term.code))) == (language != "en")
    assert {len(names_of) for names_of in names.values()} == {len(SHENGJI.glossary)}


@pytest.mark.django_db
def test_the_glossary_is_a_page_and_says_whose_lines_it_names(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = client.get(f"/games/{GAME}/glossary/").content.decode()
    assert all(f'id="{term.code.value}"' in page for term in SHENGJI.glossary)
    assert all(f'data-card="{card}"' in page for term in SHENGJI.glossary for card in term.cards)
    assert "Lianzhong" in page
    assert "T9" not in page
