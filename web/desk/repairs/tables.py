"""The officials' page of a repair across two tables: preview, then one button."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_lazy

from tournaments import wording
from tournaments.models import Deal, Round, Sitting
from tournaments.organise import table_repairs
from tournaments.organise.repairs import RepairPreview
from tournaments.organise.table_repairs import TableExchange
from tournaments.rights.access import REFEREES
from tournaments.wording.values import deal_text, listed
from web.desk.decisions import deal_messages, page_values
from web.desk.decisions.forms import RepairForm
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, actor, page
from web.desk.repairs import previewed
from web.forms.requests import DeskRequest


class TablesForm(RepairForm):
    """Another table of the round, the deals, and which players of this table sat where there.

    `tables` are the other tables by the uid of their sitting, `seats` the players published at this
    table, and `deals` its deals in order of play.
    """

    other = forms.ChoiceField(label=gettext_lazy("The other table"))

    def __init__(
        self,
        *args: Any,
        tables: Mapping[str, str],
        seats: Mapping[str, str],
        deals: Mapping[int, str],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.seats = tuple(seats)
        self.fields["other"].choices = list(tables.items())  # type: ignore[attr-defined]
        self.fields["what"] = forms.ChoiceField(
            label=gettext("What was exchanged"),
            widget=forms.RadioSelect,
            choices=[
                ("persons", gettext("Some players sat at the other table")),
                ("results", gettext("The whole results belong to the other table")),
            ],
        )
        for name, words in (("first", gettext("From deal")), ("last", gettext("To deal"))):
            self.fields[name] = forms.TypedChoiceField(
                label=words, choices=list(deals.items()), coerce=int
            )
        there = [(label, wording.seat_name(label)) for label in seats]
        for label, person in seats.items():
            self.fields[f"at_{label}"] = forms.ChoiceField(
                label=f"{wording.seat_name(label)} {person}",
                choices=[("", gettext("sat here")), *there],
                required=False,
            )
        names = [f"at_{label}" for label in seats]
        self.order_fields(["what", "other", "first", "last", *names, "reason", "seen"])

    def clean(self) -> dict[str, Any]:
        """Put the deals in order."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if "first" in data and "last" in data:
            data["first"], data["last"] = sorted((data["first"], data["last"]))
        if data.get("what") == "persons" and not self.exchanged:
            self.add_error("what", gettext("Say who sat at the other table, and where."))
        return data

    @property
    def exchanged(self) -> dict[str, str]:
        """The seats whose players sat at the other table, each with the seat there."""
        if self.cleaned_data.get("what") != "persons":
            return {}
        typed = {label: self.cleaned_data.get(f"at_{label}", "") for label in self.seats}
        return {label: there for label, there in typed.items() if there}


@page(fetch.deal_of, REFEREES, change=REFEREES, back="referee_deal")
def tables(request: DeskRequest, deal: Deal) -> Shown:
    """Exchange players or results of two tables for some deals."""
    form = _form(request, deal)
    if not form.is_valid():
        return _page(request, deal, form)
    exchange, data = _exchange(deal, form), form.cleaned_data
    # The official needs the right for the other table as well as for the one in the address.
    fetch.deal_of(request, REFEREES, deal.event.tournament.uid, exchange.other.deals.all()[0].uid)
    if "apply" in request.POST and data["seen"]:
        with form.take_refusal():
            table_repairs.exchange_tables(
                exchange, actor(request), data["reason"], seen=data["seen"]
            )
            text = gettext("The tables are corrected and published again.")
            deal_messages.add_success(request, deal, text)
            return UNSAID
    return _page(request, deal, form, table_repairs.preview_tables(exchange))


def _form(request: DeskRequest, deal: Deal) -> TablesForm:
    rows = deal.sitting.deals.order_by("play_order")
    names = {
        row.play_order: deal_text(deal.number._replace(board=row.board_no, order=row.play_order))
        for row in rows
    }
    chosen: dict[str, Any] = {
        "tables": {sitting.uid: _table_name(sitting) for sitting in _others(deal)},
        "seats": page_values.people(deal),
        "deals": names,
    }
    if request.method == "POST":
        return TablesForm(request.POST, **chosen)
    orders = list(names)
    start = {"what": "persons", "first": orders[0], "last": orders[-1]}
    return TablesForm(initial=start, **chosen)


def _others(deal: Deal) -> list[Sitting]:
    """Return the other tables of the round, with who sits there."""
    round_ = deal.sitting.segment.match.round
    rows = Sitting.objects.filter(segment__match__round=round_, deals__isnull=False).distinct()
    related = rows.exclude(pk=deal.sitting_id).select_related("table", "segment__match")
    return list(related.prefetch_related("seats__person").order_by("table__number", "pk"))


def _table_name(sitting: Sitting) -> str:
    seats = sorted(sitting.seats.all(), key=lambda row: row.pk)
    names = listed(seat.person.listed_name for seat in seats)
    return gettext("Table %(table)s: %(names)s") % {"table": sitting.table.number, "names": names}


def _exchange(deal: Deal, form: TablesForm) -> TableExchange:
    data = form.cleaned_data
    related = "segment__match__round__event__tournament", "segment__match__round__event__ruleset"
    round_ = deal.sitting.segment.match.round
    rows = (
        Sitting.objects.filter(segment__match__round=round_)
        .select_related(*related, "table")
        .defer(*Round.draws_by(*related))
    )
    one, other = rows.get(pk=deal.sitting_id), rows.get(uid=data["other"])
    return TableExchange(one, other, data["first"], data["last"], form.exchanged)


def _page(
    request: DeskRequest, deal: Deal, form: TablesForm, preview: RepairPreview | None = None
) -> HttpResponse:
    context = previewed.context(request, deal, form, preview)
    return render(request, "desk/repairs/table_repair.html", context)
