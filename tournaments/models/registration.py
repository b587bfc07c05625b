"""Online registration of an event: its terms, requests to enter, and requests to withdraw.

Requests are processed in `clubs.registration`; entries are in `entries`.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import Row, one_of
from tournaments.models.entries import Entry, EntryMember
from tournaments.models.people import Person
from tournaments.models.structure import Event

HASH_LENGTH = 64


class Door(models.TextChoices):
    """Who may request to enter an event without an official."""

    CLOSED = "", _("nobody: the officials enter the names")
    MEMBERS = "members", _("members, by their links")
    PUBLIC = "public", _("everybody, on the public page")


class RegistrationTerms(Row):
    """The terms of entering an event without an official; without a row it is not possible.

    `places` limits the entries; later requests wait in the order of arrival. Players check
    themselves in from `check_in_minutes` before the start until the first draw.
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
    """The outcome of a request to enter."""

    ASKED = "asked", _("waits for approval")
    WAITING = "waiting", _("on the waiting list")
    ENTERED = "entered", _("entered")
    REFUSED = "refused", _("refused")
    TAKEN_BACK = "taken_back", _("taken back")


class EntryRequest(Row):
    """A request to enter an event; its position on the waiting list is the order of arrival.

    The names are kept until the entry is made, which then holds them. `secret_hash` is the hash of
    the key of the form, which a repeated submission sends again; for the public form it is also the
    key of the link to the request.
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
    content = models.CharField(
        max_length=HASH_LENGTH,
        blank=True,
        default="",
        help_text="the hash of the names with the key, which nobody can try names on without it",
    )
    state = models.CharField(max_length=12, choices=EntryRequestState)
    reason = models.CharField(max_length=200, blank=True, default="")
    entry = models.ForeignKey(
        Entry, on_delete=models.SET_NULL, null=True, blank=True, related_name="requests"
    )
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(name="entry_request_waits", fields=["event", "state"])]
        constraints = [one_of("entry_request_state", "state", EntryRequestState)]


class EnteredNameState(models.TextChoices):
    """The state of a name that was entered through public registration."""

    OPEN = "open", _("to be confirmed")
    CONFIRMED = "confirmed", _("confirmed")
    DENIED = "denied", _("denied by the member")
    GUEST = "guest", _("a guest's")


class ConfirmedBy(models.TextChoices):
    """How a name was confirmed, or denied."""

    NOBODY = "", _("nobody yet")
    DIGITS = "digits", _("the telephone's last four digits")
    MEMBER = "member", _("the member's own page")
    HALL = "hall", _("checking in in the hall")
    DESK = "desk", _("the desk")


class EnteredName(Row):
    """A player registered publicly under a name of the register, with a member it may be.

    There is a row for every member who has the name. The player is a guest until the name is
    confirmed; from then on the guest's row is the member's by `same_as`.
    """

    State = EnteredNameState
    By = ConfirmedBy

    player = models.ForeignKey(EntryMember, on_delete=models.CASCADE, related_name="entered_names")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="entered_names")
    state = models.CharField(max_length=12, choices=EnteredNameState, default=EnteredNameState.OPEN)
    by = models.CharField(max_length=8, choices=ConfirmedBy, blank=True, default="")
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            one_of("entered_name_state", "state", EnteredNameState),
            one_of("entered_name_by", "by", ConfirmedBy),
            models.UniqueConstraint(name="entered_name_once", fields=["player", "person"]),
            models.UniqueConstraint(
                name="entered_name_of_one",
                fields=["player"],
                condition=Q(state=EnteredNameState.CONFIRMED),
            ),
        ]


class AtTheDoor(Row):
    """An entry whose player came to the kiosk after play had begun: present, and not seated."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="at_the_door")


class WithdrawalState(models.TextChoices):
    """The outcome of a request to withdraw."""

    OPEN = "open", _("waits for the desk")
    GRANTED = "granted", _("withdrawn")
    REFUSED = "refused", _("refused")
    TAKEN_BACK = "taken_back", _("taken back")


class WithdrawalRequest(Row):
    """A request of players to withdraw their entry, possible once a round is drawn."""

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
