"""The page that describes the public data to people: addresses, keys, and an example of each."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from web.publish.data import links, meanings, openapi, schemas
from web.publish.data.resources import RESOURCES, Resource
from web.publish.data.schemas import Key
from web.publish.feeds import problems


@dataclass(frozen=True, slots=True)
class Parameter:
    """A part of an address, or of what stands behind its question mark."""

    name: str
    type_name: str
    meaning: str


@dataclass(frozen=True, slots=True)
class GuideResource:
    """An address with its parameters, the shape of its answer, and an example.

    `link` is the address itself where it takes no arguments, else empty.
    """

    name: str
    title: str
    address: str
    parameters: tuple[Parameter, ...]
    shape: str
    is_list: bool
    example: str
    link: str

    @property
    def request(self) -> str:
        """The request, as one would type it."""
        return f"GET {self.address}"


@dataclass(frozen=True, slots=True)
class GuideShape:
    """A shape with its keys."""

    name: str
    meaning: str
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class GuidePage:
    """What the page shows; `terms` hold for every address."""

    terms: tuple[str, ...]
    resources: tuple[GuideResource, ...]
    shapes: tuple[GuideShape, ...]
    list_keys: tuple[Key, ...]
    schema: str
    prefix: str = openapi.PREFIX


def read() -> GuidePage:
    """Return what the page shows, in the current language."""
    shapes = schemas.shapes_in(*(each.shape for each in RESOURCES.values()), problems.Problem)
    return GuidePage(
        terms=_terms(),
        resources=tuple(_resource(name, each) for name, each in RESOURCES.items()),
        shapes=tuple(
            GuideShape(each.__name__, meanings.of_shape(each.__name__), schemas.keys_of(each))
            for each in shapes
        ),
        list_keys=schemas.keys_of_list(),
        schema=links.page("data_schema"),
    )


def _terms() -> tuple[str, ...]:
    return (
        gettext("Read only, without a token and without a cookie; every site may read it."),
        gettext(
            "What a public page shows is here, and nothing else: sealed boards, line-ups and "
            "draws that are not published stay sealed, and blanked names blanked."
        ),
        gettext("Lists come in pages of 200. Follow the links; they name the host that was asked."),
        gettext("Times carry the hall's time zone. Rely on codes; words are for people."),
        gettext("Words are Chinese; with ?language=en they are English."),
        gettext(
            "The tables standings.csv and results.csv are beside the pages of an event."
            " results.csv leaves out sealed deals, which results/ lists without points."
        ),
        gettext("Send the ETag back as If-None-Match: what is unchanged is answered with 304."),
        gettext("New addresses and keys may come. What is there stays."),
    )


def _resource(name: str, resource: Resource) -> GuideResource:
    parameters = openapi.parameters_of(resource)
    return GuideResource(
        name=name,
        title=str(resource.title),
        address=openapi.address(resource),
        parameters=tuple(map(_parameter, parameters)),
        shape=resource.shape.__name__,
        is_list=resource.is_list,
        example=_example(openapi.EXAMPLES.get(name)),
        link="" if "<" in resource.path else openapi.address(resource),
    )


def _parameter(described: dict[str, Any]) -> Parameter:
    return Parameter(described["name"], described["schema"]["type"], str(described["description"]))


def _example(value: object) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False, indent=2)
