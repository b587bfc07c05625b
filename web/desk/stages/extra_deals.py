"""Extra deals between equal entries at the desk: recording one, and taking one back."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import organise, results
from tournaments.models import Event, ExtraDeal
from tournaments.progress import extra_deals
from tournaments.results import event_record
from tournaments.results.snapshot import sealed_rounds
from tournaments.rights.access import DESK, DIRECTORS
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, act, actor, page, permission_context
from web.desk.rounds.award_forms import ExtraDealForm, ReasonForm
from web.forms.requests import DeskRequest
from web.publish.pages.progress import sealed_text


@dataclass(frozen=True, slots=True)
class Played:
    """An extra deal in force, with the names of those who played it and their points."""

    row: ExtraDeal
    points: tuple[tuple[str, int], ...]


@page(fetch.event, DESK, "desk/stages/extra_deals.html", change=DIRECTORS, back="desk_extra_deals")
def deals(request: DeskRequest, event: Event) -> Shown:
    """Show the ties and the extra deals; on POST record the points of one."""
    snapshot = results.read(event)
    competitors = event_record.competitors(snapshot)
    names = {uid: competitor.name for uid, competitor in competitors.items()}
    sent = request.POST if request.method == "POST" else None
    forms = [
        ExtraDealForm(sent, {entry_uid: names[entry_uid] for entry_uid in tie})
        for tie in extra_deals.ties(snapshot)
    ]
    for form in forms:
        if form.is_valid():
            with form.take_refusal():
                form.note(event, actor(request))
                return gettext("The extra deal is noted. The standings follow it.")
    return {
        "event": event,
        "forms": forms,
        "asked": extra_deals.is_asked(event),
        "sealed": sealed_text(sealed_rounds(snapshot)),
        "played": [
            Played(
                row,
                tuple(
                    (names.get(uid, ""), points)
                    for uid, points in sorted(row.points.items(), key=lambda item: -item[1])
                ),
            )
            for row in snapshot.extra_deals
        ],
        **permission_context(request, event.tournament),
    }


def _to_extra_deals(extra: ExtraDeal) -> HttpResponse:
    return redirect("desk_extra_deals", extra.event.uid)


@act(
    fetch.extra_deal,
    DIRECTORS,
    back=_to_extra_deals,
    done=_("The extra deal is taken back."),
)
def take_back(request: DeskRequest, extra: ExtraDeal) -> str | None:
    """Take an extra deal back."""
    form = ReasonForm(request.POST)
    if not form.is_valid():
        form.tell(request)
        return UNSAID
    organise.take_back_extra_deal(extra, actor(request), form.cleaned_data["reason"])
    return None
