"""The address under which others reach this program, for codes that a phone reads off a wall.

What stands in a Host header is up to whoever asks. Where it ends on paper that others read, only a
configured name or an address of this machine is believed.
"""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.utils.module_loading import import_string

EVERYWHERE = "0.0.0.0"  # noqa: S104
HIGHEST_PORT = 65535


def start(request: HttpRequest) -> str:
    """Return the address that others in the hall use; empty where none is known for certain."""
    host, port = _asked(request)
    if not _is_this_machine(host) and port and validate_host(host, _names()):
        return _as_asked(request)
    own = _in_the_hall(port)
    return next((one for one in own if urlsplit(one).hostname == host), own[0] if own else "")


def start_of_official(request: HttpRequest) -> str:
    """Return the address by which an official came, who reads nobody else's; never localhost."""
    host, port = _asked(request)
    if not _is_this_machine(host):
        return _as_asked(request)
    own = _in_the_hall(port)
    return own[0] if own else _as_asked(request)


def moved(request: HttpRequest, printed: str) -> str:
    """Return the address that others now have to use, if it is no longer the one on the cards.

    A configured name holds wherever the machine stands; only bare addresses are given anew.
    """
    host = urlsplit(printed).hostname or ""
    if not _is_bare(host) or printed == _as_asked(request):
        return ""
    own = _in_the_hall(_asked(request)[1])
    return "" if not own or printed in own else own[0]


def _asked(request: HttpRequest) -> tuple[str, int]:
    """The host that was asked for, and its port, 0 where there can be no such port."""
    host, written = split_domain_port(request.get_host())
    port = int(written or ("443" if request.is_secure() else "80"))
    if _is_by_own_certificate(request, port):
        port = settings.PLAIN_PORT
    return host, port if 0 < port <= HIGHEST_PORT else 0


def _as_asked(request: HttpRequest) -> str:
    """The address that was asked for; never one that only those trust who have our certificate."""
    host, port = _asked(request)
    if request.is_secure() and port == settings.PLAIN_PORT:
        return f"http://{host}:{port}/"
    return request.build_absolute_uri("/")


def _is_by_own_certificate(request: HttpRequest, port: int) -> bool:
    return request.is_secure() and 0 < settings.SECURE_PORT == port


def _names() -> list[str]:
    return [name for name in (*settings.HOST_NAMES, *settings.ALLOWED_HOSTS) if name != "*"]


def _in_the_hall(port: int) -> list[str]:
    # Behind a proxy the addresses of this machine are not those that others use.
    if settings.BEHIND_PROXY or not port:
        return []
    hall: list[str] = import_string(settings.HALL_ADDRESSES)(EVERYWHERE, port)
    return hall


def _is_bare(host: str) -> bool:
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
