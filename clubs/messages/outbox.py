"""Messages of a club for its channels: they wait, are sent, are tried again, or are dropped.

`announce` is part of the change that it reports. A message waits for a moment, and is not sent if
the change is withdrawn meanwhile. An attempt is counted and stored before anything leaves the
machine: from then on somebody may have read the message, and a withdrawal sends a correction. What
a message says, and how it is delivered, does not belong here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from clubs.messages import home
from tournaments.jobs import queue
from tournaments.models import (
    ChannelKind,
    Event,
    Message,
    MessageChannel,
    MessageKind,
    MessageState,
    Round,
    new_uid,
)

SEND: Final = "message"
"""The kind of the job that sends what is due by one channel."""
WAIT: Final = timedelta(seconds=90)
"""How long a message waits after the change that it reports."""
MINUTE: Final = timedelta(minutes=1)
MOST_A_MINUTE: Final = 20
"""How many messages the services accept from a robot."""
ATTEMPT: Final = timedelta(seconds=60)
"""After this time an attempt without an outcome is repeated."""
OVERDUE: Final = timedelta(minutes=10)
"""After this time a message has no job any more: a job tries for some minutes."""
KEPT: Final = timedelta(days=180)
"""How long the log of a channel keeps messages that were sent, failed or were dropped."""
MOST_KEPT: Final = 5000
"""How many of these the log of a channel keeps at most."""
PRUNED_AT_ONCE: Final = 500
MOST_TOGETHER: Final = 10
"""Messages of a round that go out as one."""
PAUSES: Final = tuple(
    timedelta(seconds=seconds)
    for seconds in (5, 30, 120, 600, 1800, 3600, 2 * 3600, 4 * 3600, 8 * 3600, 12 * 3600)
)
"""The pauses between the attempts for a program, some 28 hours in all."""
PAUSES_OF_ROBOTS: Final = PAUSES[:4]
"""Some 13 minutes: a draw helps nobody after its round."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What a message reports: `version` is the state of its subject now, "" if it was withdrawn.

    If `is_news`, as for the steps of an appeal, a new version corrects no earlier message.
    """

    kind: MessageKind
    event: Event
    subject: str
    version: str
    round: Round | None = None
    is_news: bool = False


@dataclass(frozen=True, slots=True)
class Parcel:
    """Messages of one round that go out as one, the first of them first."""

    uid: str
    channel: MessageChannel
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class DeliveryOutcome:
    """The outcome of an attempt: delivered, or why not; `lasts` if another one would fail too."""

    answer: str
    is_delivered: bool = False
    lasts: bool = False
    pause: timedelta | None = None


def announce(deed: Deed) -> None:
    """Queue a message in every channel that wants it, in the transaction of its change.

    A message sent by a channel is corrected there even if its kind was switched off since.
    """
    switched_on = MessageChannel.objects.filter(club=deed.event.tournament.club, is_on=True)
    rows = [row for row in switched_on if deed.kind in row.wants or _has_told(row, deed)]
    place = home.here() if rows else ""
    for channel in rows:
        if channel.home == place:
            _announce(channel, deed)


def _has_told(channel: MessageChannel, deed: Deed) -> bool:
    earlier = Message.objects.filter(
        channel=channel, event=deed.event, kind=deed.kind, subject=deed.subject, attempts__gt=0
    )
    told = earlier.order_by("-pk").first()
    return told is not None and bool(told.version)


def _announce(channel: MessageChannel, deed: Deed) -> None:
    earlier = Message.objects.filter(
        channel=channel, event=deed.event, kind=deed.kind, subject=deed.subject
    )
    newest = earlier.exclude(state=MessageState.DROPPED).order_by("-pk").first()
    if newest is not None and newest.version == deed.version:
        return
    _drop(earlier.filter(attempts=0))
    told = earlier.filter(attempts__gt=0).order_by("-pk").first()
    # An attempt in progress is not made again; what it may have told is corrected.
    _drop(earlier)
    if (told.version if told else "") == deed.version:
        return
    now = timezone.now()
    message = Message.objects.create(
        channel=channel,
        event=deed.event,
        round=deed.round,
        kind=deed.kind,
        subject=deed.subject,
        version=deed.version,
        corrects=bool(told and told.version) and not (deed.is_news and deed.version),
        due_at=now + WAIT if deed.version else now,
    )
    ring(channel, message.due_at)


def _drop(rows: QuerySet[Message]) -> None:
    rows.filter(state=MessageState.WAITING).update(state=MessageState.DROPPED)


def test(channel: MessageChannel) -> Message:
    """Have a channel send a test at once, even while it is off; a waiting one is enough."""
    waiting = Message.objects.filter(
        channel=channel, kind=MessageKind.TEST, state=MessageState.WAITING
    )
    with transaction.atomic():
        message = waiting.first() or Message.objects.create(channel=channel, kind=MessageKind.TEST)
        ring(channel, message.due_at)
    return message


def drop_waiting(channel: MessageChannel) -> None:
    """Drop what waits in a channel."""
    _drop(Message.objects.filter(channel=channel))


def ring(channel: MessageChannel, due_at: datetime) -> None:
    """Order the job that sends what is due at this time."""
    key = f"{SEND}:{channel.uid}:{due_at:%Y%m%d%H%M%S.%f}"
    queue.enqueue(SEND, {}, key=key, about=channel.uid, due_at=due_at)


def take(uid: str) -> Parcel | None:
    """Take what a channel has to send now, and count the attempt; None where nothing is due.

    Two workers never take the same. What waits in a channel that is off, or was restored into
    another installation, is dropped; a test is not.
    """
    with transaction.atomic():
        channel = (
            MessageChannel.objects.select_for_update(of=("self",))
            .select_related("club")
            .filter(uid=uid)
            .first()
        )
        if channel is None:
            return None
        waiting = Message.objects.filter(channel=channel, state=MessageState.WAITING)
        if not (channel.is_on and channel.home == home.here()):
            _drop(waiting.exclude(kind=MessageKind.TEST))
        now = timezone.now()
        # Of an attempt that broke down nothing was noted but that it was begun.
        broken = waiting.filter(attempts__gt=len(pauses_of(channel)), due_at__lte=now)
        broken.update(state=MessageState.FAILED)
        if _free_at(channel, now) > now:
            return None
        together = _next_together(channel, list(waiting.order_by("pk")), now)
        parcel = new_uid()
        claimed = waiting.filter(pk__in=[row.pk for row in together])
        claimed.update(
            attempts=F("attempts") + 1, tried_at=now, due_at=now + ATTEMPT, parcel=parcel
        )
        rows = Message.objects.filter(channel=channel, parcel=parcel).select_related(
            "event__tournament", "event__regulations", "round"
        )
        messages = tuple(rows.order_by("pk"))
    return Parcel(parcel, channel, messages) if messages else None


def _next_together(channel: MessageChannel, waiting: list[Message], now: datetime) -> list[Message]:
    """Return the due messages that go out next: one for a program, for people those of a round.

    Within an event one that is being tried goes before all others.
    """
    tried = {row.event_id for row in waiting if row.attempts and row.due_at > now}
    due = [row for row in waiting if row.due_at <= now and row.event_id not in tried]
    due.sort(key=lambda row: (not row.attempts, row.due_at if not row.attempts else now, row.pk))
    if not due or channel.kind == ChannelKind.WEBHOOK:
        return due[:1]
    first = due[0]
    about = (first.event_id, first.round_id)
    return [row for row in due if (row.event_id, row.round_id) == about][:MOST_TOGETHER]


def _free_at(channel: MessageChannel, now: datetime) -> datetime:
    """Return when a channel may send again; a robot accepts few requests a minute."""
    if channel.kind == ChannelKind.WEBHOOK:
        return now
    # With its picture a message is two requests.
    most = MOST_A_MINUTE // 2 if channel.has_picture else MOST_A_MINUTE
    recent = Message.objects.filter(channel=channel, tried_at__gt=now - MINUTE)
    tried = dict(recent.values_list("parcel", "tried_at"))
    hours = sorted(filter(None, tried.values()), reverse=True)
    return hours[most - 1] + MINUTE if len(hours) >= most else now


def pauses_of(channel: MessageChannel) -> tuple[timedelta, ...]:
    """Return the pause after each failed attempt but the last."""
    return PAUSES if channel.kind == ChannelKind.WEBHOOK else PAUSES_OF_ROBOTS


def note(parcel: Parcel, outcome: DeliveryOutcome) -> None:
    """Store the outcome of an attempt, and order the next job."""
    now = timezone.now()
    rows = Message.objects.filter(parcel=parcel.uid)
    if outcome.is_delivered:
        rows.update(state=MessageState.SENT, sent_at=now, answer=outcome.answer)
    else:
        pauses = pauses_of(parcel.channel)
        for row in rows.filter(state=MessageState.WAITING):
            _note_failure(row, outcome, pauses, now)
        rows.update(answer=outcome.answer)
    ring_next(parcel.channel.uid)


def _note_failure(
    row: Message, outcome: DeliveryOutcome, pauses: tuple[timedelta, ...], now: datetime
) -> None:
    again = Message.objects.filter(pk=row.pk, state=MessageState.WAITING)
    if outcome.lasts or row.attempts > len(pauses) or row.kind == MessageKind.TEST:
        again.update(state=MessageState.FAILED)
    else:
        again.update(due_at=now + (outcome.pause or pauses[row.attempts - 1]))


def prune(now: datetime) -> int:
    """Remove messages that ended long ago, a batch at a time; return their number.

    They are a log of deliveries, not of the tournament. Nothing corrects so old a message any more.
    """
    ended = Message.objects.exclude(state=MessageState.WAITING)
    old = ended.filter(due_at__lt=now - KEPT).order_by("pk").values_list("pk", flat=True)
    keys = list(old[:PRUNED_AT_ONCE])
    for channel in MessageChannel.objects.values_list("pk", flat=True):
        above = ended.filter(channel=channel).order_by("-pk").values_list("pk", flat=True)
        keys += above[MOST_KEPT : MOST_KEPT + PRUNED_AT_ONCE]
    return Message.objects.filter(pk__in=keys).delete()[0] if keys else 0


def ring_overdue(now: datetime) -> None:
    """Order jobs for messages that are long overdue, because their job died."""
    late = Message.objects.filter(state=MessageState.WAITING, due_at__lt=now - OVERDUE)
    for uid in sorted(set(late.values_list("channel__uid", flat=True))):
        ring_next(uid)


def ring_next(uid: str) -> None:
    """Order the job for the next message of a channel, if one waits."""
    channel = MessageChannel.objects.filter(uid=uid).first()
    if channel is None:
        return
    waiting = list(Message.objects.filter(channel=channel, state=MessageState.WAITING))
    now = timezone.now()
    # What stands behind one that is being tried waits for it.
    tried = {row.event_id: row.due_at for row in waiting if row.attempts}
    hours = [max(row.due_at, tried.get(row.event_id, now)) for row in waiting]
    if hours:
        ring(channel, max(min(hours), _free_at(channel, now)))
