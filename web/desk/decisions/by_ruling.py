"""Link a correction of a deal to the ruling that it carries out, chosen on its page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from referee.models import CorrectionPurpose, RulingCase
from referee.rulings import listed, ruling_parts
from tournaments.models import Deal, Result
from tournaments.record.audit import Change
from tournaments.structure.regulations import regulations_of
from web.forms.base import DeskForm
from web.forms.requests import DeskRequest
from web.publish.rulings import ruling_words

LONGEST = 60


class ByRulingForm(DeskForm):
    """The ruling that a correction carries out, if any."""

    ruling = forms.ChoiceField(label=_("Carries out the ruling"), required=False)
    purpose = forms.ChoiceField(
        label=_("What the correction is for"),
        help_text=_(
            "A correction that restores equity is undone if the ruling is annulled; a corrected"
            " record stays."
        ),
        choices=[row for row in CorrectionPurpose.choices if row[0]],
        required=False,
        widget=forms.RadioSelect,
    )

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
        if not regulations_of(deal.event).is_official:
            # There are no appeals, so no annulled ruling could undo the correction.
            del self.fields["purpose"]

    def clean(self) -> dict[str, Any]:
        """Require the purpose of a correction that carries out a ruling."""
        data = super().clean() or self.cleaned_data
        is_asked = "purpose" in self.fields and "purpose" not in self.errors
        if is_asked and data.get("ruling") and not data.get("purpose"):
            self.add_error("purpose", gettext("State what the correction is for."))
        return data

    @property
    def purpose_given(self) -> CorrectionPurpose:
        """The purpose of the correction; `UNSAID` if none was given."""
        return CorrectionPurpose(self.cleaned_data.get("purpose", ""))

    def chosen(self, deal: Deal) -> RulingCase | None:
        """Return the ruling that was chosen."""
        self.is_valid()
        uid = self.cleaned_data.get("ruling", "")
        return next((row for row in ruling_parts.rulings_on(deal) if row.uid == uid), None)


def form_for(
    request: DeskRequest, deal: Deal, *, corrects: bool | None = None
) -> ByRulingForm | None:
    """Return the form for correcting a deal that has rulings, else None.

    A first result that is typed `corrects` nothing; a score given in its place does.
    """
    is_correction = bool(deal.version) if corrects is None else corrects
    if not is_correction or not ruling_parts.rulings_on(deal):
        return None
    if request.method == "POST":
        return ByRulingForm(request.POST, deal=deal)
    return ByRulingForm(initial={"ruling": request.GET.get("ruling", "")}, deal=deal)


def is_unsaid(request: DeskRequest, deal: Deal, *, corrects: bool | None = None) -> bool:
    """Whether a correction names a ruling but not its purpose."""
    form = form_for(request, deal, corrects=corrects)
    return form is not None and not form.is_valid()


def link_chosen(
    request: DeskRequest, deal: Deal, *, corrects: bool | None = None
) -> Callable[[Change, Result], None] | None:
    """Return what links the result to the ruling that was chosen, in its change; None without."""
    form = form_for(request, deal, corrects=corrects)
    case = form.chosen(deal) if form else None
    if form is None or case is None:
        return None
    purpose = form.purpose_given
    return lambda made, result: ruling_parts.link_within(made, case, result, purpose)
