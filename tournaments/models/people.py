"""Accounts, clubs and persons, with the roles and credentials by which they act."""

from __future__ import annotations

from collections.abc import Iterator

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import SALT_LENGTH, Row, new_uid, one_of


class User(AbstractUser):
    """An account that signs in with a password; its memberships say what it may do."""

    uid = models.CharField(max_length=12, unique=True, default=new_uid, editable=False)
    sessions_ended = models.PositiveIntegerField(
        default=0, editable=False, help_text="how often all sessions of the account were ended"
    )
    last_club = models.ForeignKey(
        "tournaments.Club",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
        help_text="where a role of the account was last revoked; it may be appointed there again",
    )

    def get_session_auth_hash(self) -> str:
        """Return the hash that a session of this account must hold."""
        return self._since_sessions_ended(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """Yield the hashes of sessions that began under an earlier secret key."""
        for earlier in super().get_session_auth_fallback_hash():
            yield self._since_sessions_ended(earlier)

    def _since_sessions_ended(self, session_hash: str) -> str:
        # Unchanged while they were never ended, so that sessions of older versions stay valid.
        return f"{session_hash}.{self.sessions_ended}" if self.sessions_ended else session_hash


class Club(Row):
    """A club; several live in one installation and see nothing of each other."""

    name = models.CharField(max_length=120)
    log_seq = models.PositiveBigIntegerField(default=0, editable=False)
    log_head = models.CharField(max_length=64, default="", blank=True, editable=False)

    class Meta:
        constraints = [models.CheckConstraint(name="club_has_name", condition=~Q(name=""))]

    def __str__(self) -> str:
        return self.name


class Person(Row):
    """Somebody who plays. The log knows only the uid, so that a name can be blanked for ever.

    Beside the uid it holds the digest of the name with its salt. Blanking the name blanks the salt
    too, so that nobody can find the name by trying.
    """

    later_columns = frozenset({"name_salt"})

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="persons")
    name = models.CharField(max_length=120)
    name_salt = models.CharField(max_length=SALT_LENGTH, blank=True, default="", editable=False)
    sort_key = models.CharField(max_length=200, blank=True, default="")
    blanked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """What a member may do, in a club or in one tournament."""

    OWNER = "owner", _("owner")
    DIRECTOR = "director", _("director")
    CHIEF_REFEREE = "chief_referee", _("chief referee")
    DEPUTY = "deputy", _("deputy chief referee")
    REFEREE = "referee", _("referee")
    SCORER = "scorer", _("scorer")
    CAPTAIN = "captain", _("captain")
    JURY = "jury", _("member of the jury")


class Membership(Row):
    """A role of an account, in a whole club or in one tournament."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="memberships")
    tournament = models.ForeignKey(
        "tournaments.Tournament",
        on_delete=models.CASCADE,
        null=True,
        related_name="memberships",
    )
    role = models.CharField(max_length=16, choices=Role)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="membership_in_club_or_tournament",
                condition=Q(club__isnull=True) ^ Q(tournament__isnull=True),
            ),
            one_of("membership_role", "role", Role),
            models.UniqueConstraint(
                name="membership_once_in_club", fields=["user", "club", "role"]
            ),
            models.UniqueConstraint(
                name="membership_once_in_tournament",
                fields=["user", "tournament", "role"],
            ),
        ]


class CredentialKind(models.TextChoices):
    """What kind of secret a credential is."""

    PIN = "pin", _("PIN")
    LINK = "link", _("link")


class Credential(Row):
    """A secret that proves something without an account: a PIN, or a link handed to a captain.

    Only the hash of the secret is stored. One of `user`, `person` and `entry` is its holder.
    """

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="credentials"
    )
    kind = models.CharField(max_length=8, choices=CredentialKind)
    secret_hash = models.CharField(max_length=200)
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True)
    person = models.ForeignKey(Person, on_delete=models.CASCADE, null=True)
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, null=True)
    valid_until = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        # A link is looked up by the hash of its secret, at every question of a phone.
        indexes = [models.Index(name="credential_secret", fields=["secret_hash"])]
        constraints = [
            one_of("credential_kind", "kind", CredentialKind),
            models.CheckConstraint(name="credential_has_secret", condition=~Q(secret_hash="")),
            models.CheckConstraint(
                name="credential_of_one_holder",
                condition=(
                    Q(user__isnull=False, person__isnull=True, entry__isnull=True)
                    | Q(user__isnull=True, person__isnull=False, entry__isnull=True)
                    | Q(user__isnull=True, person__isnull=True, entry__isnull=False)
                ),
            ),
        ]
