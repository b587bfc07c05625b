"""Forms for the points of an extra deal between equal entries, and for taking one back."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import DeskForm
from tournaments.models import Event
from tournaments.organise import note_extra_deal
from tournaments.organise.extra_deals import MOST_POINTS
from tournaments.record.audit import Actor

MOST_LETTERS = 200


class ReasonForm(DeskForm):
    """The reason of an operation."""

    reason = forms.CharField(max_length=MOST_LETTERS, required=False)


class ExtraDealForm(DeskForm):
    """The points of each of some equal entries; `names` are their names by uid, in order."""

    def __init__(self, sent: QueryDict | None, names: Mapping[str, str]) -> None:
        is_meant = sent is not None and any(f"points-{uid}" in sent for uid in names)
        super().__init__(sent if is_meant else None)
        self.names = names
        for uid, name in names.items():
            self.fields[f"points-{uid}"] = forms.IntegerField(
                label=name, min_value=-MOST_POINTS, max_value=MOST_POINTS
            )
        self.fields["reason"] = forms.CharField(
            label=_("What was played, and where"), max_length=MOST_LETTERS
        )

    def note(self, event: Event, actor: Actor) -> None:
        """Record the extra deal. Raises Refused."""
        data = self.cleaned_data
        points = {uid: data[f"points-{uid}"] for uid in self.names}
        note_extra_deal(event, actor, points, data["reason"])
