"""The lower bound of sending a sheet: transactions that insert the same rows, and nothing else.

Nothing is locked, checked, settled or digested, which leaves the framework, the database and its
durability. The rows are copies of those of the hall.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from django.db import models, transaction
from django.db.models import F

from referee.base.verbs import Verb
from referee.models import Confirmation, Sheet
from tournaments.models import AuditEntry, Deal, Event, LogMention, Result, Tournament, new_uid


def sheet(like: Sheet) -> Callable[[], None]:
    """Return a function that stores another sheet and its log entry."""
    entry, mentions = _last_entry(Verb.SUBMIT_SHEET)

    def _stored() -> None:
        with transaction.atomic(durable=True):
            _copied(like, key=secrets.token_hex(16))
            _logged(entry, mentions)

    return _stored


def result(like: Result, confirmation: Confirmation) -> Callable[[], None]:
    """Return a function that stores the next version, its confirmation and log entry."""
    entry, mentions = _last_entry(Verb.CONFIRM_SHEET)

    def _stored() -> None:
        with transaction.atomic(durable=True):
            _copied(like, version=like.version + 1, retires_id=like.pk, reason="again")
            key = secrets.token_hex(16)
            _copied(confirmation, key=key, seat="S", result="")
            Deal.objects.filter(pk=like.deal_id).update(version=F("version") + 1)
            moved = Event.objects.filter(pk=like.deal.event_id)
            moved.update(public_revision=F("public_revision") + 1)
            _logged(entry, mentions)

    return _stored


def _last_entry(verb: str) -> tuple[AuditEntry, list[LogMention]]:
    """Return the last entry of a verb, and new rows of its mentions."""
    entry = AuditEntry.objects.filter(verb=verb).order_by("-seq")[0]
    return entry, list(entry.mentions.order_by("pk"))


def _logged(like: AuditEntry, mentions: Sequence[LogMention]) -> None:
    tournament = Tournament.objects.filter(pk=like.tournament_id)
    tournament.update(log_seq=F("log_seq") + 1)
    entry = _copied(like, seq=tournament.values_list("log_seq", flat=True)[0])
    for mention in mentions:
        mention.pk, mention.entry_id = None, entry.pk
    LogMention.objects.bulk_create(mentions)


def _copied(like: models.Model, **changes: Any) -> Any:
    fields = like._meta.concrete_fields[1:]
    columns = {field.attname: getattr(like, field.attname) for field in fields}
    return type(like)._default_manager.create(**{**columns, "uid": new_uid(), **changes})
