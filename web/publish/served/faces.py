"""Serve the fonts of titles, the rules that load them, and the logos of clubs.

What is served here never changes at its address.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.models import ClubLogo
from web.publish.pdf import typefaces

_kept = cache_control(public=True, max_age=31_536_000, immutable=True)


@_kept
@require_safe
def font(_request: HttpRequest, digest: str) -> HttpResponse:
    """Answer with the font that a digest names."""
    return HttpResponse(typefaces.cut(_signs(digest)), content_type="font/otf")


@_kept
@require_safe
def rule(_request: HttpRequest, digest: str) -> HttpResponse:
    """Answer with the stylesheet of a font."""
    text = typefaces.stylesheet(digest, _signs(digest))
    return HttpResponse(text, content_type="text/css; charset=utf-8")


@_kept
@require_safe
def logo(_request: HttpRequest, digest: str) -> HttpResponse:
    """Answer with the logo that a digest names."""
    small = ClubLogo.objects.filter(digest=digest).values_list("small", flat=True).first()
    if small is None:
        raise Http404
    return HttpResponse(bytes(small), content_type="image/webp")


def _signs(digest: str) -> str:
    signs = typefaces.signs_of(digest)
    if not signs or not typefaces.cut(signs):
        raise Http404
    return signs
