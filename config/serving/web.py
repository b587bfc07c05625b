"""The web server: `python -m config.serving.web ADDRESS PORT`, one process with threads.

It reads a request, headers and body, before assigning a thread, and sends the answer without one.
So a tablet that loses its Wi-Fi during a request occupies a connection until it is given up, and
never a thread.
"""

from __future__ import annotations

import argparse
import select
import socket
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.conf import settings

from config import program
from config.admission import readiness
from config.serving import collector, processes
from config.serving.application import application, public_pages
from config.serving.connections import Connections
from config.serving.end_signals import EndSignal
from config.serving.lanes import Lanes
from config.storage import file_permissions, request_waits
from config.terminal import gettext
from tournaments.system import deferred_writes

__all__ = ["adjustments", "listening", "main", "serve"]

# A hall of 500 phones, each of which opens several while it loads a page.
CONNECTIONS = 2000
# Without poll() there is select(), which on Windows accepts 512 sockets, including our own.
CONNECTIONS_BY_SELECT = 500
# A connection, and the file of a long body or of the one being sent.
FILES_EACH = 2
OTHER_FILES = 200
# Seconds; enough to load a page, after which an unreachable tablet is given up.
SILENCE = 15
BODY_IN_MEMORY = 64 * 1024

Application = Callable[..., Iterable[bytes]]

if sys.platform == "win32":

    def _connections_that_fit(connections: int, _files_each: int) -> int:
        return connections

else:
    import resource

    def _connections_that_fit(connections: int, files_each: int) -> int:
        """Return how many connections the process has files for, after raising the limit."""
        wanted = connections * files_each + OTHER_FILES
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft == resource.RLIM_INFINITY or soft >= wanted:
            return connections
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return (soft - OTHER_FILES) // files_each


def adjustments(files_each: int = FILES_EACH) -> dict[str, Any]:
    """Return the settings of waitress that differ from its defaults."""
    has_poll = hasattr(select, "poll")
    wanted = CONNECTIONS if has_poll else CONNECTIONS_BY_SELECT
    return {
        "connection_limit": _connections_that_fit(wanted, files_each),
        "asyncore_use_poll": has_poll,
        "channel_timeout": SILENCE,
        # So it notices a closed connection: a request that a tablet gave up is not begun.
        "channel_request_lookahead": 1,
        # The first number that is refused; Django's own limit is lower.
        "max_request_body_size": settings.LONGEST_BODY + 1,
        "max_request_header_size": 32 * 1024,
        "inbuf_overflow": BODY_IN_MEMORY,
        # Django decides which headers of a proxy count; without a proxy none arrive.
        "clear_untrusted_proxy_headers": not settings.BEHIND_PROXY,
        "ident": "",
        "log_socket_errors": False,
    }


def listening(address: str, port: int) -> socket.socket:
    """Open the socket at which connections arrive; `::` is every address of both kinds."""
    return socket.create_server(
        (address, port),
        family=socket.AF_INET6 if ":" in address else socket.AF_INET,
        dualstack_ipv6=address == "::" and socket.has_dualstack_ipv6(),
    )


def main(arguments: Sequence[str]) -> int:
    """Serve until a signal, finish the requests that were read, and return the exit code."""
    words = argparse.ArgumentParser(prog="python -m config.serving.web")
    words.add_argument("address")
    words.add_argument("port", type=int)
    words.add_argument("--supervised", action="store_true", help="leave when standard input ends")
    options = words.parse_args(arguments)
    file_permissions.keep()
    if options.supervised:
        processes.leave_with_parent()
    elif not settings.BROKER:
        missing = gettext(
            "BROKER_URL: is not set, and without it every web process counts wrong codes and"
            " documents for itself. Name a Redis or Valkey, or type: %(program)s serve"
        ) % {"program": program.command()}
        sys.stderr.write(f"{missing}\n")
        return 1
    if not readiness.may_serve():
        return 1
    serve(application, sockets=[listening(options.address, options.port)], **adjustments())
    return 0


def serve(program: Application, *, sockets: Sequence[socket.socket], **adjusted: Any) -> None:
    """Serve until a signal, with public pages built separately if the settings say so."""
    request_waits.limit()
    ending = EndSignal()
    ending.listen()
    connections = Connections(program, Lanes(settings.WEB_THREADS), sockets=sockets, **adjusted)
    public_pages.apart = settings.PAGES_APART
    collector.after_start()
    deferred_writes.begin()
    connections.serve(ending)
    deferred_writes.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
