"""Devices, which distinguish the guesser of a short secret from others at the same address.

A device is a signed cookie. It is issued for something that cannot be guessed: an opened table, a
personal link, an account. Without it a client counts as a stranger of its address. Links and
accounts always issue the same one, so that renewing the cookie gives no further attempts; a table
issues few in an hour.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from axes.helpers import get_client_ip_address
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from tournaments.models import Table, User
from tournaments.models.base import new_uid
from tournaments.system.attempts import AttemptLimit

DEVICE: Final = "huapai_device"
EVENING: Final = 12 * 3600
SENT: Final = EVENING + 24 * 3600
"""How long a browser sends the cookie: as long as it keeps a page for which the cookie was sent."""
ACCOUNTS: Final = "huapai_accounts"
HALF_A_YEAR: Final = 180 * 24 * 3600
MOST_ACCOUNTS: Final = 8
MOST_OF_TABLE: Final = 6
"""How many new devices a table makes known in an hour: each has attempts of its own."""
HOUR: Final = 3600
GIVEN: Final = "huapai.devices"
"""The key under which a request keeps the cookies for its response."""


@dataclass(frozen=True, slots=True)
class Guesser:
    """The client that types a secret: a known device, or a stranger at a network address."""

    device: str
    address: str


def guesser_of(request: HttpRequest) -> Guesser:
    """Return the guesser behind a request."""
    return Guesser(device_of(request), str(get_client_ip_address(request)))


def device_of(request: HttpRequest) -> str:
    """Return the known device that sent a request; empty for a stranger."""
    device = _read(request, DEVICE, EVENING)
    return device if isinstance(device, str) else ""


def know_by_link(request: HttpRequest, uid: str) -> None:
    """Make a device known that opened a personal link, by the uid of the link."""
    _know(request, f"link:{uid}")


def know_by_table(request: HttpRequest, table: Table) -> None:
    """Make a device known that opened a table, unless the table made many known lately."""
    if device_of(request):
        return
    if AttemptLimit("devices_of_table", MOST_OF_TABLE, HOUR, table.uid).begin():
        _know(request, f"table:{new_uid()}")


def know_by_account(request: HttpRequest, account: User) -> None:
    """Make a device known on which an account signed in, for the evening and for the account."""
    _know(request, f"account:{account.uid}")
    known = _accounts(request)
    if account.uid not in known:
        newest = list({account.uid: new_uid(), **known}.items())[:MOST_ACCOUNTS]
        _give(request, ACCOUNTS, dict(newest))


def device_with(request: HttpRequest, account: User) -> str:
    """Return the device of a request if this account signed in there before, otherwise nothing."""
    return _accounts(request).get(account.uid, "")


def account_named(request: HttpRequest, username: str) -> User | None:
    """Return the account of a name if it signed in on the device of a request before."""
    known = _accounts(request)
    if not known:
        return None
    name = User.normalize_username(username.strip())
    # Compared here, because the typed text may not be valid in a database.
    rows = User.objects.filter(uid__in=list(known))
    return next((account for account in rows if account.username == name), None)


def is_known(request: HttpRequest | None, credentials: dict[str, Any] | None) -> bool:
    """Whether the account that wants to sign in did so on this device before.

    Attempts there are counted separately, and not for the address.
    """
    if request is None or not credentials:
        return False
    return account_named(request, str(credentials.get("username") or "")) is not None


def send_known(request: HttpRequest, response: HttpResponse) -> None:
    """Set the cookies of devices that became known by a request in its response."""
    # Tablets stay with plain HTTP where officials sign in by HTTPS.
    kinds = {
        DEVICE: (SENT, settings.HTTPS),
        ACCOUNTS: (HALF_A_YEAR, settings.SESSION_COOKIE_SECURE),
    }
    for name, value in request.META[GIVEN].items():
        seconds, is_secure = kinds[name]
        response.set_cookie(
            name,
            signing.dumps(value, salt=name),
            max_age=seconds,
            secure=is_secure,
            httponly=True,
            samesite="Lax",
        )


def _know(request: HttpRequest, device: str) -> None:
    if not device_of(request):
        _give(request, DEVICE, device)


def _give(request: HttpRequest, name: str, value: str | dict[str, str]) -> None:
    request.META.setdefault(GIVEN, {})[name] = value


def _accounts(request: HttpRequest) -> dict[str, str]:
    known = _read(request, ACCOUNTS, HALF_A_YEAR)
    return known if isinstance(known, dict) else {}


def _read(request: HttpRequest, name: str, seconds: int) -> object:
    try:
        return signing.loads(request.COOKIES.get(name, ""), salt=name, max_age=seconds)
    except signing.BadSignature:
        return None
