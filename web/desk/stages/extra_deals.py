"""Extra deals between equal entries at the desk: recording one, and taking one back."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments import organise, results
from tournaments.models import ExtraDeal
from tournaments.progress import extra_deals
from tournaments.results import event_record
from tournaments.results.standings_input import sealed_rounds
from tournaments.rights import access
from web.desk.frame.answers import actor, permission_context, report_outcome, required_roles
from web.desk.rounds.award_forms import ExtraDealForm, ReasonForm
from web.forms.requests import DeskRequest
from web.publish.pages.progress import sealed_text


@dataclass(frozen=True, slots=True)
class Played:
    """An extra deal that stands, with the names of those who played it and their points."""

    row: ExtraDeal
    points: tuple[tuple[str, int], ...]


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def deals(request: DeskRequest, uid: str) -> HttpResponse:
    """Show the ties and the extra deals; on POST record the points of one."""
    event = access.event_as(request.user, uid, required_roles(request, access.DESK))
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
                noted = gettext("The extra deal is noted. The standings follow it.")
                messages.success(request, noted)
                return redirect("desk_extra_deals", uid)
    context = {
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
    return render(request, "desk/stages/extra_deals.html", context)


@login_required
@require_POST
def take_back(request: DeskRequest, uid: str) -> HttpResponse:
    """Take an extra deal back."""
    extra = access.extra_deal_as(request.user, uid, access.DIRECTORS)
    form = ReasonForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    with report_outcome(request, gettext("The extra deal is taken back.")):
        organise.take_back_extra_deal(extra, actor(request), reason)
    return redirect("desk_extra_deals", extra.event.uid)
