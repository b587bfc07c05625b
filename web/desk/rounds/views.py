"""The actions on a round, from its draw to its close, and the notice of the event."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import organise
from tournaments.models import Event, Round
from tournaments.rights.access import DIRECTORS, REFEREES
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, act, actor, ask_which, is_unchanged
from web.desk.rounds.forms import (
    ClockForm,
    CloseForm,
    DrawForm,
    ExchangeForm,
    NoticeForm,
    PublishForm,
    WithdrawDrawForm,
)
from web.forms.base import DeskForm
from web.forms.requests import DeskRequest
from web.publish.pages.progress import sealed_words


def _to_event(round_: Round) -> HttpResponse:
    return redirect("desk_event", round_.event.uid)


@act(
    fetch.event,
    DIRECTORS,
    back="desk_event",
    done=_("The round is drawn. Nobody else sees it until it is published."),
)
def draw(request: DeskRequest, event: Event) -> str | None:
    """Draw the next round of an event."""
    form = DrawForm(request.POST)
    if not form.is_valid():
        return _told(request, form)
    organise.draw_round(event, actor(request), **form.options())
    return None


@act(
    fetch.round_,
    DIRECTORS,
    back=_to_event,
    done=_("The round is drawn again, from the next random seed."),
)
def redraw(request: DeskRequest, round_: Round) -> str | None:
    """Discard a draft and draw the round again with its next seed."""
    form = DrawForm(request.POST)
    if not form.is_valid():
        return _told(request, form)
    organise.redraw_round(round_, actor(request), **form.options())
    return None


@act(fetch.round_, DIRECTORS, back="desk_round")
def adjust(request: DeskRequest, round_: Round) -> str:
    """Exchange two players of a draft."""
    form = ExchangeForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("Choose exactly two, who then exchange places."))
        return UNSAID
    organise.adjust_draft(round_, actor(request), *form.two())
    return gettext("The two have exchanged places.")


@act(fetch.round_, DIRECTORS, back=_to_event, done=_("The draft is discarded."))
def discard(request: DeskRequest, round_: Round) -> None:
    """Discard a draft."""
    organise.discard_round(round_, actor(request))


@act(fetch.round_, DIRECTORS, back=_to_event, done=_("The round is published and in play."))
def publish(request: DeskRequest, round_: Round) -> str | None:
    """Publish a drawn round."""
    form = PublishForm(request.POST)
    if not form.is_valid():
        return _told(request, form)
    organise.publish_round(round_, actor(request), override=form.cleaned_data["override"])
    return None


@act(
    fetch.round_,
    DIRECTORS,
    back=_to_event,
    done=_("The draw is withdrawn. Everybody can see that."),
)
def withdraw(request: DeskRequest, round_: Round) -> str | None:
    """Withdraw a published draw before anything of it is played."""
    form = WithdrawDrawForm(request.POST)
    if not form.is_valid():
        return _told(request, form)
    organise.withdraw_draw(round_, actor(request), form.cleaned_data["reason"])
    return None


@act(fetch.round_, DIRECTORS, back=_to_event, done=_("The round is closed."))
def close(request: DeskRequest, round_: Round) -> str | None:
    """Close a round in which every deal has a result."""
    form = CloseForm(request.POST)
    if not form.is_valid():
        return _told(request, form)
    organise.close_round(round_, actor(request), override=form.cleaned_data["override"])
    why = sealed_words(round_.event)
    messages.info(request, why or gettext("The standings are published."))
    return None


@act(fetch.round_, REFEREES, back="desk_round", done=_("The clock is set."))
def clock(request: DeskRequest, round_: Round) -> None:
    """Start, hold, extend or call the clock of a round in play."""
    ClockForm(request.POST).press(round_, request.user)


@act(fetch.event, REFEREES, back="desk_event")
def notice(request: DeskRequest, event: Event) -> HttpResponse | str:
    """Set the notice on the hall screens and on the public page, or remove it."""
    form = NoticeForm(event, request.POST)
    if not form.is_valid() and form.conflicts:
        return ask_which(request, form, reverse("desk_event", args=[event.uid]))
    if form.is_valid() and is_unchanged(request, form):
        return UNSAID
    with form.as_read():
        organise.set_notice(event, actor(request), form.sentence())
    shown = form.cleaned_data["notice"]
    return gettext("The notice is shown.") if shown else gettext("The notice is taken down.")


def _told(request: DeskRequest, form: DeskForm) -> str:
    """Say on the next page why a form was not taken; a wrong value is not a missing one."""
    form.tell(request)
    return UNSAID
