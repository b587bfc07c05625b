"""Change the language of the reader by a link.

A form would need a CSRF token and thus a cookie, so that no public page could be cached. A forged
link can only change a reader's language, so a GET may set that cookie.
"""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


def _return_address(request: HttpRequest) -> str:
    """Return the address in `next`, or the home page if it is on another site."""
    address = request.GET.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return address if ours else "/"


@never_cache
@require_safe
def language(request: HttpRequest, code: str) -> HttpResponse:
    if code not in dict(settings.LANGUAGES):
        raise Http404
    response = HttpResponseRedirect(_return_address(request))
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
