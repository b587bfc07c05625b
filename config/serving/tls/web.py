"""The web server with plain HTTP and HTTPS.

python -m config.serving.tls.web ADDRESS PORT SECURE_PORT
"""

from __future__ import annotations

import argparse
import logging
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.conf import settings

from config.admission import readiness
from config.serving import addresses, processes, web
from config.serving.application import application
from config.serving.tls import certificate_files, certificates
from config.serving.tls.terminator import TlsTerminator
from config.storage import file_permissions

log = logging.getLogger(__name__)

# A laptop that was carried into another network has its new certificate after so many seconds.
LOOK_EVERY = 30.0
# A connection takes one file more outside and one more towards the server behind the terminator.
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
    # Also one that is not new: it may not have been loaded when it was.
    terminator.show(certificate_files.server(settings.DATA))


def _keep_fresh(terminator: TlsTerminator, bind: str) -> None:
    pause = threading.Event()
    while not pause.wait(LOOK_EVERY):
        try:
            _refresh(terminator, bind)
        except (OSError, ValueError) as error:
            # A full disk is no reason to stop looking; the certificate that is there goes on.
            log.warning("the certificate of HTTPS could not be looked after: %s", error)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
