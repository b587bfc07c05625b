"""The officials' page on which an appeal is lodged: who appeals, against what, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect
from django.utils.translation import gettext

from referee.appeals import admissibility, grounds, lodging, states, texts
from referee.appeals.grounds import Ground
from referee.models import Appeal, AppealState, Rejection
from tournaments.base.separators import join_facts
from tournaments.models import Entry, Event, Role
from tournaments.models.base import new_uid
from tournaments.regulations.articles import EventArticles
from tournaments.rights import access
from tournaments.rights.access import REFEREES
from tournaments.structure.regulations import Regulations, regulations_of
from web.desk.appeals.forms import LodgeForm
from web.desk.frame.views import Shown, page
from web.forms.requests import DeskRequest


def _official_event(
    request: DeskRequest, roles: Collection[Role], uid: str, event_uid: str
) -> Event:
    event = access.event_as(request.user, event_uid, roles)
    if event.tournament.uid != uid or not regulations_of(event).is_official:
        raise Http404
    return event


@page(_official_event, REFEREES, "desk/appeals/appeal_lodge.html", change=REFEREES)
def lodge(request: DeskRequest, event: Event) -> Shown:
    """Ask who appeals against what, and lodge it."""
    entries = list(event.entries.prefetch_related("members__person").order_by("number"))
    # The form comes back to this address: a number may have become another's by then.
    named = request.GET.get("entry", "")
    entry = next((row for row in entries if row.uid == named), None)
    context = {"tournament": event.tournament, "event": event, "entry": entry}
    if entry is None:
        heard = _heard_of_each(event)
        return {**context, "entries": [(row, heard[row.pk]) for row in entries]}
    entry.event = event
    form = _lodge_form(request, event, entry)
    if request.method == "POST" and form.is_valid():
        with form.take_refusal():
            made = lodging.lodge(event, request.user, form.lodging, form.cleaned_data["key"])
            _say_lodged(request, made)
            return redirect("referee_appeal", event.tournament.uid, made.uid)
    return {**context, "form": form}


def _heard_of_each(event: Event) -> Counter[int]:
    """Return the number of decisions against which an appeal of each entry, by key, is heard."""
    found, laid_down = grounds.listed(event), regulations_of(event)
    final = admissibility.final_among(event, found)
    return Counter(
        party
        for each in found
        if each.uid not in final and each.is_appealable(laid_down)
        for party in each.parties
    )


def _lodge_form(request: DeskRequest, event: Event, entry: Entry) -> LodgeForm:
    found = grounds.listed(event)
    laid_down = regulations_of(event)
    final = admissibility.final_among(event, found)

    def is_other(each: Ground) -> bool:
        """Whether an appeal of this entry against it is rejected, with its code."""
        is_heard = each.uid not in final and each.is_appealable(laid_down)
        return not is_heard or entry.pk not in each.parties

    articles = EventArticles(event)
    found = sorted(found, key=is_other)
    options = [
        (
            f"{each.against}:{each.uid}",
            _ground_text(each, laid_down, articles, is_final=each.uid in final),
        )
        for each in found
    ]
    return LodgeForm(
        request.POST if request.method == "POST" else None,
        initial={"key": new_uid()},
        entry=entry,
        grounds=options,
        own=sum(not is_other(each) for each in found),
        has_deposit=bool(laid_down.deposit),
    )


def _ground_text(
    ground: Ground, laid_down: Regulations, articles: EventArticles, *, is_final: bool
) -> str:
    """Return the text of a choice, which says why no appeal against it is heard, if so."""
    words = texts.appealed_text(ground.row, articles)
    if is_final:
        return join_facts(words, gettext("decided on appeal"))
    if ground.is_appealable(laid_down):
        return words
    return join_facts(words, Rejection.NOT_APPEALABLE.label)


def _say_lodged(request: DeskRequest, row: Appeal) -> None:
    last = states.steps_of(row)[-1]
    number = {"number": texts.number_text(row)}
    if last.state == AppealState.REJECTED:
        text = gettext("Appeal %(number)s is rejected: %(why)s.")
        messages.error(request, text % {**number, "why": last.get_rejection_display()})
    else:
        messages.success(request, gettext("Appeal %(number)s is lodged.") % number)
