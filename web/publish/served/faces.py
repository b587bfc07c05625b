"""Serves the fonts of titles and the rules that load them; both never change at their address."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from web.publish import title_faces

_kept = cache_control(public=True, max_age=31_536_000, immutable=True)


@_kept
@require_safe
def font(_request: HttpRequest, digest: str) -> HttpResponse:
    """Answer with the font that a digest names."""
    return HttpResponse(title_faces.cut(_signs(digest)), content_type="font/otf")


@_kept
@require_safe
def rule(_request: HttpRequest, digest: str) -> HttpResponse:
    """Answer with the stylesheet of a font."""
    text = title_faces.stylesheet(digest, _signs(digest))
    return HttpResponse(text, content_type="text/css; charset=utf-8")


def _signs(digest: str) -> str:
    signs = title_faces.signs_of(digest)
    if not signs or not title_faces.cut(signs):
        raise Http404
    return signs
