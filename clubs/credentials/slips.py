"""Slips with a secret, of players, captains and members: drawing, storing and looking up.

A secret is shown once, on the slip; only its hash is stored, and a new one replaces the former.
Each `SlipKind`, in a module of its own, defines the holders and what a secret opens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Generic, TypeVar

from django.db.models import QuerySet
from django.utils import timezone

from clubs.credentials import six_digits
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Club, Credential, CredentialKind, Event, Role
from tournaments.models.base import new_uid
from tournaments.record.audit import Actor, Change, Verb
from tournaments.record.club_log import ClubChange
from tournaments.record.digest import digest, sha256
from tournaments.rights import held_offices

Of = TypeVar("Of")
STATE_LENGTH: Final = 16
AT_ONCE: Final = 400
LINK: Final = re.compile(r"[0-9a-z]{4}(-[0-9a-z]{4}){3}", re.ASCII)
"""Eighty bits in letters and digits that can be typed where no camera reads the code."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A person or a team with the time of the valid secret, None without one.

    `key` is that of the row. `number` is that of the entry, or of a member in the register, None
    without one; `beside` is the team of a player, or the captain of a team.
    """

    uid: str
    key: int
    number: int | None
    name: str
    beside: str
    drawn_at: datetime | None


@dataclass(frozen=True, slots=True)
class Slip:
    """The slip of a holder with the secret that was drawn; both are empty if none is needed."""

    number: int | None
    name: str
    beside: str = ""
    pin: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class SlipKind(Generic[Of]):
    """A kind of slips: its holders, its log entries, and its valid secrets.

    `owner` is the column of a secret that names the holder, `place` the other columns stored with
    it. `office` says where one needs which roles to draw. `secret` is None if a slip has none.
    `valid` yields the valid secrets of all holders, or of some by their keys. `concerns` names the
    subjects of the log entry, `notes` its details on the holders, by uid. `again` returns, under
    the lock, the current holders.
    """

    verb: Verb
    owner: str
    change: Callable[[Of, Actor, Verb], AbstractContextManager[Change | ClubChange]]
    office: Callable[[Of], tuple[Club | Event, frozenset[Role]]]
    place: Callable[[Of], Mapping[str, Any]]
    secret: Callable[[Of], CredentialKind | None]
    holders: Callable[[Of], list[Holder]]
    valid: Callable[[Of, Collection[int]], Iterable[QuerySet[Credential]]]
    concerns: Callable[[Of], Mapping[str, Any]]
    notes: Callable[[CredentialKind, Sequence[str]], Mapping[str, Any]]
    again: Callable[[Of, list[Holder]], list[Holder]] = lambda _of, wanted: wanted

    def state(self, of: Of) -> str:
        """Return a digest of the valid secrets, which changes whenever one is drawn or ends."""
        return state(self.holders(of))

    def draw(
        self,
        of: Of,
        actor: Actor,
        chosen: Collection[str] | None = None,
        *,
        seen: str | None = None,
    ) -> list[Slip]:
        """Draw secrets that replace those of the chosen holders, by uid, or of all.

        Raises Refused if `seen`, the state on the page, has changed: slips that somebody else has
        just printed must not become invalid unnoticed.
        """
        secret, wanted = self.secret(of), self._chosen(of, chosen)
        if secret is None or not wanted:
            return [Slip(holder.number, holder.name, holder.beside) for holder in wanted]
        # Hashing PINs takes time, and nobody should wait for it under the lock.
        drawn = [_drawn(secret) for _holder in wanted]
        with self.change(of, actor, self.verb) as made:
            held_offices.check(made, *self.office(of))
            wanted = self.again(of, wanted)
            if seen is not None and seen != self.state(of):
                raise Refused(refuse(Reason.SLIPS_DRAWN))
            self.end(of, [holder.key for holder in wanted])
            columns = {"kind": secret, **self.place(of)}
            Credential.objects.bulk_create(
                Credential(**columns, **{f"{self.owner}_id": holder.key}, secret_hash=hashed)
                for holder, (_text, hashed) in zip(wanted, drawn, strict=False)
            )
            made.concerns(**self.concerns(of))
            made.note(**self.notes(secret, sorted(holder.uid for holder in wanted)))
        shown = "pin" if secret == CredentialKind.PIN else "link"
        return [
            Slip(holder.number, holder.name, holder.beside, **{shown: text})
            for holder, (text, _hashed) in zip(wanted, drawn, strict=False)
        ]

    def end(self, of: Of, keys: Collection[int]) -> int:
        """End the valid secrets of holders inside an open change; return their number."""
        ended, now = 0, timezone.now()
        for rows in self.valid(of, keys):
            primary = list(rows.values_list("pk", flat=True))
            ended += Credential.objects.filter(pk__in=primary).update(revoked_at=now)
        return ended

    def _chosen(self, of: Of, chosen: Collection[str] | None) -> list[Holder]:
        return [holder for holder in self.holders(of) if chosen is None or holder.uid in chosen]


def state(holders: Iterable[Holder]) -> str:
    """Return a digest of the valid secrets of these holders."""
    return digest([[holder.uid, holder.drawn_at] for holder in holders])[:STATE_LENGTH]


def new_link() -> str:
    """Return the secret of a new link: `LINK` reads it."""
    return "-".join(new_uid()[:4] for _ in range(4))


def behind(link: str, kind: CredentialKind, owner: str, *related: str) -> Credential | None:
    """Return the secret of a kind that belongs to a link, valid or ended; None if there is none."""
    if not LINK.fullmatch(link):
        return None
    rows = Credential.objects.select_related(*related)
    named = {f"{owner}__isnull": False}
    return rows.filter(kind=kind, secret_hash=sha256(link), **named).first()


def some_at_once(keys: Collection[int]) -> Iterator[list[int]]:
    """Yield keys in lists short enough for a statement of any database."""
    listed = list(keys)
    for start in range(0, len(listed), AT_ONCE):
        yield listed[start : start + AT_ONCE]


def _drawn(kind: CredentialKind) -> tuple[str, str]:
    """Return a new secret and the hash under which it is stored."""
    if kind == CredentialKind.PIN:
        pin = six_digits.drawn()
        return pin, six_digits.hashed(pin)
    link = new_link()
    return link, sha256(link)
