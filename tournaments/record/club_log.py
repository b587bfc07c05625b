"""The chain of a club: changes of its roles and accounts, logged like those of a tournament.

If such a change ends PINs or leases in a tournament, that tournament logs it too, by `audit.share`
in the same transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction

from tournaments.models import Club, ClubEntry
from tournaments.record import audit
from tournaments.record.audit import Actor, OpenEntry, check_verb


@dataclass(slots=True, kw_only=True)
class ClubChange(OpenEntry):
    """An open change of a club."""

    club: Club


Follower = Callable[[ClubChange], None]

_followers: list[Follower] = []


def follow(follower: Follower) -> None:
    """Register a function that adds its part to every change of a club.

    Repeating it with the same function is harmless.
    """
    if follower not in _followers:
        _followers.append(follower)


@contextmanager
def change(club: Club, actor: Actor, verb: str) -> Iterator[ClubChange]:
    """Open an audited change of a club; it commits with its log entry, or not at all.

    Raises UnknownVerb for an unregistered verb, and RuntimeError inside another transaction.
    """
    check_verb(verb)
    with transaction.atomic(durable=True):
        # `no_key` allows persons to be entered in a tournament while its club is locked.
        locked = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        audit.check_unchanged(locked)
        opened = ClubChange(club=locked, actor=actor, verb=str(verb), seq=locked.log_seq + 1)
        yield opened
        for follower in _followers:
            follower(opened)
        entry = ClubEntry.objects.create(club=locked, **opened.columns(locked, opened.body(locked)))
        Club.objects.filter(pk=locked.pk).update(log_seq=entry.seq, log_head=entry.hash)
