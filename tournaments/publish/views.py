"""Views of the public pages. A page and its live part share a view: `alone` is the part.

None of them uses the session or the user, so that an unchanged page costs one query.
"""

from __future__ import annotations

import io
import time
from typing import Final

import segno
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.jobs import tournament_filling
from tournaments.publish import address, cache, etag, public_page
from tournaments.publish.cache import Kept
from tournaments.publish.public_page import PublicPage

SEARCHED: Final = frozenset({"home", "event"})
"""The pages that are searched for a name."""
LONGEST_SEARCH: Final = 100


@require_safe
def show(
    request: HttpRequest, *, name: str, alone: bool = False, **args: str | int
) -> HttpResponse:
    """Show a public page by the name and the arguments of its URL."""
    search = request.GET.get("q", "").strip()[:LONGEST_SEARCH] if name in SEARCHED else ""
    page = PublicPage(name, tuple(args.values()), get_language(), search)
    found = public_page.find(page)
    version = public_page.version(page, found)
    if found.revision is None or search or not settings.LIVE_PAUSE:
        return etag.conditional(
            request,
            version.stamps[alone],
            lambda: HttpResponse(public_page.make(page, found).bodies[alone]),
        )
    key, current = (page.address, page.language), version.stamps[alone]
    if etag.is_shown(request, current):
        cache.confirm(key, version)
        return _shared(etag.conditional(request, current, HttpResponse), 0)
    kept = cache.served(key, alone, version, lambda: public_page.make(page, found))
    for stamp in etag.shown_by(request):
        # It was made by another process; what bears a later number than the record is not ours.
        if kept.revision < etag.revision_of(stamp) <= found.revision:
            return etag.conditional(request, stamp, HttpResponseNotModified)
    seconds = kept.ends - time.monotonic()
    return _shared(etag.conditional(request, kept.stamp, lambda: _sent(request, kept)), seconds)


def _sent(request: HttpRequest, kept: Kept) -> HttpResponse:
    body, encoding = kept.body_for(request)
    return HttpResponse(body, headers={"Content-Encoding": encoding} if encoding else {})


def _shared(response: HttpResponse, seconds: float) -> HttpResponse:
    """Mark an answer as the same for all, so that `cache.Shortcut` may repeat it."""
    patch_vary_headers(response, ["Accept-Encoding"])
    response.headers[cache.SHARED] = str(seconds)
    return response


@require_safe
def event_qr(request: HttpRequest, uid: str) -> HttpResponse:
    """Answer with the address of an event's page, as phones in the hall reach it, as a QR code."""
    event = access.public_event(uid)
    start = address.hall_address(request) or request.build_absolute_uri("/")
    code = segno.make(f"{start.rstrip('/')}{reverse('event', args=[event.uid])}", micro=False)
    picture = io.BytesIO()
    code.save(picture, kind="svg", scale=8, border=2, dark="#000", light="#fff")
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


@require_safe
def filling(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the progress of a job that fills a tournament with events."""
    if not access.public_events().filter(tournament__uid=uid).exists():
        raise Http404
    filling = tournament_filling.fillings_of([uid]).get(uid)
    return etag.conditional(
        request,
        etag.stamp("filling", filling),
        lambda: render(request, "publish/_filling.html", {"filling": filling}),
    )
