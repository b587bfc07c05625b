"""A server that receives messages by TLS under the names of the robots."""

from __future__ import annotations

import datetime as dt
import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

NAMES = ("qyapi.weixin.qq.com", "oapi.dingtalk.com", "open.feishu.cn", "hooks.example")
TAKEN = b'{"errcode": 0, "errmsg": "ok"}'


@dataclass(frozen=True)
class ReceivedRequest:
    """A request as the server saw it; `name` is the server name of TLS."""

    name: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def said(self) -> Any:
        """The JSON of the body."""
        return json.loads(self.body)


@dataclass
class Receiver:
    """The received requests, and the next answer: a status, a body and headers; then `TAKEN`
    again.
    """

    port: int = 0
    came: list[ReceivedRequest] = field(default_factory=list)
    answers: list[tuple[int, bytes, dict[str, str]]] = field(default_factory=list)
    trust: ssl.SSLContext = field(default_factory=lambda: ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))

    def answer(self, status: int, body: bytes = b"", **headers: str) -> None:
        """Set the answer to the next request."""
        self.answers.append((status, body, headers))


def _handler(receiver: Receiver, names: list[str]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.came.append(ReceivedRequest(names[-1], self.path, headers, body))
            status, said, more = receiver.answers.pop(0) if receiver.answers else (200, TAKEN, {})
            self.send_response(status)
            for name, value in more.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *_args: object) -> None:
            """Log nothing."""

    return Handler


def _certificate(folder: Path) -> tuple[Path, str]:
    """Return the file of a certificate with its key, and the certificate to trust."""
    key, now = ec.generate_private_key(ec.SECP256R1()), dt.datetime.now(dt.UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "receiver")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(one) for one in NAMES]), False)
        .sign(key, hashes.SHA256())
    )
    shown = made.public_bytes(serialization.Encoding.PEM)
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    file = folder / "receiver.pem"
    file.write_bytes(secret + shown)
    return file, shown.decode()


@contextmanager
def receiving(folder: Path) -> Iterator[Receiver]:
    """Run a receiver for the length of the block."""
    file, shown = _certificate(folder)
    names: list[str] = [""]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    context.sni_callback = lambda _socket, name, _context: names.append(name or "")
    receiver = Receiver()
    receiver.trust.load_verify_locations(cadata=shown)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(receiver, names))
    server.socket = context.wrap_socket(server.socket, server_side=True)
    receiver.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
