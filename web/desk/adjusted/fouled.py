"""The officials' page of a fouled board: the tables that played it with other cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from referee.rulings import fouled_boards
from tournaments import results
from tournaments.models import Deal
from tournaments.results import event_record
from tournaments.results.event_record import Effect
from tournaments.results.match_rows import deal_scores
from tournaments.results.snapshot import EventSnapshot
from tournaments.rights.access import REFEREES
from tournaments.wording import games
from web.desk.adjusted.counts import CountChange
from web.desk.decisions import page_values
from web.desk.decisions.forms import with_hidden_value
from web.desk.decisions.ruling_forms import reason_field
from web.desk.frame import fetch, previews
from web.desk.frame.views import UNSAID, Shown, page
from web.forms.base import DeskForm
from web.forms.requests import DeskRequest
from web.publish import rank_columns


class FouledForm(DeskForm):
    """The tables that played a board with other cards, and why they are compared separately."""

    otherwise = forms.MultipleChoiceField(
        label=_("Tables that played other cards"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "These tables are compared with one another, the other tables with one another."
        ),
    )
    reason = reason_field()
    previewed = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, deals: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["otherwise"].choices = deals  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class FouledPreview:
    """The points of the tables and the standings that would result."""

    tables: tuple[CountChange, ...]
    effect: tuple[Effect, ...]

    @classmethod
    def of(cls, rows: Sequence[Deal], before: EventSnapshot, after: EventSnapshot) -> FouledPreview:
        """Return the changes for these deals of a board."""
        was, now = _counts_north(before), _counts_north(after)
        tables = (CountChange(_table_text(row), was.get(row.uid), now.get(row.uid)) for row in rows)
        return cls(tuple(tables), event_record.compare_standings(before, after))


def _counts_north(snapshot: EventSnapshot) -> dict[str, Fraction | int]:
    """Return what each deal counts for North, by the uid of the deal."""
    scored = {(row.deal, row.entry): row.points for row in deal_scores(snapshot)}
    return {
        deal.uid: scored[deal.uid, entry.uid]
        for sitting in snapshot.sittings
        for deal in sitting.deals
        if (side := deal.sides_among(sitting.sides).get("N"))
        for entry in snapshot.side_by_uid[side].entries
        if (deal.uid, entry.uid) in scored
    }


@page(fetch.deal_of, REFEREES, change=REFEREES, back="referee_deal")
def fouled(request: DeskRequest, deal: Deal) -> Shown:
    """Ask which tables played a board with other cards, preview the effect, and store it."""
    if not fouled_boards.is_offered(deal):
        return UNSAID
    rows = fouled_boards.tables_of(deal)
    named = [(row.uid, _table_text(row)) for row in rows]
    if request.method != "POST":
        known = fouled_boards.layouts_of(rows)
        otherwise = [row.uid for row in rows if known.get(row.pk, 1) != fouled_boards.AS_DEALT]
        return _page(request, deal, FouledForm(initial={"otherwise": otherwise}, deals=named))
    form = FouledForm(request.POST, deals=named)
    if not form.is_valid():
        return _page(request, deal, form)
    return _answer(request, deal, form, rows)


def _answer(
    request: DeskRequest, deal: Deal, form: FouledForm, rows: Sequence[Deal]
) -> HttpResponse:
    data = form.cleaned_data
    with form.take_refusal():
        changed = fouled_boards.changes(deal, data["otherwise"])
        for row in changed:
            fetch.require_change(request, deal.event.tournament.uid, row)
        would_change = sorted((row.uid, layout) for row, layout in changed.items())
        shown = (deal.uid, sorted(data["otherwise"]), would_change)
        if "apply" in request.POST and previews.was_shown(data["previewed"], request.user, *shown):
            stated = (data["otherwise"], data["reason"])
            fouled_boards.separate(deal, request.user, *stated, seen=changed)
            messages.success(
                request, gettext("The tables of this board are now compared in separate groups.")
            )
            return redirect("referee_deal", deal.event.tournament.uid, deal.uid)
        if "apply" in request.POST:
            previews.tell_of_change(request)
        before = results.read(deal.event)
        after = before.with_layouts({row.pk: layout for row, layout in changed.items()})
        form.data = with_hidden_value(
            request.POST, "previewed", previews.seal(request.user, *shown)
        )
        return _page(request, deal, form, FouledPreview.of(rows, before, after))
    return _page(request, deal, form)


def _table_text(row: Deal) -> str:
    text = gettext("Round %(round)s, table %(table)s") % {
        "round": row.sitting.segment.match.round.number,
        "table": row.sitting.table.number,
    }
    return text if row.done else gettext("%(table)s: no result yet") % {"table": text}


def _page(
    request: DeskRequest, deal: Deal, form: FouledForm, preview: FouledPreview | None = None
) -> HttpResponse:
    context: dict[str, Any] = {
        **page_values.deal_context(request.user, deal),
        "form": form,
        "preview": preview,
        "effect": preview.effect if preview else (),
        "counted_as": games.words_of_event(deal.event).name,
        "measures": rank_columns.columns_of_event(deal.event),
    }
    return render(request, "desk/adjusted/fouled.html", context)
