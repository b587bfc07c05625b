"""Keep the mirrors of clubs up to date: a job for each that differs from the hall.

A timer looks for changes. So one job carries all of them, a failed push is repeated, and an hour
without a network is caught up by the next job.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Count, Sum

from clubs.mirror import setting
from scoring.problems import Problem
from tournaments.base.refusals import refuse
from tournaments.codes import WordedCode, worded
from tournaments.jobs import queue, registry
from tournaments.jobs.models import Job
from tournaments.models import Club, Event, EventState, Mirror, Tournament
from web.publish.mirror import choosing, pushing, reading
from web.publish.mirror.job import KIND
from web.publish.mirror.memory import Memory
from web.publish.mirror.site import MirrorScope
from web.publish.mirror.stores.opening import open_store
from web.publish.mirror.stores.places import Access
from web.publish.mirror.stores.store import Store, StoreError

AGAIN: Final = timedelta(minutes=1)
"""A failed push is repeated after this time."""


class PushFault(WordedCode):
    """Why a push broke off without a fault of the store."""

    DISK = worded("mirror_disk", "This machine cannot keep what was pushed: %(why)s.")
    RECORD = worded("mirror_record", "The data could not be read for the push: %(why)s.")
    NO_SECRET = worded(
        "mirror_no_secret",
        "The secret of the store can no longer be read: the key of the machine changed, or a "
        "package is missing. Type the secret again.",
    )
    CRASHED = worded(
        "mirror_crashed",
        "The last push was cut short by a fault of this program (%(why)s); its log says"
        " more. The push is tried again by itself.",
    )


SIGN: Final = timedelta(minutes=5)
"""The interval of the sign of life that the mirror is up to date, while rounds are in play."""


def scope_of(mirror: Mirror) -> MirrorScope:
    """Return the scope of a mirror."""
    club = mirror.club
    return choosing.scope(club.mirror_events, club, noindex=not mirror.is_indexed)


def begin(mirror: Mirror) -> None:
    """Let this installation push to a mirror, and order the first push.

    An installation restored from a backup does not continue by itself, else two would push there.
    """
    Memory.begin(place_of(mirror))
    order(mirror)


def place_of(mirror: Mirror) -> str:
    """Return the identity of a target: buckets of the same name exist at several stores."""
    return " ".join(filter(None, (mirror.destination, mirror.endpoint)))


def is_kept_here(mirror: Mirror) -> bool:
    """Whether this installation pushes to a mirror."""
    return bool(mirror.destination) and Memory.is_kept(place_of(mirror))


def order(mirror: Mirror) -> None:
    """Order a push, unless one is waiting; how readers get the pages is looked at as well.

    The wish is kept until a push that began after it is done.
    """
    Memory.wish(place_of(mirror))
    queue.enqueue(KIND, {"club": mirror.club.uid}, key=_key(mirror.club))


@dataclass(slots=True)
class Lookout:
    """Asks the record by a few sums whether a mirror may be due, before its events are read.

    What a sum does not tell of, as that readers are to hear a sign, is looked for each minute.
    """

    _sums: tuple[object, ...] = ()
    _looked: datetime | None = None

    def is_needed(self, now: datetime) -> bool:
        """Whether the mirrors are to be compared with the record."""
        if not Mirror.objects.exclude(destination="").exists():
            return False
        sums = _sums()
        is_same = sums == self._sums
        if is_same and self._looked and now - self._looked < AGAIN:
            return False
        self._sums, self._looked = sums, now
        return True


def _sums() -> tuple[object, ...]:
    """Return what grows with everything that a mirror shows: revisions, and the logs of clubs."""
    rows = (
        Event.objects.aggregate(Count("pk"), Sum("public_revision")),
        Tournament.objects.aggregate(Count("pk"), Sum("log_seq")),
        Club.objects.aggregate(Count("pk"), Sum("log_seq")),
    )
    return tuple(value for row in rows for value in row.values())


def order_due(now: datetime, tried: Mapping[int, datetime]) -> dict[int, datetime]:
    """Order the pushes that are due; return when each mirror was last ordered, by its key."""
    ordered = dict(tried)
    for mirror in Mirror.objects.exclude(destination="").select_related("club"):
        last = ordered.get(mirror.pk)
        if not is_kept_here(mirror) or (last and now - last < AGAIN):
            continue
        if _is_due(mirror, now):
            queue.enqueue(KIND, {"club": mirror.club.uid}, key=_key(mirror.club))
            ordered[mirror.pk] = now
    return ordered


def push(job: registry.Attempt, progress: registry.Progress, /) -> registry.Effect:
    """Push the mirror of a club. The handler of the job."""
    mirror = Mirror.objects.select_related("club").filter(club__uid=job.payload["club"]).first()
    if mirror is None or not is_kept_here(mirror):
        return lambda: None
    secret = setting.secret_of(mirror)
    if mirror.secret and not secret:
        return partial(setting.note_fault, mirror, refuse(PushFault.NO_SECRET))
    access = Access(
        mirror.key,
        secret,
        mirror.endpoint,
        mirror.region,
        allowed=settings.MESSAGES_TO,
    )
    try:
        store = open_store(mirror.destination, access)
        try:
            return _pushed(mirror, store, progress)
        finally:
            store.close()
    except StoreError as error:
        return partial(setting.note_fault, mirror, refuse(error.fault, **error.values))
    except OSError as error:
        # Stores word their own faults; what is left is the data folder of this machine.
        why = error.strerror or type(error).__name__
        return partial(setting.note_fault, mirror, refuse(PushFault.DISK, why=why))
    except DatabaseError as error:
        why = type(error).__name__
        return partial(setting.note_fault, mirror, refuse(PushFault.RECORD, why=why))


def crash_of(club: Club) -> Problem | None:
    """Return the error that broke off a club's last push, if it was not a fault that pushes report.

    Such an error is a fault of the program, and is kept by its job: nothing of it is caught here.
    """
    last = Job.objects.filter(kind=KIND, key=_key(club)).order_by("-pk").first()
    if last is None or not (last.error_text or last.error_code):
        return None
    why = last.error_text.partition(":")[0] or last.error_code
    return refuse(PushFault.CRASHED, why=why)


def _pushed(mirror: Mirror, store: Store, progress: registry.Progress) -> registry.Effect:
    place = place_of(mirror)
    scope, wish = scope_of(mirror), Memory.wished(place)
    state = pushing.state_of(scope)
    if state == mirror.state and not wish:
        return partial(setting.note_heard, mirror, pushing.push_news(scope, store, state))
    done = pushing.push(scope, store, place, lambda made: progress(made, 0))
    address = mirror.club.mirror_address
    advice = reading.advice(address, settings.MESSAGES_TO) if address else None

    def _note() -> None:
        setting.note_pushed(mirror, done.state, done.at, advice)
        Memory.fulfil(place, wish)

    return _note


def _is_due(mirror: Mirror, now: datetime) -> bool:
    if mirror.fault or Memory.wished(place_of(mirror)):
        return True
    scope = scope_of(mirror)
    if mirror.state != pushing.state_of(scope):
        return True
    is_in_play = any(event.state == EventState.PUBLISHED for event in scope.events)
    return is_in_play and (mirror.heard_at is None or now - mirror.heard_at >= SIGN)


def _key(club: Club) -> str:
    return f"{KIND}:{club.uid}"
