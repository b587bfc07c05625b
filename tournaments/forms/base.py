"""What forms share: an empty field is named, and a refusal becomes an error of its field."""

from __future__ import annotations

from typing import Final

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext

from scoring.problems import Problem, ProblemCode
from tournaments import wording
from tournaments.entries.entry_lists import MOST_BYTES, ListProblem, problem_of
from tournaments.refusals import Refused


def _too_big() -> str:
    most = MOST_BYTES // 1_000_000
    return wording.problem_text(problem_of(ListProblem.TOO_BIG, most=most))


LIST_FILE: Final = {
    "accept": ".xlsx,.csv,.txt,.tsv",
    "data-most": MOST_BYTES,
    "data-too-big": lazy(_too_big, str)(),
}
"""A file with a list; a browser sends none that is too big, so that the form stays as it is."""


class NamingForm(forms.Form):
    """A form that names the field where something is missing, unless it has words of its own.

    A hidden field has no name that anybody could read.
    """

    def full_clean(self) -> None:
        """Look at what was sent; fields that were made late are named as well."""
        usual = forms.Field.default_error_messages["required"]
        for name, field in self.fields.items():
            if field.error_messages["required"] is usual and not field.widget.is_hidden:
                said = gettext("Please fill in “%(label)s”.") % {"label": self[name].label}
                field.error_messages["required"] = said
        super().full_clean()


class DeskForm(NamingForm):
    """A form that can take what an operation refused as errors of its own."""

    def take(self, refused: Refused) -> None:
        """Put every problem beside its field, or above the form if it has none here."""
        for problem in [self.as_typed(problem) for problem in refused.problems]:
            field = problem.field if problem.field in self.fields else None
            self.add_error(field, self._in_words(problem, field))

    def _in_words(self, problem: Problem, field: str | None) -> str:
        """What is missing is asked for by its label: its name in the form tells nobody anything."""
        if field is not None and problem.code is ProblemCode.MISSING_FIELD:
            return str(self.fields[field].error_messages["required"])
        return wording.problem_text(problem)

    def as_typed(self, problem: Problem) -> Problem:
        """Return a problem of what was handed on as a problem of what was typed."""
        return problem
