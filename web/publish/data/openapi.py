"""The description of the public data for programs: OpenAPI 3.1.1, made of resources and shapes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from tournaments.models.base import UID_ALPHABET, UID_LENGTH
from web.publish.data import meanings, schemas
from web.publish.data.resources import RESOURCES, Resource
from web.publish.data.schemas import Schema
from web.publish.feeds import problems

PREFIX: Final = "/api/1/"
ARGUMENT: Final = re.compile(r"<(?P<kind>\w+):(?P<name>\w+)>")
TYPES: Final[Mapping[str, Schema]] = {
    "uid": {"type": "string", "pattern": f"^[{UID_ALPHABET}]{{{UID_LENGTH}}}$"},
    "number": {"type": "integer", "minimum": 1},
}
REFUSED: Final = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.NOT_FOUND,
    HTTPStatus.NOT_ACCEPTABLE,
    HTTPStatus.TOO_MANY_REQUESTS,
    HTTPStatus.INTERNAL_SERVER_ERROR,
)
EXAMPLES: Final[Mapping[str, Any]] = json.loads(
    (Path(__file__).parent / "examples.json").read_text(encoding="utf-8")
)
"""The answers of each resource in a demo, with shortened lists (`scripts/data_examples.py`)."""


def address(resource: Resource) -> str:
    """Return the full address of a resource, its arguments in braces."""
    return PREFIX + ARGUMENT.sub(r"{\g<name>}", resource.path)


def document(base: str, language: str) -> Schema:
    """Return the description for a scheme and host, in a language."""
    return {**_document(language), "servers": [{"url": base}]}


@cache
def _document(language: str) -> Schema:
    """Return the description without servers, since hosts are unlimited and this is cached."""
    with translation.override(language):
        shapes = schemas.shapes_in(*(each.shape for each in RESOURCES.values()), problems.Problem)
        listed = {each.shape for each in RESOURCES.values() if each.is_list}
        return {
            "openapi": "3.1.1",
            "info": {
                "title": gettext("Public data of Huapai"),
                "version": f"1 ({settings.VERSION})",
                "description": gettext(
                    "What the public pages show, as JSON: read only, without a token, for"
                    " every site. New keys and addresses may come; what is there stays. A"
                    " sealed deal says that it has a result, without points; results.csv"
                    " leaves it out."
                ),
            },
            "servers": [],
            "security": [{}],
            "paths": {address(each): _path(name, each) for name, each in RESOURCES.items()},
            "components": {
                "schemas": {
                    **{shape.__name__: schemas.schema_of(shape) for shape in shapes},
                    **{
                        f"{shape.__name__}{schemas.LIST}": schemas.schema_of_list(shape)
                        for shape in sorted(listed, key=lambda shape: shape.__name__)
                    },
                },
                "parameters": {"language": _language()},
                "responses": dict(_refusals()),
                "headers": {"ETag": {"schema": {"type": "string"}, "required": True}},
            },
        }


def parameters_of(resource: Resource) -> list[Schema]:
    """Return the parameters of a resource besides the language."""
    path = [
        {
            "name": found["name"],
            "in": "path",
            "required": True,
            "schema": TYPES[found["kind"]],
            "description": _argument_text(found["name"]),
        }
        for found in ARGUMENT.finditer(resource.path)
    ]
    page: Schema = {
        "name": "page",
        "in": "query",
        "schema": {"type": "integer", "minimum": 1, "maximum": 999_999, "default": 1},
        "description": meanings.of_key(schemas.LIST, "page"),
    }
    return [*path, *([page] if resource.is_list else [])]


def _argument_text(name: str) -> str:
    texts = {
        "uid": gettext("The identifier: uid in a list."),
        "number": gettext("The number of the round, or of the board in its set."),
        "of": gettext("The number of the set of boards."),
    }
    return texts[name]


def _language() -> Schema:
    return {
        "name": "language",
        "in": "query",
        "schema": {
            "type": "string",
            "enum": [code for code, _ in settings.LANGUAGES],
            "default": settings.LANGUAGE_CODE,
        },
        "description": gettext("The language of words; codes have none."),
    }


def _path(name: str, resource: Resource) -> Schema:
    shape = resource.shape.__name__
    schema = f"{shape}{schemas.LIST}" if resource.is_list else shape
    content: Schema = {"schema": {"$ref": f"#/components/schemas/{schema}"}}
    if name in EXAMPLES:
        content["example"] = EXAMPLES[name]
    answers: Schema = {
        "200": {
            "description": str(resource.title),
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
            "content": {"application/json": content},
        },
        "304": {"description": gettext("Unchanged since the answer with the ETag that was sent.")},
        **{
            str(status.value): {"$ref": f"#/components/responses/{status.name}"}
            for status in REFUSED
        },
    }
    language = {"$ref": "#/components/parameters/language"}
    return {
        "get": {
            "operationId": name,
            "summary": str(resource.title),
            "parameters": [*parameters_of(resource), language],
            "responses": answers,
        }
    }


def _refusals() -> Iterator[tuple[str, Schema]]:
    content = {problems.CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for status in REFUSED:
        answer: Schema = {"description": str(problems.DETAILS[status]), "content": content}
        if status is HTTPStatus.TOO_MANY_REQUESTS:
            answer["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "required": True}}
        yield status.name, answer
