"""The address of this program for others: in the hall, as printed in QR codes, and outside.

Documents in the hall name the hall's address (`hall_address`). Everything that leaves it names the
club's mirror, or the public address of the installation (`outside`). Secret links are in no mirror:
they are made from `official_address`.

A Host header is chosen by the client, so documents for others only use a configured name or an
address of this machine.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import get_language

from tournaments.models import Event
from web.publish import mirror_paths

EVERYWHERE = "0.0.0.0"  # noqa: S104
HIGHEST_PORT = 65535
LOOPBACK: Final = ("127.0.0.1", "::1")
USUAL_PORT: Final = re.compile(r"^(?:(http://[^/]+):80|(https://[^/]+):443)(?=/|$)")


def hall_address(request: HttpRequest) -> str:
    """Return the address that others in the hall use; empty if none is certain."""
    host, port = _requested_host(request)
    if not _is_this_machine(host) and port and validate_host(host, _configured_names()):
        return _requested_address(request)
    own = _hall_addresses(port)
    return next(
        (address for address in own if urlsplit(address).hostname == host), own[0] if own else ""
    )


def is_own(request: HttpRequest) -> bool:
    """Whether a request names a host and a port of this program, rather than an arbitrary one.

    Any address is admitted as a Host, so that a laptop answers in every hall; those that name
    neither this machine nor a configured name are unlimited.
    """
    if request.build_absolute_uri("/") == f"{settings.PUBLIC_ADDRESS}/":
        return True
    host, written = split_domain_port(request.get_host())
    own_port = str(request.META.get("SERVER_PORT", ""))
    ports = {"", own_port, str(settings.PLAIN_PORT), str(settings.SECURE_PORT)}
    return written in ports and (host in _configured_names() or _is_bound_here(host))


def official_address(request: HttpRequest) -> str:
    """Return the address that an official uses; instead of localhost, that of the hall."""
    host, port = _requested_host(request)
    if not _is_this_machine(host):
        return _requested_address(request)
    own = _hall_addresses(port)
    return own[0] if own else _requested_address(request)


def outside(event: Event, name: str, *args: str | int) -> str:
    """Return the full address of an event's public page or picture, for use outside the hall.

    Empty if there is neither a mirror that has it nor a public address.
    """
    if mirrored := of_mirror(event, name, *args):
        return mirrored
    start: str = settings.PUBLIC_ADDRESS
    return start + reverse(name, args=args) if start and not has_mirror(event) else ""


def of_mirror(event: Event, name: str, *args: str | int) -> str:
    """Return the full address in the mirror of the club, in the current language, or ""."""
    if not has_mirror(event):
        return ""
    path = mirror_paths.path(name, args, get_language() or settings.LANGUAGE_CODE)
    return f"{event.tournament.club.mirror_address}/{path}" if path else ""


def has_mirror(event: Event) -> bool:
    """Whether the mirror of its club shows an event."""
    club = event.tournament.club
    chosen = club.mirror_events
    is_chosen = not chosen or event.uid in chosen or event.tournament.uid in chosen
    return bool(club.mirror_address) and is_chosen


def changed_address(request: HttpRequest, printed: str) -> str:
    """Return the current address if it differs from the one printed on the cards, else "".

    A configured name stays valid wherever the machine is; only IP addresses change.
    """
    printed = _without_usual_port(printed)
    host = urlsplit(printed).hostname or ""
    if not _is_ip_address(host) or printed == _requested_address(request):
        return ""
    own = _hall_addresses(_requested_host(request)[1])
    return "" if not own or printed in own else own[0]


def _configured_names() -> list[str]:
    return [name for name in (*settings.HOST_NAMES, *settings.ALLOWED_HOSTS) if name != "*"]


def _is_bound_here(host: str) -> bool:
    """Whether a host is an address of this machine, written in its usual form."""
    bare = host.removeprefix("[").removesuffix("]")
    if not _is_ip_address(bare):
        return False
    ip = ipaddress.ip_address(bare)
    # A socket can also be bound to any of 127.0.0.0/8, and to a group.
    if str(ip) != bare or ip.is_multicast or (ip.is_loopback and bare not in LOOPBACK):
        return False
    family = socket.AF_INET6 if ":" in bare else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((bare, 0))
        except OSError:
            return False
    return True


def _requested_host(request: HttpRequest) -> tuple[str, int]:
    """Return the requested host and port; the port is 0 if it is invalid."""
    host, written = split_domain_port(request.get_host())
    port = int(written or ("443" if request.is_secure() else "80"))
    # It came by HTTPS with our own certificate; the plain address is the one shown.
    if request.is_secure() and 0 < settings.SECURE_PORT == port:
        port = settings.PLAIN_PORT
    return host, port if 0 < port <= HIGHEST_PORT else 0


def _requested_address(request: HttpRequest) -> str:
    """Return the requested address, with plain HTTP if HTTPS uses our own certificate."""
    host, port = _requested_host(request)
    if request.is_secure() and port == settings.PLAIN_PORT:
        return f"http://{host}:{port}/"
    return request.build_absolute_uri("/")


def _hall_addresses(port: int) -> list[str]:
    # Behind a proxy the addresses of this machine are not those that others use.
    if settings.BEHIND_PROXY or not port:
        return []
    hall: list[str] = import_string(settings.HALL_ADDRESSES)(EVERYWHERE, port)
    return [_without_usual_port(address) for address in hall]


def _without_usual_port(address: str) -> str:
    """Return an address without the default port of its scheme."""
    return USUAL_PORT.sub(r"\1\2", address)


def _is_ip_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"
