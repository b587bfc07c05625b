"""What all forms share: empty fields are named, and a refusal becomes an error of its field."""

from __future__ import annotations

from contextlib import AbstractContextManager
from types import TracebackType
from typing import ClassVar, Final

from django import forms
from django.utils.functional import lazy

from scoring.problems import Problem, ProblemCode
from tournaments import wording
from tournaments.base.refusals import Refused
from tournaments.entries.list_problems import ListProblem, problem_of
from tournaments.entries.reading.sheets.files import MOST_BYTES
from web.forms import field_messages


def _too_big_text() -> str:
    most = MOST_BYTES // 1_000_000
    return wording.problem_text(problem_of(ListProblem.TOO_BIG, most=most))


LIST_FILE: Final = {
    "accept": ".xlsx,.xls,.ods,.csv,.txt,.tsv",
    "data-most": MOST_BYTES,
    "data-too-big": lazy(_too_big_text, str)(),
}
"""Attributes of a file field for lists; the page refuses a file that is too big before sending."""


class NamingForm(forms.Form):
    """A form whose messages for a missing or a wrong value name the field, unless it has its own.

    Hidden fields are left out: their labels are not shown.
    """

    def full_clean(self) -> None:
        """Validate the form; fields that were added after construction get the messages as well."""
        for name, field in self.fields.items():
            if not field.widget.is_hidden:
                field_messages.name_field(field, str(self[name].label))
        super().full_clean()


class DeskForm(NamingForm):
    """A form that can show the problems of a refused operation as its own errors."""

    tells_paths: ClassVar[bool] = False
    """Whether a problem is worded by the field of the report instead of its own."""

    def take_refusal(self) -> AbstractContextManager[None, bool]:
        """Leave the block at a refusal, and show its problems as errors of this form."""
        return _TakeRefusal(self)

    def take(self, refused: Refused) -> None:
        """Add every problem to its field, or to the form where it has no field here."""
        for problem in refused.problems:
            typed = self.as_typed(problem)
            field = typed.field if typed.field in self.fields else None
            told = problem if self.tells_paths else typed
            self.add_error(field, self._problem_text(told, field))

    def _problem_text(self, problem: Problem, field: str | None) -> str:
        """Word a problem; a missing value is asked for by the label of its field."""
        if field is not None and problem.code is ProblemCode.MISSING_FIELD:
            return str(self.fields[field].error_messages["required"])
        return wording.problem_text(problem)

    def as_typed(self, problem: Problem) -> Problem:
        """Translate a problem of the operation's input to the fields of this form."""
        return problem


class _TakeRefusal(AbstractContextManager[None, bool]):
    """A class, since the type of a generator does not say that it may end an exception."""

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
