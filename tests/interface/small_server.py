"""A server that a test can steer: a page, a fragment behind an ETag, and the real static files."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.interface.stylesheet import FOLDER

KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
LONGEST = 20
"""Seconds for which a server that sleeps holds a connection."""
POLICY = "default-src 'self'; object-src 'none'"
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A hall</title>
<script src="/static/scheme.js"></script><link rel="stylesheet" href="/static/base.css">
<link rel="stylesheet" href="/static/frame.css"><link rel="stylesheet" href="/static/cards.css">
<link rel="stylesheet" href="/static/public.css">
<link rel="stylesheet" href="/static/print.css" media="print">
<link rel="icon" href="/static/favicon.svg"><script src="/static/page.js" defer></script>
<script src="/static/clock.js" defer></script>
<script src="/static/live.js" defer></script></head><body><main>{}</main></body></html>"""
LIVE = """<section id="live" data-live="/fragment" data-etag='{etag}' data-often="0.05"
data-seldom="0.05" data-patience="{patience}" data-trouble="trouble">{fragment}</section>
<p id="trouble" hidden>No connection <span data-last hidden>since <b data-last-at></b></span></p>"""


@dataclass
class Hall:
    """What the server answers now, and what it was asked."""

    address: str = ""
    body: str = ""
    fragment: str = ""
    status: int = 200
    stamp: str = '"1"'
    patience: float = 20
    asked: list[str] = field(default_factory=list)
    awake: threading.Event = field(default_factory=threading.Event)
    """While it is not set, a question for the fragment gets no answer, and its connection stays."""

    def __post_init__(self) -> None:
        self.awake.set()

    def show(self, fragment: str) -> None:
        """Serve a page with this fragment in it, alive."""
        self.fragment = fragment
        self.body = LIVE.format(fragment=fragment, etag=self.stamp, patience=self.patience)

    def change(self, fragment: str) -> None:
        self.fragment = fragment
        self.stamp = f'"{int(self.stamp.strip(chr(34)) or 0) + 1}"'


class _Handler(BaseHTTPRequestHandler):
    hall: Hall

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Say nothing: what matters is in `Hall.asked`."""

    def do_GET(self) -> None:
        if self.path.startswith("/static/"):
            path = FOLDER / self.path.removeprefix("/static/")
            self._send(200, path.read_bytes(), KINDS[path.suffix])
        elif self.path == "/fragment":
            self._send_fragment()
        else:
            body = self.hall.body
            whole = body if body.startswith("<!doctype") else PAGE.format(body)
            self._send(200, whole.encode(), "text/html")

    def do_HEAD(self) -> None:
        self._send(200, b"", "text/html")

    def _send_fragment(self) -> None:
        known = self.headers.get("If-None-Match", "")
        self.hall.asked.append(known)
        self.hall.awake.wait(LONGEST)
        if self.hall.status == 200 and known and known == self.hall.stamp:
            self._send(304, b"", "text/html")
        else:
            self._send(self.hall.status, self.hall.fragment.encode(), "text/html", self.hall.stamp)

    def _send(self, status: int, content: bytes, kind: str, stamp: str = "") -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Content-Security-Policy", POLICY)
        if stamp:
            self.send_header("ETag", stamp)
        self.end_headers()
        self.wfile.write(content)


@contextmanager
def small_server() -> Iterator[Hall]:
    hall = Hall()
    handler = type("Handler", (_Handler,), {"hall": hall})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        hall.address = f"http://127.0.0.1:{server.server_port}/"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield hall
        server.shutdown()
        thread.join()
