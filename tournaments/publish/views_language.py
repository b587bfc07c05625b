"""Changes the reader's language by a plain link.

A form would need a CSRF token, the token a cookie, and every public page would then vary by that
cookie: no cache could keep it and a poll could not stay at one query. All that a stranger can do
with this link is to show somebody a page in another language, so it is a GET that sets a cookie.
"""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


def _way_back(request: HttpRequest) -> str:
    """The page the reader came from, unless it lies elsewhere."""
    wanted = request.GET.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else "/"


@never_cache
@require_safe
def language(request: HttpRequest, code: str) -> HttpResponse:
    if code not in dict(settings.LANGUAGES):
        raise Http404
    response = HttpResponseRedirect(_way_back(request))
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=settings.LANGUAGE_COOKIE_PATH,
        domain=settings.LANGUAGE_COOKIE_DOMAIN,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
        httponly=True,
    )
    return response
