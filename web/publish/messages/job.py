"""The job that sends the due messages of a channel: takes a parcel, words it, delivers it.

The handler makes the request itself and may be started twice, so each message arrives at least
once; programs recognise a duplicate by its id.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Final

from django.conf import settings
from django.utils import translation

from clubs.messages import channels, outbox, outgoing
from clubs.messages.outbox import DeliveryOutcome, Parcel
from clubs.messages.refusals import DeliveryFault
from tournaments.base import local_time
from tournaments.base.refusals import Refused
from tournaments.jobs import registry
from tournaments.jobs.registry import Attempt, Effect, Progress
from tournaments.models import ChannelKind, Message, MessageKind
from web.publish import publications
from web.publish.messages import requests, words
from web.publish.messages.requests import OutgoingRequest
from web.publish.pictures import poster
from web.publish.sharing import picture_words

WITH_PICTURE: Final = (MessageKind.CLOSED, MessageKind.OFFICIAL)
LASTING: Final = frozenset({DeliveryFault.INSIDE})
"""Faults that another attempt would only repeat."""


def send(job: Attempt, _progress: Progress, /) -> Effect:
    """Send the messages of a channel that are due. The handler of the job."""
    parcel = outbox.take(job.about)
    if parcel is None:
        return partial(outbox.ring_next, job.about)
    return partial(outbox.note, parcel, _delivered(parcel))


def _delivered(parcel: Parcel) -> DeliveryOutcome:
    """Send a parcel, and return the outcome."""
    channel = parcel.channel
    address, secret = channels.address_of(channel), channels.secret_of(channel)
    if not address or (channel.secret and not secret):
        return requests.failed(DeliveryFault.NO_SECRET, lasts=True)
    event = parcel.messages[0].event
    seconds = int(time.time())
    with (
        translation.override(channel.language),
        local_time.within(event.tournament if event else None),
    ):
        for message in parcel.messages:
            message.channel = channel
        if channel.kind == ChannelKind.WEBHOOK:
            message = parcel.messages[0]
            said = words.read(message, words.numbers_of([message]))
            request = requests.of_webhook(address, secret, message, said, seconds)
            return _sent(channel.kind, request, settings.MESSAGES_TO)
        text = words.together(parcel.messages)
    # Drawn first, so that a failure here happens before any words were sent.
    picture = _picture(parcel.messages, channel.language) if channel.has_picture else b""
    outcome = _sent(channel.kind, requests.of_text(channel.kind, address, secret, text, seconds))
    if outcome.is_delivered and picture:
        # The words have arrived: a missing picture is no reason to send them again.
        _sent(channel.kind, requests.of_picture(address, picture))
    return outcome


def _sent(kind: str, request: OutgoingRequest, allowed: Sequence[str] = ()) -> DeliveryOutcome:
    try:
        answer = outgoing.post(request.address, request.body, request.headers, allowed=allowed)
    except outgoing.Undelivered as undelivered:
        return requests.failed(undelivered.fault, lasts=undelivered.fault in LASTING)
    return requests.outcome_of(kind, answer)


def _picture(messages: Sequence[Message], language: str) -> bytes:
    """Return the picture of the standings after a round or a finish; empty without one."""
    events = [row.event for row in messages if row.kind in WITH_PICTURE and row.version]
    if not events or events[0] is None:
        return b""
    with translation.override(language), local_time.within(events[0].tournament):
        read = publications.read_event(events[0], publications.needs_with_highlights)
        try:
            drawn = poster.draw(picture_words.poster(*read))
        except Refused:
            # There is no font to draw it with.
            return b""
    return drawn if len(drawn) <= requests.LARGEST_PICTURE else b""


JOBS: Final[registry.Jobs] = {outbox.SEND: send}
