"""Whether an appeal is heard: in time, of the appellant's own table, with consent, appealable."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from referee.appeals.grounds import Ground
from referee.models import Rejection
from tournaments.models import Entry, EntryMember, Form
from tournaments.structure.regulations import Regulations


def rejection(
    entry: Entry,
    ground: Ground,
    signers: Collection[int],
    *,
    regulations: Regulations,
    lodged_at: datetime,
    deadline: datetime | None,
) -> Rejection | None:
    """Return why an appeal is not heard; `signers` are the keys of who signed or is absent."""
    if not ground.is_appealable(regulations):
        return Rejection.NOT_APPEALABLE
    if entry.pk not in ground.parties:
        return Rejection.NOT_OWN_TABLE
    if is_late(lodged_at, deadline):
        return Rejection.OUT_OF_TIME
    if not has_consent(entry, signers):
        return Rejection.NO_CONSENT
    return None


def is_late(lodged_at: datetime, deadline: datetime | None) -> bool:
    """Whether an appeal came after its deadline, whose hour itself is in time; None is no end."""
    return deadline is not None and lodged_at > deadline


def may_sign(entry: Entry) -> list[EntryMember]:
    """Return who may sign for an entry: its players and its captain, no stand-in and no coach."""
    roles = (EntryMember.Role.PLAYER, EntryMember.Role.CAPTAIN)
    return [row for row in entry.members.all() if row.role in roles]


def has_consent(entry: Entry, signers: Collection[int]) -> bool:
    """Whether those consent on whom it depends: the captain of a team, else every player.

    A team without a captain is spoken for by any of its players.
    """
    members = may_sign(entry)
    players = {row.person_id for row in members if row.role == EntryMember.Role.PLAYER}
    captains = {row.person_id for row in members if row.role == EntryMember.Role.CAPTAIN}
    signed = set(signers)
    if entry.event.form == Form.TEAMS:
        return bool(signed & (captains or players))
    return bool(players) and players <= signed
