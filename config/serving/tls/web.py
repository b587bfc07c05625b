"""The web server with plain HTTP and HTTPS: TLS is terminated in front of the web server.

The web server sees connections from this machine, so that its limits for slow and silent clients
apply. The data are not read here.

python -m config.serving.tls.web ADDRESS PORT SECURE_PORT
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import socket
import ssl
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings

from config.admission import readiness
from config.serving import addresses, processes, web
from config.serving.application import application
from config.serving.tls import certificate_files, certificates
from config.storage import file_permissions

PIECE = 64 * 1024
# The address of a client that has already left; never that of this machine.
NOWHERE = "0.0.0.0"  # noqa: S104


class TlsTerminator:
    """The listener of HTTPS; it identifies clients by the port that the web server sees."""

    def __init__(self, listening: socket.socket, inside: int, *, places: int, silence: float):
        self._listening = listening
        self._inside = inside
        self._places = places
        self._silence = silence
        self._clients: dict[int, str] = {}
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._context.set_alpn_protocols(["http/1.1"])

    def show(self, certificate: Path) -> None:
        """Use this certificate for new connections."""
        self._context.load_cert_chain(certificate)

    def client_at(self, port: int) -> str:
        """Return the address of the client on a port of the web server; empty for none."""
        return self._clients.get(port, "")

    def open(self) -> None:
        """Accept connections, in a thread of its own, until the process ends."""
        processes.start_vital_thread("the TLS terminator", lambda: asyncio.run(self._serve()))

    async def _serve(self) -> None:
        server = await asyncio.start_server(
            self._enter,
            sock=self._listening,
            ssl=self._context,
            limit=PIECE,
            ssl_handshake_timeout=self._silence,
            ssl_shutdown_timeout=self._silence,
        )
        await server.serve_forever()

    async def _enter(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with contextlib.suppress(OSError):
                if len(self._clients) < self._places:
                    await self._forward(reader, writer)
        finally:
            await _close(writer)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # None if the client has already left.
        client, *_ = writer.get_extra_info("peername") or (NOWHERE,)
        answers, asks = await asyncio.open_connection("127.0.0.1", self._inside, limit=PIECE)
        port = asks.get_extra_info("sockname")[1]
        self._clients[port] = client
        ways = (self._carry(reader, asks), self._carry(answers, writer))
        try:
            await _wait_for_first(*(asyncio.ensure_future(way) for way in ways))
        finally:
            # Closed first, because until then nobody else can come from this port.
            await _close(asks)
            del self._clients[port]

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        """Copy data from source to target; a target that accepts none in time is given up."""
        with contextlib.suppress(OSError):
            while piece := await source.read(PIECE):
                target.write(piece)
                await asyncio.wait_for(target.drain(), self._silence)


async def _wait_for_first(*ways: asyncio.Future[None]) -> None:
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


log = logging.getLogger(__name__)

# A laptop moved to another network gets its new certificate after this many seconds.
LOOK_EVERY = 30.0
# A connection takes one more file outside and one more towards the server behind the terminator.
FILES_EACH = web.FILES_EACH + 2

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


class BehindTls:
    """The application, which sees clients of HTTPS by their own address and the public port."""

    def __init__(
        self, program: Application, terminator: TlsTerminator, inside: int, secure: int
    ) -> None:
        self._program = program
        self._terminator = terminator
        self._inside = str(inside)
        self._secure = str(secure)

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ["SERVER_PORT"] == self._inside:
            client = self._terminator.client_at(int(environ["REMOTE_PORT"]))
            if client:
                scheme_and_port = {"wsgi.url_scheme": "https", "SERVER_PORT": self._secure}
                environ |= {**scheme_and_port, "REMOTE_ADDR": client}
        return self._program(environ, start_response)


def main(arguments: Sequence[str]) -> int:
    """Serve until a signal, finish the requests that were read, and return the exit code."""
    words = argparse.ArgumentParser(prog="python -m config.serving.tls.web")
    words.add_argument("address")
    words.add_argument("port", type=int)
    words.add_argument("secure", type=int)
    options = words.parse_args(arguments)
    file_permissions.keep()
    processes.leave_with_parent()
    if not readiness.may_serve():
        return 1
    inside = web.listening("127.0.0.1", 0)
    adjustments = web.adjustments(FILES_EACH)
    terminator = TlsTerminator(
        web.listening(options.address, options.secure),
        inside.getsockname()[1],
        places=adjustments["connection_limit"],
        silence=web.SILENCE,
    )
    _refresh(terminator, options.address)
    behind = BehindTls(application, terminator, inside.getsockname()[1], options.secure)
    terminator.open()
    processes.start_vital_thread(
        "the renewal of the certificate", lambda: _keep_fresh(terminator, options.address)
    )
    web.serve(behind, sockets=[web.listening(options.address, options.port), inside], **adjustments)
    return 0


def _refresh(terminator: TlsTerminator, bind: str) -> None:
    certificates.refresh_certificate(settings.DATA, addresses.names_of_this_machine(bind))
    # Even one that is not new, because it may not have been loaded when it was.
    terminator.show(certificate_files.server(settings.DATA))


def _keep_fresh(terminator: TlsTerminator, bind: str) -> None:
    pause = threading.Event()
    while not pause.wait(LOOK_EVERY):
        try:
            _refresh(terminator, bind)
        except (OSError, ValueError) as error:
            # A full disk is no reason to stop checking; the present certificate remains.
            log.warning("the HTTPS certificate could not be renewed: %s", error)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
