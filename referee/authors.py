"""Who made rows of the record, as the log has it."""

from __future__ import annotations

import json
from collections.abc import Collection

from tournaments.models import AuditEntry, Tournament, User


def authors(tournament: Tournament, verbs: Collection[str]) -> dict[str, str]:
    """Return the account behind each row that was made by such changes, by the row's uid."""
    log = AuditEntry.objects.filter(tournament=tournament, verb__in=verbs)
    made = {
        row["uid"]: entry.actor.partition(":")[2]
        for entry in log
        for row in json.loads(entry.body)["rows"]
    }
    accounts = User.objects.filter(uid__in=set(made.values()))
    names = dict(accounts.values_list("uid", "username"))
    return {uid: names.get(actor, "") for uid, actor in made.items()}
