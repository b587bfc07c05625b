"""Queries of the log by the rows that its entries name.

These are stored in `LogMention` (`audit.mentions`); the texts of entries are never searched.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Substr

from tournaments.models import (
    AuditEntry,
    Club,
    Event,
    LogMention,
    MentionKind,
    Row,
    Table,
    Tournament,
    User,
)


@dataclass(frozen=True, slots=True)
class LogMark:
    """An entry of the log as a page shows it, by its number and its hash.

    A kept page proves the log up to that entry: no other log has this hash at this number. It is
    the entry of the last public change, not the head, which moves with secret changes.
    """

    seq: int
    hash: str


AT_ONCE: Final = 500
OF_ACCOUNT: Final = "user:"
"""How the actor of an entry begins that is an account."""


def body_of(text: str) -> Mapping[str, Any]:
    """Return the body of an entry; empty if the text is no JSON object."""
    try:
        body = json.loads(text)
    except json.JSONDecodeError:
        return {}
    return body if isinstance(body, dict) else {}


def about(part: str, row: Row, verb: str) -> list[Mapping[str, Any]]:
    """Return the bodies of the entries of a verb about a row in a part, in order."""
    named = LogMention.objects.filter(uid=row.uid, kind=MentionKind.ABOUT, verb=verb, part=part)
    entries = AuditEntry.objects.filter(pk__in=named.values("entry")).order_by("seq")
    return [body_of(text) for text in entries.values_list("body", flat=True)]


def made_with(row: Row) -> list[str]:
    """Return the uids of the rows of its table that the change made in which a row was made."""
    table = row._meta.db_table
    made = LogMention.objects.filter(kind=MentionKind.MADE, part=table)
    own = made.filter(uid=row.uid).values("entry")
    return list(made.filter(entry__in=own).values_list("uid", flat=True))


def authors(rows: Sequence[Row], verbs: Collection[str]) -> dict[str, str]:
    """Return the name of the account that made each row under one of these verbs, by the row's uid.

    It is empty if the actor had no account.
    """
    known = User.objects.filter(uid=OuterRef("account")).values("real_name", "username")
    real, signs_in = (Subquery(known.values(name)) for name in ("real_name", "username"))
    names: dict[str, str] = {}
    for made in _mentions_as_made(rows, verbs):
        # The name in the same query as the actor.
        named = made.annotate(account=Substr("entry__actor", len(OF_ACCOUNT) + 1))
        named = named.annotate(real=real, signs_in=signs_in)
        for uid, actor, *called in named.values_list("uid", "entry__actor", "real", "signs_in"):
            is_account = actor.startswith(OF_ACCOUNT)
            names[uid] = next(filter(None, called), "") if is_account else ""
    return names


def accounts(rows: Sequence[Row], verbs: Collection[str] = ()) -> dict[str, str]:
    """Return the uid of the account that made each row, by the row's uid.

    Only changes with one of `verbs` count. The uid is empty if the actor had no account.
    """
    actor_by_row: dict[str, str] = {}
    for made in _mentions_as_made(rows, verbs):
        actor_by_row |= dict(made.values_list("uid", "entry__actor"))
    parted = {row: actor.partition(":") for row, actor in actor_by_row.items()}
    return {row: uid if kind == "user" else "" for row, (kind, _colon, uid) in parted.items()}


def _mentions_as_made(
    rows: Sequence[Row], verbs: Collection[str]
) -> Iterator[QuerySet[LogMention]]:
    """Yield the mentions of rows made under these verbs, the oldest first."""
    wanted = sorted({row.uid for row in rows})
    for start in range(0, len(wanted), AT_ONCE):
        made = LogMention.objects.filter(
            uid__in=wanted[start : start + AT_ONCE], kind=MentionKind.MADE
        )
        yield (made.filter(verb__in=verbs) if verbs else made).order_by("entry")


def only_author(
    owner: Tournament | Club, verbs: Collection[str], *, since: int, about: str = ""
) -> str:
    """Return the name of the single account that made the changes of some verbs after an entry.

    `about` is the uid of a row; entries that name only other rows are left out. The name is empty
    if there were several accounts, or none.
    """
    actors = actors_since(owner, verbs, since=since, about=about)
    kind, _colon, uid = (actors.pop() if len(actors) == 1 else "").partition(":")
    account = User.objects.filter(uid=uid).first() if kind == "user" else None
    return account.called if account else ""


def actors_since(
    owner: Tournament | Club,
    verbs: Collection[str],
    *,
    since: int,
    about: str = "",
    without: Collection[str] = (),
) -> set[str]:
    """Return the logged actors of the changes of some verbs after an entry.

    `without` are the hashes of entries that are left out.
    """
    entries = owner.log.filter(seq__gt=since, verb__in=verbs).exclude(hash__in=without)
    actors = set()
    for actor, body in entries.order_by("-seq").values_list("actor", "body")[:AT_ONCE]:
        named = body_of(body).get("about", {}).values()
        if not about or not named or about in named:
            actors.add(actor)
    return actors


def entry_at(tournament: Tournament, seq: int) -> AuditEntry | None:
    """Return an entry of the log by its number, without its body; None if there is none."""
    return AuditEntry.objects.defer("body").filter(tournament=tournament, seq=seq).first()


def moved(tournament: Tournament, tables: Iterable[Table]) -> int:
    """Return a number that grows with every change visible at any of these tables.

    One query; 0 before the first such change.
    """
    uids = [tournament.uid, *(table.uid for table in tables)]
    rows = LogMention.objects.filter(uid__in=uids, kind=MentionKind.MOVED)
    return rows.aggregate(last=Max("entry"))["last"] or 0


def mark_of_event(event: Event) -> LogMark | None:
    """Return the log entry of the last public change; None before the first."""
    entry = entry_at(event.tournament, event.public_revision)
    return LogMark(entry.seq, entry.hash) if entry else None


def hash_of_last_change(tournament: str, revision: str) -> Subquery:
    """Return the hash of that log entry as a column of a query; the arguments name its columns."""
    entries = AuditEntry.objects.filter(tournament=OuterRef(tournament), seq=OuterRef(revision))
    return Subquery(entries.values("hash"))
