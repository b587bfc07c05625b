"""What the forms of the desk share: what an operation refused becomes an error of its field."""

from __future__ import annotations

from django import forms

from scoring.problems import Problem
from tournaments import wording
from tournaments.refusals import Refused


class DeskForm(forms.Form):
    """A form that can take what an operation refused as errors of its own."""

    def take(self, refused: Refused) -> None:
        """Put every problem beside its field, or above the form if it has none here."""
        for problem in [self.as_typed(problem) for problem in refused.problems]:
            field = problem.field if problem.field in self.fields else None
            self.add_error(field, wording.problem_text(problem))

    def as_typed(self, problem: Problem) -> Problem:
        """Return a problem of what was handed on as a problem of what was typed."""
        return problem
