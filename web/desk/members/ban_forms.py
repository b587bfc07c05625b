"""The form of a ban of the club (禁赛)."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.persons.bans import BanTerms
from web.forms.base import DeskForm
from web.forms.dates import DayField


class BanForm(DeskForm):
    """From when until when, by whose decision, and why."""

    from_day = DayField(label=pgettext_lazy("ban", "From"))
    until_day = DayField(label=pgettext_lazy("ban", "Until"))
    decided_by = forms.CharField(label=_("Decided by"), max_length=120)
    reason = forms.CharField(label=pgettext_lazy("ruling", "Reason"), max_length=500)

    def terms(self) -> BanTerms:
        """Return what was filled in."""
        data = self.cleaned_data
        return BanTerms(data["from_day"], data["until_day"], data["decided_by"], data["reason"])
