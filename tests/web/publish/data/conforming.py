"""Whether an answer of the public data is what their description says, and nothing besides."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator, FormatChecker

from web.publish.data import openapi

BASE: Final = "http://testserver"
DATA: Final = Path(__file__).parents[3] / "data"
PROBLEM: Final = "application/problem+json"


@cache
def document(language: str = "en") -> dict[str, Any]:
    """Return the description as it is sent."""
    sent: dict[str, Any] = json.loads(json.dumps(openapi.document(BASE, language)))
    return sent


def of_openapi() -> Draft202012Validator:
    """Return what tells whether a description is OpenAPI 3.1."""
    return Draft202012Validator(json.loads((DATA / "openapi-3.1.json").read_text("utf-8")))


@cache
def of_shape(name: str) -> Draft202012Validator:
    """Return what tells whether a value has a shape; a key that is not described is wrong."""
    shapes = document()["components"]["schemas"]
    closed = {each: {**schema, "additionalProperties": False} for each, schema in shapes.items()}
    schema = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": closed}}
    return Draft202012Validator(schema, format_checker=FormatChecker())


def shape_of(name: str) -> str:
    """Return the name of the shape that a resource answers with."""
    (operation,) = (
        path["get"] for path in document()["paths"].values() if path["get"]["operationId"] == name
    )
    answer = operation["responses"]["200"]["content"]["application/json"]["schema"]["$ref"]
    return str(answer).rpartition("/")[2]


def faults(name: str, value: object) -> list[str]:
    """Return what of a value is not as the resource of this name describes it."""
    errors = of_shape(name).iter_errors(value)
    return [f"{error.json_path}: {error.message}"[:300] for error in errors]


def faults_of(name: str, answer: Any) -> list[str]:
    """Return what of an answer, or of a refusal, is not as it is described."""
    status, kind = answer.status_code, answer.get("Content-Type", "")
    if status == 304:
        return ["a body"] if answer.content else []
    if status == 200:
        wrong = [] if kind == "application/json" else [f"type {kind}"]
        return [*wrong, *faults(shape_of(name), json.loads(answer.content))]
    if status not in {400, 404, 405, 406, 429}:
        return [f"status {status}"]
    wrong = [] if kind == PROBLEM else [f"{status} as {kind}"]
    return [*wrong, *faults("Problem", json.loads(answer.content))]
