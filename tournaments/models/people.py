"""Accounts and persons, with the roles and credentials by which they act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import SALT_LENGTH, Row, new_uid, one_of
from tournaments.models.clubs import Club

if TYPE_CHECKING:
    from tournaments.models.structure import Tournament


class User(AbstractUser):
    """An account that signs in with a password; its memberships say what it may do."""

    uid = models.CharField(max_length=12, unique=True, default=new_uid, editable=False)
    real_name = models.CharField(
        max_length=120, blank=True, default="", help_text="stands on papers and rulings"
    )
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

    @property
    def called(self) -> str:
        """The name on papers and rulings: the real one, else the user name."""
        return self.real_name or self.username

    def get_session_auth_hash(self) -> str:
        """Return the hash that a session of this account must hold."""
        return self._since_sessions_ended(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """Yield the hashes of sessions that began under an earlier secret key."""
        for earlier in super().get_session_auth_fallback_hash():
            yield self._since_sessions_ended(earlier)

    def _since_sessions_ended(self, session_hash: str) -> str:
        # Unchanged while sessions were never ended, so that those of older versions stay valid.
        return f"{session_hash}.{self.sessions_ended}" if self.sessions_ended else session_hash


class Sex(models.TextChoices):
    """The sex of a member, if a club records it."""

    FEMALE = "female", _("female")
    MALE = "male", _("male")


class Person(Row):
    """会员: somebody who plays, as a member of the club's register or as a guest of one event.

    The log holds the uid and the salted digest of the name, so that a name can be blanked for ever.
    Blanking the name blanks the salt too, so that the name cannot be found by trying. Rows of one
    person are linked by `same_as`; they stay, because line-ups, sealed sheets and the log hold
    their uids.
    """

    Sex = Sex
    BLANKED = "***"
    """What stands for a blanked name on pages and papers."""
    later_columns = frozenset(
        {
            "name_salt",
            "guest",
            "number",
            "search_key",
            "sex",
            "birth_year",
            "home",
            "shown",
            "same_as",
            "mark",
        }
    )

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="persons")
    name = models.CharField(max_length=120)
    name_salt = models.CharField(max_length=SALT_LENGTH, blank=True, default="", editable=False)
    guest = models.BooleanField(default=False, help_text="plays, and is not in the register")
    number = models.PositiveIntegerField(
        null=True, blank=True, help_text="the number in the register, of members alone"
    )
    sort_key = models.CharField(
        max_length=200, blank=True, default="", help_text="the name in pinyin: zhang san"
    )
    search_key = models.CharField(
        max_length=1000,
        blank=True,
        default="",
        editable=False,
        help_text="names, aliases, pinyin and initials, between bars",
    )
    sex = models.CharField(max_length=6, choices=Sex, blank=True, default="")
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    home = models.CharField(
        max_length=60, blank=True, default="", help_text="the club of somebody from another place"
    )
    shown = models.BooleanField(
        default=False, help_text="agreed to a public page across events, and to ratings"
    )
    mark = models.CharField(
        max_length=12,
        blank=True,
        default="",
        help_text="stands behind the name once another of this name plays in the same event",
    )
    same_as = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="doubles"
    )
    blanked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(name="person_sorted", fields=["club", "sort_key"])]
        constraints = [
            models.UniqueConstraint(
                name="person_number_once",
                fields=["club", "number"],
                condition=Q(number__isnull=False),
            ),
            models.CheckConstraint(
                name="person_number_of_member", condition=Q(number__isnull=True) | Q(guest=False)
            ),
            models.CheckConstraint(name="person_sex", condition=Q(sex="") | Q(sex__in=Sex.values)),
            models.CheckConstraint(
                name="person_not_own_double",
                condition=Q(same_as__isnull=True) | ~Q(same_as=models.F("pk")),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def listed_name(self) -> str:
        """The name as lists and papers have it: `韩雪`, or `韩雪 #37` beside another 韩雪."""
        return f"{self.name}{self.mark}"


class Alias(Row):
    """Another name by which a member is entered, such as a nickname or a name in Latin letters."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="aliases")
    name = models.CharField(max_length=120)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="alias_once", fields=["person", "name"]),
            models.CheckConstraint(name="alias_has_name", condition=~Q(name="")),
        ]


class ToldApart(Row):
    """Two persons whom an official declared different: no longer proposed as duplicates."""

    first = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="told_apart_once", fields=["first", "second"]),
            models.CheckConstraint(
                name="told_apart_in_order", condition=Q(first__lt=models.F("second"))
            ),
        ]


class Contact(Row):
    """How a member is reached; stored apart, shown to officials of the club and never in public."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="contact")
    phone = models.CharField(max_length=40, blank=True, default="")
    email = models.EmailField(blank=True, default="")
    note = models.CharField(max_length=200, blank=True, default="")


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
    """A role of an account, in a whole club or in one tournament.

    One in a tournament may be limited: to events by rows of `RoleLimit`, to tables by `tables`.
    """

    later_columns = frozenset({"tables"})

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="memberships")
    tournament = models.ForeignKey(
        "tournaments.Tournament",
        on_delete=models.CASCADE,
        null=True,
        related_name="memberships",
    )
    role = models.CharField(max_length=16, choices=Role)
    tables = models.CharField(
        max_length=400,
        blank=True,
        default="",
        help_text="the numbers of its tables between bars, |1|2|; empty: every table",
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="membership_tables_of_tournament",
                condition=Q(tables="") | Q(tournament__isnull=False, tables__startswith="|"),
            ),
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


class RoleLimit(Row):
    """An event to which a role is limited; a role without limits has every event.

    The event cannot be removed without the role: without its last limit the role would grow.
    """

    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="limits")
    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.RESTRICT, related_name="role_limits"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="role_limit_once", fields=["membership", "event"]),
        ]


class CredentialKind(models.TextChoices):
    """What kind of secret a credential is."""

    PIN = "pin", _("PIN")
    LINK = "link", _("link")
    MEMBER = "member", _("member's link")
    INVITATION = "invitation", _("invitation")
    RESET = "reset", _("link for a new password")


class Credential(Row):
    """A secret that proves something without a password: a PIN, a link, an invitation.

    It is valid in one tournament or in a whole club, for what `scopes` names, until it ends. Only
    the hash of the secret is stored. One of `user`, `person` and `entry` is its holder; an
    invitation has none until somebody accepts it.
    """

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, null=True, related_name="credentials"
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, related_name="credentials")
    kind = models.CharField(max_length=12, choices=CredentialKind)
    scopes = models.JSONField(default=list, blank=True, help_text="[{...}, …], by its kind")
    secret_hash = models.CharField(max_length=200)
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True)
    person = models.ForeignKey(Person, on_delete=models.CASCADE, null=True)
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, null=True)
    valid_until = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            # A link is looked up by the hash of its secret at every poll of a phone.
            models.UniqueConstraint(name="credential_secret_once", fields=["secret_hash"]),
            one_of("credential_kind", "kind", CredentialKind),
            models.CheckConstraint(name="credential_has_secret", condition=~Q(secret_hash="")),
            models.CheckConstraint(
                name="credential_of_one_place",
                condition=Q(tournament__isnull=True) ^ Q(club__isnull=True),
            ),
            models.CheckConstraint(
                name="credential_of_one_holder",
                condition=(
                    Q(user__isnull=False, person__isnull=True, entry__isnull=True)
                    | Q(user__isnull=True, person__isnull=False, entry__isnull=True)
                    | Q(user__isnull=True, person__isnull=True, entry__isnull=False)
                    | Q(
                        kind=CredentialKind.INVITATION,
                        user__isnull=True,
                        person__isnull=True,
                        entry__isnull=True,
                    )
                ),
            ),
        ]

    @property
    def own_tournament(self) -> Tournament:
        """The tournament of a PIN or a link. Raises ValueError for a credential of a whole club."""
        if self.tournament is None:
            raise ValueError("this credential holds in a club")
        return self.tournament
