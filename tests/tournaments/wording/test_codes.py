"""Every code has words in every language, and the words ask only for values that come with it."""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Iterator
from enum import Enum, StrEnum
from itertools import combinations
from typing import Any, Self

import pytest
from django.utils import translation
from django.utils.translation import pgettext

from clubs.credentials.refusals import AccountReason
from referee.base.refusals import Code, Phase
from scoring.game import find_game, names
from scoring.gongzhu import codes as gongzhu
from scoring.problems import ProblemCode
from scoring.shengji import codes as shengji
from tests.tournaments.wording.documented import enums_with_words, values_of, words_of
from tests.tournaments.wording.languages import CHINESE, LANGUAGES, LEFT_OVER
from tournaments import wording
from tournaments.base.refusals import PlanReason, Reason
from tournaments.codes import WordedCode, worded, worded_in, worded_plural
from tournaments.persons.refusals import PersonReason
from tournaments.progress.next_step import Next
from tournaments.standings.group_results import MatchOutcome
from web.publish.pdf.typefaces import FontProblem

OF_ROOMS = (Reason, PlanReason, PersonReason, AccountReason, Next, Code, Phase, FontProblem)
OF_PROBLEMS = {"field", "cards", "seats"}
"""What every problem has, so that its words may name it whether or not the comment does."""

OF_LINES = {"count", "points"}
OF_STEPS: dict[type[Enum], set[str]] = {
    gongzhu.LineCode: OF_LINES,
    shengji.LineCode: OF_LINES,
    gongzhu.ProcedureCode: {"cards", "seat"},
    shengji.ProcedureCode: {"cards", "seat"},
}
"""What is always there of what is no problem."""

PLACEHOLDER = re.compile(r"%\((\w+)\)")


class Anything(dict[str, Any]):
    """Every value there may be, as a number that also chooses among plural forms."""

    def __missing__(self, name: str) -> int:
        return 3


def every_code() -> Iterator[Enum]:
    """Return the members of every Enum that has words."""
    return (code for codes in enums_with_words() for code in codes)


def filled_in(text: wording.Text) -> str:
    """Return words in the current language with anything in their places."""
    return str(operator.mod(text, Anything()))


def test_every_code_of_every_game_and_room_has_words() -> None:
    wanted = {codes for game in names() for codes in find_game(game).codes}
    assert wanted | set(OF_ROOMS) <= enums_with_words()
    for codes in (gongzhu, shengji):
        assert wanted >= {codes.RuleProblem, codes.ReportProblem, codes.LineCode, codes.EndCode}
    assert ProblemCode in wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_wording_can_be_said(language: str) -> None:
    wrong = {}
    with translation.override(language):
        for code in every_code():
            for text in words_of(code):
                sentence = filled_in(text)
                is_chinese = bool(CHINESE.search(sentence))
                if LEFT_OVER.search(sentence) or is_chinese != (language == "zh-hans"):
                    wrong[code] = sentence
    assert wrong == {}


@pytest.mark.full
@pytest.mark.parametrize(
    "codes",
    [
        ProblemCode,
        gongzhu.RuleProblem,
        gongzhu.ReportProblem,
        gongzhu.EndingProblem,
        gongzhu.LineCode,
        gongzhu.RulePhrase,
        gongzhu.ProcedureCode,
        gongzhu.Caution,
        shengji.RuleProblem,
        shengji.PositionProblem,
        shengji.ReportProblem,
        shengji.LineCode,
        shengji.RulePhrase,
        shengji.ProcedureCode,
        shengji.Caution,
    ],
    ids=lambda codes: f"{codes.__module__}.{codes.__name__}",
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_words_ask_for_values_that_come_with_the_code(codes: type[Enum], language: str) -> None:
    documented = values_of(codes)
    assert documented.keys() == {code.name for code in codes}
    always = OF_STEPS.get(codes, OF_PROBLEMS)
    with translation.override(language):
        asked = {
            code.name: {
                name
                for text in words_of(code)
                for name in PLACEHOLDER.findall(str(operator.mod(text, Kept())))
            }
            for code in codes
        }
    unknown = {name: names - documented[name] - always for name, names in asked.items()}
    assert {name: names for name, names in unknown.items() if names} == {}


class Kept(dict[str, Any]):
    """Every value as the placeholder that it fills, so that words come back as they were."""

    def __missing__(self, name: str) -> Any:
        return KeptPlace(name)


class KeptPlace(int):
    """A number, for plural forms, that is written as its own placeholder."""

    def __new__(cls, name: str) -> Self:
        made = super().__new__(cls, 3)
        made.name = name
        return made

    name: str

    def __str__(self) -> str:
        return f"%({self.name})s"


@pytest.mark.parametrize("game", names())
def test_the_codes_of_one_game_are_told_apart_by_their_values(game: str) -> None:
    values = [code.value for codes in find_game(game).codes for code in codes]
    assert len(values) == len(set(values))


@pytest.mark.parametrize("game", names())
def test_refusals_and_problems_of_all_rooms_are_told_apart_by_their_values(game: str) -> None:
    problems: set[type[Enum]] = {*find_game(game).codes, *OF_ROOMS}
    shared = {
        (first.__name__, second.__name__): common
        for first, second in combinations(problems, 2)
        if (common := {code.value for code in first} & {code.value for code in second})
    }
    assert shared == {}


class Fruit(StrEnum):
    """Codes that only this test has."""

    APPLE = "apple"
    PEAR = "pear"


class Company(StrEnum):
    """Codes of which one has the value of another Enum's."""

    APPLE = "apple"


FRUIT: wording.Words = {Fruit.APPLE: "An apple.", Fruit.PEAR: "A pear."}


@pytest.fixture
def fruit() -> Iterator[None]:
    wording.register(Fruit, FRUIT)
    yield
    wording.unregister(Fruit)


def test_a_code_without_words_is_refused_at_the_start() -> None:
    with pytest.raises(ValueError, match="pear"):
        wording.register(Fruit, {Fruit.APPLE: "An apple."})
    assert Fruit not in wording.registered()


@pytest.mark.usefixtures("fruit")
def test_an_enum_is_given_words_only_once() -> None:
    wording.register(Fruit, FRUIT)
    with pytest.raises(ValueError, match="Fruit"):
        wording.register(Fruit, {Fruit.APPLE: "Apple!", Fruit.PEAR: "A pear."})
    assert wording.sentence(Fruit.APPLE) == "An apple."


@pytest.mark.usefixtures("fruit")
def test_equal_values_of_two_enums_have_words_of_their_own() -> None:
    wording.register(Company, {Company.APPLE: "A company."})
    assert wording.sentence(Fruit.APPLE) == "An apple."
    assert wording.sentence(Company.APPLE) == "A company."
    wording.unregister(Company)


class Drink(WordedCode):
    """Codes that carry their words."""

    TEA = worded("tea", "%(cups)s of tea")
    CUP = worded_plural("one_cup", "%(count)s cup", "%(count)s cups", "count")
    PORT = worded_in("port", "drink", "Port")


def test_a_code_that_carries_its_words_equals_its_value() -> None:
    assert [code.value for code in Drink] == ["tea", "one_cup", "port"]
    assert Drink("one_cup") is Drink.CUP
    assert json.dumps([Drink.TEA, f"{Drink.CUP}"]) == '["tea", "one_cup"]'


def test_a_code_that_carries_no_words_is_refused() -> None:
    with pytest.raises(TypeError, match="water"):

        class Water(WordedCode):
            WATER = "water"


def test_words_that_a_code_carries_are_filled_in_and_counted() -> None:
    assert wording.sentence(Drink.TEA, {"cups": 2}) == "2 of tea"
    assert wording.sentence(Drink.CUP, {"count": 1}) == "1 cup"
    with translation.override("en"):
        assert wording.sentence(Drink.CUP, {"count": 2}) == "2 cups"
    assert wording.sentence(Drink.PORT) == "Port"


def test_words_are_translated_in_their_context() -> None:
    with translation.override("zh-hans"):
        assert wording.sentence(MatchOutcome.WON) == pgettext("match", "won") != "won"


def test_a_code_that_nobody_registered_is_an_error() -> None:
    with pytest.raises(KeyError):
        wording.sentence(Fruit.APPLE)
