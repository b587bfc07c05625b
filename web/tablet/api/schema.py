"""The schema of the API's answers, read from the types of the answers.

Every answer is a `TypedDict`: mypy holds the code that makes it to its keys and types, and the
published schema comes of the same lines. The annotation of a key is either a text, its description,
or a factory of its field if the type alone does not say enough. Requests are described in
`request_forms`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from types import UnionType
from typing import (
    Annotated,
    Any,
    Final,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from rest_framework import serializers

PLAIN: Final = {
    str: serializers.CharField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    bool: serializers.BooleanField,
    Any: serializers.JSONField,
}
CONTAINERS: Final = {dict: serializers.DictField, list: serializers.ListField}

Time = Annotated[str, serializers.DateTimeField]
"""A point in time in ISO 8601."""
TextOrEmpty = Annotated[str, partial(serializers.CharField, allow_blank=True)]


ROOT: Final = "/api/tablet/1/"
"""Below it are the addresses that the schema describes."""
Endpoint = tuple[str, str, str, Any]
"""An address, its pattern, a method and the view."""


def described(endpoints: Iterable[Endpoint]) -> list[Endpoint]:
    """Return the endpoints of the schema, without the tablet's earlier addresses and other APIs."""
    return [endpoint for endpoint in endpoints if endpoint[0].startswith(ROOT)]


def choice_from(choices: Iterable[str | tuple[str, Any]]) -> Any:
    """Return the annotation of a text that is one of these values, with their labels or without."""
    return partial(serializers.ChoiceField, choices=list(choices))


@cache
def answer_form(answer: Any) -> type[serializers.Serializer[Any]]:
    """Return the serializer that describes a `TypedDict`, under the same name.

    >>> from typing import TypedDict
    >>> Score = TypedDict("Score", {"seat": str, "points": int | None})
    >>> answer_form(Score)(data={"seat": "N", "points": None}).is_valid()
    True
    """
    hints = get_type_hints(answer, include_extras=True)
    fields = {name: _field(hint) for name, hint in hints.items()}
    return type(answer.__name__, (serializers.Serializer,), {"__doc__": answer.__doc__, **fields})


def _field(hint: Any, **options: Any) -> Any:
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        make: Callable[..., Any] = partial(_field, parts[0])
        for note in parts[1:]:
            if isinstance(note, str):
                options["help_text"] = note
            else:
                make = note
        return make(**options)
    if origin is NotRequired:
        return _field(parts[0], required=False, **options)
    if origin in {Union, UnionType}:
        return _field(parts[0], allow_null=True, **options)
    if origin is list and is_typeddict(parts[0]):
        return _field(parts[0], many=True, **options)
    if origin in CONTAINERS:
        return CONTAINERS[origin](child=_field(parts[-1]), **options)
    return (answer_form(hint) if is_typeddict(hint) else PLAIN[hint])(**options)
