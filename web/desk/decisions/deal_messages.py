"""Messages on the desk's next page about a deal just entered, corrected or ruled on."""

from __future__ import annotations

from django.contrib import messages
from django.utils.translation import gettext

from tournaments.models import Deal
from tournaments.wording import values
from web.forms.requests import DeskRequest


def deal_text(deal: Deal) -> str:
    """Name a deal: its round, its table, and its number there."""
    return gettext("Round %(round)s, table %(table)s, %(deal)s") % {
        "round": deal.sitting.segment.match.round.number,
        "table": deal.sitting.table.number,
        "deal": values.deal_text(deal.number),
    }


def add_success(request: DeskRequest, deal: Deal, text: str) -> None:
    """Add a message that names the deal and says what became of it."""
    named = gettext("%(deal)s: %(text)s") % {"deal": deal_text(deal), "text": text}
    messages.success(request, named)
