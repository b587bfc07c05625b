"""Addresses of the program: free ports, addresses of this machine, a QR code."""

from __future__ import annotations

import io
import ipaddress
import os
import re
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress

import segno

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104
TRIED_PORTS = 50
# Nothing is sent there: the system only tells which address would be used.
_FAR_AWAY = ("192.0.2.1", 9)
_NAME = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*")

if sys.platform == "win32":

    def _interface_addresses() -> Iterator[str]:
        """Yield nothing: here the name of the machine resolves to all its addresses."""
        return iter(())

else:
    import fcntl

    _FLAGS, _ADDRESS = (0x8913, 0x8915) if sys.platform == "linux" else (0xC0206911, 0xC0206921)
    """The requests SIOCGIFFLAGS and SIOCGIFADDR, which Python does not name."""
    _RUNNING = 0x40

    def _interface_addresses() -> Iterator[str]:
        """Yield the address of every running network interface."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            for _number, name in socket.if_nameindex():
                asked = struct.pack("256s", name.encode())
                # Without an address, or removed since.
                with suppress(OSError):
                    (flags,) = struct.unpack_from("H", fcntl.ioctl(probe, _FLAGS, asked), 16)
                    if flags & _RUNNING:
                        yield socket.inet_ntoa(fcntl.ioctl(probe, _ADDRESS, asked)[20:24])


def is_free(bind: str, port: int) -> bool:
    """Whether a server could listen there now."""
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name == "posix":
            # A port that was released a moment ago still counts as free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((bind, port))
            probe.listen(1)
        except OSError:
            return False
    return True


def is_here(bind: str) -> bool:
    """Whether an address, or the address of a name, belongs to this machine."""
    try:
        free_port(bind)
    except OSError:
        return False
    return True


def free_port(bind: str) -> int:
    """Return a port chosen by the system."""
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.bind((bind, 0))
        return int(probe.getsockname()[1])


def next_free(bind: str, port: int) -> int:
    """Return the first free port above a taken one."""
    above = range(port + 1, min(port + TRIED_PORTS, 65535) + 1)
    return next((other for other in above if is_free(bind, other)), 0) or free_port(bind)


def this_machine(bind: str, port: int, scheme: str = "http") -> str:
    """Return the address for a browser on this machine."""
    if bind in EVERYWHERE:
        return f"{scheme}://127.0.0.1:{port}/"
    return f"{scheme}://[{bind}]:{port}/" if ":" in bind else f"{scheme}://{bind}:{port}/"


def in_the_hall(bind: str, port: int, scheme: str = "http") -> list[str]:
    """Return the addresses for tablets and phones in the same network, the likeliest first."""
    if bind not in EVERYWHERE:
        return []
    return [f"{scheme}://{address}:{port}/" for address in _own_addresses()]


def of_this_machine() -> list[str]:
    """Return the addresses at which a server can be bound here, one protocol each."""
    return [*_own_addresses(), "127.0.0.1"]


def machine_name() -> str:
    """Return the name of this machine, if others could use it too."""
    name = socket.gethostname().lower()
    return name if _NAME.fullmatch(name) else "localhost"


def names_of_this_machine(bind: str) -> list[str]:
    """Return every address and name by which a browser may address this machine."""
    bare = _own_addresses() if bind in EVERYWHERE else [bind]
    configured = (
        name.strip().lstrip(".").lower() for name in os.environ.get("ALLOWED_HOSTS", "").split(",")
    )
    names = [
        "localhost",
        machine_name(),
        f"{machine_name().removesuffix('.local')}.local",
        *configured,
    ]
    all_names = [*bare, "127.0.0.1", "::1", *(name for name in names if _NAME.fullmatch(name))]
    return list(dict.fromkeys(all_names))


def _own_addresses() -> list[str]:
    candidates = [_outgoing_address()]
    try:
        answers = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        answers = []
    candidates += [str(answer[4][0]) for answer in answers]
    # A laptop that is the hall's hotspot has no route outside, and a name that resolves to
    # loopback.
    candidates += _interface_addresses()
    return list(dict.fromkeys(address for address in candidates if _is_of_a_network(address)))


def _outgoing_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_FAR_AWAY)
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _is_of_a_network(address: str) -> bool:
    if not address:
        return False
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)


def qr_code(url: str) -> str:
    """Return the address as a picture made of letters, light on dark."""
    picture = io.StringIO()
    segno.make(url, error="l").terminal(picture, border=2, compact=True)
    return picture.getvalue().rstrip("\n")
