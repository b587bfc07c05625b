"""The form of a repair across two tables: who sat at the other one, or whose results these are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from tournaments import wording
from web.desk.decisions.forms import RepairForm


class TablesForm(RepairForm):
    """Another table of the round, the deals, and who of here sat where there.

    `tables` are the other tables by the uid of their sitting, `seats` who is published here, and
    `deals` the deals of the table by the order of play.
    """

    other = forms.ChoiceField(label=gettext_lazy("The other table"))

    def __init__(
        self,
        *args: Any,
        tables: Mapping[str, str],
        seats: Mapping[str, str],
        deals: Mapping[int, str],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.seats = tuple(seats)
        self.fields["other"].choices = list(tables.items())  # type: ignore[attr-defined]
        self.fields["what"] = forms.ChoiceField(
            label=gettext("What was exchanged"),
            widget=forms.RadioSelect,
            choices=[
                ("persons", gettext("Some players sat at the other table")),
                ("results", gettext("The whole results belong to the other table")),
            ],
        )
        for name, words in (("first", gettext("From deal")), ("last", gettext("To deal"))):
            self.fields[name] = forms.TypedChoiceField(
                label=words, choices=list(deals.items()), coerce=int
            )
        there = [(label, wording.seat_name(label)) for label in seats]
        for label, person in seats.items():
            self.fields[f"at_{label}"] = forms.ChoiceField(
                label=f"{wording.seat_name(label)} {person}",
                choices=[("", gettext("sat here")), *there],
                required=False,
            )
        names = [f"at_{label}" for label in seats]
        self.order_fields(["what", "other", "first", "last", *names, "reason", "seen"])

    def clean(self) -> dict[str, Any]:
        """Put the deals in order."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if "first" in data and "last" in data:
            data["first"], data["last"] = sorted((data["first"], data["last"]))
        if data.get("what") == "persons" and not self.exchanged:
            self.add_error("what", gettext("Say who sat at the other table, and where."))
        return data

    @property
    def exchanged(self) -> dict[str, str]:
        """The seats whose persons sat at the other table, each with the seat there."""
        if self.cleaned_data.get("what") != "persons":
            return {}
        typed = {label: self.cleaned_data.get(f"at_{label}", "") for label in self.seats}
        return {label: there for label, there in typed.items() if there}
