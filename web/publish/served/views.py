"""Views of the public pages. A page and its live part share a view: `alone` is the part.

None of them uses the session or the user, so that an unchanged page of an event costs one query, or
two where the clock of a round was started; pages of persons, seasons, ratings and documents cost
the few that their stamps are made of.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any, Final

import segno
from csp.decorators import csp_exempt, csp_replace
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, gettext
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe
from rest_framework.throttling import SimpleRateThrottle

from tournaments import results
from tournaments.jobs import tournament_filling
from tournaments.models import Event
from tournaments.results.snapshot import EventSnapshot
from tournaments.rights import public_access
from tournaments.system.process_memory import Remembered
from web.publish import address, cache, etag, ordering
from web.publish.cache import WHOLE, Form, Key, Made, PageStamps
from web.publish.client_address import client_address
from web.publish.feeds.open_views import open_to_all
from web.publish.served import feeds, public_page, public_picture
from web.publish.served.page_types import PageSource
from web.publish.served.public_page import PublicPage

SEARCHED: Final = frozenset({"home", "event"})
"""The pages that can be searched for a name."""
LONGEST_SEARCH: Final = 100
MOST_SEARCHED: Final = 2
"""The most events that are kept as they were read for a search, each in one language."""

_searched: Final = Remembered[tuple[str, str], tuple[object, EventSnapshot]](MOST_SEARCHED)

HTML: Final = "text/html; charset=utf-8"


@require_safe
def show(
    request: HttpRequest, *, name: str, alone: bool = False, **args: str | int
) -> HttpResponse:
    """Show a public page by the name and the arguments of its URL."""
    search = request.GET.get("q", "").strip()[:LONGEST_SEARCH] if name in SEARCHED else ""
    page = PublicPage(name, tuple(args.values()), get_language(), search)
    return _shown(request, page, alone)


class Searches(SimpleRateThrottle):
    """Counts by IP address the answers to searches, which are made for each reader.

    A whole hall may share an address while everybody looks for a seat.
    """

    rate = "300/min"

    def get_cache_key(self, request: Any, view: Any) -> str:  # noqa: ARG002
        """Return the key of the IP address."""
        return f"searches:{client_address(request)}"


def _refused_search(request: HttpRequest) -> HttpResponse:
    """Refuse a search for the moment; who looks at an earlier answer keeps it."""
    if stamps := [stamp for stamp in etag.shown_by(request) if stamp != etag.ANY]:
        return etag.conditional(request, stamps[0], HttpResponseNotModified)
    response = render(request, "publish/search_refused.html", status=HTTPStatus.TOO_MANY_REQUESTS)
    response.headers["Retry-After"] = "60"
    return response


@csp_exempt()  # type: ignore[arg-type] # it knows of views without arguments only
@require_safe
def paper(request: HttpRequest, *, name: str, **args: str) -> HttpResponse:
    """Show a public page that is a PDF, by the name and the arguments of its URL.

    It is exempt from the content security policy, which would block the browser's PDF viewer.
    """
    page = PublicPage(name, tuple(args.values()), get_language())
    return _shown(request, page, WHOLE, "application/pdf")


@require_safe
def embed(
    request: HttpRequest, *, name: str, alone: bool = False, **args: str | int
) -> HttpResponseBase:
    """Show standings in a frame of the sites that the club names; it is refused without any."""
    page = PublicPage(name, tuple(args.values()), get_language())
    found = public_page.find(page)
    origins = found.event.tournament.club.embed_origins if found.event else []
    if not origins:
        raise PermissionDenied(gettext("The club shows its standings on no other site."))

    @csp_replace({"frame-ancestors": origins})
    @xframe_options_exempt
    def framed(request: HttpRequest) -> HttpResponse:
        return _answered(request, page, found, alone)

    return framed(request)


def _language_of_feed(_request: HttpRequest, arguments: Mapping[str, Any]) -> str:
    """Return the language in the address of a file, or that of the reader."""
    return str(arguments.get("language", get_language()))


@open_to_all(_language_of_feed)
def feed(request: HttpRequest, /, *, name: str, **args: str) -> HttpResponse:
    """Answer with a file for other programs, by the name and the arguments of its URL.

    Scripts of other sites may read it; a browser sends them no cookies along with that.
    """
    page = PublicPage(name, tuple(args.values()), get_language())
    return _shown(request, page, WHOLE, feeds.MEDIA_TYPES[name])


def _shown(
    request: HttpRequest, page: PublicPage, form: Form, content_type: str = HTML
) -> HttpResponse:
    return _answered(request, page, public_page.find(page), form, content_type)


def _answered(
    request: HttpRequest,
    page: PublicPage,
    found: PageSource,
    form: Form,
    content_type: str = HTML,
) -> HttpResponse:
    version = public_page.version(page, found)
    read = partial(_read_for_searches, page, found) if page.search else results.read
    is_search = page.search and not etag.is_shown(request, version.stamps[form])
    if is_search and not ordering.is_within(Searches(), request):
        return _refused_search(request)
    answer = Answer(
        request, form, version, lambda: public_page.make(page, found, read), content_type
    )
    if found.revision is None or page.search or not settings.LIVE_PAUSE:
        return answer.made()
    return answer.kept((page.address, page.language), found.revision)


def _read_for_searches(page: PublicPage, found: PageSource, event: Event) -> EventSnapshot:
    """Return an event as it was read for an earlier search, unless it has changed since."""
    version = found.revision, found.scope
    kept = _searched.current(
        (event.uid, page.language),
        lambda known: known[0] == version,
        lambda: (version, results.read(event)),
    )
    return kept[1]


@require_safe
def picture(request: HttpRequest, *, name: str, **args: str | int) -> HttpResponseBase:
    """Show a picture by the name and the arguments of its URL, its language among them."""
    asked = public_picture.PictureAddress(name, tuple(args.values()))
    found = public_picture.find(asked)
    version = public_picture.version(asked, found)

    def _make() -> Made:
        return public_picture.make(asked, found)

    answer = Answer(request, WHOLE, version, _make, public_picture.KINDS[name].content_type)

    # A drawing may hold the logo of the club.
    @csp_replace({"img-src": ["data:"]})
    def _answered(_request: HttpRequest) -> HttpResponse:
        if not settings.LIVE_PAUSE:
            return answer.made()
        return answer.kept((asked.address, asked.language), found.revision)

    return _answered(request)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request for a page or a picture, which `make` makes if it is not cached."""

    request: HttpRequest
    form: Form
    version: PageStamps
    make: Callable[[], Made]
    content_type: str = HTML

    def made(self) -> HttpResponse:
        """Answer with bytes made for this request."""
        current = self.version.stamps[self.form]
        return etag.conditional(
            self.request, current, lambda: self._sent(self.make().bodies[self.form])
        )

    def kept(self, key: Key, revision: int) -> HttpResponse:
        """Answer with bytes cached for all readers."""
        current = self.version.stamps[self.form]
        if etag.is_shown(self.request, current):
            cache.confirm(key, self.version)
            return _shared(etag.conditional(self.request, current, HttpResponse), 0)
        kept = cache.served(key, self.form, self.version, self.make)
        for stamp in etag.shown_by(self.request):
            # It was made by another process. With a later number than the record's it is not ours,
            # and with the same number it would have the current stamp.
            if etag.is_newer(stamp, than=kept.stamp) and etag.revision_of(stamp) < revision:
                return etag.conditional(self.request, stamp, HttpResponseNotModified)
        seconds = kept.ends - time.monotonic()
        body, encoding = kept.body_for(self.request)
        sent = etag.conditional(self.request, kept.stamp, lambda: self._sent(body, encoding))
        return _shared(sent, seconds)

    def _sent(self, body: bytes, encoding: str = "") -> HttpResponse:
        headers = {"Content-Encoding": encoding} if encoding else {}
        return HttpResponse(body, content_type=self.content_type, headers=headers)


def _shared(response: HttpResponse, seconds: float) -> HttpResponse:
    """Mark an answer as the same for all, so that `shortcut.Shortcut` may repeat it."""
    patch_vary_headers(response, ["Accept-Encoding"])
    response.headers[cache.SHARED] = str(seconds)
    return response


@require_safe
def event_qr(request: HttpRequest, uid: str) -> HttpResponse:
    """Answer with a QR code of the address of an event's page, as phones in the hall reach it."""
    event = public_access.public_event(uid)
    start = address.hall_address(request) or request.build_absolute_uri("/")
    code = segno.make(f"{start.rstrip('/')}{reverse('event', args=[event.uid])}", micro=False)
    picture = io.BytesIO()
    code.save(picture, kind="svg", scale=8, border=2, dark="#000", light="#fff")
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


@require_safe
def filling(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the progress of a job that fills a tournament with events."""
    if not public_access.public_events().filter(tournament__uid=uid).exists():
        raise Http404
    filling = tournament_filling.fillings_of([uid]).get(uid)
    return etag.conditional(
        request,
        etag.stamp("filling", filling),
        lambda: render(request, "publish/home/_filling.html", {"filling": filling}),
    )
