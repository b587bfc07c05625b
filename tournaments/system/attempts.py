"""Limits of attempts at a secret, counted in the database for all processes together.

An attempt is counted before the secret is compared, so that simultaneous ones all count, and taken
back if it was right. No cache is used, because a full one would drop counters and lift a lockout.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from tournaments.models import AttemptCount

LONGEST_ORIGIN = 64


@dataclass(frozen=True, slots=True)
class AttemptLimit:
    """At most `most` attempts within `seconds` from the first one that counts."""

    kind: str
    most: int
    seconds: int
    subject: str = ""
    origin: str = ""

    def begin(self) -> bool:
        """Count an attempt; return whether the secret may be compared. Refused ones do not count.

        Each step is one statement, so that processes lose no counts.
        """
        return (
            self._count_up()
            or self._start_count()
            # Another process has counted the first attempt meanwhile.
            or self._count_up()
        )

    def take_back(self) -> None:
        """Take back the attempt, which was right."""
        self._live().filter(count__gt=0).update(count=F("count") - 1)

    def forget(self) -> None:
        """Reset the counter."""
        self._rows().delete()

    @property
    def used(self) -> int:
        """The number of attempts that count now."""
        return sum(self._live().values_list("count", flat=True))

    @property
    def is_spent(self) -> bool:
        """Whether the next attempt would be refused."""
        return self.used >= self.most

    def _count_up(self) -> bool:
        return bool(self._live().filter(count__lt=self.most).update(count=F("count") + 1))

    def _start_count(self) -> bool:
        now = timezone.now()
        first = {"count": 1, "ends_at": now + timedelta(seconds=self.seconds)}
        if self._rows().filter(ends_at__lte=now).update(**first):
            return True
        return AttemptCount.objects.get_or_create(**self._key(), defaults=first)[1]

    def _live(self) -> QuerySet[AttemptCount]:
        return self._rows().filter(ends_at__gt=timezone.now())

    def _rows(self) -> QuerySet[AttemptCount]:
        return AttemptCount.objects.filter(**self._key())

    def _key(self) -> dict[str, Any]:
        origin = self.origin[:LONGEST_ORIGIN]
        return {"kind": self.kind, "subject": self.subject, "origin": origin}


def begin_all(limits: Sequence[AttemptLimit]) -> bool:
    """Count an attempt by every limit, or by none; return whether the secret may be compared."""
    # Read first, so that a locked-out client takes no lock from writers.
    if any(limit.is_spent for limit in limits):
        return False
    with transaction.atomic():
        is_free = all(limit.begin() for limit in limits)
        if not is_free:
            transaction.set_rollback(True)
    return is_free


def live_counts(
    *kinds: str, subject: str, or_subjects: QuerySet[Any, Any] | None = None
) -> list[AttemptCount]:
    """Return the running counters of these kinds for a subject, or more, from every origin."""
    about = Q(subject=subject)
    if or_subjects is not None:
        about |= Q(subject__in=or_subjects)
    rows = AttemptCount.objects.filter(about, kind__in=kinds, ends_at__gt=timezone.now())
    return list(rows.order_by("kind", "origin"))


def remember(kind: str, subject: str, origin: str, seconds: int) -> None:
    """Remember a right attempt from an origin; `live_counts` includes it for that time."""
    ends_at = timezone.now() + timedelta(seconds=seconds)
    AttemptCount.objects.update_or_create(
        kind=kind,
        subject=subject,
        origin=origin[:LONGEST_ORIGIN],
        defaults={"count": 1, "ends_at": ends_at},
    )


def clear(*kinds: str, subject: str) -> None:
    """Delete the counters of a subject, from every origin; without kinds, all of them."""
    rows = AttemptCount.objects.filter(subject=subject)
    rows = rows.filter(kind__in=kinds) if kinds else rows
    # In the order in which an attempt counts, to avoid a deadlock: it holds the counter of its
    # address and waits for that without an origin.
    rows.exclude(origin="").delete()
    rows.filter(origin="").delete()


def clear_ended() -> int:
    """Delete the counters whose time is over; return their number."""
    ended = AttemptCount.objects.filter(ends_at__lte=timezone.now())
    # A statement that deletes nothing would still wait for the write lock.
    return ended.delete()[0] if ended.exists() else 0
