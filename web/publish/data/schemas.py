"""JSON Schema of the values of the public data, read from their fields.

It is the dialect of OpenAPI 3.1, in which an optional key has `null` among its types.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, datetime
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from tournaments.models import BoardSource, Comparison, Event, Form, Round, Tournament
from tournaments.models.event_choices import DrawMethod, Ranking
from tournaments.standings.round_scores import Counts
from web.publish.data import listing, meanings
from web.publish.data.values import Link
from web.publish.feeds import standing_facts

Schema = dict[str, Any]

PLAIN: Final[Mapping[type, Schema]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    Fraction: {"type": "number"},
    Link: {"type": "string", "format": "uri"},
    datetime: {"type": "string", "format": "date-time"},
    date: {"type": "string", "format": "date"},
}
LIST: Final = "List"
"""The suffix that the name of a list's page adds to that of its items."""

_COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
_LINK: Final[Schema] = {"type": ["string", "null"], "format": "uri"}
_LIST_KEYS: Final[Mapping[str, Schema]] = {
    "count": _COUNT,
    "page": _COUNT,
    "pages": _COUNT,
    "next": _LINK,
    "previous": _LINK,
}
CODES: Final[Mapping[str, tuple[str, ...]]] = {
    "Tournament.state": (Tournament.State.RUNNING.value, Tournament.State.FINISHED.value),
    "Event.state": (Event.State.PUBLISHED.value, Event.State.FINISHED.value),
    "EventSummary.state": (Event.State.PUBLISHED.value, Event.State.FINISHED.value),
    "Round.state": tuple(state.value for state in Round.PUBLIC),
    "RoundSummary.state": tuple(state.value for state in Round.PUBLIC),
    "Standing.state": ("", standing_facts.WITHDRAWN, standing_facts.DISQUALIFIED),
    "form": tuple(Form.values),
    "ranking": tuple(Ranking.values),
    "comparison": tuple(Comparison.values),
    "board_source": tuple(BoardSource.values),
    "method": tuple(DrawMethod.values),
    "counts_as": tuple(each.value for each in Counts),
    "line": ("", "ns", "ew"),
}
"""The keys whose value is one of a set of codes; later versions may add more."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a shape: its name, its schema, and what it means."""

    name: str
    schema: Schema
    meaning: str

    @property
    def shape(self) -> str:
        """The name of the shape of its value or of its items; empty for plain values."""
        refs = (part.get("$ref", "") for part in _parts(self.schema))
        return next((ref.rpartition("/")[2] for ref in refs if ref), "")

    @property
    def type_name(self) -> str:
        """Its type in a word or two, as JSON Schema calls it, or the name of its shape."""
        names = [_name(part) for part in self.schema.get("anyOf", [self.schema])]
        return " | ".join(names)

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes that it can have, if any, apart from an empty text."""
        return tuple(code for code in self.schema.get("enum", ()) if code)


def keys_of(shape: type) -> tuple[Key, ...]:
    """Return the keys of a shape in their order."""
    hints = get_type_hints(shape)
    names = [each.name for each in fields(shape)]
    return tuple(
        Key(
            name,
            _schema_of(hints[name], _codes(shape, name)),
            meanings.of_key(shape.__name__, name),
        )
        for name in names
    )


def schema_of(shape: type) -> Schema:
    """Return the schema of a shape; others are named by it as components."""
    keys = keys_of(shape)
    return _object(
        meanings.of_shape(shape.__name__),
        {key.name: {**key.schema, "description": key.meaning} for key in keys},
    )


def keys_of_list() -> tuple[Key, ...]:
    """Return the keys of a page of a list, but for its items."""
    return tuple(
        Key(name, schema, meanings.of_key(LIST, name)) for name, schema in _LIST_KEYS.items()
    )


def schema_of_list(shape: type) -> Schema:
    """Return the schema of a page of a list of such values."""
    keys = [
        *keys_of_list(),
        Key(
            "items",
            {"type": "array", "items": _ref(shape), "maxItems": listing.PAGE},
            meanings.of_key(LIST, "items"),
        ),
    ]
    return _object(
        meanings.of_shape(shape.__name__),
        {key.name: {**key.schema, "description": key.meaning} for key in keys},
    )


def shapes_in(*shapes: type) -> tuple[type, ...]:
    """Return shapes and all shapes within them, each once, in order of appearance."""
    known: dict[type, None] = {}
    for shape in shapes:
        if shape not in known:
            known[shape] = None
            hints = get_type_hints(shape).values()
            inside = [leaf for hint in hints for leaf in _leaves(hint)]
            known |= dict.fromkeys(shapes_in(*(leaf for leaf in inside if _is_shape(leaf))))
    return tuple(known)


def _object(description: str, keys: Mapping[str, Schema]) -> Schema:
    return {
        "type": "object",
        "description": description,
        "properties": dict(keys),
        "required": list(keys),
    }


def _is_shape(hint: Any) -> bool:
    return is_dataclass(hint)


def _leaves(hint: Any) -> Iterator[Any]:
    parts = get_args(hint)
    if not parts:
        yield hint
    for part in parts:
        yield from _leaves(part)


def _codes(shape: type, name: str) -> tuple[str, ...]:
    return CODES.get(f"{shape.__name__}.{name}", CODES.get(name, ()))


def _schema_of(hint: Any, codes: tuple[str, ...] = ()) -> Schema:
    if is_dataclass(hint):
        return _ref(hint)
    origin = get_origin(hint)
    if origin is tuple:
        return {"type": "array", "items": _schema_of(get_args(hint)[0])}
    if origin in {Union, UnionType}:
        return _alternatives(get_args(hint))
    return {**PLAIN[hint], **({"enum": list(codes)} if codes else {})}


def _alternatives(hints: tuple[Any, ...]) -> Schema:
    """Return the schema of a value of several types, or null."""
    given = [hint for hint in hints if hint is not NoneType]
    # A fraction that is whole is a whole number.
    schema = PLAIN[Fraction] if Fraction in given else _schema_of(given[0])
    if NoneType not in hints:
        return dict(schema)
    if "$ref" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    return {**schema, "type": [schema["type"], "null"]}


def _ref(shape: Any) -> Schema:
    return {"$ref": f"#/components/schemas/{shape.__name__}"}


def _parts(schema: Schema) -> Iterator[Schema]:
    yield schema
    for part in (*schema.get("anyOf", ()), schema.get("items")):
        if part:
            yield from _parts(part)


def _name(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    kind = schema["type"]
    kinds = [kind] if isinstance(kind, str) else kind
    names = [schema.get("format", each) if each == "string" else each for each in kinds]
    if "array" in names:
        names[names.index("array")] = f"array of {_name(schema['items'])}"
    return " | ".join(names)
