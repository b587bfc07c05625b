"""Find the deal of a paper sheet by the numbers of its table and of the deal.

What is then done with the deal is not here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django import forms
from django.utils.translation import gettext, pgettext_lazy

from tournaments.models import Deal
from tournaments.wording.values import listed
from web.desk.sheets.round_tables import DeskTable
from web.forms.base import DeskForm

MOST: Final = 9999
"""The highest number that is looked for."""
_NUMBER: Final = {"inputmode": "numeric", "autocomplete": "off"}


class FindDealForm(DeskForm):
    """The numbers at the head of a paper sheet."""

    table = forms.IntegerField(
        label=pgettext_lazy("column", "Table"),
        min_value=1,
        max_value=MOST,
        widget=forms.NumberInput(_NUMBER),
    )
    deal = forms.IntegerField(
        label=pgettext_lazy("field", "Deal"),
        min_value=1,
        max_value=MOST,
        widget=forms.NumberInput(_NUMBER),
    )

    def find(self, tables: Sequence[DeskTable]) -> Deal | None:
        """Return the deal among the listed tables; None, with an error that says why, if it is not
        there.
        """
        if not self.is_valid():
            return None
        table, number = self.cleaned_data["table"], self.cleaned_data["deal"]
        at_table = [shown for shown in tables if shown.sitting.table.number == table]
        deals = [deal for shown in at_table for deal in shown.deals]
        named = [deal for deal in deals if deal.board_no == number]
        if len(named) == 1:
            return named[0]
        values = {"table": table, "number": number}
        if not at_table:
            self.add_error("table", gettext("No deal of table %(table)s is listed here.") % values)
        elif named:
            several = gettext(
                "Table %(table)s has deal %(number)s more than once: choose one below."
            )
            self.add_error("deal", several % values)
        else:
            known = listed(str(deal.board_no) for deal in deals)
            missing = gettext("Table %(table)s has no deal %(number)s, only: %(known)s.")
            self.add_error("deal", missing % {**values, "known": known})
        return None
