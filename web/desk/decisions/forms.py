"""Short forms: a table's code, answers to calls, confirmations, the choice of a version, repairs.

Forms of rulings are in `ruling_forms`, that of a paper sheet in `typed_forms`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from referee.base.handed_in import DIGEST, KEY, LARGEST_VERSION
from referee.base.refusals import Code
from referee.calls.calls import OFFERED
from referee.sheets import desk_sheets
from tournaments import wording
from tournaments.base.refusals import Refused, refuse
from web.desk.decisions.consequences import Consequences
from web.forms.base import DeskForm


def with_hidden_value(data: QueryDict, name: str, value: str) -> QueryDict:
    """Return posted data with another value in a hidden field, for showing the form again."""
    changed = data.copy()
    changed[name] = value
    return changed


class CallForm(forms.Form):
    """An official's answer to a call, sent by one of its buttons."""

    state = forms.ChoiceField(choices=[(state.value, state.label) for state in OFFERED])
    seen = forms.IntegerField(min_value=1, max_value=LARGEST_VERSION)
    note = forms.CharField(required=False, max_length=200)

    def valid_data(self) -> dict[str, Any]:
        """Return the checked values. Raises Refused for what no button of the page sends."""
        if not self.is_valid():
            raise Refused(refuse(Code.UNREADABLE))
        return self.cleaned_data


class ConfirmForm(DeskForm):
    """The referee's confirmation of a sheet, with a reason where one is needed."""

    sheet = forms.RegexField(rf"^{KEY}\Z", widget=forms.HiddenInput)
    digest = forms.RegexField(rf"^{DIGEST}\Z", widget=forms.HiddenInput)
    key = forms.RegexField(rf"^{KEY}\Z", widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Reason"), max_length=500)

    def __init__(self, *args: Any, needs_reason: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.preview: Consequences | None = None
        if not needs_reason:
            del self.fields["reason"]


class ReadInForm(DeskForm):
    """Unsent items that a tablet has copied or saved."""

    file = forms.FileField(
        label=_("The file that the tablet saved"),
        required=False,
        widget=forms.FileInput({"accept": ".json,.txt"}),
    )
    text = forms.CharField(
        label=_("Or the text that was copied there"),
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 8, "spellcheck": "false"}),
    )

    def items(self) -> list[desk_sheets.Item]:
        """Return the items of the file or text. Raises Refused if no tablet wrote it."""
        file = self.cleaned_data["file"]
        if file is None:
            return desk_sheets.saved_items(self.cleaned_data["text"])
        content: bytes = file.read(desk_sheets.MOST_CHARACTERS)
        return desk_sheets.saved_items(content.decode("utf-8-sig", "replace"))


class ChooseForm(DeskForm):
    """The referee's choice of which version of a deal counts, and the reason."""

    version = forms.ChoiceField(label=_("The version that counts"), widget=forms.RadioSelect)
    reason = forms.CharField(label=_("Reason"), max_length=500)
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    key = forms.RegexField(r"^[A-Za-z0-9_-]{8,60}\Z", widget=forms.HiddenInput)

    def __init__(self, *args: Any, versions: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["version"].choices = versions  # type: ignore[attr-defined]


class RepairForm(DeskForm):
    """The fields of every repair: a reason, and the mark of the preview that was shown."""

    reason = forms.CharField(label=_("Reason"), max_length=500)
    seen = forms.RegexField(rf"^{DIGEST}\Z", required=False, widget=forms.HiddenInput)


class SeatsForm(RepairForm):
    """Who sat at every seat, from one deal to another; the two may be typed in either order.

    `deals` are those that are played in the seats to be corrected.
    """

    def __init__(
        self, *args: Any, seats: Mapping[str, str], deals: Mapping[int, str], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.seats, self.deals = tuple(seats), deals
        wrong = {"invalid_choice": self._other_deals()}
        for name, words in (("first", _("From deal")), ("last", _("To deal"))):
            self.fields[name] = forms.TypedChoiceField(
                label=words, choices=list(deals.items()), coerce=int, error_messages=wrong
            )
        for label in seats:
            self.fields[f"at_{label}"] = forms.ChoiceField(
                label=wording.seat_name(label), choices=list(seats.items()), initial=label
            )
        self.order_fields([*(f"at_{label}" for label in seats), "first", "last", "reason", "seen"])

    def clean(self) -> dict[str, Any]:
        """Put the deals in order."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if "first" in data and "last" in data:
            data["first"], data["last"] = sorted((data["first"], data["last"]))
        return data

    def _other_deals(self) -> str:
        first, *others = self.deals.values()
        if not others:
            text = gettext(
                "In these seats only %(first)s was played. The other deals have their own pages."
            )
            return text % {"first": first}
        text = gettext(
            "In these seats %(first)s to %(last)s were played. The other deals have their own"
            " pages."
        )
        return text % {"first": first, "last": others[-1]}

    @property
    def exchange(self) -> dict[str, str]:
        """For each published seat, the seat where its player really sat; unchanged seats are left
        out.

        If two players are placed at one seat, the choices as typed, which are then refused.
        """
        published = {seat: self.cleaned_data[f"at_{seat}"] for seat in self.seats}
        places: dict[str, str] = {label: seat for seat, label in published.items()}
        if len(places) < len(published):
            return published
        return {label: seat for label, seat in places.items() if label != seat}


class MoveForm(RepairForm):
    """The deal to which a result belongs."""

    other = forms.ChoiceField(label=_("It belongs to"))

    field_order = ("other", "reason", "seen")

    def __init__(self, *args: Any, deals: Sequence[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["other"].choices = deals  # type: ignore[attr-defined]
