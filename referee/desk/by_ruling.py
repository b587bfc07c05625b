"""By which ruling a deal is corrected: chosen on the page of the correction."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from referee.models import RulingCase
from referee.reports import ruling_words
from referee.rulings import carried_out, listed
from tournaments.forms import DeskForm
from tournaments.models import Deal, Result, User
from tournaments.views.answers import DeskRequest

LONGEST = 60


class ByRulingForm(DeskForm):
    """The ruling that a correction carries out, if any."""

    ruling = forms.ChoiceField(label=_("Carries out the ruling"), required=False)

    def __init__(self, *args: Any, deal: Deal, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        told = [ruling_words.told(row) for row in listed.about(deal=deal)]
        self.fields["ruling"].choices = [  # type: ignore[attr-defined]
            ("", "—"),
            *(
                (row.case.uid, f"{row.number} {row.shown.article or row.shown.facts}")
                for row in told
            ),
        ]

    def chosen(self, deal: Deal) -> RulingCase | None:
        """Return the ruling that was chosen."""
        uid = self.cleaned_data["ruling"] if self.is_valid() else ""
        return next((row for row in carried_out.rulings_on(deal) if row.uid == uid), None)


def form_for(request: DeskRequest, deal: Deal) -> ByRulingForm | None:
    """Return the form of a correction of a deal on which something was ruled, else None."""
    if not deal.version or not carried_out.rulings_on(deal):
        return None
    if request.method == "POST":
        return ByRulingForm(request.POST, deal=deal)
    return ByRulingForm(initial={"ruling": request.GET.get("ruling", "")}, deal=deal)


def link_chosen(request: DeskRequest, deal: Deal, official: User) -> None:
    """Link the result that counts now with the ruling that was chosen, if one was."""
    form = form_for(request, deal)
    case = form.chosen(deal) if form else None
    live = Result.live.filter(deal=deal).first()
    if case is not None and live is not None:
        carried_out.link(case, live, official)
