"""Canonical JSON and its SHA-256: equal facts have equal digests on every machine."""

from __future__ import annotations

import hashlib
import json
from datetime import date, datetime
from typing import Any

from django.db import models


def canonical(value: Any) -> str:
    """Return the JSON text of `value` with sorted keys and no spaces.

    >>> canonical({"b": [1, "猪"], "a": None})
    '{"a":null,"b":[1,"猪"]}'
    """
    return json.dumps(
        value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=_date_text
    )


def digest(value: Any) -> str:
    """Return the SHA-256 of the canonical JSON of `value`, in hexadecimal."""
    return sha256(canonical(value))


def sha256(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def row_digest(row: models.Model) -> str:
    """Return the digest of a row; related rows are named by uid, never by integer key.

    A column added later counts only if it differs from its default.
    """
    later: frozenset[str] = getattr(row, "later_columns", frozenset())
    values: dict[str, Any] = {}
    for field in row._meta.concrete_fields[1:]:
        if field.name in later and getattr(row, field.attname) == field.get_default():
            continue
        value = getattr(row, field.name)
        values[field.name] = value.uid if field.is_relation and value is not None else value
    return digest(values)


def _date_text(value: Any) -> str:
    if isinstance(value, date | datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no canonical form")
