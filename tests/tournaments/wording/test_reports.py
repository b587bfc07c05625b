"""Every answer of the engine has words: real deals, broken reports, contradictory rules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache
from random import Random
from typing import Any

import pytest
from django.utils import translation

from scoring.game import Context, GameState, Phrase, find_game
from scoring.gongzhu.codes import EndCode, LineCode, ReportProblem, RulePhrase, RuleProblem
from scoring.gongzhu.rulebook.dimensions import read_rules
from scoring.gongzhu.rules import (
    FirstLead,
    Hearts,
    LateExposure,
    NextLead,
    Normalise,
    Penalties,
    PigFlips,
    ProtectedLeads,
    Protection,
    RuleSet,
    SelfWonHeartAce,
    SelfWonTransformer,
    Shuffler,
    Slam,
    SlamHearts,
    TransformerAlone,
)
from scoring.lines import answer_lines
from scoring.problems import Problem, ProblemCode, RulesRefused
from scoring.settlement import Line
from tests.scoring.gongzhu.deals import deal_at_random
from tests.scoring.gongzhu.vectors import report_of, vectors
from tests.tournaments.wording import broken
from tests.tournaments.wording.languages import CHINESE, LANGUAGES, LEFT_OVER
from tournaments import wording

GONGZHU = find_game("gongzhu")
PRESETS = {name: GONGZHU.rules({"preset": name}) for name in GONGZHU.presets}
CHOICES: dict[str, type[StrEnum]] = {
    "hearts": Hearts,
    "pig_flips": PigFlips,
    "transformer_alone": TransformerAlone,
    "self_won_transformer": SelfWonTransformer,
    "self_won_heart_ace": SelfWonHeartAce,
    "protection": Protection,
    "protected_leads": ProtectedLeads,
    "late_exposure": LateExposure,
    "slam_hearts": SlamHearts,
    "shuffler": Shuffler,
    "first_lead": FirstLead,
    "next_lead": NextLead,
    "normalise": Normalise,
    "penalties": Penalties,
}
MORE_RULES: tuple[dict[str, Any], ...] = (
    *({name: choice.value} for name, choices in CHOICES.items() for choice in choices),
    *({name: flag} for name in ("exposure", "auto_expose_fourth") for flag in (True, False)),
    {"self_won": True, "self_won_heart_ace": "suit", "self_won_transformer": "both"},
    {"self_won": True, "all_hearts": 100, "self_won_heart_ace": "suit"},
    {"slam": Slam.FIXED_UNEXPOSED.value, "slam_value": 1000, "all_hearts": 200},
    {"normalise": "zero_sum_exact", "scale": 12},
    {"game_end": {"minutes": 60}},
    {"game_end": {"deals": 1}},
    {"players": 3},
    {"players": 5},
)
DEALS_FOR_EACH = 25


@cache
def all_rules() -> tuple[RuleSet, ...]:
    """Return the presets, and sets that between them hold every value of every dimension."""
    return (*PRESETS.values(), *filter(None, map(accepted, MORE_RULES)))


def accepted(wanted: dict[str, Any]) -> RuleSet | None:
    try:
        return read_rules(wanted)
    except RulesRefused:
        return None


@cache
def lines() -> tuple[Line, ...]:
    """Return the steps of many sums: the worked examples, and deals at random under all rules."""
    lines: list[Line] = []
    for rules, report in reports():
        if not GONGZHU.problems(report, rules):
            settlement = GONGZHU.settle(report, rules)
            lines.extend([*settlement.lines, *settlement.conversions])
    lines.extend(GONGZHU.award({"N": 50}, PRESETS["classic"]).conversions)
    return tuple(dict.fromkeys(lines))


def reports() -> Iterator[tuple[RuleSet, dict[str, Any]]]:
    for vector in vectors():
        if vector["kind"] in ("pile", "deal"):
            for rules in PRESETS.values():
                yield rules, report_of(vector, rules.decks)
            own = GONGZHU.rules(vector["rules"])
            yield own, report_of(vector, own.decks)
    random = Random("words")
    for rules in all_rules():
        for _ in range(DEALS_FOR_EACH):
            yield rules, deal_at_random(random, rules).report(rules)


@cache
def problems() -> tuple[Problem, ...]:
    """Return what is wrong with the vectors under all presets and with everything broken."""
    board = Context({seat: tuple(hand) for seat, hand in broken.HANDS.items()})
    sets = [*PRESETS.values(), RuleSet(exposure=False)]
    two_decks = [rules for rules in sets if rules.decks == 2]
    problems = [
        *(problem for rules, report in reports() for problem in GONGZHU.problems(report, rules)),
        *of_reports(broken.ONE_DECK, sets, board),
        *of_reports(broken.ONE_DECK, sets, Context()),
        *of_reports(broken.TWO_DECKS, two_decks, Context()),
        *of_reports(broken.THREE_PLAYERS, [RuleSet(players=3)], Context()),
        *(rule for wanted in broken.RULES for rule in of_rules(wanted)),
        *of_command_line(),
    ]
    return tuple(dict.fromkeys(problems))


def of_reports(
    reports: Iterable[Any], sets: Iterable[RuleSet], context: Context
) -> Iterator[Problem]:
    for report in reports:
        for rules in sets:
            yield from GONGZHU.problems(report, rules, context)


def of_rules(wanted: Any) -> tuple[Problem, ...]:
    with pytest.raises(RulesRefused) as refused:
        GONGZHU.rules(wanted)
    return refused.value.problems


def of_command_line() -> Iterator[Problem]:
    for answer in answer_lines(broken.LINES):
        for problem in json.loads(answer)["problems"]:
            yield Problem.from_json(problem, GONGZHU.codes)


def endings() -> set[StrEnum | None]:
    """Return why games end, for totals on every side of both limits."""
    totals = ({"a": low, "b": high} for low in (-1000, 0, 1000) for high in (0, 5, 1000))
    states = [GameState(total, deals=16) for total in totals]
    return {
        GONGZHU.match_result(state, rules, {}, time_up).code
        for state in states
        for rules in all_rules()
        for time_up in (True, False)
    }


@pytest.mark.full
def test_between_them_the_reports_bring_up_every_problem() -> None:
    wanted = {*ProblemCode, *ReportProblem, *RuleProblem}
    assert wanted - {problem.code for problem in problems()} == set()


@pytest.mark.nightly
def test_between_them_the_deals_bring_up_every_step_and_every_end() -> None:
    assert set(LineCode) - {line.code for line in lines()} == set()
    assert set(EndCode) - endings() == set()


def test_between_them_the_rules_bring_up_every_phrase() -> None:
    assert set(RulePhrase) - {phrase.code for phrase in phrases()} == set()


def phrases() -> list[Phrase]:
    """Return all statements of all rules."""
    return [phrase for rules in all_rules() for phrase in GONGZHU.describe(rules)]


@pytest.mark.full
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_can_be_said(language: str) -> None:
    with translation.override(language):
        texts = [
            *map(wording.problem_text, problems()),
            *map(wording.line_text, lines()),
            *map(wording.phrase_text, phrases()),
        ]
    assert [text for text in texts if LEFT_OVER.search(text) or not text.strip()] == []
    if language == "zh-hans":
        assert [text for text in texts if not CHINESE.search(text)] == []


@pytest.mark.full
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
