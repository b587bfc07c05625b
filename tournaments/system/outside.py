"""The world outside: which addresses belong to it, and connections that lead nowhere else.

Whoever owns a name may let it lead inside a network, at the second look-up only. So a name is
looked up once, all its addresses are checked, and the connection goes to one of these very
addresses, with the name in the certificate and in the request.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Collection, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from typing import Final

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
SocketAddress = tuple[str, int]
SETTING: Final = "HUAPAI_MESSAGES_TO"
"""The hosts and networks inside to which the keeper of the machine lets webhooks and mirrors go."""
CONNECT_SECONDS: Final = 5.0
LOOK_UP_SECONDS: Final = 5.0
MOST_LOOK_UPS: Final = 8
"""How many names are looked up at a time, those that nobody waits for any more included."""
_look_ups = threading.BoundedSemaphore(MOST_LOOK_UPS)
MOST_ADDRESSES: Final = 3
_UNICAST: Final = ipaddress.ip_network("2000::/3")
"""The only IPv6 addresses of the world outside."""


class LeadsInside(Exception):
    """A name leads to an address inside a network, and the administrator forbids that."""

    def __init__(self, host: str) -> None:
        super().__init__(host)
        self.host = host


class UnknownName(Exception):
    """A name has no address."""


def is_let_out(host: str, ip: IPAddress, allowed: Collection[str]) -> bool:
    """Whether a connection to an address may be made: it is outside, or the owner allows it.

    >>> is_let_out("a.example", ipaddress.ip_address("::ffff:10.0.0.1"), ())
    False
    >>> is_let_out("a.example", ipaddress.ip_address("10.0.0.1"), ("10.0.0.0/8",))
    True
    """
    return is_outside(ip) or is_named(host, allowed) or _is_in(ip, allowed)


def is_outside(ip: IPAddress) -> bool:
    """Whether an address is one of the world outside, and holds no other one within.

    Private, loopback, link-local, shared (CGNAT), multicast and reserved ones are inside, and all
    of IPv6 that carries an IPv4 address: mapped, compatible, 6to4, Teredo and NAT64.
    """
    if not ip.is_global or ip.is_multicast or ip.is_reserved:
        return False
    if isinstance(ip, ipaddress.IPv4Address):
        return True
    return ip in _UNICAST and ip.sixtofour is None and ip.teredo is None


def is_named(host: str, allowed: Collection[str]) -> bool:
    """Whether the owner names this very host."""
    return host.lower() in {name.lower() for name in allowed}


def look_up(host: str, port: int) -> list[SocketAddress]:
    """Return the addresses of a name, each once.

    Raises OSError for a name that is not known, and TimeoutError, which is one, where nobody
    answers within LOOK_UP_SECONDS. The system cannot be told to stop asking: the thread that asks
    is left to the time of the resolver, and of such threads there are never more than
    MOST_LOOK_UPS.
    """
    deadline = time.monotonic() + LOOK_UP_SECONDS
    if not _look_ups.acquire(timeout=LOOK_UP_SECONDS):
        raise TimeoutError
    answer: Future[list[SocketAddress]] = Future()
    asker = threading.Thread(target=_ask, args=(host, port, answer), name="look-up", daemon=True)
    try:
        asker.start()
    except RuntimeError as error:
        # The system gives no thread, so that nobody would release the permit.
        _look_ups.release()
        raise TimeoutError from error
    return answer.result(max(0.0, deadline - time.monotonic()))


def _ask(host: str, port: int, answer: Future[list[SocketAddress]]) -> None:
    try:
        rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        answer.set_exception(error)
    else:
        answer.set_result(list(dict.fromkeys((str(row[4][0]), port) for row in rows)))
    finally:
        _look_ups.release()


def permitted(host: str, port: int, allowed: Collection[str]) -> list[SocketAddress]:
    """Return where to connect to. One address inside is enough to refuse the name.

    Raises LeadsInside and UnknownName.
    """
    try:
        found = look_up(host, port)[:MOST_ADDRESSES]
    except (OSError, UnicodeError) as error:
        raise UnknownName(host) from error
    ips = [ipaddress.ip_address(address.partition("%")[0]) for address, _port in found]
    if not found or not all(is_let_out(host, ip, allowed) for ip in ips):
        raise LeadsInside(host)
    return found


def connect(found: list[SocketAddress], seconds: float = CONNECT_SECONDS) -> socket.socket:
    """Return a connection to the first of some addresses that answers. Raises OSError."""
    for address in found[:-1]:
        try:
            return socket.create_connection(address, seconds)
        except OSError:
            continue
    return socket.create_connection(found[-1], seconds)


def tls_context() -> ssl.SSLContext:
    """Return how certificates are checked: by the authorities that the system trusts."""
    return ssl.create_default_context()


class PinnedConnection(http.client.HTTPConnection):
    """A connection to addresses that were looked up before, under the name of their host.

    It follows no redirect, and goes through no proxy: that one would look the name up again.
    """

    def __init__(
        self,
        host: str,
        port: int,
        found: list[SocketAddress],
        *,
        is_secure: bool,
        seconds: float = CONNECT_SECONDS,
    ) -> None:
        # The port of HTTPS is not written into the request either.
        self.default_port = 443 if is_secure else 80
        super().__init__(host, port, timeout=seconds)
        self._found, self._context = found, tls_context() if is_secure else None
        self._seconds = seconds
        self.raw: socket.socket | None = None
        self.is_broken_off = threading.Event()

    def connect(self) -> None:
        """Connect to the first address that answers. Raises OSError."""
        self.sock = self.raw = connect(self._found, self._seconds)
        self._check_time()
        if self._context is not None:
            secure = self._context.wrap_socket(
                self.sock, server_hostname=self.host, do_handshake_on_connect=False
            )
            self.sock = self.raw = secure
            # The plain socket was empty by then: what came while it was wrapped found nothing.
            self._check_time()
            secure.do_handshake()

    def break_off(self) -> None:
        """Shut the connection, or the one that is just being made as soon as it stands."""
        self.is_broken_off.set()
        # The library forgets its own where no second request is to come, and still reads from it.
        if self.raw is not None:
            # What TLS makes of it does not matter any more: the socket itself is shut.
            with suppress(OSError):
                socket.socket.shutdown(self.raw, socket.SHUT_RDWR)

    def _check_time(self) -> None:
        if self.is_broken_off.is_set():
            self.close()
            raise TimeoutError


@contextmanager
def ends_in_time(connection: PinnedConnection, seconds: float) -> Iterator[None]:
    """Break a connection off after the whole time, however slowly something still comes.

    Raises TimeoutError then.
    """
    timer = threading.Timer(seconds, connection.break_off)
    timer.daemon = True
    timer.start()
    try:
        yield
    except (OSError, http.client.HTTPException, ValueError) as error:
        if connection.is_broken_off.is_set():
            raise TimeoutError from error
        raise
    else:
        # An answer that was cut short reads like a whole one where it says no length.
        if connection.is_broken_off.is_set():
            raise TimeoutError
    finally:
        timer.cancel()


def _is_in(ip: IPAddress, allowed: Collection[str]) -> bool:
    plain = getattr(ip, "ipv4_mapped", None) or ip
    return any(plain in network for name in allowed if (network := _network(name)))


def _network(name: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(name, strict=False)
    except ValueError:
        return None
