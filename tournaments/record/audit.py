"""The audited change: the only way to change official state, and the log of all changes.

`change` locks the tournament's row first, so that two changes of one tournament never interleave;
after its body it appends one entry to the tournament's chain. The hash of an entry covers its body
and the hash of the entry before, so that no entry can be altered, removed or moved unnoticed. The
body names persons by uid only. The rows that an entry names are stored in `LogMention`, which is
derived from the body; `verify` compares the two. Changes of clubs and accounts are in the club's
own chain, see `club_log`.

What was read before anything is locked may have changed: under the lock `unchanged_since` refuses
values that are stored otherwise by then, and `asking_again` whoever has lost the right to change.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from django.db import models, transaction
from django.utils import timezone

from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import (
    AuditEntry,
    Club,
    Deal,
    Event,
    EventState,
    LogMention,
    OddField,
    Row,
    Table,
    Tournament,
    User,
)
from tournaments.record import stated_rows
from tournaments.record.digest import canonical, row_digest, sha256
from tournaments.record.log_queries import actors_since
from tournaments.record.verbs import Verb as Verb  # noqa: PLC0414 (asked for here, beside `change`)
from tournaments.system import compiled_queries

LONGEST_UID, LONGEST_PART = 32, 64
"""No uid and no name of a part is longer; a text in a tampered entry may be."""

_verbs: dict[str, type[models.TextChoices]] = {}

_LOCKED_TOURNAMENT = compiled_queries.Query(
    lambda key: Tournament.objects.select_for_update().filter(pk=key), int
)
_FINISHED = compiled_queries.Query(
    lambda key: Event.objects.filter(pk=key, state=EventState.FINISHED).values_list("pk"), int
)
_ENTRIES = compiled_queries.Creation(AuditEntry)
_ADD_MENTIONS = compiled_queries.Insert(LogMention, "entry", "verb", "kind", "part", "uid")
_SET_LOG_HEAD = compiled_queries.Update(
    lambda key: Tournament.objects.filter(pk=key), int, log_seq=int, log_head=str
)
_SET_PUBLIC_REVISION = compiled_queries.Update(
    lambda key: Event.objects.filter(pk=key), int, public_revision=int
)


class Mention(NamedTuple):
    """A row that an entry names: `kind` is about, made, stated or moved."""

    kind: str
    part: str
    uid: str


class UnknownVerb(LookupError):
    """A verb that no package has registered."""


class Repeated(Exception):
    """Raised in an open change that was already made, before or while it waited for the lock.

    The change is undone, so that it leaves no empty entry and wakes no tablet; the caller answers
    with what is stored.
    """


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: `kind` is user, device, person, entry or system, `uid` its uid."""

    kind: str
    uid: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.uid}"

    @classmethod
    def from_user(cls, user: User) -> Actor:
        """Return the actor for an account."""
        return cls("user", user.uid)


SYSTEM = Actor("system", "huapai")
Asking = Callable[[Tournament | Club, Actor], None]


@dataclass(slots=True, kw_only=True)
class OpenEntry:
    """A log entry under construction: the rows it is about, and the rows that the change made."""

    actor: Actor
    verb: str
    seq: int
    about: dict[str, str] = field(default_factory=dict)
    rows: list[dict[str, str]] = field(default_factory=list)
    details: dict[str, Any] = field(default_factory=dict)

    def concerns(self, **rows: Row) -> None:
        """Name the subjects of the change, by their part in it."""
        self.about |= {part: row.uid for part, row in rows.items()}

    def made(self, *rows: Row) -> None:
        """Add the digests of rows that the change made."""
        self.rows += [
            {"table": row._meta.db_table, "uid": row.uid, "digest": row_digest(row)} for row in rows
        ]

    def note(self, **details: Any) -> None:
        """Add details to the entry: numbers, codes and reasons, never names of persons."""
        self.details |= details

    def note_each(self, name: str, value: Any) -> None:
        """Add a value to a detail that one change may have several of; from two on it is a list."""
        before = self.details.get(name, [])
        values = before if isinstance(before, list) else [before]
        if value not in values:
            values = [*values, value]
        self.details[name] = values if len(values) > 1 else value

    def body(self, owner: Tournament | Club) -> dict[str, Any]:
        """Return the body of the entry; `Change.body` adds more for tournaments."""
        return {
            str(owner._meta.model_name): owner.uid,
            "seq": self.seq,
            "at": timezone.now(),
            "verb": self.verb,
            "actor": str(self.actor),
            "about": self.about,
            "rows": self.rows,
            "details": self.details,
        }

    def columns(self, owner: Tournament | Club, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the columns of the entry, chained to the current head of its owner."""
        text = canonical(body)
        return {
            "seq": self.seq,
            "verb": self.verb,
            "actor": str(self.actor),
            "body": text,
            "previous": owner.log_head,
            "hash": sha256(owner.log_head + text),
        }


@dataclass(slots=True, kw_only=True)
class Change(OpenEntry):
    """An open change of a tournament.

    `facts` are statements on rows that may change, `moved` the tables whose tablets may show
    something new (None for all), `shown` the events whose public pages change. `finished` are the
    finished ones among them, read when the body of the change is done, because the event may have
    been finished after the caller read it.
    """

    tournament: Tournament
    facts: list[dict[str, Any]] = field(default_factory=list)
    moved: set[str] | None = field(default_factory=set)
    shown: set[int] = field(default_factory=set)
    finished: frozenset[int] = frozenset()

    def body(self, owner: Tournament | Club) -> dict[str, Any]:
        """Return the body with the statements and the moved tables."""
        body = OpenEntry.body(self, owner)
        return {**body, "facts": self.facts, "moves": sorted(self.moved or ())}

    def states(self, *rows: Row) -> None:
        """State the current facts of mutable rows (`tournaments.record.stated_rows`)."""
        stated_rows.salt(rows)
        self.facts += [
            {"table": row._meta.db_table, "uid": row.uid, "facts": stated_rows.facts_of(row)}
            for row in rows
        ]

    def ends(self, *rows: Row) -> None:
        """State that rows with earlier statements were removed."""
        self.facts += [{"table": row._meta.db_table, "uid": row.uid, "facts": None} for row in rows]

    def moves_only(self, *tables: Table) -> None:
        """Limit the change to the tablets of these tables, which add up; without it all see it."""
        if self.moved is not None:
            self.moved |= {table.uid for table in tables}

    def moves_match(self, deal: Deal) -> None:
        """Limit the change to the tablets at the match of a deal, which alone fetch again.

        Others see neither its sheets nor results. A three-way match has deals in several: no limit.
        """
        event, sitting = deal.event, deal.sitting
        if event.odd_field == OddField.THREE_WAY:
            return
        if event.rooms == event.segments == 1:
            self.moves_only(sitting.table)
        else:
            of_match = {"sittings__segment__match": sitting.segment.match_id}
            self.moves_only(*Table.objects.filter(**of_match).distinct())

    def moves_all(self) -> None:
        """Extend the change to the tablets of all tables, despite `moves_only`."""
        self.moved = None

    def shows(self, event: Event) -> None:
        """Mark the public pages of an event as changed.

        Raises ValueError for an event of another tournament: its log and lock are not this one's.
        """
        if event.tournament_id != self.tournament.pk:
            raise ValueError("the event belongs to another tournament")
        self.shown.add(event.pk)


@dataclass(frozen=True, slots=True)
class AsRead:
    """The last entry of a log when values were read, and the verbs that change them.

    `about` is the uid of a row; entries that name only other rows do not change these values.
    `own` are the hashes of the entries of the block itself: that of a change that was undone is in
    no log, unlike its number, which another's entry may have got since.
    """

    owner: Tournament | Club
    verbs: Collection[str]
    since: int
    about: str = ""
    own: frozenset[str] = frozenset()


_as_read: Final = ContextVar[AsRead | None]("as_read", default=None)
asked: Final = ContextVar[Asking]("asked", default=lambda _owner, _actor: None)


@contextmanager
def unchanged_since(as_read: AsRead) -> Iterator[None]:
    """Allow changes of the owner within this block only if the values are as they were read."""
    before = _as_read.set(as_read)
    try:
        yield
    finally:
        _as_read.reset(before)


@contextmanager
def asking_again(ask: Asking) -> Iterator[None]:
    """Call `ask`, which raises to refuse, under the lock of each change here; of no shared part."""
    before = asked.set(ask)
    try:
        yield
    finally:
        asked.reset(before)


def check_unchanged(locked: Tournament | Club) -> None:
    """Raise Refused if the values of a locked owner are not as they were read."""
    as_read = _as_read.get()
    if as_read is None or as_read.owner != locked:
        return
    if locked.log_seq > as_read.since and actors_since(
        locked, as_read.verbs, since=as_read.since, about=as_read.about, without=as_read.own
    ):
        raise Refused(refuse(Reason.SAVED_MEANWHILE))


def note_own(owner: Tournament | Club, entry_hash: str) -> None:
    """Note an appended entry of an owner, which the next change of the block passes over."""
    as_read = _as_read.get()
    if as_read is not None and as_read.owner == owner:
        _as_read.set(replace(as_read, own=as_read.own | {entry_hash}))


@dataclass(frozen=True, slots=True)
class Follower:
    """A part that a package adds to certain changes of tournaments.

    `add` is called in changes with one of `verbs`, if the column `column` of the locked tournament
    is set, and, with `finals`, if a finished event may have changed or a matter that it waited for
    was closed.
    """

    add: Callable[[Change], None]
    verbs: Collection[str] = ()
    column: str = ""
    finals: bool = False

    def follows(self, made: Change) -> bool:
        """Whether it adds to a change whose body is done."""
        if made.verb in self.verbs or (self.column and getattr(made.tournament, self.column)):
            return True
        return self.finals and bool(made.finished or "released" in made.details)


_followers: list[Follower] = []


def register(verbs: type[models.TextChoices]) -> None:
    """Register the verbs of a package; raises ValueError for a verb of another package."""
    for verb in verbs.values:
        if _verbs.setdefault(verb, verbs) is not verbs:
            raise ValueError(f"the verb {verb} is already registered")


def follow(follower: Follower) -> None:
    """Register a follower, called before entries are appended; an equal one only once."""
    if follower not in _followers:
        _followers.append(follower)


@contextmanager
def change(tournament: Tournament, actor: Actor, verb: str) -> Iterator[Change]:
    """Open an audited change of a tournament; it commits with its log entry, or not at all.

    A tournament that is not stored yet is stored by the change, as the first entry of its log.

    Raises UnknownVerb for an unregistered verb, and RuntimeError inside another transaction: an
    audited change is never a part of something larger.
    """
    check_verb(verb)
    with transaction.atomic(durable=True):
        opened = _open_change(tournament, actor, verb)
        asked.get()(opened.tournament, actor)
        yield opened
        _close_change(opened)


@contextmanager
def share(tournament: Tournament, actor: Actor, verb: str) -> Iterator[Change]:
    """Log the part of a club's change that concerns one of its tournaments, within that change.

    Raises UnknownVerb, and RuntimeError outside a transaction: `club_log.change` opens it. A club
    is always locked before its tournaments, and these by their numbers.
    """
    check_verb(verb)
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("a change is shared with a tournament only inside a change of its club")
    opened = _open_change(tournament, actor, verb)
    yield opened
    _close_change(opened)


def check_verb(verb: str) -> None:
    """Raise UnknownVerb for an unregistered verb."""
    if verb not in _verbs:
        raise UnknownVerb(verb)


def _open_change(tournament: Tournament, actor: Actor, verb: str) -> Change:
    if not tournament.pk:
        tournament.save()
    locked = _LOCKED_TOURNAMENT.first(tournament.pk)
    if locked is None:
        raise Tournament.DoesNotExist
    check_unchanged(locked)
    return Change(tournament=locked, actor=actor, verb=str(verb), seq=locked.log_seq + 1)


def _close_change(made: Change) -> None:
    made.finished = frozenset(filter(_FINISHED.any, sorted(made.shown)))
    for follower in _followers:
        if follower.follows(made):
            follower.add(made)
    tournament, body = made.tournament, made.body(made.tournament)
    entry = _ENTRIES.create(tournament=tournament, **made.columns(tournament, body))
    _ADD_MENTIONS.run((entry.pk, str(entry.verb), *mention) for mention in sorted(mentions(body)))
    _SET_LOG_HEAD.run(made.seq, entry.hash, tournament.pk)
    note_own(tournament, entry.hash)
    for event in sorted(made.shown):
        _SET_PUBLIC_REVISION.run(made.seq, event)


def mentions(body: Mapping[str, Any]) -> frozenset[Mention]:
    """Return the mentions of an entry, read from its body."""
    named = [("about", part, uid) for part, uid in body.get("about", {}).items()]
    named += [("made", row["table"], row["uid"]) for row in body.get("rows", [])]
    named += [("stated", row["table"], row["uid"]) for row in body.get("facts", [])]
    tables = body.get("moves", [])
    named += [("moved", "table", uid) for uid in tables]
    if not tables and "tournament" in body:
        named.append(("moved", "tournament", body["tournament"]))
    return frozenset(
        Mention(kind, part[:LONGEST_PART], uid[:LONGEST_UID]) for kind, part, uid in named
    )
