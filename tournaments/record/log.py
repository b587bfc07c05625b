"""Queries of the log by the rows that its entries name; their texts are never searched."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from django.db.models import Max

from tournaments.models import (
    AuditEntry,
    Club,
    LogMention,
    MentionKind,
    Row,
    Table,
    Tournament,
    User,
)
from tournaments.record.mentions import body_of

AT_ONCE: Final = 500


def about(part: str, row: Row, verb: str) -> list[Mapping[str, Any]]:
    """Return the bodies of the entries of a verb about a row in a part, in order."""
    named = LogMention.objects.filter(uid=row.uid, kind=MentionKind.ABOUT, verb=verb, part=part)
    entries = AuditEntry.objects.filter(pk__in=named.values("entry")).order_by("seq")
    return [body_of(text) for text in entries.values_list("body", flat=True)]


def authors(rows: Sequence[Row], verbs: Collection[str]) -> dict[str, str]:
    """Return the name of the account that made each row under one of these verbs, by the row's uid.

    It is empty where somebody without an account made the row.
    """
    account_by_row = accounts(rows, verbs)
    known = User.objects.filter(uid__in=set(account_by_row.values()))
    names = {account.uid: account.called for account in known}
    return {row: names.get(account, "") for row, account in account_by_row.items()}


def accounts(rows: Sequence[Row], verbs: Collection[str] = ()) -> dict[str, str]:
    """Return the uid of the account that made each row, by the row's uid.

    `verbs` leave out what other changes made. It is empty where somebody without an account did.
    """
    wanted = sorted({row.uid for row in rows})
    actor_by_row: dict[str, str] = {}
    for start in range(0, len(wanted), AT_ONCE):
        made = LogMention.objects.filter(
            uid__in=wanted[start : start + AT_ONCE], kind=MentionKind.MADE
        )
        made = made.filter(verb__in=verbs) if verbs else made
        actor_by_row |= dict(made.order_by("entry").values_list("uid", "entry__actor"))
    parted = {row: actor.partition(":") for row, actor in actor_by_row.items()}
    return {row: uid if kind == "user" else "" for row, (kind, _colon, uid) in parted.items()}


def only_author(
    owner: Tournament | Club, verbs: Collection[str], *, since: int, about: str = ""
) -> str:
    """Return the name of the one account that made the changes of some verbs after an entry.

    `about` is the uid of a row; what names other rows alone is left out. The name is empty where
    there were several accounts, or none.
    """
    actors = actors_since(owner, verbs, since=since, about=about)
    kind, _colon, uid = (actors.pop() if len(actors) == 1 else "").partition(":")
    account = User.objects.filter(uid=uid).first() if kind == "user" else None
    return account.called if account else ""


def actors_since(
    owner: Tournament | Club, verbs: Collection[str], *, since: int, about: str = ""
) -> set[str]:
    """Return who made the changes of some verbs after an entry, as the log names them."""
    entries = owner.log.filter(seq__gt=since, verb__in=verbs).order_by("-seq")[:AT_ONCE]
    actors = set()
    for actor, body in entries.values_list("actor", "body"):
        named = body_of(body).get("about", {}).values()
        if not about or not named or about in named:
            actors.add(actor)
    return actors


def entry_at(tournament: Tournament, seq: int) -> AuditEntry | None:
    """Return an entry of the log by its number, without its body; None where there is none."""
    return AuditEntry.objects.defer("body").filter(tournament=tournament, seq=seq).first()


def moved(tournament: Tournament, tables: Iterable[Table]) -> int:
    """Return a number that grows with every change visible at any of these tables.

    One query; 0 before the first such change.
    """
    uids = [tournament.uid, *(table.uid for table in tables)]
    rows = LogMention.objects.filter(uid__in=uids, kind=MentionKind.MOVED)
    return rows.aggregate(last=Max("entry"))["last"] or 0
