"""The form that renames rules of a club's own."""

from __future__ import annotations

from django import forms

from tournaments.forms.base import DeskForm


class RenameRulesForm(DeskForm):
    """A new name; whether it can be one is for the operation to say."""

    name_of_rules = forms.CharField(required=False)

    def name(self) -> str:
        """Return what was typed."""
        return str(self.cleaned_data["name_of_rules"]) if self.is_valid() else ""
