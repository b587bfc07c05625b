"""The form of the page that opens a table."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from referee.base.refusals import Code, problem
from referee.leases import table_codes
from tournaments import wording
from tournaments.models import Place, Table
from web.forms.base import NamingForm


class CodeForm(NamingForm):
    """The short code that stands on the table."""

    code = forms.CharField(
        label=_("Code of the table"),
        max_length=16,
        widget=forms.TextInput(
            {"autocapitalize": "characters", "autocomplete": "off", "spellcheck": "false"}
        ),
    )

    def clean_code(self) -> Table | Place:
        """Return the table of the code, or a place where none was yet.

        Spaces and hyphens are ignored.
        """
        typed = self.cleaned_data["code"]
        code = "".join(typed.replace("-", " ").split())
        found = table_codes.table_of_code(code) or table_codes.place_of_code(code)
        if found is None:
            unknown = problem(Code.TABLE_UNKNOWN, table=typed)
            raise ValidationError(wording.problem_text(unknown))
        return found
