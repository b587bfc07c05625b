"""The rows that an entry of the log names, read from its body.

They stand beside it in `LogMention`, so that the entries about a row are found by a query.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

LONGEST_UID: Final = 32
"""No uid is longer; a text in a tampered entry may be."""
LONGEST_PART: Final = 64


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
    """Return the mentions of an entry, read from its body."""
    named = [("about", part, uid) for part, uid in body.get("about", {}).items()]
    named += [("made", row["table"], row["uid"]) for row in body.get("rows", [])]
    named += [("stated", row["table"], row["uid"]) for row in body.get("facts", [])]
    tables = body.get("moves", [])
    named += [("moved", "table", uid) for uid in tables]
    if not tables and "tournament" in body:
        named.append(("moved", "tournament", body["tournament"]))
    return frozenset(
        Mention(kind, part[:LONGEST_PART], uid[:LONGEST_UID]) for kind, part, uid in named
    )
