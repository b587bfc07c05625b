"""Translation of codes into sentences, for pages and the API.

A code carries its words (`tournaments/codes.py`, or the label of a choice). Codes of `scoring` are
worded in a `Lexicon`, which is registered when the program starts and also names fields and values.
"""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from django.db.models import Choices
from django.utils.functional import Promise

from scoring.game import Phrase
from scoring.problems import Problem, ProblemValues, Values
from scoring.procedure import Step
from scoring.record_comparison import Fact, Statement
from scoring.settlement import Line
from tournaments.base.marked import marked_message
from tournaments.base.separators import join_facts
from tournaments.codes import WordedCode
from tournaments.wording.values import (
    SEATS,
    Count,
    Names,
    Points,
    card_list,
    card_text,
    field_text,
    joined_clauses,
    joined_sentences,
    listed,
    match_code_text,
    origin_text,
    runs,
    seat_list,
    seat_name,
    seat_short,
    signed,
    to_hundredths,
    unsigned,
    value_text,
)
from tournaments.wording.values import register as register_names

__all__ = [
    "Case",
    "Lexicon",
    "Names",
    "Text",
    "Words",
    "card_list",
    "card_text",
    "every",
    "fact_text",
    "field_text",
    "filled",
    "joined_clauses",
    "joined_sentences",
    "line_points",
    "line_text",
    "listed",
    "match_code_text",
    "origin_text",
    "phrase_text",
    "problem_json",
    "problem_text",
    "register",
    "register_lexicon",
    "registered",
    "runs",
    "seat_list",
    "seat_name",
    "seat_short",
    "sentence",
    "signed",
    "statement_text",
    "step_text",
    "text_of",
    "to_hundredths",
    "unregister",
    "unsigned",
    "value_text",
]


@dataclass(frozen=True, slots=True)
class Case:
    """Words for certain values of a placeholder, and the words otherwise.

    For plural forms alone `ngettext_lazy` is enough; this is for other sentences.

    >>> words = Case("factor", {1: "plain"}, "times %(factor)s")
    >>> filled(words, {"factor": 1}), filled(words, {"factor": 4})
    ('plain', 'times 4')
    """

    value: str
    words: Mapping[object, Text]
    otherwise: Text

    def chosen(self, values: Mapping[str, object]) -> Text:
        """Return the words for these values."""
        return self.words.get(values[self.value], self.otherwise)


Text = str | Promise | Case
"""Words in one language or, as a rule, a lazy translation with named placeholders."""


def filled(text: Text, values: Mapping[str, object]) -> str:
    """Return words in the current language with the values in their places.

    Raises KeyError if a value is missing.
    """
    while isinstance(text, Case):
        text = text.chosen(values)
    # Not str(text) % values, because plural forms are chosen here.
    return str(operator.mod(text, values))


def every(text: Text) -> tuple[str | Promise, ...]:
    """Return all texts that words can produce.

    >>> every(Case("count", {1: "one"}, Case("count", {2: "two"}, "many")))
    ('one', 'two', 'many')
    """
    if not isinstance(text, Case):
        return (text,)
    parts = [*text.words.values(), text.otherwise]
    return tuple(words for part in parts for words in every(part))


Words = Mapping[Any, Text]
"""The words of every member of an Enum of codes."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All words of a module.

    `codes` has the words of Enums of codes. `complete` are steps whose words include the result, so
    that no points are shown beside them. `fields` are names of fields of reports and rules, and
    `lists` says which of them are lists. `origins` are names of origins of results and adjustments,
    and `corrections` those that differ when a result replaces another. `values` are names of texts
    among the values of codes; one may contain `%(number)s`, for values such as "row-3".
    """

    codes: Mapping[type[Enum], Words] = field(default_factory=dict)
    complete: Collection[Enum] = ()
    fields: Names = field(default_factory=dict)
    lists: Collection[str] = ()
    origins: Names = field(default_factory=dict)
    corrections: Names = field(default_factory=dict)
    values: Names = field(default_factory=dict)


POINT_VALUES = frozenset(
    {"face", "other", "own", "points", "slam_value", "sum", "total", "unexposed", "value"}
)
"""The values of lines and phrases that are points; all others are counts and factors."""

LIST_VALUES = frozenset({"sizes", "tables"})
"""The values of problems that are lists of numbers, written with commas."""

MATCH_VALUES = frozenset({"matches"})
"""The values of problems that are lists of codes of matches, written with commas."""

RUN_VALUES = frozenset({"free", "held"})
"""The values of problems that are lists of numbers, of which those in a row are written from–to."""

SEAT_VALUES = frozenset({"partner", "played", "said", "side", "thrower"})
"""The values that may be a seat."""

PLAYER_VALUES = frozenset({"partner", "side"})
"""Those of a step that are two players of a side, who are called by name where that is known."""

_words: dict[type[Enum], Words] = {}
_complete: set[Enum] = set()


def register(codes: type[Enum], words: Words) -> None:
    """Register the words of every member of an Enum of codes.

    Two Enums may have members of the same value; the sentence depends on the Enum.
    Raises ValueError if words are missing, or if the Enum has other words already.
    """
    missing = [code.value for code in codes if code not in words]
    if missing:
        raise ValueError(f"{codes.__name__} has codes without words: {', '.join(missing)}")
    if _words.setdefault(codes, words) is not words:
        raise ValueError(f"{codes.__name__} already has other words")


def register_lexicon(lexicon: Lexicon) -> None:
    """Register all words of a module; repeating it is harmless.

    Raises ValueError if words are missing, or if a code or a name already has other ones.
    """
    register_names(
        fields=lexicon.fields,
        lists=lexicon.lists,
        origins=lexicon.origins,
        corrections=lexicon.corrections,
        values=lexicon.values,
    )
    for codes, words in lexicon.codes.items():
        register(codes, words)
    _complete.update(lexicon.complete)


def unregister(codes: type[Enum]) -> None:
    """Forget the words of an Enum. Raises KeyError for one that has none."""
    del _words[codes]


def registered() -> tuple[type[Enum], ...]:
    """Return every Enum of codes that has words."""
    return tuple(_words)


def sentence(code: Enum, values: Mapping[str, object] | None = None) -> str:
    """Return the words of a code in the current language, with its values in their places.

    Raises KeyError for a code that has none.
    """
    return filled(text_of(code), values or {})


def text_of(code: Enum) -> Text:
    """Return the untranslated words of a code. Raises KeyError for a code that has none."""
    if isinstance(code, WordedCode):
        return marked_message(code.message)
    if isinstance(code, Choices):
        return code.label
    return _words[type(code)][code]


def problem_text(problem: Problem) -> str:
    """Return a problem as a sentence that names its field, cards and seats.

    Texts among the values are codes where the rules of a game find the problem, and otherwise
    names of people, teams and the like, which are told as they are.
    """
    named = isinstance(problem.code, WordedCode)
    values: dict[str, object] = dict(_told(problem.values, named=named))
    values["cards"] = card_list(problem.cards)
    values["seats"] = seat_list(problem.seats)
    values["field"] = field_text(problem.field)
    for name, value in problem.values:
        if name in MATCH_VALUES and isinstance(value, str):
            values[name] = listed(map(match_code_text, value.split(", ")))
        elif name in LIST_VALUES and isinstance(value, str):
            values[name] = listed(value.split(", "))
        elif name in RUN_VALUES and isinstance(value, str):
            values[name] = runs(int(number) for number in value.split(", ") if number)
    return sentence(problem.code, values)


def problem_json(problem: Problem) -> dict[str, Any]:
    """Return a problem in its API form: its codes and the sentence."""
    return {**problem.as_json(), "text": problem_text(problem)}


def line_text(line: Line) -> str:
    """Return a step of a sum in words, without its cards and points, which are shown beside it."""
    values: dict[str, object] = {"count": len(line.cards), "points": Points(line.points)}
    return sentence(line.code, {**values, **dict(_pointed(line.values))})


def line_points(line: Line) -> int | None:
    """Return the points to show beside the words of a step; None where the words include them."""
    return None if line.code in _complete else line.points


def phrase_text(phrase: Phrase) -> str:
    """Return a statement of a set of rules as a sentence."""
    return sentence(phrase.code, dict(_pointed(phrase.values)))


def fact_text(fact: Fact) -> str:
    """Return the question that two records answer."""
    return sentence(fact.code, {"cards": card_list(fact.cards), "place": fact.place})


def statement_text(answer: Statement) -> str:
    """Return the answer of a record in words; empty if it has none."""
    words = [
        seat_list(answer.seats),
        card_list(answer.cards),
        sentence(answer.code) if answer.code else "",
        "" if answer.number is None else str(answer.number),
        value_text(answer.option) if answer.option else "",
    ]
    return join_facts(*words)


def step_text(step: Step, players: Mapping[str, str] | None = None) -> str:
    """Return a step of the procedure before play as a sentence that names who does it.

    `players` are the names at the seats.
    """
    values: dict[str, object] = dict(_counted(step.values))
    for name, seat in step.values:
        if name in PLAYER_VALUES and players and seat in players:
            values[name] = players[str(seat)]
    values["cards"] = card_list(step.cards)
    values["seat"] = seat_name(step.seat) if step.seat else ""
    return sentence(step.code, values)


def _told(values: ProblemValues, *, named: bool) -> Iterator[tuple[str, object]]:
    """Yield the values of a problem as a sentence has them; with `named` texts are names."""
    for name, value in values:
        if isinstance(value, tuple):
            yield name, listed(value)
        elif named and isinstance(value, str) and name not in SEAT_VALUES:
            yield name, value
        else:
            yield from _counted(((name, value),))


def _counted(values: Values) -> Iterator[tuple[str, object]]:
    for name, value in values:
        if isinstance(value, int):
            yield name, Count(value)
        elif name in SEAT_VALUES and value in SEATS:
            yield name, seat_name(value)
        else:
            yield name, value_text(value)


def _pointed(values: Values) -> Iterator[tuple[str, object]]:
    for name, value in _counted(values):
        yield name, Points(value) if name in POINT_VALUES and isinstance(value, int) else value
