"""The form that renames rules of a club's own."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import ClubRules
from tournaments.record.audit import Verb
from web.forms.stored_values import Logged, StoredForm


class RenameRulesForm(StoredForm):
    """A new name; whether it can be one is for the operation to say."""

    name_of_rules = forms.CharField(label=_("Name of the rules"), required=False)

    def __init__(self, kept: ClubRules, data: Any = None) -> None:
        super().__init__(data, initial={"name_of_rules": kept.name})
        self.kept = kept
        self.logged = Logged(kept.club, (Verb.RENAME_RULES,), about=kept.uid)

    def name(self) -> str:
        """Return what was typed."""
        return str(self.cleaned_data["name_of_rules"]) if self.is_valid() else ""
