"""The audited change: the one way in which official state moves, and the log of all of them.

`change` takes the tournament's row first, so that two changes of one tournament never interleave;
it lets its body work, and then appends one entry to the tournament's chain. An entry's hash covers
its body and the hash of the entry before, so that no entry can be altered, removed or moved unseen.
The body names persons by uid only. What belongs to a club or to an account stands in the club's
own chain, see `club_log`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import models, transaction
from django.utils import timezone

from tournaments.models import AuditEntry, Club, Event, LogMention, Row, Table, Tournament, User
from tournaments.record import covered, mentions
from tournaments.record.digest import canonical, row_digest, sha256
from tournaments.system import compiled_queries

_verbs: dict[str, type[models.TextChoices]] = {}

_TAKEN = compiled_queries.Query(
    lambda key: Tournament.objects.select_for_update().filter(pk=key), int
)
_MOVED = compiled_queries.Update(
    lambda key: Tournament.objects.filter(pk=key), int, log_seq=int, log_head=str
)
_SHOWN = compiled_queries.Update(lambda key: Event.objects.filter(pk=key), int, public_revision=int)


class UnknownVerb(LookupError):
    """A change was asked for under a verb that no room has registered."""


class Verb(models.TextChoices):
    """What a change of the structure or of the record is called in the log."""

    CREATE_TOURNAMENT = "create_tournament"
    CREATE_EVENT = "create_event"
    GRANT_ROLE = "grant_role"
    SET_PIN = "set_pin"
    ADD_ENTRY = "add_entry"
    REMOVE_ENTRY = "remove_entry"
    WITHDRAW_ENTRY = "withdraw_entry"
    READMIT_ENTRY = "readmit_entry"
    CHECK_IN = "check_in"
    STAND_IN = "stand_in"
    END_STAND_IN = "end_stand_in"
    RENAME_PERSON = "rename_person"
    RENAME_ENTRY = "rename_entry"
    DRAW_ROUND = "draw_round"
    DISCARD_ROUND = "discard_round"
    WITHDRAW_DRAW = "withdraw_draw"
    NOTE_EXTRA_DEAL = "note_extra_deal"
    TAKE_BACK_EXTRA_DEAL = "take_back_extra_deal"
    ADJUST_DRAFT = "adjust_draft"
    PUBLISH_ROUND = "publish_round"
    CLOSE_ROUND = "close_round"
    START_CLOCK = "start_clock"
    HOLD_CLOCK = "hold_clock"
    RESUME_CLOCK = "resume_clock"
    EXTEND_CLOCK = "extend_clock"
    CALL_TIME = "call_time"
    FINISH_EVENT = "finish_event"
    SET_NOTICE = "set_notice"
    SEED_ENTRIES = "seed_entries"
    SET_PRIZES = "set_prizes"
    SET_MOVEMENT = "set_movement"
    RECORD_RESULT = "record_result"
    EXCHANGE_SEATS = "exchange_seats"
    EXCHANGE_RESULTS = "exchange_results"
    MOVE_RESULT = "move_result"
    ADJUST = "adjust"
    PUBLISH = "publish"
    DRAW_SLIPS = "draw_slips"
    HAND_IN_LINE_UP = "hand_in_line_up"
    REVEAL_LINE_UPS = "reveal_line_ups"
    SET_LINE_UP_HOUR = "set_line_up_hour"
    CHOOSE_SEATING_RIGHT = "choose_seating_right"
    DRAW_CAPTAIN_LINKS = "draw_captain_links"
    READ_BOARD = "read_board"
    ADD_STAGE = "add_stage"
    REMOVE_STAGE = "remove_stage"
    OPEN_STAGE = "open_stage"
    AWARD_MATCH = "award_match"
    TAKE_BACK_AWARD = "take_back_award"
    REVOKE_ROLE = "revoke_role"
    SET_PASSWORD = "set_password"  # noqa: S105


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: `kind` is user, device, person, entry or system, `uid` the public name of it."""

    kind: str
    uid: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.uid}"

    @classmethod
    def of(cls, user: User) -> Actor:
        """Return the actor that an account is."""
        return cls("user", user.uid)


SYSTEM = Actor("system", "huapai")


@dataclass(slots=True, kw_only=True)
class OpenEntry:
    """An entry of a log that is being made: what it is about, and the rows that the change made."""

    actor: Actor
    verb: str
    seq: int
    about: dict[str, str] = field(default_factory=dict)
    rows: list[dict[str, str]] = field(default_factory=list)
    details: dict[str, Any] = field(default_factory=dict)

    def concerns(self, **rows: Row) -> None:
        """Say which rows the change is about, by the part that each plays in it."""
        self.about |= {part: row.uid for part, row in rows.items()}

    def made(self, *rows: Row) -> None:
        """Take the digests of rows that the change made into its entry."""
        self.rows += [
            {"table": row._meta.db_table, "uid": row.uid, "digest": row_digest(row)} for row in rows
        ]

    def note(self, **details: Any) -> None:
        """Add details to the entry: numbers, codes and reasons, never names of persons."""
        self.details |= details

    def body(self, owner: Tournament | Club) -> dict[str, Any]:
        """Return what the entry says; a tournament's entry says more (`Change.body`)."""
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

    def columns(self, owner: Tournament | Club) -> dict[str, Any]:
        """Return the columns of the entry in the chain of its owner, behind the present head."""
        body = canonical(self.body(owner))
        return {
            "seq": self.seq,
            "verb": self.verb,
            "actor": str(self.actor),
            "body": body,
            "previous": owner.log_head,
            "hash": sha256(owner.log_head + body),
        }


@dataclass(slots=True, kw_only=True)
class Change(OpenEntry):
    """An open change of a tournament, with what it states of rows that may change, the tables whose
    tablets see something new, and the events whose public pages move.
    """

    tournament: Tournament
    facts: list[dict[str, Any]] = field(default_factory=list)
    moved: set[str] | None = field(default_factory=set)
    shown: set[int] = field(default_factory=set)

    def body(self, owner: Tournament | Club) -> dict[str, Any]:
        """Return what the entry says, with what it states and which tables it moves."""
        body = OpenEntry.body(self, owner)
        return {**body, "facts": self.facts, "moves": sorted(self.moved or ())}

    def states(self, *rows: Row) -> None:
        """State what rows that may change say from now on (`tournaments.record.covered`)."""
        covered.salt(rows)
        self.facts += [
            {"table": row._meta.db_table, "uid": row.uid, "facts": covered.facts_of(row)}
            for row in rows
        ]

    def ends(self, *rows: Row) -> None:
        """State that rows of which something was stated are gone."""
        self.facts += [{"table": row._meta.db_table, "uid": row.uid, "facts": None} for row in rows]

    def moves_only(self, *tables: Table) -> None:
        """Say that no tablet sees anything new but those of these tables; else all may.

        What a change does besides may be of more tables: then all of them are named.
        """
        if self.moved is not None:
            self.moved |= {table.uid for table in tables}

    def moves_all(self) -> None:
        """Say that the tablets of all tables may see something new, whatever else is said."""
        self.moved = None

    def shows(self, event: Event) -> None:
        """Say that a stranger may see something new of this event.

        Raises ValueError for an event of another tournament: its log and lock are not this one's.
        """
        if event.tournament_id != self.tournament.pk:
            raise ValueError("the event belongs to another tournament")
        self.shown.add(event.pk)


def register(verbs: type[models.TextChoices]) -> None:
    """Make the verbs of a room known. Two rooms may not use the same verb."""
    for verb in verbs.values:
        if _verbs.setdefault(verb, verbs) is not verbs:
            raise ValueError(f"the verb {verb} is already registered")


@contextmanager
def change(tournament: Tournament, actor: Actor, verb: str) -> Iterator[Change]:
    """Open an audited change of a tournament; it commits with its log entry, or not at all.

    A tournament that is not stored yet is stored by the change, as the first entry of its log.

    Raises UnknownVerb for a verb that nobody registered, and RuntimeError inside another
    transaction: an audited change is never a part of something larger.
    """
    check_verb(verb)
    with transaction.atomic(durable=True):
        opened = _open(tournament, actor, verb)
        yield opened
        _append(opened)


@contextmanager
def share(tournament: Tournament, actor: Actor, verb: str) -> Iterator[Change]:
    """Log what a change of the club does in one of its tournaments, as a part of that change.

    Raises UnknownVerb, and RuntimeError outside a transaction: `club_log.change` opens it. A club
    is always locked before its tournaments, and these by their numbers.
    """
    check_verb(verb)
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("a tournament's share is a part of a change of its club")
    opened = _open(tournament, actor, verb)
    yield opened
    _append(opened)


def check_verb(verb: str) -> None:
    """Raise UnknownVerb for a verb that nobody registered."""
    if verb not in _verbs:
        raise UnknownVerb(verb)


def _open(tournament: Tournament, actor: Actor, verb: str) -> Change:
    locked = _take(tournament)
    return Change(tournament=locked, actor=actor, verb=str(verb), seq=locked.log_seq + 1)


def _take(tournament: Tournament) -> Tournament:
    if not tournament.pk:
        tournament.save()
    locked = _TAKEN.first(tournament.pk)
    if locked is None:
        raise Tournament.DoesNotExist
    return locked


def _append(made: Change) -> None:
    tournament = made.tournament
    entry = AuditEntry.objects.create(tournament=tournament, **made.columns(tournament))
    LogMention.objects.bulk_create(
        LogMention(entry=entry, verb=entry.verb, **mention._asdict())
        for mention in sorted(mentions.mentions(mentions.body_of(entry.body)))
    )
    _MOVED.run(made.seq, entry.hash, tournament.pk)
    for event in sorted(made.shown):
        _SHOWN.run(made.seq, event)
