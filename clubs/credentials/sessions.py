"""Sessions of accounts: one row for each device, shown to its account, which can end it.

The time at which a device was last seen is written rarely, by deferred writes, and may be lost with
the process.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from clubs.credentials.devices import GIVEN, know_by_account, send_known
from tournaments.models import AccountSession, User
from tournaments.system import deferred_writes
from tournaments.system.process_memory import Remembered

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
SEEN_EVERY: Final = timedelta(minutes=5)
_LONGEST: Final = AccountSession._meta.get_field("agent").max_length or 0
_noted: Final = Remembered[str, datetime](1000)
"""When each device was last noted, by this process."""

BROWSERS: Final = (
    ("MicroMessenger", "WeChat"),
    ("Edg", "Edge"),
    ("Firefox|FxiOS", "Firefox"),
    ("Chrome|CriOS|Chromium", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS: Final = (
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh|Mac OS", "Mac"),
    ("Linux|X11", "Linux"),
)


@dataclass(frozen=True, slots=True)
class Device:
    """A device on which an account is signed in; `browser` and `system` are empty if unknown."""

    uid: str
    browser: str
    system: str
    since: datetime
    seen_at: datetime
    is_here: bool


def begin(request: HttpRequest, account: User) -> None:
    """Sign an account in on the device of a request."""
    login(request, account, backend=BACKEND)
    know_by_account(request, account)
    _note(account, _key(request), _agent(request))


def end_here(request: HttpRequest) -> None:
    """Sign out on the device of a request."""
    AccountSession.objects.filter(session_key=_key(request)).delete()
    logout(request)


def stay(request: HttpRequest, account: User) -> None:
    """Keep the session of a request after all others of the account have ended."""
    account.refresh_from_db()
    update_session_auth_hash(request, account)
    _note(account, _key(request), _agent(request))


def devices(request: HttpRequest, account: User) -> list[Device]:
    """Return the devices on which an account is signed in, this one first."""
    live = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    here = _key(request)
    rows = account.sessions.filter(session_key__in=live).order_by("-seen_at", "-pk")
    listed = [
        Device(
            row.uid,
            _name(row.agent, BROWSERS),
            _name(row.agent, SYSTEMS),
            row.created_at,
            row.seen_at,
            row.session_key == here,
        )
        for row in rows
    ]
    return sorted(listed, key=lambda device: not device.is_here)


def end(account: User, uid: str) -> bool:
    """End one session of an account; return False if it is already over."""
    with transaction.atomic():
        row = account.sessions.filter(uid=uid).first()
        if row is None:
            return False
        Session.objects.filter(session_key=row.session_key).delete()
        row.delete()
    return True


def end_all(account: User) -> None:
    """End every session of an account, including unrecorded ones."""
    with transaction.atomic():
        User.objects.filter(pk=account.pk).update(sessions_ended=F("sessions_ended") + 1)
        forget(account)


def forget(account: User) -> None:
    """Delete the devices of an account whose sessions were ended."""
    AccountSession.objects.filter(user=account).delete()


class DeviceMiddleware:
    """Sends the cookies of devices that became known, and notes now and then which was seen."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request; set the cookie of a device that became known by it.

        The time is noted later, and only if the page asked for the account.
        """
        response = self._get_response(request)
        if GIVEN in request.META:
            send_known(request, response)
        # Where Django keeps the account that a page has asked for: `request.user` would fetch it
        # also for pages that asked for none.
        account = vars(request).get("_cached_user")
        if isinstance(account, User) and deferred_writes.is_begun():
            _note_seldom(account, _key(request), _agent(request))
        return response


def _note_seldom(account: User, key: str, agent: str) -> None:
    last, now = _noted.get(key), timezone.now()
    if key and (last is None or now - last >= SEEN_EVERY):
        _noted.put(key, now)
        deferred_writes.leave(f"session {key}", lambda: _note_seen(account, key, agent))


def _note_seen(account: User, key: str, agent: str) -> None:
    """Note a device unless its session was ended since it was seen.

    Of sessions that were all ended at once the rows remain; under the lock on the account none is
    noted after its devices were forgotten.
    """
    with transaction.atomic():
        accounts = User.objects.select_for_update(no_key=True).filter(pk=account.pk)
        ended = accounts.values_list("sessions_ended", flat=True).first()
        is_open = Session.objects.filter(session_key=key).exists()
        if is_open and ended == account.sessions_ended:
            _note(account, key, agent)


def _note(account: User, key: str, agent: str) -> None:
    AccountSession.objects.update_or_create(
        session_key=key,
        defaults={"user": account, "agent": agent, "seen_at": timezone.now()},
    )


def _name(agent: str, patterns: tuple[tuple[str, str], ...]) -> str:
    return next((name for pattern, name in patterns if re.search(pattern, agent)), "")


def _agent(request: HttpRequest) -> str:
    return request.headers.get("user-agent", "")[:_LONGEST]


def _key(request: HttpRequest) -> str:
    return request.session.session_key or ""
