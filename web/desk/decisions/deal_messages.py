"""What the next page of the desk says of a deal that was just entered, corrected or ruled on."""

from __future__ import annotations

from django.contrib import messages
from django.utils.translation import gettext

from tournaments.models import Deal
from tournaments.wording import values
from web.forms.requests import DeskRequest


def deal_text(deal: Deal) -> str:
    """Return which deal it is: its round, its table, and its number there."""
    return gettext("Round %(round)s, table %(table)s, %(deal)s") % {
        "round": deal.sitting.segment.match.round.number,
        "table": deal.sitting.table.number,
        "deal": values.deal_text(deal.number),
    }


def add_success(request: DeskRequest, deal: Deal, text: str) -> None:
    """Let the next page say what became of a deal, by its name."""
    named = gettext("%(deal)s: %(text)s") % {"deal": deal_text(deal), "text": text}
    messages.success(request, named)
