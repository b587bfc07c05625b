"""Copies of the latest rows with other persons, which make years of a club in seconds.

The log is not copied, so that `verify` would object to a copy.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any, Final

SPAN: Final = 1_000_000
"""The keys of a copy are so far from those of the one before."""
NOT_COPIED: Final = frozenset({"AuditEntry", "LogMention", "ClubEntry", "Person", "Place"})

Keys = Mapping[type[Any], int]


def last_keys() -> Keys:
    """Return the last key of every table whose rows are copied."""
    app = importlib.import_module("django.apps").apps.get_app_config("tournaments")
    models = app.get_models(include_auto_created=True)
    return {
        model: model.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        for model in models
        if model.__name__ not in NOT_COPIED
    }


def copy_since(before: Keys, number: int, persons: Mapping[int, int]) -> None:
    """Copy the rows with keys after these, with other persons; `number` tells one copy's keys."""
    connection = importlib.import_module("django.db").connection
    moved = number * SPAN
    with connection.constraint_checks_disabled():
        for model, last in before.items():
            rows = [*model.objects.filter(pk__gt=last, pk__lt=SPAN)]
            for row in rows:
                _move(row, moved, before, persons)
            model.objects.bulk_create(rows)


def _move(row: Any, moved: int, before: Keys, persons: Mapping[int, int]) -> None:
    row.pk += moved
    if hasattr(row, "uid"):
        row.uid = row._meta.get_field("uid").default()
    if hasattr(row, "code"):
        row.code = row.uid[:8]
    for field in row._meta.concrete_fields:
        key = getattr(row, field.attname)
        if not field.is_relation or key is None:
            continue
        if field.related_model.__name__ == "Person":
            setattr(row, field.attname, persons.get(key, key))
        elif key > before.get(field.related_model, key):
            setattr(row, field.attname, key + moved)
