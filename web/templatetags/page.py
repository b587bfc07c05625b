"""Tags for the frame of every page: the build in the footer and the other languages."""

from __future__ import annotations

from dataclasses import dataclass

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template import Context
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language, get_language_info

register = template.Library()


@dataclass(frozen=True, slots=True)
class LanguageLink:
    """A language that the reader may change to, and the address that does it."""

    code: str
    name: str
    href: str


@register.simple_tag
def build() -> str:
    return str(settings.BUILD)


@register.simple_tag(takes_context=True)
def other_languages(context: Context) -> tuple[LanguageLink, ...]:
    """Return the other languages; empty without an address to return to, as on an error page.

    A public page is made without a request, and is given its own `address`.
    """
    address, request = context.get("address"), context.get("request")
    if isinstance(request, HttpRequest) and request.method in ("GET", "HEAD"):
        address = request.get_full_path()
    if not address:
        return ()
    now = get_language()
    back = urlencode({"next": address})
    return tuple(
        LanguageLink(
            code,
            str(get_language_info(code)["name_local"]),
            f"{reverse('language', args=[code])}?{back}",
        )
        for code, _ in settings.LANGUAGES
        if code != now
    )
