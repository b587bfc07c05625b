"""Sends one request with a message to the world outside, over a connection that was checked.

Redirects are not followed; only the beginning of an answer is read. The whole exchange has a limit
of time.
"""

from __future__ import annotations

import http.client
import ssl
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from clubs.messages.refusals import DeliveryFault
from tournaments.system import outside
from tournaments.system.outside import LeadsInside, PinnedConnection, SocketAddress, UnknownName

WHOLE_SECONDS: Final = 15.0
MOST_READ: Final = 16 * 1024


class Undelivered(Exception):
    """There was no answer; `fault` says why."""

    def __init__(self, fault: DeliveryFault) -> None:
        super().__init__(str(fault))
        self.fault = fault


@dataclass(frozen=True, slots=True)
class DeliveryAnswer:
    """The status of an answer and the beginning of its body."""

    status: int
    body: bytes


def post(
    address: str, body: bytes, headers: Mapping[str, str], *, allowed: Collection[str] = ()
) -> DeliveryAnswer:
    """Send a body to an address and return the answer, whatever its status. Raises Undelivered.

    `allowed` are the hosts and networks inside to which the owner lets messages go.
    """
    parts = urlsplit(address)
    host, is_secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if is_secure else 80)
    began = time.monotonic()
    found = _permitted(host, port, allowed)
    connection = PinnedConnection(host, port, found, is_secure=is_secure)
    path = parts.path or "/"
    try:
        # The look-up of the name has taken its part of the time.
        left = WHOLE_SECONDS - (time.monotonic() - began)
        target = f"{path}?{parts.query}" if parts.query else path
        return _exchange(connection, target, body, headers, left)
    except TimeoutError as error:
        raise Undelivered(DeliveryFault.TIMEOUT) from error
    except ssl.SSLError as error:
        raise Undelivered(DeliveryFault.TLS) from error
    except (http.client.HTTPException, ValueError) as error:
        raise Undelivered(DeliveryFault.BROKEN) from error
    except OSError as error:
        raise Undelivered(DeliveryFault.UNREACHED) from error
    finally:
        connection.close()


def _exchange(
    connection: PinnedConnection,
    target: str,
    body: bytes,
    headers: Mapping[str, str],
    seconds: float,
) -> DeliveryAnswer:
    """Return the answer to a message; once its status is there, its body may end with the time."""
    answer: DeliveryAnswer | None = None
    told = {
        "User-Agent": "Huapai",
        "Content-Type": "application/json; charset=utf-8",
        **headers,
    }
    try:
        with outside.ends_in_time(connection, seconds):
            connection.request("POST", target, body, told)
            response = connection.getresponse()
            answer = DeliveryAnswer(response.status, _beginning(response))
    except TimeoutError:
        if answer is None:
            raise
    return answer


def _beginning(response: http.client.HTTPResponse) -> bytes:
    """Return the beginning of a body, as much as came; where it breaks off, its status holds."""
    came = b""
    with suppress(OSError, http.client.HTTPException):
        while len(came) < MOST_READ and (part := response.read1(MOST_READ - len(came))):
            came += part
    return came


def _permitted(host: str, port: int, allowed: Collection[str]) -> list[SocketAddress]:
    try:
        return outside.permitted(host, port, allowed)
    except UnknownName as error:
        raise Undelivered(DeliveryFault.NAME) from error
    except LeadsInside as error:
        raise Undelivered(DeliveryFault.INSIDE) from error
