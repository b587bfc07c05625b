"""Terminates TLS in front of the web server, and forwards the plain connections.

The web server sees connections from this machine, and its limits for slow and silent clients hold.
Nothing of what passes is read here.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from pathlib import Path

from config.serving import processes

PIECE = 64 * 1024
# The address of a client that has left already; never that of this machine.
NOWHERE = "0.0.0.0"  # noqa: S104


class TlsTerminator:
    """The listener of HTTPS; it knows its clients by the port at which the web server sees them."""

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
        """The address of the client whom the web server sees at this port; empty for nobody."""
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
        # None where the client has left already.
        client, *_ = writer.get_extra_info("peername") or (NOWHERE,)
        answers, asks = await asyncio.open_connection("127.0.0.1", self._inside, limit=PIECE)
        port = asks.get_extra_info("sockname")[1]
        self._clients[port] = client
        ways = (self._carry(reader, asks), self._carry(answers, writer))
        try:
            await _wait_for_first(*(asyncio.ensure_future(way) for way in ways))
        finally:
            # Closed first: until then nobody else can come from this port.
            await _close(asks)
            del self._clients[port]

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        """Copy data from source to target; a target that takes none in time is given up."""
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
