"""The form of a withdrawal or a disqualification: from when, and what becomes of the results."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import ExclusionKind
from tournaments.organise.absences.exclusions import ExclusionTerms
from web.forms.base import DeskForm


class ExclusionForm(DeskForm):
    """How an entry leaves an event."""

    kind = forms.ChoiceField(
        label=_("Decision"), choices=ExclusionKind.choices, widget=forms.RadioSelect
    )
    after_round = forms.IntegerField(
        label=_("Last round that counts"),
        help_text=_("The entry is drawn no more after it."),
        min_value=0,
        max_value=999,
    )
    results_cancelled = forms.BooleanField(
        label=_("Its results are cancelled"),
        help_text=_("They count nothing for the entry; whoever met it keeps what was played."),
        required=False,
    )
    without_prizes = forms.BooleanField(label=_("Without prizes"), required=False)
    excused = forms.BooleanField(
        label=_("The reason is accepted"),
        help_text=_("Only for a withdrawal: the entry is ranked after all who stayed."),
        required=False,
    )
    reason = forms.CharField(label=pgettext_lazy("ruling", "Reason"), max_length=500)
    article = forms.CharField(label=_("Article"), max_length=120, required=False)

    @property
    def terms(self) -> ExclusionTerms:
        """The terms that were typed; only a withdrawal can be excused."""
        data = dict(self.cleaned_data)
        kind = ExclusionKind(data.pop("kind"))
        data["excused"] &= kind == ExclusionKind.WITHDRAWAL
        return ExclusionTerms(kind, **data)


class RefuseExclusionForm(DeskForm):
    """Why a decision is not approved."""

    reason = forms.CharField(label=pgettext_lazy("ruling", "Reason"), max_length=500)
