"""What is done with a round, from its draw to its close; and the notice of the event."""

from __future__ import annotations

from typing import TypedDict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournaments import organise
from tournaments.rights import access
from tournaments.wording.clocks import is_announcement
from web.desk.frame.answers import actor, ask_which, is_unchanged, report_outcome
from web.desk.rounds.forms import (
    ClockForm,
    CloseForm,
    DrawForm,
    ExchangeForm,
    NoticeForm,
    PublishForm,
    WithdrawDrawForm,
)
from web.forms.requests import DeskRequest
from web.publish.pages.progress import sealed_words


@login_required
@require_POST
def draw(request: DeskRequest, uid: str) -> HttpResponse:
    """Draw the next round of an event."""
    event = access.event_as(request.user, uid, access.DIRECTORS)
    with report_outcome(
        request, gettext("The round is drawn. Nobody sees it before it is published.")
    ):
        organise.draw_round(event, actor(request), **_draw_options(request))
    return redirect("desk_event", event.uid)


@login_required
@require_POST
def redraw(request: DeskRequest, uid: str) -> HttpResponse:
    """Discard a draft and draw the round again with its next seed."""
    round_ = access.round_as(request.user, uid, access.DIRECTORS)
    with report_outcome(request, gettext("The round is drawn anew, from its next seed.")):
        organise.redraw_round(round_, actor(request), **_draw_options(request))
    return redirect("desk_event", round_.event.uid)


@login_required
@require_POST
def adjust(request: DeskRequest, uid: str) -> HttpResponse:
    """Exchange two players of a draft."""
    round_ = access.round_as(request.user, uid, access.DIRECTORS)
    form = ExchangeForm(request.POST)
    if form.is_valid():
        with report_outcome(request, gettext("The two have exchanged their places.")):
            organise.adjust_draft(round_, actor(request), *form.two())
    else:
        messages.error(request, gettext("Choose just two, who then exchange their places."))
    return redirect("desk_round", round_.uid)


@login_required
@require_POST
def discard(request: DeskRequest, uid: str) -> HttpResponse:
    """Discard a draft."""
    round_ = access.round_as(request.user, uid, access.DIRECTORS)
    with report_outcome(request, gettext("The draft is thrown away.")):
        organise.discard_round(round_, actor(request))
    return redirect("desk_event", round_.event.uid)


@login_required
@require_POST
def publish(request: DeskRequest, uid: str) -> HttpResponse:
    """Publish a drawn round."""
    round_ = access.round_as(request.user, uid, access.DIRECTORS)
    form = PublishForm(request.POST)
    override = form.cleaned_data["override"] if form.is_valid() else ""
    with report_outcome(request, gettext("The round is published and in play.")):
        organise.publish_round(round_, actor(request), override=override)
    return redirect("desk_event", round_.event.uid)


@login_required
@require_POST
def withdraw(request: DeskRequest, uid: str) -> HttpResponse:
    """Withdraw a published draw before anything of it is played."""
    round_ = access.round_as(request.user, uid, access.DIRECTORS)
    form = WithdrawDrawForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    with report_outcome(request, gettext("The draw is withdrawn. Everybody can see that.")):
        organise.withdraw_draw(round_, actor(request), reason)
    return redirect("desk_event", round_.event.uid)


@login_required
@require_POST
def close(request: DeskRequest, uid: str) -> HttpResponse:
    """Close a round in which every deal has a result."""
    round_ = access.round_as(request.user, uid, access.DIRECTORS)
    form = CloseForm(request.POST)
    override = form.cleaned_data["override"] if form.is_valid() else ""
    with report_outcome(request, gettext("The round is closed.")):
        organise.close_round(round_, actor(request), override=override)
        why = sealed_words(round_.event)
        messages.info(request, why or gettext("The standings are published."))
    return redirect("desk_event", round_.event.uid)


@login_required
@require_POST
def clock(request: DeskRequest, uid: str) -> HttpResponse:
    """Start, hold, extend or call the clock of a round in play."""
    round_ = access.round_as(request.user, uid, access.REFEREES)
    with report_outcome(request, gettext("The clock is set.")):
        ClockForm(request.POST).press(round_, request.user)
        if is_announcement(round_.event.notice):
            # It was about the time before: nobody is sent to a seat while the clock runs.
            organise.set_notice(round_.event, actor(request), "")
    return redirect("desk_round", round_.uid)


@require_POST
@login_required
def notice(request: DeskRequest, uid: str) -> HttpResponse:
    """Set the notice on the hall screens and on the public page, or remove it."""
    event = access.event_as(request.user, uid, access.REFEREES)
    form = NoticeForm(event, request.POST)
    if not form.is_valid() and form.conflicts:
        return ask_which(request, form, reverse("desk_event", args=[uid]))
    if form.is_valid() and is_unchanged(request, form):
        return redirect("desk_event", uid)
    message = gettext("The notice is shown.") if request.POST.get("notice") else ""
    with report_outcome(request, message or gettext("The notice is taken down.")), form.as_read():
        organise.set_notice(event, actor(request), form.sentence())
    return redirect("desk_event", uid)


class _DrawOptions(TypedDict):
    method: str | None
    override: str


def _draw_options(request: DeskRequest) -> _DrawOptions:
    """Return the chosen draw method, None for the event's own, and the reason for drawing early."""
    form = DrawForm(request.POST)
    data = form.cleaned_data if form.is_valid() else {}
    return {"method": data.get("method") or None, "override": data.get("override", "")}
