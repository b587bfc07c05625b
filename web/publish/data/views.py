"""Views of the public data. They use neither session nor account, and set no cookie."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, Final, ParamSpec
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt

from web.publish import cache, etag
from web.publish.cache import Made, PageStamps
from web.publish.data import cross_origin, guide, openapi, problems, rate, resources
from web.publish.data.encoding import Encoder, envelope
from web.publish.data.listing import Listed
from web.publish.data.resources import RESOURCES, Resource
from web.publish.served.page_types import PageSource
from web.publish.served.public_page import PART, WHOLE
from web.publish.served.views import Answer

JSON: Final = "application/json"
HTML: Final = "text/html"
READS: Final = ("GET", "HEAD")
NUMBER: Final = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)

Arguments = ParamSpec("Arguments")
View = Callable[Concatenate[HttpRequest, Arguments], HttpResponse]


class Unreadable(ValueError):
    """A parameter of the address is none that can be."""


@dataclass(frozen=True, slots=True)
class DataAddress:
    """A resource by the name and the arguments of its address, its page and its language.

    `base` is the scheme and the host by which it was asked for, with which its links begin.
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
        """The language as it stands in an address; empty where it is the usual one."""
        is_usual = self.language == settings.LANGUAGE_CODE
        return "" if is_usual else urlencode({"language": self.language})

    @property
    def key(self) -> cache.Key:
        """The name under which it is kept."""
        return f"{self.base}{self.path}?page={self.page}", self.language


def open_to_all(view: View[Arguments]) -> View[Arguments]:
    """Answer other sites as well, and refuse what is no reading of JSON, each in its form."""

    @csrf_exempt
    @wraps(view)
    def _answered(
        request: HttpRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> HttpResponse:
        if request.method == "OPTIONS":
            return cross_origin.preflight(HttpResponse(status=HTTPStatus.NO_CONTENT))
        if request.method not in READS:
            allowed = {"Allow": cross_origin.METHODS}
            return problems.refusal(request, HTTPStatus.METHOD_NOT_ALLOWED, allowed)
        try:
            language = language_of(request)
        except Unreadable:
            return problems.refusal(request, HTTPStatus.BAD_REQUEST)
        with translation.override(language):
            try:
                return cross_origin.opened(view(request, *args, **kwargs))
            except Http404:
                return problems.refusal(request, HTTPStatus.NOT_FOUND)
            except Unreadable:
                return problems.refusal(request, HTTPStatus.BAD_REQUEST)

    return _answered


@open_to_all
def show(request: HttpRequest, /, *, name: str, **args: str | int) -> HttpResponse:
    """Answer with a resource by the name and the arguments of its address."""
    if not request.accepts(JSON):
        return problems.refusal(request, HTTPStatus.NOT_ACCEPTABLE)
    return answer(request, name, *args.values())


@csrf_exempt
def index(request: HttpRequest) -> HttpResponse:
    """Answer a browser with the page that describes the data, a program with the index."""
    is_page = request.method in READS and request.get_preferred_type([JSON, HTML]) == HTML
    sent = _described(request) if is_page else show(request, name="index")
    patch_vary_headers(sent, ["Accept"])
    return sent


def _described(request: HttpRequest) -> HttpResponse:
    """Answer with the page for people; who reads JSON at the same address is not answered it."""
    stamp = etag.stamp("data_guide", revision=0)
    version = PageStamps({WHOLE: stamp, PART: stamp})

    def _draw() -> Made:
        context = {"page": guide.read(), "address": request.path}
        return Made({WHOLE: render_to_string("publish/data/data.html", context).encode()})

    drawn = Answer(request, WHOLE, version, _draw)
    return _unshared(drawn, (f"{request.path}#guide", translation.get_language()), 0)


def _unshared(made: Answer, key: cache.Key, revision: int) -> HttpResponse:
    """Answer with what is kept, which `Shortcut` is not to repeat: it knows no hosts and types."""
    sent = made.kept(key, revision) if settings.LIVE_PAUSE else made.made()
    sent.headers.pop(cache.SHARED, None)
    return sent


@open_to_all
def schema(request: HttpRequest, /) -> HttpResponse:
    """Answer with the description of all addresses for programs."""
    if not request.accepts(JSON):
        return problems.refusal(request, HTTPStatus.NOT_ACCEPTABLE)
    language, base = translation.get_language(), base_of(request)
    stamp = etag.stamp("data_schema", base)

    def _make() -> HttpResponse:
        told = Encoder(base).body(openapi.document(base, language))
        return HttpResponse(told, content_type=JSON, headers={"Content-Language": language})

    return etag.conditional(request, stamp, _make)


@open_to_all
def nothing(_request: HttpRequest, /, **_args: str) -> HttpResponse:
    """Answer an address at which nothing is."""
    raise Http404


def answer(request: HttpRequest, name: str, *args: str | int) -> HttpResponse:
    """Answer with a resource: 304 where it is unchanged, 429 where its reader asks too often."""
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
        seconds = rate.seconds_to_wait(request)
        if seconds:
            later = {"Retry-After": str(seconds)}
            return problems.refusal(request, HTTPStatus.TOO_MANY_REQUESTS, later)
    made = Answer(request, WHOLE, version, lambda: _make(asked, found), JSON)
    sent = _unshared(made, asked.key, found.revision or 0)
    sent.headers["Content-Language"] = asked.language
    return sent


def base_of(request: HttpRequest) -> str:
    """Return the scheme and the host by which a request came."""
    return request.build_absolute_uri("/").rstrip("/")


def language_of(request: HttpRequest) -> str:
    """Return the language that is asked for, whatever a cookie or the browser says.

    Raises Unreadable for one that is not there.
    """
    language = request.GET.get("language", settings.LANGUAGE_CODE)
    if language not in dict(settings.LANGUAGES):
        raise Unreadable
    return language


def _page_of(request: HttpRequest) -> int:
    number = request.GET.get("page", "1")
    if not NUMBER.fullmatch(number):
        raise Unreadable
    return int(number)


def _version(asked: DataAddress, found: PageSource) -> PageStamps:
    content = found.content or [found.revision]
    made_from = ("data", asked.name, *asked.args, asked.page, asked.base, *content)
    stamp = etag.stamp(*made_from, revision=found.revision)
    return PageStamps({WHOLE: stamp, PART: stamp}, found.scope)


def _make(asked: DataAddress, found: PageSource) -> Made:
    resource = asked.resource
    value = resources.read(resource, found, asked.page)
    encoder = Encoder(asked.base, resources.zone_of(found))
    shown = envelope(value, asked.path, asked.query) if isinstance(value, Listed) else value
    return Made({WHOLE: encoder.body(shown)}, resource.seconds(value))
