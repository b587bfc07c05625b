"""The roles of an account at a row, and their reach.

A role reaches some events of its tournament, some of its tables, or everything. `access` fetches
rows by roles and re-exports the functions that its callers need; nothing is fetched here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, CharField, OuterRef, Q, QuerySet, Sum, Value, When
from django.db.models.expressions import Subquery
from django.db.models.functions import Cast, Concat

from tournaments.models import Event, Membership, Role, Table, Tournament, User

OWNERS = frozenset({Role.OWNER})
DIRECTORS = frozenset({Role.OWNER, Role.DIRECTOR})
CHIEFS = DIRECTORS | {Role.CHIEF_REFEREE}
CONFIRMERS = CHIEFS | {Role.DEPUTY}
REFEREES = DIRECTORS | {Role.CHIEF_REFEREE, Role.DEPUTY, Role.REFEREE}
DESK = REFEREES | {Role.SCORER}

BITS: Final = {role: 1 << place for place, role in enumerate(Role)}
"""A number for each role, so that one column tells all that an account has."""
HERE: Final = len(Role)
LIMITED: Final = 2 * len(Role)
"""How far the number of a limited role is shifted: of one that the row is within, or not."""
_KEPT: Final = "roles_held"
"""Where a row of a tournament keeps the roles of the account that it was fetched for."""
EVENT_OF_TABLE: Final = "sittings__segment__match__round__event"
Visitor = User | AnonymousUser


BAR: Final = "|"


def table_text(numbers: Iterable[int]) -> str:
    """Return table numbers as a role stores them: `|1|2|`, empty for none.

    >>> table_text([3, 1])
    '|1|3|'
    """
    listed = sorted(set(numbers))
    return BAR + BAR.join(map(str, listed)) + BAR if listed else ""


def table_numbers(text: str) -> tuple[int, ...]:
    """Return the table numbers that a role stores.

    >>> table_numbers("|1|3|")
    (1, 3)
    """
    return tuple(int(number) for number in text.split(BAR) if number)


@dataclass(frozen=True, slots=True)
class RoleScope:
    """The scope of one role: these events at these tables; empty means all of them."""

    events: frozenset[int] = frozenset()
    tables: frozenset[int] = frozenset()

    def covers(self, event: int | None, table: int | None) -> bool:
        """Whether an event, by its key, and a table, by its number, are within the scope."""
        within = not self.events or event in self.events
        return within and (not self.tables or table in self.tables)

    def condition(self, event: str, table: str) -> Q:
        """Return the condition on rows with these lookups to event and table."""
        wanted = Q(**{f"{event}__in": self.events}) if self.events else Q()
        return wanted & Q(**{f"{table}__in": self.tables}) if self.tables else wanted


@dataclass(frozen=True, slots=True)
class Reach:
    """The union of what the roles of an account cover in a tournament."""

    parts: tuple[RoleScope, ...] = ()

    def touches(self, event: int | None) -> bool:
        """Whether an event, by its key, or some of its tables are within reach."""
        return any(not part.events or event in part.events for part in self.parts)

    @property
    def is_everything(self) -> bool:
        """Whether the whole tournament is within reach."""
        return RoleScope() in self.parts

    @property
    def events(self) -> frozenset[int] | None:
        """The keys of the events partly within reach; None for all."""
        if any(not part.events for part in self.parts):
            return None
        return frozenset(key for part in self.parts for key in part.events)

    def covers(self, event: int | None, table: int | None = None) -> bool:
        """Whether an event, by its key, and a table, by its number, are within reach."""
        return any(part.covers(event, table) for part in self.parts)

    def condition(self, event: str, table: str) -> Q:
        """Return the condition on rows with these lookups to event and table."""
        if self.is_everything:
            return Q()
        nothing = Q(pk__in=[])
        return reduce(or_, (part.condition(event, table) for part in self.parts), nothing)


EVERYTHING: Final = Reach((RoleScope(),))


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The tournaments, by key, of which an account may not see everything."""

    reaches: Mapping[int, Reach] = field(default_factory=dict)

    def keep(
        self, rows: QuerySet[Any], *, tournament: str, event: str, table: str
    ) -> QuerySet[Any]:
        """Filter out the rows of these tournaments that are not within reach."""
        if not self.reaches:
            return rows
        others = ~Q(**{f"{tournament}__in": list(self.reaches)})
        within = (
            Q(**{tournament: key}) & reach.condition(event, table)
            for key, reach in self.reaches.items()
        )
        return rows.filter(reduce(or_, within, others))

    def keep_events(self, rows: QuerySet[Event]) -> QuerySet[Event]:
        """Filter out the events of these tournaments of which nothing is within reach."""
        for key, reach in self.reaches.items():
            if reach.events is not None:
                rows = rows.exclude(~Q(pk__in=reach.events), tournament=key)
        return rows


NOT_NARROWED: Final = Narrowed()


def reach_of(memberships: Collection[Membership]) -> Reach:
    """Return the common reach of roles; their limits should have been prefetched."""
    return Reach(
        tuple(
            RoleScope(
                frozenset(limit.event_id for limit in membership.limits.all()),
                frozenset(table_numbers(membership.tables)),
            )
            for membership in memberships
        )
    )


@dataclass(frozen=True, slots=True)
class Lookups:
    """The position of a row: the lookups to its event and to the number of its table, empty
    without.

    `within` counts limited roles in full; the caller shows only what is within their limits.
    """

    event: str = ""
    table: str = ""
    within: bool = False


OF_DEAL: Final = Lookups("event", "sitting__table__number")


@dataclass(frozen=True, slots=True)
class RolesByPart:
    """The roles of an account in a tournament: those in the whole, and the others with their
    scopes.
    """

    full: frozenset[Role]
    limited: tuple[tuple[Role, RoleScope], ...] = ()

    def at(self, event: int | None, table: int | None = None) -> frozenset[Role]:
        """Return the roles at a table of an event, by its key; without a table, in all of it."""
        return self.full | {role for role, part in self.limited if part.covers(event, table)}


@dataclass(frozen=True, slots=True)
class HeldRoles:
    """The roles of an account at a row.

    `here` are limited roles whose scope contains the row, `limited` those limited to less than the
    row: outside its limits such a role reads what everybody at the desk reads.
    """

    full: frozenset[Role] = frozenset()
    here: frozenset[Role] = frozenset()
    limited: frozenset[Role] = frozenset()

    @property
    def every(self) -> frozenset[Role]:
        """All of the roles, however far they reach."""
        return self.full | self.here | self.limited

    @property
    def counted(self) -> frozenset[Role]:
        """The roles as they count without regard to limits."""
        held = self.full | self.here
        return held | {Role.SCORER} if self.limited & DESK else held

    def suffice(self, roles: Collection[Role], *, within: bool) -> bool:
        """Whether one of the roles is held; `within` counts limited ones in full."""
        wanted = frozenset(roles)
        held = self.every if within else self.full | self.here
        return bool(held & wanted) or (bool(self.limited & DESK) and wanted >= DESK)


def roles_in(user: Visitor, tournament: Tournament, event: int | None = None) -> frozenset[Role]:
    """Return the roles of an account in a tournament, or in an event of it, and in its club.

    They came with a row that was fetched for the account, so that its page needs no query. Only
    limited roles are queried again for an event, because the row may be above it.
    """
    held = _held_in(user, tournament)
    if event is None or not held.limited or not isinstance(user, User):
        return held.counted
    return held.full | held.here | _held_of(_stored(user, tournament), event).counted


def roles_here(user: Visitor, tournament: Tournament) -> frozenset[Role]:
    """Return the roles that reach the row with which a tournament was fetched for the account.

    Rows that a limited role may only read, like everybody at the desk, are not within its reach.
    """
    held = _held_in(user, tournament)
    return held.full | held.here


def roles_by_part(user: Visitor, tournament: Tournament) -> RolesByPart:
    """Return the roles of an account in a tournament with their scopes.

    The database is queried only if a role is limited.
    """
    held = _held_in(user, tournament)
    if not isinstance(user, User) or held.every == held.full:
        return RolesByPart(held.full)
    stored = user.memberships.filter(Q(tournament=tournament) | Q(club=tournament.club_id))
    rows = [(Role(row.role), reach_of([row]).parts[0]) for row in stored.prefetch_related("limits")]
    whole = {role for role, part in rows if part == RoleScope()}
    return RolesByPart(frozenset(whole), tuple(row for row in rows if row[1] != RoleScope()))


def holds(
    user: User, tournament: Tournament, roles: Collection[Role], event: int | None = None
) -> bool:
    """Whether an account has one of the roles now, whatever roles a row was fetched with.

    Limits count as where a page fetches the tournament, or the event with this key.
    """
    return _held_of(_stored(user, tournament), event).suffice(roles, within=False)


def acts_in(user: Visitor, tournament: Tournament, roles: Collection[Role]) -> bool:
    """Whether an account has one of the roles in a tournament, or in some part of it."""
    held = _held_in(user, tournament)
    return bool(held.every & frozenset(roles))


def reach(user: Visitor, tournament: Tournament, roles: Collection[Role]) -> Reach:
    """Return what an account covers of a tournament by these roles; nothing without any."""
    held = _held_in(user, tournament)
    if held.full & frozenset(roles):
        return EVERYTHING
    if not isinstance(user, User) or not held.every & frozenset(roles):
        return Reach()
    limited = user.memberships.filter(tournament=tournament, role__in=roles)
    return reach_of(limited.prefetch_related("limits"))


def covers(user: Visitor, tournament: Tournament, roles: Collection[Role], table: Table) -> bool:
    """Whether an account has one of the roles at a table, for the event played there."""
    within = reach(user, tournament, roles)
    if within.is_everything:
        return True
    condition = within.condition(EVENT_OF_TABLE, "number")
    return Table.objects.filter(condition, pk=table.pk).exists()


def narrowed(user: Visitor, tournaments: Iterable[Tournament]) -> Narrowed:
    """Return the tournaments among these of which an account may not see everything at the desk.

    It makes no query if they were fetched for an account without limited roles.
    """
    reaches = {
        tournament.pk: reach(user, tournament, DESK)
        for tournament in tournaments
        if isinstance(user, User) and not _held_in(user, tournament).full & DESK
    }
    return Narrowed(reaches)


@dataclass(frozen=True, slots=True)
class _KeptRoles:
    """The roles with which a row was fetched, and for which account."""

    user: int
    held: HeldRoles


def remember_roles(user: User, tournament: Tournament) -> None:
    """Store the account's roles with a tournament that is shown, by at most one query."""
    keep_roles(user, tournament, _held_in(user, tournament))


def with_roles(user: User, rows: QuerySet[Tournament]) -> list[Tournament]:
    """Return the tournaments of an account, each with its roles there, by one query."""
    listed: list[Any] = list(rows.annotate(held=bits_of(user.pk, "", Lookups())))
    for tournament in listed:
        keep_roles(user, tournament, of_bits(tournament.held or 0))
    return listed


def _held_in(user: Visitor, tournament: Tournament) -> HeldRoles:
    if not isinstance(user, User):
        return HeldRoles()
    kept = _kept_roles(tournament)
    if kept is not None and kept.user == user.pk:
        return kept.held
    return _held_of(_stored(user, tournament))


def keep_roles(user: User, tournament: Tournament, held: HeldRoles) -> None:
    """Keep with a row what it was fetched with, so that no page asks for the roles again."""
    vars(tournament)[_KEPT] = _KeptRoles(user.pk, held)


def has_kept_roles(tournament: Tournament) -> bool:
    """Whether a row was fetched with the roles of an account."""
    return _kept_roles(tournament) is not None


def _kept_roles(tournament: Tournament) -> _KeptRoles | None:
    kept: _KeptRoles | None = vars(tournament).get(_KEPT)
    return kept


def _stored(user: User, tournament: Tournament) -> Iterable[tuple[Any, ...]]:
    """Return the roles of an account with the tables and the event that limit each."""
    rows = user.memberships.filter(Q(tournament=tournament) | Q(club=tournament.club_id))
    return rows.values_list("role", "tables", "limits__event")


def _held_of(rows: Iterable[tuple[Any, ...]], event: int | None = None) -> HeldRoles:
    by_limit: dict[bool, set[Role]] = {True: set(), False: set()}
    for role, tables, limit, *_where in rows:
        by_limit[bool(tables) or limit not in (None, event)].add(Role(role))
    return HeldRoles(frozenset(by_limit[False]), limited=frozenset(by_limit[True]))


def of_bits(number: int) -> HeldRoles:
    """Return the roles encoded by `bits_of`."""
    return HeldRoles(
        *(
            frozenset(role for role, bit in BITS.items() if number & bit << shift)
            for shift in (0, HERE, LIMITED)
        )
    )


def bits_of(user: int, path: str, place: Lookups) -> Subquery:
    """Return an expression for the roles of an account, by key, at a row, as one number."""
    held = Membership.objects.filter(
        Q(tournament=OuterRef(f"{path}pk")) | Q(club=OuterRef(f"{path}club")), user=user
    )
    by_event, by_table = Q(limits__isnull=False), ~Q(tables="")
    if place.event:
        held, by_event = held.filter(~by_event | Q(limits__event=OuterRef(place.event))), Q(pk=None)
    if place.table:
        bar = Value(BAR)
        number = Concat(bar, Cast(OuterRef(place.table), CharField()), bar)
        held, by_table = held.filter(~by_table | Q(tables__contains=number)), Q(pk=None)
    is_limited = Q(limits__isnull=False) | ~Q(tables="")
    # One number, role times limit, because far fewer conditions have to be compiled.
    bits = Case(*(When(role=role, then=bit) for role, bit in BITS.items()))
    shift = Case(
        When(by_event | by_table, then=1 << LIMITED), When(is_limited, then=1 << HERE), default=1
    )
    by_user = held.order_by().values("user")
    return Subquery(by_user.annotate(bits=Sum(bits * shift, distinct=True)).values("bits"))
