"""Sends the requests of a bucket to addresses outside that were looked up and checked.

The library of Amazon asks its listeners before it sends a request, and takes the answer of one that
gives it (`before-send`). So nothing of it connects anywhere by itself, through no proxy either.
"""

from __future__ import annotations

import http.client
import ssl
from collections.abc import Collection, Iterator
from io import BytesIO
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from botocore.awsrequest import AWSResponse
from botocore.exceptions import ConnectionClosedError, EndpointConnectionError, ReadTimeoutError
from botocore.exceptions import SSLError as StoreTLSError

from tournaments.system import outside
from tournaments.system.outside import SETTING, LeadsInside, PinnedConnection, UnknownName
from web.publish.mirror.stores.store import StoreError, StoreFault

MOST_READ: Final = 256 * 1024 * 1024
WHOLE_SECONDS: Final = 300.0
"""A store that lets its answer drip holds a worker no longer, and the largest file takes less."""
_NOT_SENT: Final = frozenset({"expect", "transfer-encoding"})
"""What is not signed, and what `http.client` sees to itself."""


class PinnedRequests:
    """A listener that sends requests over connections that it keeps open, one for each host.

    `allowed` are the hosts and networks inside to which the administrator lets it go.
    """

    def __init__(self, allowed: Collection[str], seconds: float) -> None:
        self._allowed, self._seconds = allowed, seconds
        self._open: dict[str, PinnedConnection] = {}

    def send(self, request: Any, **_more: Any) -> AWSResponse:
        """Return the answer to a request of the library.

        Raises StoreError where it leads inside, and what the library knows and tries again.
        """
        parts = urlsplit(request.url)
        try:
            return self._answer(request, parts)
        except LeadsInside as error:
            raise StoreError(StoreFault.INSIDE, host=error.host, setting=SETTING) from error
        except UnknownName as error:
            raise EndpointConnectionError(endpoint_url=request.url, error=error) from error
        except (OSError, http.client.HTTPException) as error:
            # The next attempt looks the name up again, and checks what it finds.
            self._drop(parts)
            raise _in_terms_of_the_library(request, error) from error

    def close(self) -> None:
        """End the connections."""
        for connection in self._open.values():
            connection.close()
        self._open.clear()

    def _answer(self, request: Any, parts: SplitResult) -> AWSResponse:
        connection = self._connection(parts)
        target = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        headers = {
            name: value for name, value in request.headers.items() if name.lower() not in _NOT_SENT
        }
        with outside.ends_in_time(connection, WHOLE_SECONDS):
            connection.request(request.method, target, request.body, headers)
            answer = connection.getresponse()
            body = answer.read(MOST_READ + 1)
        if len(body) > MOST_READ:
            raise http.client.HTTPException("the answer has no end")
        if answer.length:
            # The library reads up to a number of bytes, and says nothing where fewer came.
            raise http.client.IncompleteRead(body, answer.length)
        return AWSResponse(request.url, answer.status, dict(answer.getheaders()), _Body(body))

    def _connection(self, parts: SplitResult) -> PinnedConnection:
        if parts.netloc not in self._open:
            host, is_secure = parts.hostname or "", parts.scheme == "https"
            port = parts.port or (443 if is_secure else 80)
            found = outside.permitted(host, port, self._allowed)
            self._open[parts.netloc] = PinnedConnection(
                host, port, found, is_secure=is_secure, seconds=self._seconds
            )
        return self._open[parts.netloc]

    def _drop(self, parts: SplitResult) -> None:
        if connection := self._open.pop(parts.netloc, None):
            connection.close()


class _Body(BytesIO):
    """A body that was read, as the library reads it."""

    def stream(self) -> Iterator[bytes]:
        """Yield what is left of it."""
        yield self.read()


def _in_terms_of_the_library(request: Any, error: Exception) -> Exception:
    told: Exception
    if isinstance(error, TimeoutError):
        told = ReadTimeoutError(endpoint_url=request.url, error=error)
    elif isinstance(error, ssl.SSLError):
        told = StoreTLSError(endpoint_url=request.url, error=error)
    elif isinstance(error, http.client.HTTPException | ConnectionResetError | BrokenPipeError):
        told = ConnectionClosedError(error=error, request=request, endpoint_url=request.url)
    else:
        told = EndpointConnectionError(endpoint_url=request.url, error=error)
    return told
