"""The in-memory objects of a world: a pickle in which the caller's models keep their identity.

A step gets models, and changes some of them in place: a published round updates its event. After
restoring the step the same models are changed in the same way.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from django.db.models import Model


class _Pickler(pickle.Pickler):
    """Names the caller's models instead of copying them."""

    def __init__(self, file: io.BytesIO, held: Sequence[Model]) -> None:
        super().__init__(file)
        self._names = {id(model): number for number, model in enumerate(held)}

    def persistent_id(self, obj: Any) -> int | None:
        return self._names.get(id(obj))


class _Unpickler(pickle.Unpickler):
    """Finds the caller's models by name."""

    def __init__(self, file: io.BytesIO, held: Sequence[Model]) -> None:
        super().__init__(file)
        self._held = held

    def persistent_load(self, pid: Any) -> Model:
        return self._held[int(pid)]


def held_in(value: object) -> list[Model]:
    """Return the models in the arguments of a step, each once, always in the same order."""
    return list({id(model): model for model in _models_in(value)}.values())


def packed(result: object, held: Sequence[Model]) -> bytes:
    """Return a step's return value, and the state in which it left the models."""
    file = io.BytesIO()
    _Pickler(file, held).dump(([vars(model) for model in held], result))
    return file.getvalue()


def unpacked(content: bytes, held: Sequence[Model]) -> Any:
    """Set the models of this caller to the state after the step; return a new copy of the
    result.
    """
    states, result = _Unpickler(io.BytesIO(content), held).load()
    for model, state in zip(held, states, strict=True):
        vars(model).clear()
        vars(model).update(state)
    return result


def _models_in(value: object) -> Iterator[Model]:
    if isinstance(value, Model):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from _models_in(getattr(value, field.name))
    elif isinstance(value, Mapping):
        yield from _models_in(tuple(value.values()))
    elif isinstance(value, tuple | list):
        for part in value:
            yield from _models_in(part)
