"""Links that are valid once: the invitation to a role, and the link to a new password.

Eighty bits are shown once, when a link is made; only their hash is stored. A link is used up by an
UPDATE that finds it unused, so that of two simultaneous uses one succeeds.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from clubs.credentials.slips import LINK, new_link
from tournaments.models import Club, Credential, CredentialKind, User
from tournaments.models.base import UID_ALPHABET
from tournaments.record.digest import sha256

LASTS: Final = {
    CredentialKind.INVITATION: timedelta(days=7),
    CredentialKind.RESET: timedelta(hours=24),
}


def made_by(club: Club, official: User) -> QuerySet[Credential]:
    """Return the unused links of a club that an account made."""
    mine = Credential.objects.filter(
        Q(club=club) | Q(tournament__club=club), kind__in=LASTS, revoked_at=None
    )
    keys = [row.pk for row in mine if any(scope.get("by") == official.uid for scope in row.scopes)]
    return Credential.objects.filter(pk__in=keys)


def secret_of(key: str) -> str:
    """Return the secret of the link that a form with this key creates, the same each time."""
    drawn = salted_hmac("huapai.one_time_links", key, algorithm="sha256").digest()
    letters = "".join(UID_ALPHABET[byte % len(UID_ALPHABET)] for byte in drawn[:16])
    return "-".join(letters[start : start + 4] for start in range(0, 16, 4))


def make(kind: CredentialKind, **columns: Any) -> tuple[Credential, str]:
    """Store a new link inside an open change, and return it with its secret."""
    secret = new_link()
    return store(kind, secret, **columns), secret


def store(kind: CredentialKind, secret: str, **columns: Any) -> Credential:
    """Store a link inside an open change."""
    return Credential.objects.create(
        kind=kind,
        secret_hash=sha256(secret),
        valid_until=timezone.now() + LASTS[kind],
        **columns,
    )


def unused(kind: CredentialKind) -> QuerySet[Credential]:
    """Return the usable links of a kind."""
    rows = Credential.objects.filter(kind=kind, revoked_at=None, valid_until__gt=timezone.now())
    return rows.select_related("user", "club", "tournament__club")


def find(kind: CredentialKind, secret: str) -> Credential | None:
    """Return the link that a secret opens; None if it was used, revoked or is over."""
    if not LINK.fullmatch(secret):
        return None
    return unused(kind).filter(secret_hash=sha256(secret)).first()


def use_up(credential: Credential, **columns: Any) -> bool:
    """Use up a link inside an open change; return False if somebody else was faster."""
    rows = Credential.objects.filter(pk=credential.pk, revoked_at=None)
    in_time = rows.filter(Q(valid_until__gt=timezone.now()))
    return bool(in_time.update(revoked_at=timezone.now(), **columns))


def revoke(rows: QuerySet[Credential]) -> int:
    """Revoke links inside an open change; return their number."""
    return rows.filter(revoked_at=None).update(revoked_at=timezone.now())
