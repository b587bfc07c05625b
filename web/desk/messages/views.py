"""The channels of a club at the desk: added, configured, switched, tested and removed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.messages import channels, fetching, home, outbox
from clubs.messages.refusals import DeliveryFault
from tournaments import wording
from tournaments.base.refusals import refuse
from tournaments.models import ChannelKind, Club, MessageChannel, MessageState
from tournaments.rights.access import OWNERS
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, act, actor, is_unchanged, page
from web.desk.messages.forms import ChannelForm, NewChannelForm
from web.forms import sent
from web.forms.requests import DeskRequest
from web.publish import address
from web.publish.messages import public_links, words

LOGGED: Final = 30
"""Messages that the page of a channel lists."""
_channel = fetch.by(fetching.channel_as)


@dataclass(frozen=True, slots=True)
class LoggedMessage:
    """A line of the log: the subject, its state, its time, and the last answer."""

    text: str
    state: str
    at: datetime
    answer: str
    is_failed: bool


@page(fetch.club, OWNERS, "desk/messages/channels.html", change=OWNERS, shows_codes=True)
def of_club(request: DeskRequest, club: Club) -> Shown:
    """Show the channels of a club; on POST add one, whose secret is shown only now."""
    form = NewChannelForm(request.POST if request.method == "POST" else None)
    made = None
    if form.is_valid():
        with form.take_refusal():
            made = channels.add(club, actor(request), form.wish(), sent.form(request))
            if made.kind != ChannelKind.WEBHOOK:
                return redirect("desk_message_channel", made.uid)
            form = NewChannelForm()
    return {
        "club": club,
        "channels": channels.of_club(club),
        "here": home.here(),
        "is_demo": home.is_demo(),
        "form": form,
        "made": made,
        "secret": channels.secret_of(made) if made else "",
    }


@page(
    _channel,
    OWNERS,
    "desk/messages/channel.html",
    change=OWNERS,
    back="desk_message_channel",
)
def channel(request: DeskRequest, shown: MessageChannel) -> Shown:
    """Show a channel and its log; on POST change its choices."""
    form = ChannelForm(shown, request.POST if request.method == "POST" else None)
    if form.is_valid():
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            channels.change(shown, actor(request), form.choices())
            return gettext("Saved.")
    return {
        "channel": shown,
        "club": shown.club,
        "form": form,
        "is_here": shown.home == home.here(),
        "is_demo": home.is_demo(),
        "start": public_links.base(otherwise=_links_to(request)),
        "log": list(_log(shown)),
    }


@act(_channel, OWNERS, back="desk_message_channel")
def state(request: DeskRequest, shown: MessageChannel) -> str:
    """Switch a channel on, on here, or off."""
    if "on" in request.POST:
        channels.switch_on(shown, actor(request), _links_to(request))
        return gettext("The channel is on: messages are sent from now on.")
    channels.switch_off(shown, actor(request))
    return gettext("The channel is off; waiting messages are not sent.")


@act(
    _channel,
    OWNERS,
    back="desk_message_channel",
    done=_("The test message is being sent. It appears in the list below in a few seconds."),
)
def test(_request: DeskRequest, shown: MessageChannel) -> None:
    """Send a test message by a channel."""
    outbox.test(shown)


@act(_channel, OWNERS)
def remove(request: DeskRequest, shown: MessageChannel) -> HttpResponse:
    """Remove a channel."""
    channels.remove(shown, actor(request))
    return redirect("desk_messages", shown.club.uid)


def _links_to(request: DeskRequest) -> str:
    return address.hall_address(request) or address.official_address(request)


def _log(shown: MessageChannel) -> Iterator[LoggedMessage]:
    """Yield the newest messages of a channel, the last one first."""
    related = shown.messages.select_related("event__tournament", "round")
    rows = list(related.order_by("-pk")[:LOGGED])
    numbers = words.numbers_of(rows)
    for message in rows:
        message.channel = shown
        yield LoggedMessage(
            words.read(message, numbers).text,
            message.get_state_display(),
            message.sent_at or message.tried_at or message.created_at,
            "" if message.state == MessageState.SENT else answer_text(message.answer),
            message.state == MessageState.FAILED,
        )


def answer_text(answer: str) -> str:
    """Return the stored answer to a message in words; empty for one that was delivered."""
    code, _sign, status = answer.partition(":")
    if code not in list(DeliveryFault):
        return ""
    return wording.problem_text(refuse(DeliveryFault(code), status=status))
