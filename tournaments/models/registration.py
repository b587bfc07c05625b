"""Events opened for entering: their terms, requests to enter, and requests to withdraw.

What follows from a request is done in `tournaments.registration`; entries are in `entries`.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import Row, one_of
from tournaments.models.entries import Entry
from tournaments.models.people import Person
from tournaments.models.structure import Event

HASH_LENGTH = 64


class Door(models.TextChoices):
    """Who may ask to enter an event without an official."""

    CLOSED = "", _("nobody: the officials enter the names")
    MEMBERS = "members", _("members, by their links")
    PUBLIC = "public", _("everybody, on the public page")


class RegistrationTerms(Row):
    """On what terms an event is entered without an official; without a row it is not.

    `places` limits the entries, and whoever comes later waits in the order of arrival. Players
    check themselves in from `check_in_minutes` before the start until the first draw.
    """

    Door = Door

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="registration_terms")
    door = models.CharField(max_length=8, choices=Door, default=Door.CLOSED, blank=True)
    is_approved = models.BooleanField(
        default=True, help_text="an official approves each request; otherwise it enters at once"
    )
    closes_at = models.DateTimeField(null=True, blank=True)
    places = models.PositiveSmallIntegerField(null=True, blank=True)
    check_in_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    wants_code = models.BooleanField(
        default=False, help_text="who checks in shows to be here by the hall's code of the day"
    )

    class Meta:
        constraints = [
            one_of("registration_door", "door", Door),
            models.CheckConstraint(
                name="registration_has_places", condition=Q(places__isnull=True) | Q(places__gt=0)
            ),
        ]


class EntryRequestState(models.TextChoices):
    """What became of a request to enter."""

    ASKED = "asked", _("waits for approval")
    WAITING = "waiting", _("on the waiting list")
    ENTERED = "entered", _("entered")
    REFUSED = "refused", _("refused")
    TAKEN_BACK = "taken_back", _("taken back")


class EntryRequest(Row):
    """A request to enter an event; its place on the waiting list is the order of arrival.

    The names are kept until they are entered: from then on the entry has them. `secret_hash` is
    the hash of the key of the form, which a second press sends again, and of the public form also
    of the link to the request.
    """

    State = EntryRequestState

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entry_requests")
    person = models.ForeignKey(
        Person,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="entry_requests",
        help_text="the member who asked by the own link",
    )
    names = models.JSONField(default=list, blank=True, help_text="the players as typed")
    team = models.CharField(max_length=120, blank=True, default="")
    secret_hash = models.CharField(max_length=HASH_LENGTH, unique=True)
    state = models.CharField(max_length=12, choices=EntryRequestState)
    reason = models.CharField(max_length=200, blank=True, default="")
    entry = models.ForeignKey(
        Entry, on_delete=models.SET_NULL, null=True, blank=True, related_name="requests"
    )
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(name="entry_request_waits", fields=["event", "state"])]
        constraints = [one_of("entry_request_state", "state", EntryRequestState)]


class WithdrawalState(models.TextChoices):
    """What became of a request to withdraw."""

    OPEN = "open", _("waits for the desk")
    GRANTED = "granted", _("withdrawn")
    REFUSED = "refused", _("refused")
    TAKEN_BACK = "taken_back", _("taken back")


class WithdrawalRequest(Row):
    """A request of players to withdraw their entry, made once a round is drawn."""

    State = WithdrawalState

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="withdrawal_requests")
    state = models.CharField(max_length=12, choices=WithdrawalState, default=WithdrawalState.OPEN)
    why = models.CharField(max_length=200, blank=True, default="")
    reason = models.CharField(max_length=200, blank=True, default="")
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            one_of("withdrawal_request_state", "state", WithdrawalState),
            models.UniqueConstraint(
                name="withdrawal_asked_once",
                fields=["entry"],
                condition=Q(state=WithdrawalState.OPEN),
            ),
        ]
