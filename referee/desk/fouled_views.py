"""The officials' page of a fouled board: which tables played it with other cards."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from referee.desk import fetch, page_values, previews
from referee.desk.forms import with_hidden_value
from referee.desk.ruling_forms import reason_field
from referee.rulings import fouled_boards
from tournaments import results
from tournaments.forms import DeskForm
from tournaments.models import Deal
from tournaments.publish import measures
from tournaments.results import effects
from tournaments.results.effects import Effect
from tournaments.views.answers import DeskRequest


class FouledForm(DeskForm):
    """The tables that played a board otherwise, and why they are compared apart."""

    otherwise = forms.MultipleChoiceField(
        label=_("Played it with other cards"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("These tables are compared among themselves, the others among themselves."),
    )
    reason = reason_field()
    previewed = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, deals: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["otherwise"].choices = deals  # type: ignore[attr-defined]


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def fouled(request: DeskRequest, uid: str, deal_uid: str) -> HttpResponse:
    """Name the tables that played a board otherwise, see what follows, and store it."""
    deal = fetch.deal_of(request, uid, deal_uid)
    if not fouled_boards.is_offered(deal):
        return redirect("referee_deal", uid, deal_uid)
    rows = fouled_boards.tables_of(deal)
    named = [(row.uid, _table_text(row)) for row in rows]
    if request.method != "POST":
        known = fouled_boards.layouts_of(rows)
        otherwise = [row.uid for row in rows if known.get(row.pk, 1) != fouled_boards.AS_DEALT]
        return _page(request, deal, FouledForm(initial={"otherwise": otherwise}, deals=named))
    form = FouledForm(request.POST, deals=named)
    if not form.is_valid():
        return _page(request, deal, form)
    return _answer(request, deal, form)


def _answer(request: DeskRequest, deal: Deal, form: FouledForm) -> HttpResponse:
    data = form.cleaned_data
    with form.take_refusal():
        changed = fouled_boards.changes(deal, data["otherwise"])
        shown = (deal.uid, sorted(data["otherwise"]), len(changed))
        if "apply" in request.POST and previews.was_shown(data["previewed"], request.user, *shown):
            fouled_boards.separate(deal, request.user, data["otherwise"], data["reason"])
            messages.success(request, gettext("The groups of this board are compared apart."))
            return redirect("referee_deal", deal.event.tournament.uid, deal.uid)
        before = results.read(deal.event)
        after = before.with_layouts({row.pk: layout for row, layout in changed.items()})
        form.data = with_hidden_value(
            request.POST, "previewed", previews.seal(request.user, *shown)
        )
        return _page(request, deal, form, effects.compare(before, after))
    return _page(request, deal, form)


def _table_text(row: Deal) -> str:
    text = gettext("Round %(round)s, table %(table)s") % {
        "round": row.sitting.segment.match.round.number,
        "table": row.sitting.table.number,
    }
    return text if row.done else gettext("%(table)s: no result yet") % {"table": text}


def _page(
    request: DeskRequest, deal: Deal, form: FouledForm, effect: tuple[Effect, ...] | None = None
) -> HttpResponse:
    context: dict[str, Any] = {
        **page_values.deal_context(request.user, deal),
        "form": form,
        "preview": effect is not None,
        "effect": effect,
        "measures": measures.columns_of_event(deal.event),
    }
    return render(request, "referee/fouled.html", context)
