"""The club of the demo: its register of members, and its features.

Other players, on the days of other clubs, stay guests.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Final

from clubs.members import merging, register
from clubs.members.register import MemberData
from tournaments import organise
from tournaments.models import Club, ClubFeature, Person, User
from tournaments.persons import keys
from tournaments.record.audit import Actor

NAME: Final = "清风棋牌俱乐部"
MEMBERS: Final = (
    "陈思远", "林晓燕", "王建国", "赵敏", "周子墨", "黄丽娟", "吴大伟", "郑秋霞",
    "孙立", "何婉清", "许志强", "沈佳怡", "韩雪", "曹文轩", "彭海涛", "欧阳明珠",
)  # fmt: skip
"""The members in the order of their numbers."""
UNSHOWN: Final = frozenset({"许志强", "欧阳明珠"})
"""Those who did not agree to a public page."""
FEATURES: Final = frozenset({ClubFeature.FEES, ClubFeature.RATINGS, ClubFeature.SEASONS})


def ensure(owner: User) -> Club:
    """Return the club with its members, created if missing."""
    club, actor = ensure_club(owner), Actor.from_user(owner)
    known: dict[str, list[Person]] = defaultdict(list)
    for person in club.persons.filter(name__in=MEMBERS, same_as=None, blanked_at=None):
        known[person.name].append(person)
    new = [_data(name) for name in MEMBERS if name not in known]
    if new:
        register.add_members(club, actor, new)
    for rows in known.values():
        if not any(person.number for person in rows):
            _take_in(club, actor, rows)
    return club


def ensure_club(owner: User) -> Club:
    """Return the only club, created with its features if missing."""
    club = Club.objects.order_by("pk").first()
    if club is None:
        club = organise.create_club(NAME, owner)
        switch_on(club, Actor.from_user(owner))
    return club


def switch_on(club: Club, actor: Actor) -> None:
    """Switch on the features that the demo shows."""
    used = {*map(ClubFeature, club.features)}
    if not used >= FEATURES:
        organise.set_features(club, actor, used | FEATURES)


def _take_in(club: Club, actor: Actor, rows: list[Person]) -> None:
    """Merge the rows of an earlier version, one for every entry, into one member."""
    first, *others = rows
    for other in others:
        merging.merge(club, actor, first, other)
    if first.guest:
        register.make_members(club, actor, [first])
    first.refresh_from_db()
    number = first.number or keys.next_number(club)
    data = replace(register.data_of(first), number=number, shown=first.name not in UNSHOWN)
    register.change_member(first, actor, data)


def _data(name: str) -> MemberData:
    return MemberData(name, shown=name not in UNSHOWN)
