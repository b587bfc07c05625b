"""What people type here: the code of a table, and why a result is replaced."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from referee import queries
from referee.refusals import Code, problem
from referee.sealed import DIGEST, KEY
from tournaments import wording
from tournaments.forms import DeskForm, NamingForm
from tournaments.models import Table


def marked(sent: QueryDict, name: str, value: str) -> QueryDict:
    """Return what was sent with another value of a hidden field, to be sent again."""
    changed = sent.copy()
    changed[name] = value
    return changed


class CodeForm(NamingForm):
    """The short code that stands on the table."""

    code = forms.CharField(
        label=_("Code of the table"),
        max_length=16,
        widget=forms.TextInput(
            {"autocapitalize": "characters", "autocomplete": "off", "spellcheck": "false"}
        ),
    )

    def clean_code(self) -> Table:
        """Return the table of the code; spaces and hyphens are of no account."""
        typed = self.cleaned_data["code"]
        table = queries.table_of_code("".join(typed.replace("-", " ").split()))
        if table is None:
            unknown = problem(Code.TABLE_UNKNOWN, table=typed)
            raise ValidationError(wording.problem_text(unknown))
        return table


class ConfirmForm(DeskForm):
    """The referee confirms a sheet, with a reason wherever one is needed."""

    sheet = forms.RegexField(rf"^{KEY}\Z", widget=forms.HiddenInput)
    digest = forms.RegexField(rf"^{DIGEST}\Z", widget=forms.HiddenInput)
    key = forms.RegexField(rf"^{KEY}\Z", widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Reason"), max_length=500)

    def __init__(self, *args: Any, needs_reason: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not needs_reason:
            del self.fields["reason"]
