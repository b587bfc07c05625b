"""Messages to other services: the channels of a club, and the queue of outgoing messages.

The words of a message are made when it is sent; its row stores only the subject.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.base import Row, one_of
from tournaments.models.clubs import Club
from tournaments.models.structure import Event, Round


class ChannelKind(models.TextChoices):
    """The receiver of a channel: the robot of a group, or a program (a webhook)."""

    WECOM = "wecom", _("WeCom group robot")
    DINGTALK = "dingtalk", _("DingTalk group robot")
    FEISHU = "feishu", _("Feishu group robot")
    WEBHOOK = "webhook", _("a program of yours (webhook)")


class MessageKind(models.TextChoices):
    """The subject of a message; TEST belongs to the test button alone."""

    DRAW = "draw", _("a draw is published, or withdrawn")
    CLOSED = "closed", _("a round is closed")
    OFFICIAL = "official", _("the result of an event is official")
    RULING = "ruling", _("a ruling is published: its number")
    APPEAL = "appeal", _("an appeal goes a step on: its number")
    TEST = "test", pgettext_lazy("message", "a test")


class MessageState(models.TextChoices):
    """The state of a message; DROPPED was superseded before anybody can have received it."""

    WAITING = "waiting", pgettext_lazy("message", "waits")
    SENT = "sent", pgettext_lazy("message", "sent")
    DROPPED = "dropped", pgettext_lazy("message", "not sent: it no longer holds")
    FAILED = "failed", pgettext_lazy("message", "not delivered")


class MessageChannel(Row):
    """An outgoing channel of a club; off until somebody switches it on.

    `address` and `secret` are encrypted with the key of the installation; the last four characters
    of the address are stored readable. `wants` are values of MessageKind. `home` says in which
    installation it was switched on: in a restored copy, which is another one, it sends nothing.
    """

    Kind = ChannelKind

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="message_channels")
    kind = models.CharField(max_length=12, choices=ChannelKind)
    name = models.CharField(max_length=60)
    address = models.TextField()
    ends_with = models.CharField(max_length=4)
    secret = models.TextField(blank=True, default="")
    wants = models.JSONField(default=list, blank=True)
    language = models.CharField(max_length=10, default="zh-hans")
    has_picture = models.BooleanField(default=False, help_text="of standings, which bears names")
    is_on = models.BooleanField(default=False)
    home = models.CharField(max_length=64, blank=True, default="")
    links_to = models.CharField(
        max_length=255, blank=True, default="", help_text="our address when it was switched on"
    )

    class Meta:
        constraints = [
            one_of("message_channel_kind", "kind", ChannelKind),
            models.CheckConstraint(name="message_channel_has_name", condition=~Q(name="")),
            models.CheckConstraint(
                name="message_channel_on_somewhere", condition=Q(is_on=False) | ~Q(home="")
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Message(Row):
    """One message by one channel: the queue of what waits, and the log of what was sent.

    `subject` is a uid or a number within the event, and `version` the content that is announced; an
    empty one announces that it was withdrawn. `corrects` names a message that may have been read.
    `parcel` is the uid of the first of several messages that were sent as one. `attempts` is
    counted before each attempt: from 1 on somebody may have got it. `answer` is the code of the
    last answer.
    """

    State = MessageState

    channel = models.ForeignKey(MessageChannel, on_delete=models.CASCADE, related_name="messages")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, related_name="messages")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, null=True, related_name="+")
    kind = models.CharField(max_length=12, choices=MessageKind)
    subject = models.CharField(max_length=40, blank=True, default="")
    version = models.CharField(max_length=40, blank=True, default="")
    corrects = models.BooleanField(default=False)
    state = models.CharField(max_length=12, choices=MessageState, default=MessageState.WAITING)
    due_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    parcel = models.CharField(max_length=12, blank=True, default="")
    answer = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        constraints = [
            one_of("message_kind", "kind", MessageKind),
            one_of("message_state", "state", MessageState),
            models.CheckConstraint(
                name="message_sent_at_an_hour",
                condition=~Q(state=MessageState.SENT) | Q(sent_at__isnull=False),
            ),
            models.CheckConstraint(
                name="message_of_an_event",
                condition=Q(kind=MessageKind.TEST) | Q(event__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                fields=["channel", "due_at"],
                condition=Q(state=MessageState.WAITING),
                name="waiting_messages_by_hour",
            ),
            models.Index(fields=["channel", "kind", "subject"], name="messages_by_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject} {self.state}"
