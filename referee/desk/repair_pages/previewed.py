"""What the pages of repairs show: a form, and what it would change or why it cannot."""

from __future__ import annotations

from typing import Any

from referee.desk import page_values
from referee.desk.forms import with_hidden_value
from tournaments.forms.base import DeskForm
from tournaments.forms.requests import DeskRequest
from tournaments.models import Deal
from tournaments.organise import Preview
from tournaments.publish import measures
from tournaments.refusals import Refused


def context(
    request: DeskRequest, deal: Deal, form: DeskForm, preview: Preview | None
) -> dict[str, Any]:
    """Return the values of the page; what is against the repair stands in the form."""
    if preview:
        form.data = with_hidden_value(request.POST, "seen", preview.seen)
        if preview.problems and not form.non_field_errors():
            form.take(Refused(*preview.problems))
    return {
        **page_values.deal_context(request.user, deal),
        "form": form,
        "preview": preview if preview and not preview.problems else None,
        "effect": preview.effect if preview else (),
        "measures": measures.columns_of_event(deal.event),
    }
