"""Repeatable writes: a write with a known key returns what was made, and makes nothing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from django.db import IntegrityError

from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Club, Row, SentForm, Tournament
from tournaments.record import audit, club_log
from tournaments.record.audit import Actor, OpenEntry, Repeated
from tournaments.record.digest import sha256

Made = TypeVar("Made")
MadeRow = TypeVar("MadeRow", bound=Row)


def once(
    stored: Callable[[], Made | None],
    tournament: Tournament | Club,
    actor: Actor,
    verb: str,
    do: Callable[[Any], Made],
) -> Made:
    """Return what is stored under a key, or make it with `do` in one change of its owner.

    `stored` returns None if nothing is stored, and raises Refused if the key came with other
    content. It is called before the lock is taken; again under the lock if the log has grown since
    the owner was read, as it does with every write of the owner; and once more if a unique key
    shows that the same write under another lock was faster.
    """
    read_at = tournament.log_seq
    if (found := stored()) is not None:
        return found
    try:
        with _change(tournament, actor, verb) as made:
            if made.seq != read_at + 1 and stored() is not None:
                raise Repeated
            return do(made)
    except Repeated:
        found = stored()
    except IntegrityError:
        if (found := stored()) is None:
            raise
    if found is None:
        raise RuntimeError("what was stored under the key is gone")
    return found


def _change(owner: Tournament | Club, actor: Actor, verb: str) -> AbstractContextManager[OpenEntry]:
    if isinstance(owner, Club):
        return club_log.change(owner, actor, verb)
    return audit.change(owner, actor, verb)


@dataclass(frozen=True, slots=True)
class Sent:
    """A submitted form of the desk: its key, and the digest of its content.

    Without a key every submission takes effect.
    """

    key: str = ""
    content: str = ""

    def of(self, part: str) -> Sent:
        """Return the form as one of several that share a page and its key, each made once.

        Two buttons pressed one after the other on a slow connection are two requests.
        """
        return replace(self, key=f"{self.key}/{part}") if self.key else self

    @property
    def is_used(self) -> bool:
        """Whether a form with this key has created something, whatever its content."""
        return bool(self.key) and SentForm.objects.filter(key_hash=sha256(self.key)).exists()

    def find(self, kind: type[MadeRow]) -> MadeRow | None:
        """Return what the form created before, None if it is new.

        Raises Refused if the key came with other content, or if what it created was deleted since.
        """
        form = SentForm.objects.filter(key_hash=sha256(self.key)).first() if self.key else None
        if form is None:
            return None
        row = kind.objects.filter(uid=form.made).first()  # type: ignore[attr-defined]
        if form.content != self.content or row is None:
            raise Refused(refuse(Reason.FORM_USED))
        return row  # type: ignore[no-any-return]

    def keep(self, row: MadeRow) -> MadeRow:
        """Store in an open change what the form has created, and return it."""
        if self.key:
            SentForm.objects.create(key_hash=sha256(self.key), content=self.content, made=row.uid)
        return row

    def once(
        self,
        kind: type[MadeRow],
        owner: Tournament | Club,
        actor: Actor,
        verb: str,
        do: Callable[[Any], MadeRow],
    ) -> MadeRow:
        """Create a row in one change, or return the one that the form created before."""
        return once(lambda: self.find(kind), owner, actor, verb, lambda made: self.keep(do(made)))


UNKEYED: Final = Sent()
"""What comes from no form: it is made each time."""
