"""One request to the world outside: a name is looked up once, and the connection goes there.

Whoever owns a name may let it lead inside a network, at the second look-up only: so the very
addresses that were checked are connected to, with the name in the certificate and in the request.
Redirects are not followed, and no more than a little of an answer is read, within a time for all.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from clubs.messages import addresses
from clubs.messages.refusals import DeliveryFault

CONNECT_SECONDS: Final = 5.0
WHOLE_SECONDS: Final = 15.0
MOST_READ: Final = 16 * 1024
MOST_ADDRESSES: Final = 3
SocketAddress = tuple[str, int]


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
    found = _permitted(host, port, allowed)
    connection = _Pinned(host, port, found, tls_context() if is_secure else None)
    path = parts.path or "/"
    try:
        with _ends_in_time(connection):
            connection.request(
                "POST",
                f"{path}?{parts.query}" if parts.query else path,
                body,
                {
                    "User-Agent": "Huapai",
                    "Content-Type": "application/json; charset=utf-8",
                    **headers,
                },
            )
            response = connection.getresponse()
            return DeliveryAnswer(response.status, response.read(MOST_READ))
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


def look_up(host: str, port: int) -> list[SocketAddress]:
    """Return the addresses of a name, each once. Raises OSError for a name that is not known."""
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys((str(row[4][0]), port) for row in rows))


def tls_context() -> ssl.SSLContext:
    """Return how certificates are checked: by the authorities that the system trusts."""
    return ssl.create_default_context()


def _permitted(host: str, port: int, allowed: Collection[str]) -> list[SocketAddress]:
    """Return where to connect to. One address inside is enough to refuse the name."""
    try:
        found = look_up(host, port)[:MOST_ADDRESSES]
    except (OSError, UnicodeError) as error:
        raise Undelivered(DeliveryFault.NAME) from error
    ips = [ipaddress.ip_address(address.partition("%")[0]) for address, _port in found]
    if not found or not all(addresses.is_let_out(host, ip, allowed) for ip in ips):
        raise Undelivered(DeliveryFault.INSIDE)
    return found


class _Pinned(http.client.HTTPConnection):
    """A connection to addresses that were looked up before, under the name of their host."""

    def __init__(
        self,
        host: str,
        port: int,
        found: list[SocketAddress],
        context: ssl.SSLContext | None,
    ) -> None:
        # The port of HTTPS is not written into the request either.
        self.default_port = 443 if context else 80
        super().__init__(host, port, timeout=CONNECT_SECONDS)
        self._found, self._context = found, context
        self.raw: socket.socket | None = None

    def connect(self) -> None:
        """Connect to the first address that answers. Raises OSError."""
        self.sock = self.raw = self._first_connection()
        if self._context is not None:
            secure = self._context.wrap_socket(
                self.sock, server_hostname=self.host, do_handshake_on_connect=False
            )
            self.sock = self.raw = secure
            secure.do_handshake()

    def _first_connection(self) -> socket.socket:
        for address in self._found[:-1]:
            try:
                return socket.create_connection(address, CONNECT_SECONDS)
            except OSError:
                continue
        return socket.create_connection(self._found[-1], CONNECT_SECONDS)


@contextmanager
def _ends_in_time(connection: _Pinned) -> Iterator[None]:
    """Break the connection off after the whole time, however slowly something still comes."""
    is_over = threading.Event()

    def break_off() -> None:
        is_over.set()
        # The library forgets its own where no second request is to come, and still reads from it.
        if connection.raw is not None:
            # What TLS makes of it does not matter any more: the socket itself is shut.
            with suppress(OSError):
                socket.socket.shutdown(connection.raw, socket.SHUT_RDWR)

    timer = threading.Timer(WHOLE_SECONDS, break_off)
    timer.daemon = True
    timer.start()
    try:
        yield
    except (OSError, http.client.HTTPException, ValueError) as error:
        if is_over.is_set():
            raise TimeoutError from error
        raise
    finally:
        timer.cancel()
