"""The rows that a log entry names, read from its body: the row, its part, and the kind of mention.

The side table `LogMention` is made from this, and `verify` compares the two.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

LONGEST: Final = 32
"""No uid is longer; a text in a tampered entry may be."""
FIRST_PART: Final = 64


class Mention(NamedTuple):
    """A row that an entry names: `kind` is about, made, stated or moved."""

    kind: str
    part: str
    uid: str


def body_of(text: str) -> Mapping[str, Any]:
    """Return the body of an entry; empty for a text that is no JSON object."""
    try:
        body = json.loads(text)
    except json.JSONDecodeError:
        return {}
    return body if isinstance(body, dict) else {}


def mentions(body: Mapping[str, Any]) -> frozenset[Mention]:
    """Return the mentions of an entry."""
    return frozenset(
        Mention(kind, part[:FIRST_PART], uid[:LONGEST]) for kind, part, uid in _read_mentions(body)
    )


def _read_mentions(body: Mapping[str, Any]) -> Iterator[Mention]:
    yield from (Mention("about", part, uid) for part, uid in body.get("about", {}).items())
    yield from (Mention("made", row["table"], row["uid"]) for row in body.get("rows", []))
    yield from (Mention("stated", row["table"], row["uid"]) for row in body.get("facts", []))
    tables = body.get("moves", [])
    yield from (Mention("moved", "table", uid) for uid in tables)
    if not tables and "tournament" in body:
        yield Mention("moved", "tournament", body["tournament"])
