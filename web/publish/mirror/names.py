"""The names on a mirror, kept as keyed digests: a blanked name is kept nowhere else."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from django.conf import settings
from django.utils.crypto import salted_hmac

from tournaments.models import Club, Entry, EntryMember, Event, Person

_SALT: Final = "web.publish.mirror.names"
_SIZE: Final = 10
_LEAST: Final = 2
"""Shorter names would be found in every text."""
_WORD: Final = re.compile(r"[^\W_]")
_CHINESE: Final = re.compile(r"[\u3400-\u9fff]")


def names_of(events: Iterable[Event]) -> Mapping[str, frozenset[str]]:
    """Return the names in events by uid: entries and their players."""
    keys = {event.pk: event.uid for event in events}
    entries = Entry.objects.filter(event__in=keys).values_list("event", "name")
    players = EntryMember.objects.filter(entry__event__in=keys)
    named = {uid: set[str]() for uid in keys.values()}
    for event, name in (*entries, *players.values_list("entry__event", "person__name")):
        if len(name) >= _LEAST and name != Person.BLANKED:
            named[keys[event]].add(name)
    return {uid: frozenset(names) for uid, names in named.items()}


def names_of_clubs(clubs: Collection[Club]) -> frozenset[str]:
    """Return the names on clubs' own pages, seasons and ratings included.

    These are all persons with points in their seasons, of whichever club, and members who agreed to
    be shown; of the latter also the uids, which links to their pages contain.
    """
    of_seasons = Person.objects.filter(season_points__season__club__in=clubs)
    shown = Person.objects.filter(club__in=clubs, shown=True, guest=False, blanked_at=None)
    columns = ("name", "same_as__name", "shown", "uid")
    found = set[str]()
    for name, other, is_shown, uid in {
        *of_seasons.values_list(*columns),
        *shown.values_list(*columns),
    }:
        found |= {each for each in (name, other) if each and len(each) >= _LEAST}
        found |= {uid} if is_shown else set()
    return frozenset(found - {Person.BLANKED})


def digest(name: str) -> str:
    """Return the length and the digest of a name; only this installation can make it."""
    sealed = hashlib.blake2b(name.encode(), key=_key(), digest_size=_SIZE).hexdigest()
    return f"{len(name)}.{sealed}"


def digests(names: Iterable[str]) -> frozenset[str]:
    """Return the digests of names."""
    return frozenset(map(digest, names))


def found_in(text: str, gone: frozenset[str], present: Iterable[str]) -> Iterator[str]:
    """Yield the digests of names that are `gone` but still in a text.

    Parts of a name that is `present` do not count: 张三 is not found in 张三丰.
    """
    lengths = sorted({int(each.partition(".")[0]) for each in gone})
    for name in sorted(present, key=len, reverse=True):
        text = text.replace(name, "\n")
    seen: set[str] = set()
    for length in lengths:
        for start in range(len(text) - length + 1):
            part = text[start : start + length]
            if part in seen or "\n" in part or not _is_whole(text, start, length):
                continue
            seen.add(part)
            if (sealed := digest(part)) in gone:
                yield sealed


def _is_whole(text: str, start: int, length: int) -> bool:
    """Whether a part of a text may be a name: a Latin name must be whole words."""
    for inside, outside in ((start, start - 1), (start + length - 1, start + length)):
        if not 0 <= outside < len(text):
            continue
        pair = (text[inside], text[outside])
        if all(map(_WORD.match, pair)) and not any(map(_CHINESE.match, pair)):
            return False
    return True


@lru_cache(maxsize=1)
def _key() -> bytes:
    return salted_hmac(_SALT, "", secret=settings.SECRET_KEY, algorithm="sha256").digest()
