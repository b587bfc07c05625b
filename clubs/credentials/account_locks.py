"""Accounts locked for a while after wrong passwords or wrong codes of an app."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from axes.models import AccessAttempt
from axes.utils import reset
from django.conf import settings
from django.db.models import Sum
from django.utils import timezone

from clubs.credentials.accounts import PASSWORDS_AT_DEVICE
from tournaments.models import AttemptCount, User
from tournaments.system import attempts

CODES: Final = "second_factor"
MOST_WRONG_AT_DEVICE: Final = 10
MOST_WRONG_CODES: Final = 5
SECONDS: Final = 15 * 60


def shut(accounts: Collection[User]) -> set[User]:
    """Return the accounts among these that are now locked somewhere."""
    now = timezone.now()
    kinds = {PASSWORDS_AT_DEVICE: MOST_WRONG_AT_DEVICE, CODES: MOST_WRONG_CODES}
    counts = AttemptCount.objects.filter(
        kind__in=kinds, subject__in=[account.uid for account in accounts], ends_at__gt=now
    )
    uids = {count.subject for count in counts if count.count >= kinds[count.kind]}
    tried = AccessAttempt.objects.filter(
        username__in=[account.username for account in accounts],
        attempt_time__gt=now - settings.AXES_COOLOFF_TIME,
    )
    by_address = tried.order_by().values("username", "ip_address")
    wrong = by_address.annotate(wrong=Sum("failures_since_start"))
    full = wrong.filter(wrong__gte=settings.AXES_FAILURE_LIMIT)
    names = set(full.values_list("username", flat=True))
    return {one for one in accounts if one.uid in uids or one.username in names}


def forget(account: User) -> None:
    """Clear the wrong passwords and codes of an account, from every origin."""
    attempts.clear(PASSWORDS_AT_DEVICE, CODES, subject=account.uid)
    reset(username=account.username)
