"""Views of the public data. They use neither session nor account, and set no cookie.

Requests from one address in a minute are limited. A whole hall may share an address, so cached
answers do not count: neither unchanged ones nor those repeated before Django is called.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, cast
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from web.publish import address, cache, etag
from web.publish.cache import PART, WHOLE, Made, PageStamps
from web.publish.client_address import client_address
from web.publish.data import guide, openapi, resources
from web.publish.data.encoding import Encoder, envelope
from web.publish.data.listing import Listed
from web.publish.data.resources import RESOURCES, Resource
from web.publish.feeds import problems
from web.publish.feeds.open_views import READS, BadParameter, open_to_all
from web.publish.served.page_types import PageSource
from web.publish.served.views import Answer

JSON: Final = "application/json"
HTML: Final = "text/html"
NUMBER: Final = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)


@dataclass(frozen=True, slots=True)
class DataAddress:
    """A resource by the name and the arguments of its address, its page and its language.

    `base` is the scheme and the host of the request, with which its links begin.
    """

    name: str
    args: tuple[str | int, ...]
    path: str
    base: str
    page: int
    language: str

    @property
    def resource(self) -> Resource:
        """The resource."""
        return RESOURCES[self.name]

    @property
    def query(self) -> str:
        """The language parameter of an address; empty for the default."""
        is_usual = self.language == settings.LANGUAGE_CODE
        return "" if is_usual else urlencode({"language": self.language})

    @property
    def key(self) -> cache.Key:
        """The name under which it is kept."""
        return f"{self.base}{self.path}?page={self.page}", self.language


def language_of(request: HttpRequest, _arguments: Mapping[str, Any]) -> str:
    """Return the language that is asked for, whatever a cookie or the browser says.

    Raises BadParameter for an unknown one.
    """
    language = request.GET.get("language", settings.LANGUAGE_CODE)
    if language not in dict(settings.LANGUAGES):
        raise BadParameter
    return language


@open_to_all(language_of)
def show(request: HttpRequest, /, *, name: str, **args: str | int) -> HttpResponse:
    """Answer with a resource by the name and the arguments of its address."""
    if request.accepts(JSON):
        sent = answer(request, name, *args.values())
    else:
        sent = problems.refusal(request, HTTPStatus.NOT_ACCEPTABLE)
    patch_vary_headers(sent, ["Accept"])
    return sent


@csrf_exempt
def index(request: HttpRequest) -> HttpResponse:
    """Answer a browser with the page that describes the data, a program with the index."""
    language = request.GET.get("language", translation.get_language())
    is_page = request.method in READS and request.get_preferred_type([JSON, HTML]) == HTML
    if not is_page or language not in dict(settings.LANGUAGES):
        return show(request, name="index")
    with translation.override(language):
        sent = _described(request)
    patch_vary_headers(sent, ["Accept"])
    sent.headers["Content-Language"] = language
    return sent


@open_to_all(language_of)
def to_index(request: HttpRequest, /) -> HttpResponse:
    """Lead from the address without its last stroke to the index, whoever asks."""
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    return HttpResponsePermanentRedirect(f"{reverse('data')}{query}")


def _described(request: HttpRequest) -> HttpResponse:
    """Answer with the page for people, in the current language."""
    stamp = etag.stamp("data_guide", revision=0)
    version = PageStamps({WHOLE: stamp, PART: stamp})

    def _draw() -> Made:
        context = {"page": guide.read(), "address": request.path}
        return Made({WHOLE: render_to_string("publish/data/data.html", context).encode()})

    drawn = Answer(request, WHOLE, version, _draw)
    return _unshared(drawn, (f"{request.path}#guide", translation.get_language()), 0)


def _unshared(made: Answer, key: cache.Key, revision: int, *, is_kept: bool = True) -> HttpResponse:
    """Answer from the cache without `Shortcut`, which does not know hosts and media types."""
    sent = made.kept(key, revision) if is_kept and settings.LIVE_PAUSE else made.made()
    sent.headers.pop(cache.SHARED, None)
    return sent


@open_to_all(language_of)
def schema(request: HttpRequest, /) -> HttpResponse:
    """Answer with the description of all addresses for programs."""
    language, base = translation.get_language(), base_of(request)

    def _make() -> HttpResponse:
        described = Encoder(base).body(openapi.document(base, language))
        return HttpResponse(described, content_type=JSON)

    if request.accepts(JSON):
        sent = etag.conditional(request, etag.stamp("data_schema", base), _make)
    else:
        sent = problems.refusal(request, HTTPStatus.NOT_ACCEPTABLE)
    patch_vary_headers(sent, ["Accept"])
    return sent


@open_to_all(language_of)
def nothing(_request: HttpRequest, /, **_args: str) -> HttpResponse:
    """Answer an address that does not exist."""
    raise Http404


def answer(request: HttpRequest, name: str, *args: str | int) -> HttpResponse:
    """Answer with a resource: 304 if it is unchanged, 429 if its reader asks too often."""
    asked = DataAddress(
        name,
        args,
        request.path,
        base_of(request),
        _page_of(request) if RESOURCES[name].is_list else 1,
        translation.get_language(),
    )
    found = resources.find(asked.resource, *args)
    version = _version(asked, found)
    if not etag.is_shown(request, version.stamps[WHOLE]):
        seconds = seconds_to_wait(request)
        if seconds:
            later = {"Retry-After": str(seconds)}
            return problems.refusal(request, HTTPStatus.TOO_MANY_REQUESTS, later)
    made = Answer(request, WHOLE, version, lambda: _make(asked, found), JSON)
    # Somebody could ask for any host, so only answers for our own are cached.
    return _unshared(made, asked.key, found.revision or 0, is_kept=address.is_own(request))


def base_of(request: HttpRequest) -> str:
    """Return the scheme and the host by which a request came."""
    return request.build_absolute_uri("/").rstrip("/").lower()


def _page_of(request: HttpRequest) -> int:
    number = request.GET.get("page", "1")
    if not NUMBER.fullmatch(number):
        raise BadParameter
    return int(number)


def _version(asked: DataAddress, found: PageSource) -> PageStamps:
    content = found.content or [found.revision]
    of_club = content if found.face is None else (*content, found.face)
    made_from = ("data", asked.name, *asked.args, asked.page, asked.base, *of_club)
    stamp = etag.stamp(*made_from, revision=found.revision)
    return PageStamps({WHOLE: stamp, PART: stamp}, found.scope)


def _make(asked: DataAddress, found: PageSource) -> Made:
    resource = asked.resource
    value = resources.read(resource, found, asked.page)
    encoder = Encoder(asked.base, resources.zone_of(found))
    shown = envelope(value, asked.path, asked.query) if isinstance(value, Listed) else value
    return Made({WHOLE: encoder.body(shown)}, resource.seconds(value))


class PublicDataThrottle(SimpleRateThrottle):
    """Limits the requests of an address for public data (`HUAPAI_PUBLIC_DATA_RATE`)."""

    scope = "public_data"

    def get_cache_key(self, request: Request, _view: APIView) -> str:
        """Return the name under which an address is counted."""
        address = client_address(cast("HttpRequest", request))
        return self.cache_format % {"scope": self.scope, "ident": address}


def seconds_to_wait(request: HttpRequest) -> int:
    """Count a request; return the seconds until the next one is served, 0 for this one."""
    throttle, wrapped = PublicDataThrottle(), Request(request)
    if throttle.allow_request(wrapped, APIView()):
        return 0
    return max(1, int(throttle.wait() or 0) + 1)
