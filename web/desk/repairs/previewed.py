"""What the pages of repairs show: a form, and its effect or the reason why it is refused."""

from __future__ import annotations

from typing import Any

from tournaments.base.refusals import Refused
from tournaments.models import Deal
from tournaments.organise import RepairPreview
from web.desk.decisions import page_values
from web.desk.decisions.forms import with_hidden_value
from web.forms.base import DeskForm
from web.forms.requests import DeskRequest
from web.publish import rank_columns


def context(
    request: DeskRequest, deal: Deal, form: DeskForm, preview: RepairPreview | None
) -> dict[str, Any]:
    """Return the context of the page; problems of the repair are added to the form."""
    if preview:
        form.data = with_hidden_value(request.POST, "seen", preview.seen)
        if preview.problems and not form.non_field_errors():
            form.take(Refused(*preview.problems))
    return {
        **page_values.deal_context(request.user, deal),
        "form": form,
        "preview": preview if preview and not preview.problems else None,
        "effect": preview.effect if preview else (),
        "measures": rank_columns.columns_of_event(deal.event),
    }
