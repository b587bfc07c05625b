"""Whoever makes a problem of a code hands over every value for which its sentence asks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from config.simulation.invariants import Broken
from config.source_packages import ROOT, TRANSLATED, at_least, modules
from tournaments.codes import WordedCode
from tournaments.standings.qualification_rules import StageProblem

MAKERS: Final = {
    "because",
    "fault",
    "movement_problem",
    "note",
    "problem",
    "problem_of",
    "refuse",
}
"""The functions that take a code and its values by their names."""
OF_PROBLEMS: Final = {"cards", "field", "seats"}
"""What every problem has."""
PLACEHOLDER: Final = re.compile(r"%\((\w+)\)")
OTHERS: Final[Mapping[WordedCode, set[str]]] = {
    StageProblem.NOT_A_SHARE: {"value"},
    StageProblem.SLOT_UNKNOWN: {"slot"},
    StageProblem.SLOT_TWICE: {"slot"},
    StageProblem.SLOT_UNUSED: {"slot"},
    StageProblem.GROUPS_ODD: {"count"},
    StageProblem.TOO_FEW_PLACED: {"slot"},
    StageProblem.CUT_SHARED: {"entries", "slot"},
    StageProblem.NO_PLACE: {"entries"},
    Broken.SEATED_TWICE: {"entry", "round"},
    Broken.NOT_SEATED: {"entry", "round"},
    Broken.STRANGER_SEATED: {"entry", "round"},
    Broken.BYE_AGAIN: {"entry", "round"},
    Broken.SCORES_WRONG: {"entry", "round"},
    Broken.NOT_RANKED_ONCE: {"entry"},
    Broken.ORDER_WRONG: {"entry"},
    Broken.PLACE_WRONG: {"entry"},
    Broken.NOTHING_DECIDED: {"entry"},
    Broken.TOTAL_WRONG: {"entry"},
    Broken.NOT_MIRRORED: {"entry", "other"},
}
"""The values of codes that are made into problems otherwise; one that is not here has none."""


def asked_by(code: WordedCode) -> set[str]:
    """Return the names of the values in the words of a code."""
    return set(PLACEHOLDER.findall(code.message.text + code.message.plural))


@cache
def called() -> tuple[tuple[str, WordedCode, frozenset[str]], ...]:
    """Return where the program makes a problem of a code, and the names of the values given."""
    paths = at_least(1000, modules(*TRANSLATED))
    return tuple(call for path in paths for call in _calls(path))


def _calls(path: Path) -> Iterator[tuple[str, WordedCode, frozenset[str]]]:
    text = path.read_text("utf-8")
    if not any(f"{maker}(" in text for maker in MAKERS):
        return
    name = path.relative_to(ROOT)
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(
                func=ast.Name(id=maker) | ast.Attribute(attr=maker),
                args=[ast.Attribute(value=ast.Name(id=codes), attr=member), *_],
                keywords=keywords,
            ) if maker in MAKERS and member.isupper() and all(given.arg for given in keywords):
                module = ".".join(name.with_suffix("").parts).removesuffix(".__init__")
                code = getattr(getattr(import_module(module), codes), member)
                if isinstance(code, WordedCode):
                    given = frozenset(str(keyword.arg) for keyword in keywords)
                    yield f"{name.as_posix()}:{node.lineno}", code, given


@pytest.mark.full
def test_a_sentence_asks_only_for_values_that_are_handed_over() -> None:
    wrong = {
        place: missing
        for place, code, given in called()
        if (missing := asked_by(code) - given - OF_PROBLEMS)
    }
    assert wrong == {}
    assert len(called()) >= 180


@pytest.mark.parametrize("codes", [StageProblem, Broken])
def test_a_sentence_asks_only_for_values_that_its_code_has(codes: type[WordedCode]) -> None:
    unknown = {code.name: asked_by(code) - OTHERS.get(code, set()) for code in codes}
    assert {name: names for name, names in unknown.items() if names} == {}
