"""The fields for an event's number of deals, typed in deals or in board sets (盘)."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.compatibility import MOST_DEALS
from tournaments.structure.regulations import CLUB
from web.forms.sent import LONGEST_NUMBER

SET: Final = "盘"


class DealsField(forms.IntegerField):
    """A number of deals, or of board sets (盘) where the event has any: “2盘” are 32 deals."""

    widget = forms.TextInput
    of_set = 0

    def to_python(self, value: Any) -> int | None:
        """Return the number of deals that was typed."""
        text = str(value if value is not None else "").strip()
        if self.of_set and text.endswith(SET):
            number = super().to_python(text.removesuffix(SET))
            return None if number is None else number * self.of_set
        return super().to_python(value)


class BoardSetFields(forms.Form):
    """The deals of a round and of a board set, for an event that may count deals."""

    deals_per_round = DealsField(label=_("Deals in a round"), min_value=1, max_value=MOST_DEALS)
    board_set_deals = forms.IntegerField(
        label=_("Deals of a board set"),
        min_value=1,
        max_value=MOST_DEALS,
        required=False,
        initial=CLUB.board_set_deals,
        help_text=_("A longer round is shown in sets, each with its number and its sum."),
    )

    def offer_sets(self, *, deals_are_counted: bool) -> None:
        """Ask for the board set where deals are counted, and read the deals of a round by it."""
        if not deals_are_counted:
            del self.fields["board_set_deals"]
            return
        deals, typed = self.fields["deals_per_round"], str(self.data.get("board_set_deals", ""))
        if isinstance(deals, DealsField):
            is_number = typed.isdecimal() and len(typed) <= LONGEST_NUMBER
            deals.of_set = int(typed) if is_number else CLUB.board_set_deals
