"""What is chosen for the director beside a rule, until he chooses otherwise.

When a rule is chosen on the form of an event, the game may propose values of other rules. They are
laid into fields that still have their usual value, and shown with the rules at once. The form sends
back what was proposed, so that a proposal is taken back with the rule that it belongs to, and is
not made a second time to a director who has refused it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from django.http import QueryDict

RULE: Final = "rule-"
"""The prefix of the fields in which dimensions of the rules are chosen."""
FIELD: Final = "proposed"
"""The hidden fields with the proposals made so far, each as `field=value`."""


def as_sent(values: Mapping[str, Any]) -> list[str]:
    """Return proposals as the form sends them back.

    >>> as_sent({"start_level": "3"})
    ['rule-start_level="3"']
    """
    return [f"{RULE}{name}={json.dumps(value)}" for name, value in values.items()]


def chosen_alone(changes: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules that were chosen otherwise than by an earlier proposal."""
    earlier = _earlier(data)
    return {
        name: value
        for name, value in changes.items()
        if not earlier.intersection(as_sent({name: value}))
    }


def laid_in(data: Mapping[str, Any], proposed: Iterable[str]) -> Mapping[str, Any]:
    """Return what a form was sent, with new proposals in fields that have their usual value.

    Earlier proposals that no longer hold are taken out where they still stand.
    """
    if not isinstance(data, QueryDict):
        return data
    fresh, earlier = [*proposed], _earlier(data)
    changed = data.copy()
    for field, value in _fields(earlier.difference(fresh)):
        if data.get(field) == value:
            changed[field] = ""
    for field, value in _fields(text for text in fresh if text not in earlier):
        if not changed.get(field):
            changed[field] = value
    changed.setlist(FIELD, fresh)
    return changed


def _earlier(data: Mapping[str, Any]) -> set[str]:
    return set(data.getlist(FIELD)) if isinstance(data, QueryDict) else set()


def _fields(proposed: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the field and the value of each proposal; what names no field of a rule is left out."""
    for text in proposed:
        field, _, value = text.partition("=")
        if field.startswith(RULE):
            yield field, value
