"""The folds of the form of an event: which fields stand in each, and what its heading says.

A closed fold says the values in it, so that nothing has to be opened to be read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.base.separators import join_facts
from tournaments.wording import games
from tournaments.wording.values import listed
from web.desk.events.event_options import Option
from web.desk.events.option_table import FormPart
from web.desk.events.proposals import RULE

TOLD: Final = {
    FormPart.FREE: ("boards", "comparison", "rooms", "segments"),
    FormPart.STANDINGS: ("ranking", "tie_breaks"),
    FormPart.ROUNDS: ("round_minutes", "draw_method"),
    FormPart.RECORDS: ("depth", "confirmation", "proof"),
}
"""The fields whose values the heading of a fold says."""
MOST_NAMED: Final = 3
"""How many rules the heading of a fold names where none of them was changed."""


@dataclass(frozen=True, slots=True)
class RuleFold:
    """A group of rules that are chosen separately; `said` are the values that were changed.

    `named` are the rules in it, as many as a line holds.
    """

    key: str
    name: str | Promise
    fields: Sequence[forms.BoundField]
    said: str
    named: str

    @property
    def is_open(self) -> bool:
        """Whether a rule of it was refused."""
        return any(field.errors for field in self.fields)


def rule_folds(form: forms.Form, game: str, options: Sequence[Option]) -> list[RuleFold]:
    """Return the rules of a form by the headings of their game; rules of no group come last."""
    by_name = {option.dimension: option for option in options}
    folds = [
        _fold(form, group.key, group.name, [by_name.pop(name) for name in there])
        for group in games.rule_groups(game)
        if (there := [name for name in group.dimensions if name in by_name])
    ]
    if by_name:
        folds.append(_fold(form, "other", gettext_lazy("Other rules"), [*by_name.values()]))
    return folds


def _fold(form: forms.Form, key: str, name: str | Promise, options: Sequence[Option]) -> RuleFold:
    labels = [option.label for option in options]
    named = listed(labels[:MOST_NAMED]) + ("…" if len(labels) > MOST_NAMED else "")
    fields = [form[RULE + option.dimension] for option in options]
    return RuleFold(key, name, fields, join_facts(*_changed(options, fields)), named)


def _changed(options: Iterable[Option], fields: Iterable[forms.BoundField]) -> Iterator[str]:
    """Yield the rules that were chosen otherwise: a plain value with its name, else a sentence."""
    for option, field in zip(options, fields, strict=True):
        chosen = str(field.value() or "")
        sentence = dict(option.values).get(chosen, "")
        if chosen and sentence:
            plain = _plain(json.loads(chosen))
            yield f"{option.label} {plain}" if plain else sentence.rstrip(".。")


def _plain(value: Any) -> str:
    """Return a value that is read without a sentence: a number, a rank or ranks; else "".

    >>> _plain(50), _plain(["2", "3"]), _plain("A"), _plain("smallest"), _plain(True)
    ('50', '2 3', 'A', '', '')
    """
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, str):
        return value if len(value) <= 2 and value.upper() == value else ""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""


def said_in(form: forms.Form, part: FormPart) -> str:
    """Return the values of a part of the form as its heading says them."""
    there = (form[name] for name in TOLD[part] if name in form.fields)
    return join_facts(*filter(None, map(_value_said, there)))


def _value_said(field: forms.BoundField) -> str:
    """Return the words of what is chosen; of a number its label too; "" if there is none."""
    value = field.value()
    if value is None and field.form.is_bound:
        value = field.form.get_initial_for_field(field.field, field.name)
    if value in (None, ""):
        return ""
    choices = getattr(field.field, "choices", None)
    if choices is None:
        return f"{field.label} {value}"
    return next((str(words) for known, words in choices if str(known) == str(value)), "")
