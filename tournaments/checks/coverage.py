"""Compares mutable rows with the last statement of the log on each of them.

A tournament older than these statements has rows without one: they are uncovered, which is no
fault. A log that begins with a statement covers all rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import QuerySet

from tournaments.models import (
    AuditEntry,
    Entry,
    LogMention,
    Membership,
    MentionKind,
    Person,
    Round,
    Row,
    Tournament,
)
from tournaments.record import stated_rows
from tournaments.record.log_queries import body_of

PART: Final[Mapping[type[Row], str]] = {
    Entry: "entry",
    Round: "round",
    Membership: "role",
    Person: "name",
}
"""The name of a fault in a row of each table."""
AT_ONCE: Final = 500

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Stated:
    """The last statement on a row: the key of the log entry, and the facts; None once removed."""

    entry: int
    facts: stated_rows.Facts | None


@dataclass(frozen=True, slots=True)
class CoverageResult:
    """Rows that differ from their statements, as fault and uid, and counts of uncovered rows."""

    faults: tuple[tuple[str, str], ...] = ()
    uncovered: Counter[str] = field(default_factory=Counter)


def compare(tournament: Tournament, bodies: Mapping[int, Mapping[str, Any]]) -> CoverageResult:
    """Compare the rows of a tournament with its log; `bodies` are the entries' bodies by key.

    Writers may be active during the comparison: a row that differs is a fault only if it still
    differs when it is read together with its last statement.
    """
    stated = _statements(bodies)
    # The log of a tournament that was created with facts has stated them since.
    from_birth = any(
        body.get("verb") == "create_tournament" and "facts" in body for body in bodies.values()
    )
    rows = {
        (row._meta.db_table, row.uid): row
        for model in stated_rows.COVERED
        for row in _rows_of_model(model, tournament)
    }
    persons = [uid for table, uid in rows if table == Person._meta.db_table]
    stated |= _later_statements(persons, stated)
    uncovered: Counter[str] = Counter()
    suspect: list[tuple[type[Row], str]] = []
    for key, row in rows.items():
        if key in stated or from_birth:
            suspect += [] if _agrees(row, stated.get(key)) else [(type(row), row.uid)]
        else:
            uncovered[PART[type(row)]] += 1
    absent = (key for key, statement in stated.items() if statement.facts and key not in rows)
    models = {model._meta.db_table: model for model in stated_rows.COVERED}
    suspect += [(models[table], uid) for table, uid in absent]
    faults = ((PART[model], uid) for model, uid in suspect if not _agrees_with_log(model, uid))
    return CoverageResult(tuple(faults), uncovered)


def _statements(bodies: Mapping[int, Mapping[str, Any]]) -> dict[Key, Stated]:
    stated: dict[Key, Stated] = {}
    for entry, body in bodies.items():
        for fact in body.get("facts", []):
            stated[fact["table"], fact["uid"]] = Stated(entry, fact["facts"])
    return stated


def _later_statements(persons: Iterable[str], stated: Mapping[Key, Stated]) -> dict[Key, Stated]:
    """Return later statements on persons in the logs of other tournaments of the club."""
    table, uids = Person._meta.db_table, list(persons)
    known_by_row = frozenset(uids)
    uids += [uid for table_name, uid in stated if table_name == table and uid not in known_by_row]
    last: dict[str, int] = {}
    for start in range(0, len(uids), AT_ONCE):
        log_mentions = LogMention.objects.filter(
            uid__in=uids[start : start + AT_ONCE], kind=MentionKind.STATED
        )
        last |= dict(log_mentions.order_by("entry").values_list("uid", "entry"))
    known = {uid: stated[table, uid].entry for uid in last if (table, uid) in stated}
    later = {uid: entry for uid, entry in last.items() if entry > known.get(uid, 0)}
    entries = AuditEntry.objects.in_bulk(set(later.values()))
    bodies = {key: body_of(audit_entry.body) for key, audit_entry in sorted(entries.items())}
    return {
        key: statement
        for key, statement in _statements(bodies).items()
        if later.get(key[1]) == statement.entry
    }


def _rows_of_model(model: type[Row], tournament: Tournament) -> QuerySet[Any]:
    within: Mapping[type[Row], Mapping[str, Any]] = {
        Entry: {"event__tournament": tournament},
        Round: {"event__tournament": tournament},
        Membership: {"tournament": tournament},
        Person: {"entry_members__entry__event__tournament": tournament},
    }
    rows = _with_related(model).filter(**within[model])
    return rows.distinct() if model is Person else rows


def _with_related(model: type[Row]) -> QuerySet[Any]:
    related = {Entry: ["event"], Round: ["event"], Membership: ["user"]}.get(model)
    rows = model._default_manager.order_by("pk")
    return rows.select_related(*related) if related else rows


def _agrees(row: Row, stated: Stated | None) -> bool:
    """Whether a row agrees with a statement; a blanked name can no longer be checked."""
    if stated is None or stated.facts is None:
        return False
    if stated_rows.is_blanked(row):
        return True
    return stated_rows.facts_of(row) == stated.facts


def _agrees_with_log(model: type[Row], uid: str) -> bool:
    """Whether a row agrees with its last statement, even while writers are active."""
    before = _read_row(model, uid)
    log_mentions = LogMention.objects.filter(
        uid=uid, kind=MentionKind.STATED, part=model._meta.db_table
    ).order_by("-entry")
    last = log_mentions.select_related("entry").first()
    stated = _statements({last.entry_id: body_of(last.entry.body)} if last else {})
    statement = stated.get((model._meta.db_table, uid))
    if before is None:
        return statement is None or statement.facts is None
    if _agrees(before, statement):
        return True
    # A writer has changed the row in between: the next run checks it.
    now = _read_row(model, uid)
    return (now and stated_rows.facts_of(now)) != stated_rows.facts_of(before)


def _read_row(model: type[Row], uid: str) -> Any:
    return _with_related(model).filter(uid=uid).first()
