"""What a request passes before a view: known names, the secure desk, its length, failed writes.

The address of a laptop changes from hall to hall, so any bare IP address is admitted: a page
elsewhere cannot make a browser send one by mistake. A name it does not know is refused, because a
name can be pointed at any address (DNS rebinding). Officials are redirected to HTTPS if the program
is served over it. The address of a client is determined here too; the pages are in `error_pages`.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable

from django.conf import settings
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseBase,
    HttpResponseRedirect,
)
from django.http.request import split_domain_port, validate_host
from django.utils.translation import gettext

from config.serving import error_pages
from config.serving.connections import UNREAD

DESK = "/desk/"


def _is_address(domain: str) -> bool:
    try:
        ipaddress.ip_address(domain.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def is_admitted(host: str) -> bool:
    """Whether a Host header, with or without a port, names this program."""
    domain, _port = split_domain_port(host)
    # The test client's own name is added to ALLOWED_HOSTS by Django.
    names = [*settings.HOST_NAMES, *(name for name in settings.ALLOWED_HOSTS if name != "*")]
    return bool(domain) and (_is_address(domain) or validate_host(domain, names))


class HostMiddleware:
    """Refuses a request addressed to an unknown name."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if is_admitted(request.META.get("HTTP_HOST", request.META.get("SERVER_NAME", ""))):
            return self.get_response(request)
        message = gettext("This program does not answer to that name. Add it to ALLOWED_HOSTS.")
        return HttpResponseBadRequest(message, content_type="text/plain; charset=utf-8")


class OfficialsComeSecurely:
    """Middleware that redirects the desk to HTTPS: cookies of accounts are sent only there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith(DESK) and settings.SECURE_PORT and not request.is_secure():
            host, _port = split_domain_port(request.get_host())
            location = f"https://{host}:{settings.SECURE_PORT}{request.get_full_path()}"
            return HttpResponseRedirect(location)
        return self.get_response(request)


class DiskPages:
    """Middleware that answers failed writes with a page; other errors pass."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on."""
        return self._answer(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page for data that a view could not store."""
        return error_pages.disk_page_of(request, error)


class LongBodies:
    """Middleware that refuses overlong forms; with a file they may be longer."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self._answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, or refuse it."""
        return error_pages.refusal_page(request) if _is_too_long(request) else self._answer(request)


def _is_too_long(request: HttpRequest) -> bool:
    if request.META.get(UNREAD):
        return True
    holds_file = request.content_type == "multipart/form-data"
    most = settings.LONGEST_BODY if holds_file else settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    length = request.META.get("CONTENT_LENGTH") or "0"
    return length.isdecimal() and int(length) > most
