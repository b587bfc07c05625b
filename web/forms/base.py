"""What all forms share: fields that are named, refusals that become errors, typed signs.

A value that a field cannot take is reported in the program's own words: the framework's messages
name no field, quote the inner value that was refused, and read in Chinese like a translation.
Messages that one of our fields defines itself are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, ClassVar, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _

from scoring.problems import Problem, ProblemCode
from tournaments import wording
from tournaments.base.refusals import Refused
from tournaments.entries.list_problems import ListProblem, problem_of
from tournaments.entries.reading.sheets.files import MOST_BYTES

LEFT_OUT: Final = _(
    "“%(label)s”: that time does not exist on that day, because the clocks go forward."
)
WHOLE_NUMBER: Final = _("“%(label)s” must be a whole number.")
NO_BUTTON: Final = dict.fromkeys(
    ("required", "invalid_choice", "max_length", "null_characters_not_allowed"),
    _("No button was pressed."),
)
"""Messages of a field that a button of the page fills, not a person."""
NOT_CHOSEN: Final = ("", _("Please choose"))
"""The first entry of a list from which something has to be chosen and nothing is proposed."""
SIGNS: Final = str.maketrans({"\u2212": "-", "\uff0d": "-", "\u2013": "-", "\uff0b": "+"})
"""What keyboards and other programs write for a plus and a minus."""

_OF_TYPES: Final[tuple[tuple[type[forms.Field], Mapping[str, Promise]], ...]] = (
    (forms.Field, {"required": _("Please fill in “%(label)s”.")}),
    (
        forms.CharField,
        {
            "null_characters_not_allowed": _(
                "“%(label)s” contains characters that cannot be stored."
            )
        },
    ),
    (
        forms.ChoiceField,
        {
            "required": _("Please choose “%(label)s”."),
            "invalid_choice": _("Choose one of the choices shown for “%(label)s”."),
        },
    ),
    (
        forms.MultipleChoiceField,
        {
            "invalid_choice": _("Choose among the choices shown for “%(label)s”."),
            "invalid_list": _("Choose among the choices shown for “%(label)s”."),
        },
    ),
    (forms.IntegerField, {"invalid": WHOLE_NUMBER}),
    (forms.FloatField, {"invalid": _("“%(label)s” must be a number.")}),
    (forms.DecimalField, {"invalid": _("“%(label)s” must be a number.")}),
    (
        forms.DateField,
        {"invalid": _("“%(label)s” must be a date, such as 2026-08-31.")},
    ),
    (
        forms.DateTimeField,
        {
            "invalid": _("“%(label)s” must be a date and a time, such as 2026-08-31 19:30."),
            "left_out": LEFT_OUT,
        },
    ),
    (
        forms.TimeField,
        {"invalid": _("“%(label)s” must be a time, such as 19:30."), "left_out": LEFT_OUT},
    ),
    (
        forms.FileField,
        {
            "invalid": _("The file for “%(label)s” did not arrive. Choose it again."),
            "missing": _("The file for “%(label)s” did not arrive. Choose it again."),
            "empty": _("The file for “%(label)s” is empty."),
        },
    ),
)
"""Messages by type of field; a subclass stands after the classes it derives from."""
_OF_VALIDATORS: Final[Mapping[str, Promise]] = {
    "min_value": _("“%(label)s” must be %(limit_value)s or more."),
    "max_value": _("“%(label)s” must be %(limit_value)s or less."),
    "min_length": _("“%(label)s” is too short: at least %(limit_value)s characters."),
    "max_length": _("“%(label)s” is too long: %(show_value)s characters, at most %(limit_value)s."),
    "max_digits": _("Too many digits in “%(label)s”: at most %(max)s."),
    "max_decimal_places": _("Too many digits after the point in “%(label)s”: at most %(max)s."),
    "max_whole_digits": _("Too many digits before the point in “%(label)s”: at most %(max)s."),
}
_FILLED_LATER: Final = frozenset({"invalid_choice", *_OF_VALIDATORS})
"""Codes whose messages the framework fills with values; a percent sign in them is doubled."""


def name_field(field: forms.Field, label: str) -> None:
    """Give a field messages that name it by its label, where it has none of its own."""
    for code, message in _messages(field):
        shown = label.replace("%", "%%") if code in _FILLED_LATER else label
        field.error_messages[code] = filled(message, shown)


def filled(message: Promise, label: str) -> str:
    """Put the label into a message and leave its other placeholders open."""
    return str(message).replace("%(label)s", label)


def _messages(field: forms.Field) -> Iterator[tuple[str, Promise]]:
    usual = _usual(type(field))
    wanted: dict[str, Promise] = {}
    for kind, worded in _OF_TYPES:
        if isinstance(field, kind):
            wanted |= worded
    for code, message in wanted.items():
        if field.error_messages.get(code) is usual.get(code):
            yield code, message
    for code, message in _OF_VALIDATORS.items():
        if code not in field.error_messages:
            yield code, message


def _usual(kind: type[forms.Field]) -> dict[str, object]:
    """Return the framework's own messages of a type of field."""
    usual: dict[str, object] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("django."):
            usual |= vars(base).get("default_error_messages", {})
    return usual


def _too_big_text() -> str:
    most = MOST_BYTES // 1_000_000
    return wording.problem_text(problem_of(ListProblem.TOO_BIG, most=most))


LIST_FILE: Final = {
    "accept": ".xlsx,.xls,.ods,.csv,.txt,.tsv",
    "data-most": MOST_BYTES,
    "data-too-big": lazy(_too_big_text, str)(),
}
"""Attributes of a file field for lists; with them the page refuses a file that is too big."""


class NamingForm(forms.Form):
    """A form whose messages for a missing or a wrong value name the field, unless it has its own.

    Hidden fields are left out: their labels are not shown.
    """

    def full_clean(self) -> None:
        """Validate the form, and give the messages also to fields that were added after
        construction.
        """
        for name, field in self.fields.items():
            if not field.widget.is_hidden:
                name_field(field, str(self[name].label))
        super().full_clean()


class DeskForm(NamingForm):
    """A form that can show the problems of a refused operation as its own errors."""

    tells_paths: ClassVar[bool] = False
    """Whether a problem is worded by the field of the report rather than by its own."""

    def take_refusal(self) -> AbstractContextManager[None, bool]:
        """Catch a refusal raised in the block, and show its problems as errors of this form."""
        return _TakeRefusal(self)

    def take(self, refused: Refused) -> None:
        """Add every problem to its field, or to the form where it has no field here."""
        for problem in refused.problems:
            typed = self.as_typed(problem)
            field = typed.field if typed.field in self.fields else None
            told = problem if self.tells_paths else typed
            self.add_error(field, self._problem_text(told, field))

    def tell(self, request: HttpRequest) -> None:
        """Add every error to the next page, for a form that is not shown again."""
        wrong = (str(text) for texts in self.errors.values() for text in texts)
        for text in dict.fromkeys(wrong):
            messages.error(request, text)

    def _problem_text(self, problem: Problem, field: str | None) -> str:
        """Word a problem; a missing value is asked for by the label of its field."""
        if field is not None and problem.code is ProblemCode.MISSING_FIELD:
            return str(self.fields[field].error_messages["required"])
        return wording.problem_text(problem)

    def as_typed(self, problem: Problem) -> Problem:
        """Translate a problem of the operation's input to the fields of this form."""
        return problem


class _TakeRefusal(AbstractContextManager[None, bool]):
    """A class, because the type of a generator cannot say that it may swallow an exception."""

    def __init__(self, form: DeskForm) -> None:
        self._form = form

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        error: BaseException | None,
        _trace: TracebackType | None,
    ) -> bool:
        if isinstance(error, Refused):
            self._form.take(error)
        return isinstance(error, Refused)


class SignedField(forms.IntegerField):
    """An integer with any sign that keyboards type, also full-width ones and the true minus."""

    def to_python(self, value: Any) -> int | None:
        """Return the number, with its sign read however it was typed."""
        return super().to_python(value.translate(SIGNS) if isinstance(value, str) else value)


class SignedDecimalField(forms.DecimalField):
    """A decimal number with the same signs."""

    def to_python(self, value: Any) -> Any:
        """Return the number, with its sign read however it was typed."""
        return super().to_python(value.translate(SIGNS) if isinstance(value, str) else value)
