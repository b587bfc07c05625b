"""Accounts that made rows of the record, read from the log."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from tournaments.models import Row, User
from tournaments.record import log


def authors(rows: Iterable[Row], verbs: Collection[str]) -> dict[str, str]:
    """Return the username that made each row under one of these verbs, by the row's uid."""
    makers = log.makers([row.uid for row in rows], verbs)
    made = {uid: actor.partition(":")[2] for uid, actor in makers.items()}
    accounts = User.objects.filter(uid__in=set(made.values()))
    names = dict(accounts.values_list("uid", "username"))
    return {uid: names.get(actor, "") for uid, actor in made.items()}
