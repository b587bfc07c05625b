"""The fields of rounds not played: their credit, and how much an entry must play to be ranked."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats import compatibility
from tournaments.formats.compatibility import MOST_DEALS
from tournaments.models import DrawMethod, RankedFrom, SitOutCredit
from tournaments.standings.match_scores import Order

MOST_LEAST: Final = 99 * MOST_DEALS
CREDITS: Final = [choice for choice in SitOutCredit.choices if choice[0] != SitOutCredit.AVERAGE]
"""The credits that a new event can choose: not a single round's average, as older events have."""
RANKED_FROM: Final = [choice for choice in RankedFrom.choices if choice[0]]
AMOUNTS: Final = (
    ("sit_out_credit", "sit_out_amount"),
    ("late_credit", "late_amount"),
    ("ranked_from", "least_deals"),
)
"""The choices that may need a number, each with its field."""
NEEDS_NUMBER: Final[Mapping[str, str]] = {
    "sit_out_credit": SitOutCredit.NUMBER,
    "late_credit": SitOutCredit.NUMBER,
    "ranked_from": RankedFrom.NUMBER,
}
"""The value of each choice that needs it."""


def _amount_field(label: Any) -> forms.DecimalField:
    return forms.DecimalField(label=label, max_digits=7, decimal_places=2, required=False)


class UnplayedFields(forms.Form):
    """The score of a round sat out or missed, and from when on an entry is ranked."""

    sit_out_credit = forms.ChoiceField(
        label=_("A round sat out counts as"), choices=CREDITS, required=False
    )
    sit_out_amount = _amount_field(_("Amount for a round sat out"))
    late_credit = forms.ChoiceField(
        label=_("For a late entry, each earlier round counts as"),
        choices=[choice for choice in CREDITS if choice[0] != SitOutCredit.WIN],
        required=False,
    )
    late_amount = _amount_field(_("Amount for each round missed"))
    ranked_from = forms.ChoiceField(
        label=_("Condition for a rank"),
        choices=RANKED_FROM,
        required=False,
        help_text=_("All others are listed below the ranked, without a place and without a prize."),
    )
    least_deals = forms.IntegerField(
        label=_("Minimum number of deals"),
        min_value=1,
        max_value=MOST_LEAST,
        required=False,
    )

    @property
    def unplayed_fields(self) -> list[forms.BoundField]:
        """The fields that the template leaves open, in their order."""
        names = [name for pair in AMOUNTS for name in pair]
        return [self[name] for name in names if name in self.fields]

    def offer_credits(self, *, by_match: bool | None) -> None:
        """Limit the credit of a round sat out; None if the ranking is still to be chosen."""
        if by_match is False:
            choices = [row for row in CREDITS if row[0] != SitOutCredit.WIN]
            self.fields["sit_out_credit"].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> None:
        """Check that a number is given where the choice needs one, and only there."""
        super().clean()
        data = self.cleaned_data
        for choice, amount in AMOUNTS:
            if choice not in self.fields or amount not in data:
                continue
            wants, has = data.get(choice) == NEEDS_NUMBER[choice], data[amount] is not None
            if wants and not has:
                self.add_error(amount, gettext("You chose “a number” above. Enter it here."))
            elif has and not wants:
                text = gettext("Choose “a number” above, or leave this empty.")
                self.add_error(amount, text)


def proposed(ranking: str, method: str) -> dict[str, str]:
    """Return the proposal for a ranking and a draw method."""
    return {
        "sit_out_credit": compatibility.usual_credit(ranking),
        "late_credit": compatibility.usual_late_credit(ranking, method),
        "ranked_from": RankedFrom.ALL if method == DrawMethod.KNOCKOUT else RankedFrom.HALF,
    }


def chosen(data: Mapping[str, Any], ranking: str, method: str) -> dict[str, Any]:
    """Return the cleaned data as columns of an event, with the default for what was not chosen."""
    terms: dict[str, Any] = proposed(ranking, method)
    terms |= {name: data[name] for name in terms if data.get(name)}
    if terms["sit_out_credit"] == SitOutCredit.WIN and not Order(ranking).by_match:
        terms["sit_out_credit"] = SitOutCredit.OWN_OR_MEAN
    return terms | {
        "sit_out_amount": amount_as_text(data.get("sit_out_amount")),
        "late_amount": amount_as_text(data.get("late_amount")),
        "least_deals": data.get("least_deals"),
    }


def amount_as_text(amount: Decimal | None) -> str:
    """Return an amount as it is stored, without trailing zeros.

    >>> [amount_as_text(value) for value in (Decimal("2.50"), Decimal("-100"), None)]
    ['2.5', '-100', '']
    """
    return "" if amount is None else f"{amount.normalize():f}"
