"""The questions of a paper sheet with one answer each, as fields and as parts of a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.game import Asked, AskedKind
from tournaments import wording
from tournaments.base.separators import join_facts
from tournaments.wording import games
from web.desk.typed_sheets import typed

START: Final = "ask_"
"""Prefix of the field name of every question."""

NOTHING: Final = "null"
"""Form value of the option “none”, as distinct from no answer."""

CARDS: Final = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}


def name_of(question: Asked) -> str:
    """Return the name of the field of a question.

    >>> from enum import StrEnum
    >>> Code = StrEnum("Code", ["WINNER"])
    >>> name_of(Asked(Code.WINNER, ("last_trick", "winner"), AskedKind.SEAT))
    'ask_last_trick_winner'
    """
    return START + "_".join(question.path)


def fields(
    asks: Sequence[Asked], game: str, seats: Mapping[str, str]
) -> Iterator[tuple[str, forms.Field]]:
    """Yield the fields of the questions in order; `seats` says who sits there."""
    for question in asks:
        field = _question_field(question, game, seats)
        field.help_text = games.needed_when(game, question.code.value)
        yield name_of(question), field


def answers(
    asks: Sequence[Asked],
    data: Mapping[str, Any],
    names: Mapping[str, str],
    base: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the parts of a report that the fields hold; `names` are those of the cards.

    Unanswered questions are left out. The rest of a part with several questions is as in `base`.
    """
    parts: dict[str, Any] = {}
    for question in asks:
        _place_answer(
            parts, base, question.path, _report_answer(question, data.get(name_of(question)), names)
        )
    return {name: part for name, part in parts.items() if part != {}}


def initial(asks: Sequence[Asked], report: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers of a report as form values."""
    return {name_of(question): _initial_value(question, report) for question in asks}


def field_of(asks: Sequence[Asked], path: str) -> str | None:
    """Return the field for a part of a report, None if it is not asked for.

    A part of an answer belongs to its question, a part with several questions to the first of them.
    """
    inside = [question for question in asks if f"{path}.".startswith(f"{'.'.join(question.path)}.")]
    around = [question for question in asks if f"{'.'.join(question.path)}.".startswith(f"{path}.")]
    return next((name_of(question) for question in (*inside, *around)), None)


def _question_field(question: Asked, game: str, seats: Mapping[str, str]) -> forms.Field:
    label = wording.sentence(question.code)
    if question.kind is AskedKind.NUMBER:
        return _number_field(question, label)
    if question.kind is AskedKind.CARDS:
        widget = forms.TextInput(CARDS)
        return forms.CharField(label=label, required=False, max_length=500, widget=widget)
    options = [("", pgettext("answer", "not recorded")), *_option_choices(question, game, seats)]
    return forms.ChoiceField(label=label, required=False, choices=options)


def _number_field(question: Asked, label: str) -> forms.Field:
    most, step = question.most, question.step if question.step > 1 else None
    out_of_range = _("Write a number from %(least)s to %(most)s.") % {
        "least": question.least,
        "most": most,
    }
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=question.least,
        max_value=most,
        step_size=step,
        error_messages={
            "min_value": out_of_range,
            "max_value": out_of_range,
            "step_size": _("Write a multiple of %(step)s.") % {"step": question.step},
        },
    )


def _option_choices(
    question: Asked, game: str, seats: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    if question.kind is AskedKind.SEAT:
        for seat, name in seats.items():
            yield seat, join_facts(wording.seat_name(seat), name)
        return
    for option in question.options:
        value = NOTHING if option is None else option
        yield value, games.option_name(game, question.code, option)


def _report_answer(question: Asked, value: Any, names: Mapping[str, str]) -> Any:
    """Return the answer for a report; `...` means no answer, because null may be an answer."""
    if value is None or value == "":
        return ...
    if question.kind is AskedKind.CARDS:
        return list(typed.cards(value, names).cards)
    is_nothing = value == NOTHING and None in question.options
    return None if is_nothing else value


def _place_answer(
    parts: dict[str, Any], base: Mapping[str, Any], path: tuple[str, ...], answer: Any
) -> None:
    """Put an answer into its place in a report, or remove what was there."""
    name, *path_below = path
    if path_below:
        previous = base.get(name)
        inside = previous if isinstance(previous, Mapping) else {}
        part = parts.setdefault(name, dict(inside))
        part.pop(path_below[0], None)
        _place_answer(part, inside, tuple(path_below), answer)
    elif answer is not ...:
        parts[name] = answer


def _initial_value(question: Asked, report: Mapping[str, Any]) -> Any:
    value: Any = report
    for name in question.path:
        if not isinstance(value, Mapping) or name not in value:
            return None
        value = value[name]
    if question.kind is AskedKind.CARDS:
        codes = [code for code in value if isinstance(code, str)] if isinstance(value, list) else []
        return typed.written(codes, typed.faces(codes))
    return NOTHING if value is None and None in question.options else value
