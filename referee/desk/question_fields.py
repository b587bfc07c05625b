"""The questions of a paper sheet that have one answer each: as fields, and as parts of a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from referee.desk import typed
from scoring.game import Asked, AskedKind
from tournaments import wording
from tournaments.wording import games

START: Final = "ask_"
"""With this begins the name of the field of every question."""

NOTHING: Final = "null"
"""How an option is sent that says that there is none, as against no answer."""

CARDS: Final = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}


def name_of(asked: Asked) -> str:
    """Return the name of the field of a question.

    >>> from enum import StrEnum
    >>> Code = StrEnum("Code", ["WINNER"])
    >>> name_of(Asked(Code.WINNER, ("last_trick", "winner"), AskedKind.SEAT))
    'ask_last_trick_winner'
    """
    return START + "_".join(asked.path)


def fields(
    asks: Sequence[Asked], game: str, seats: Mapping[str, str]
) -> Iterator[tuple[str, forms.Field]]:
    """Go through the questions in their order; `seats` says who sits there."""
    for asked in asks:
        yield name_of(asked), _field(asked, game, seats)


def answers(
    asks: Sequence[Asked],
    said: Mapping[str, Any],
    names: Mapping[str, str],
    base: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the parts of a report that the fields say; `names` are those of the cards.

    What nobody answered is left out. Of a part with several questions the rest is as in `base`.
    """
    found: dict[str, Any] = {}
    for asked in asks:
        _put(found, base, asked.path, _answer(asked, said.get(name_of(asked)), names))
    return {name: part for name, part in found.items() if part != {}}


def initial(asks: Sequence[Asked], report: Mapping[str, Any]) -> dict[str, Any]:
    """Return how the answers of a report are typed."""
    return {name_of(asked): _typed(asked, report) for asked in asks}


def field_of(asks: Sequence[Asked], path: str) -> str | None:
    """Return the field in which a part of a report is typed, None for what is not asked.

    A part of an answer belongs to its question, a part with several to the first of them.
    """
    inside = [asked for asked in asks if f"{path}.".startswith(f"{'.'.join(asked.path)}.")]
    around = [asked for asked in asks if f"{'.'.join(asked.path)}.".startswith(f"{path}.")]
    return next((name_of(asked) for asked in (*inside, *around)), None)


def _field(asked: Asked, game: str, seats: Mapping[str, str]) -> forms.Field:
    label = wording.sentence(asked.code)
    if asked.kind is AskedKind.NUMBER:
        return _number(asked, label)
    if asked.kind is AskedKind.CARDS:
        widget = forms.TextInput(CARDS)
        return forms.CharField(label=label, required=False, max_length=500, widget=widget)
    options = [("", pgettext("answer", "not said")), *_options(asked, game, seats)]
    return forms.ChoiceField(label=label, required=False, choices=options)


def _number(asked: Asked, label: str) -> forms.Field:
    most, step = asked.most, asked.step if asked.step > 1 else None
    out_of_range = _("Write a number from %(least)s to %(most)s.") % {
        "least": asked.least,
        "most": most,
    }
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=asked.least,
        max_value=most,
        step_size=step,
        error_messages={
            "min_value": out_of_range,
            "max_value": out_of_range,
            "step_size": _("Write a multiple of %(step)s.") % {"step": asked.step},
        },
    )


def _options(asked: Asked, game: str, seats: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if asked.kind is AskedKind.SEAT:
        for seat, name in seats.items():
            yield seat, f"{wording.seat_name(seat)} · {name}"
        return
    for option in asked.options:
        yield _sent(option), games.option_name(game, asked.code, option)


def _sent(option: str | None) -> str:
    return NOTHING if option is None else option


def _answer(asked: Asked, said: Any, names: Mapping[str, str]) -> Any:
    """Return the answer as a report has it; `...` stands for none, because null may be one."""
    if said is None or said == "":
        return ...
    if asked.kind is AskedKind.CARDS:
        return list(typed.cards(said, names).found)
    is_nothing = said == NOTHING and None in asked.options
    return None if is_nothing else said


def _put(
    found: dict[str, Any], base: Mapping[str, Any], path: tuple[str, ...], answer: Any
) -> None:
    """Put an answer into its place in a report, or take out what was there before."""
    name, *more = path
    if more:
        before = base.get(name)
        inside = before if isinstance(before, Mapping) else {}
        part = found.setdefault(name, dict(inside))
        part.pop(more[0], None)
        _put(part, inside, tuple(more), answer)
    elif answer is not ...:
        found[name] = answer


def _typed(asked: Asked, report: Mapping[str, Any]) -> Any:
    value: Any = report
    for name in asked.path:
        if not isinstance(value, Mapping) or name not in value:
            return None
        value = value[name]
    if asked.kind is AskedKind.CARDS:
        return _typed_cards(value)
    return NOTHING if value is None and None in asked.options else value


def _typed_cards(value: object) -> str:
    codes = [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
    return typed.written(codes, typed.faces(codes))
