"""The chain of a club: changes of what belongs to it, logged like those of a tournament.

Its roles and accounts are in it, members, seasons, ratings, messages, face and mirror.

If such a change ends PINs or leases in a tournament, that tournament logs it too, by `audit.share`
in the same transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
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

    A club that is not stored yet is stored by the change, with the first entry of its log.

    Raises UnknownVerb for an unregistered verb, and RuntimeError inside another transaction.
    """
    with changes([club], actor, verb) as opened:
        yield opened[0]


@contextmanager
def changes(clubs: Iterable[Club], actor: Actor, verb: str) -> Iterator[list[ClubChange]]:
    """Open one audited change of several clubs, or of none; it commits with an entry in each.

    The clubs are given, and locked, in the order of their keys. Raises what `change` raises.
    """
    check_verb(verb)
    with transaction.atomic(durable=True):
        opened = [_open(club, actor, verb) for club in clubs]
        yield opened
        for each in opened:
            _close(each)


def _open(club: Club, actor: Actor, verb: str) -> ClubChange:
    if not club.pk:
        club.save()
    # `no_key` allows persons to be entered in a tournament while its club is locked.
    locked = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    audit.check_unchanged(locked)
    audit.asked.get()(locked, actor)
    return ClubChange(club=locked, actor=actor, verb=str(verb), seq=locked.log_seq + 1)


def _close(made: ClubChange) -> None:
    for follower in _followers:
        follower(made)
    club = made.club
    entry = ClubEntry.objects.create(club=club, **made.columns(club, made.body(club)))
    Club.objects.filter(pk=club.pk).update(log_seq=entry.seq, log_head=entry.hash)
    audit.note_own(club, entry.hash)
