"""Fetches rows for an account; rows that it may not see are not fetched, and need no later check.

A row of another club, or one that does not exist, is a 404; a row that the account may see but not
change is a 403.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import reduce
from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, FilteredRelation, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable
from django.http import Http404
from django.shortcuts import get_object_or_404

from tournaments.base import local_time
from tournaments.models import (
    BoardSet,
    Club,
    Deal,
    EntryMember,
    Event,
    ExtraDeal,
    Match,
    Membership,
    Result,
    Role,
    Round,
    Row,
    Segment,
    Table,
    Tournament,
    User,
)
from tournaments.rights import access_queries, tables_of_others
from tournaments.rights.roles import (
    CHIEFS,
    CONFIRMERS,
    DESK,
    DIRECTORS,
    EVENT_OF_TABLE,
    OF_DEAL,
    OWNERS,
    REFEREES,
    Lookups,
    RolesByPart,
    Visitor,
    acts_in,
    bits_of,
    covers,
    keep_roles,
    narrowed,
    of_bits,
    reach,
    remember_roles,
    roles_by_part,
    roles_here,
    roles_in,
    with_roles,
)

__all__ = [
    "CHIEFS",
    "CONFIRMERS",
    "DESK",
    "DIRECTORS",
    "EVENT_OF_TABLE",
    "OWNERS",
    "REFEREES",
    "RolesByPart",
    "account_in",
    "acts_in",
    "board_set_as",
    "club_as",
    "clubs_directed_by",
    "clubs_of",
    "clubs_owned_by",
    "covers",
    "deal_as",
    "deal_with_results_as",
    "directs_anything",
    "directs_club",
    "directs_whole",
    "event_as",
    "event_of_page",
    "event_within",
    "extra_deal_as",
    "keeps_installation",
    "match_as",
    "membership_in",
    "memberships_of",
    "narrowed",
    "reach",
    "remember_roles",
    "roles_by_part",
    "roles_here",
    "roles_in",
    "round_as",
    "segment_as",
    "stand_in_as",
    "table_as",
    "tournament_as",
    "tournaments_of",
    "with_roles",
]

FetchedRow = TypeVar("FetchedRow", bound=Row)


def clubs_of(user: Visitor) -> QuerySet[Club]:
    """Return the clubs in which an account has a role."""
    if not isinstance(user, User):
        return Club.objects.none()
    return Club.objects.filter(memberships__in=user.memberships.all()).distinct()


def clubs_directed_by(user: Visitor) -> QuerySet[Club]:
    """Return the clubs in which an account may create a tournament."""
    if not isinstance(user, User):
        return Club.objects.none()
    own = Membership.objects.filter(club=OuterRef("pk"), user=user.pk)
    return Club.objects.filter(Exists(own.filter(role__in=DIRECTORS)))


def owns_club(user: Visitor, club: Club) -> bool:
    """Whether an account is an owner of a club."""
    return isinstance(user, User) and _has_role(user, club, OWNERS)


def directs_club(user: Visitor, club: Club) -> bool:
    """Whether an account may create a tournament of a club."""
    return isinstance(user, User) and _has_role(user, club, DIRECTORS)


def clubs_owned_by(user: Visitor) -> QuerySet[Club]:
    """Return the clubs of which an account is an owner."""
    if not isinstance(user, User):
        return Club.objects.none()
    return Club.objects.filter(memberships__user=user, memberships__role=Role.OWNER).distinct()


def directs_anything(user: User) -> bool:
    """Whether an account directs a club or a tournament here."""
    return user.memberships.filter(role__in=DIRECTORS).exists()


def directs_whole(user: User, tournament: Tournament) -> bool:
    """Whether an account directs a whole tournament rather than some of its events."""
    return reach(user, tournament, DIRECTORS).is_everything


def keeps_installation(user: Visitor) -> bool:
    """Whether an account decides about the installation, such as the destination of backups.

    Administrators do, and the owners of the first club of the installation, because backups hold
    the data of every club.
    """
    if not isinstance(user, User):
        return False
    first = Club.objects.order_by("created_at", "pk").first()
    return user.is_superuser or (first is not None and _has_role(user, first, {Role.OWNER}))


def club_as(user: Visitor, uid: str, roles: Collection[Role]) -> Club:
    """Return a club in which the account has one of the roles."""
    club = get_object_or_404(clubs_of(user), uid=uid)
    if not (isinstance(user, User) and _has_role(user, club, roles)):
        raise PermissionDenied
    return club


def memberships_of(club: Club) -> QuerySet[Membership]:
    """Return the roles in a club and in its tournaments, with their accounts."""
    held = Membership.objects.filter(Q(club=club) | Q(tournament__club=club))
    return held.select_related("user", "club", "tournament")


def membership_in(club: Club, uid: str) -> Membership:
    """Return a role in a club that was fetched for its owner, or in one of its tournaments."""
    return get_object_or_404(memberships_of(club), uid=uid)


def account_in(club: Club, uid: str) -> User:
    """Return an account that has a role in a club that was fetched for its owner."""
    held = memberships_of(club).filter(user__uid=uid).first()
    if held is None:
        raise Http404
    return held.user


def tournaments_of(user: Visitor) -> QuerySet[Tournament]:
    """Return the tournaments in which an account has a role, directly or through the club.

    Deleted ones are left out.
    """
    if not isinstance(user, User):
        return Tournament.objects.none()
    held = Q(memberships__user=user) | Q(club__memberships__user=user)
    return Tournament.objects.filter(held).exclude(state=Tournament.State.CANCELLED).distinct()


def tournament_as(
    user: Visitor, uid: str, roles: Collection[Role], *, within: bool = False, **also: Combinable
) -> Tournament:
    """Return a tournament in which the account has one of the roles.

    `within` admits limited roles, for a page that shows only what they `reach`. `also` adds
    annotations to the same query, each an attribute of the tournament.
    """
    rows = Tournament.objects.select_related("club").annotate(**also)
    kept = rows.exclude(state=Tournament.State.CANCELLED)
    return _fetch_as(kept, user, uid, roles, "", Lookups(within=within))


def event_of_page(tournament: Tournament, events: Sequence[Any], uid: str) -> Event | None:
    """Return the event in whose context a page of a whole tournament is shown.

    It is the event named in the address, or the only one; the tournament was fetched for the
    account.
    """
    rows = [event for event in events if isinstance(event, Event)]
    for event in rows:
        event.tournament = tournament
    named = [event for event in rows if event.uid == uid] or rows
    return named[0] if len(named) == 1 else None


def event_as(user: Visitor, uid: str, roles: Collection[Role], **also: Combinable) -> Event:
    """Return an event in whose tournament the account has one of the roles.

    `also` adds annotations to the same query, each an attribute of the event.
    """
    return _event_at(user, uid, roles, Lookups("pk"), **also)


def event_within(user: Visitor, uid: str, roles: Collection[Role]) -> Event:
    """Return an event for one of the roles in it or at some of its tables.

    It is for a page that shows only what they `reach`.
    """
    return _event_at(user, uid, roles, Lookups("pk", within=True))


def _event_at(
    user: Visitor, uid: str, roles: Collection[Role], place: Lookups, **also: Combinable
) -> Event:
    if also:
        rows = access_queries.events().annotate(**also)
        return _fetch_as(rows, user, uid, roles, "tournament__", place)
    found = access_queries.event(place).all(user.pk or 0, uid)
    return _allowed(found, user, roles, "tournament__", place)[0]


def round_as(
    user: Visitor, uid: str, roles: Collection[Role], *, within: bool = False, **also: Combinable
) -> Round:
    """Return a round in whose tournament the account has one of the roles.

    `within` and `also` are as in `tournament_as`.
    """
    rows = Round.objects.select_related(
        "event__tournament__club", "event__ruleset", "event__regulations", "group__stage"
    ).annotate(**also)
    return _fetch_as(rows, user, uid, roles, "event__tournament__", Lookups("event", within=within))


def match_as(user: Visitor, uid: str, roles: Collection[Role]) -> Match:
    """Return a match in whose tournament the account has one of the roles."""
    rows = Match.objects.select_related(
        "round__event__tournament", "round__event__ruleset", "round__group__stage__event"
    ).defer("round__reasons")
    return _fetch_as(rows, user, uid, roles, "round__event__tournament__", Lookups("round__event"))


def deal_as(
    user: Visitor, tournament: str, uid: str, roles: Collection[Role], related: Iterable[str]
) -> Deal:
    """Return a deal of a tournament, by its uid, in which the account has one of the roles.

    `related` are the relations to load. `is_owed` says that another result was decided and not
    entered yet.
    """
    found = access_queries.deal(tuple(related)).all(user.pk or 0, tournament, uid)
    return _allowed(found, user, roles, "event__tournament__", OF_DEAL)[0]


def deal_with_results_as(
    user: Visitor, tournament: str, uid: str, roles: Collection[Role], related: Iterable[str]
) -> tuple[Deal, list[Result]]:
    """Return a deal as `deal_as` does, with the versions of its result, the newest first."""
    # The deal occurs once for each version, or once without any.
    joined: Any = (
        access_queries.deals(tournament, related)
        .annotate(stored=FilteredRelation("results"))
        .order_by("-stored__version")
    )
    by_version = _fetch_all_as(
        joined.select_related("stored"), user, uid, roles, "event__tournament__", OF_DEAL
    )
    deal, versions = by_version[0], [row.stored for row in by_version if hasattr(row, "stored")]
    for version in versions:
        version.deal = deal
    return deal, versions


def extra_deal_as(user: Visitor, uid: str, roles: Collection[Role]) -> ExtraDeal:
    """Return an extra deal of a tournament in which the account has one of the roles."""
    rows = ExtraDeal.objects.select_related("event__tournament")
    return _fetch_as(rows, user, uid, roles, "event__tournament__", Lookups("event"))


def stand_in_as(user: Visitor, uid: str, roles: Collection[Role]) -> EntryMember:
    """Return a substitute in whose tournament the account has one of the roles."""
    rows = EntryMember.objects.filter(role=EntryMember.Role.SUBSTITUTE)
    loaded = rows.select_related("person", "entry__event__tournament")
    return _fetch_as(
        loaded, user, uid, roles, "entry__event__tournament__", Lookups("entry__event")
    )


def table_as(user: Visitor, uid: str, roles: Collection[Role]) -> Table:
    """Return a table in whose tournament the account has one of the roles."""
    rows = Table.objects.select_related("tournament")
    return _fetch_as(rows, user, uid, roles, "tournament__", Lookups(table="number"))


def board_set_as(user: Visitor, uid: str, roles: Collection[Role]) -> BoardSet:
    """Return a board set, without its secret, where the account has one of the roles."""
    rows = BoardSet.objects.select_related("event__tournament", "event__ruleset").defer("secret")
    return _fetch_as(rows, user, uid, roles, "event__tournament__", Lookups("event"))


def segment_as(user: Visitor, uid: str, roles: Collection[Role]) -> Segment:
    """Return a segment of a match in whose tournament the account has one of the roles."""
    rows = Segment.objects.select_related(
        "match__round__event__tournament",
        "match__round__event__ruleset",
        "match__round__event__regulations",
        "match__round__group__stage",
    ).defer("match__round__reasons")
    return _fetch_as(
        rows,
        user,
        uid,
        roles,
        "match__round__event__tournament__",
        Lookups("match__round__event"),
    )


def _fetch_as(
    rows: QuerySet[FetchedRow],
    user: Visitor,
    uid: str,
    roles: Collection[Role],
    path: str,
    place: Lookups,
) -> FetchedRow:
    """Return a row of a tournament, by one query; `path` leads from the row to the tournament."""
    return _fetch_all_as(rows, user, uid, roles, path, place)[0]


def _fetch_all_as(
    rows: QuerySet[FetchedRow],
    user: Visitor,
    uid: str,
    roles: Collection[Role],
    path: str,
    place: Lookups,
) -> list[FetchedRow]:
    """Return a row once for each row joined to it, and at least once."""
    found = rows.annotate(held=bits_of(user.pk or 0, path, place)).filter(uid=uid)
    return _allowed(list(found), user, roles, path, place)


def _allowed(
    found: list[FetchedRow], user: Visitor, roles: Collection[Role], path: str, place: Lookups
) -> list[FetchedRow]:
    """Return rows fetched with the account's roles; store the roles with the first one."""
    if not found or not isinstance(user, User):
        raise Http404
    row: Any = found[0]
    tournament = reduce(getattr, path.removesuffix("__").split("__"), row) if path else row
    if row.held is None:
        tables_of_others.refuse_elsewhere(user, tournament, row, place)
        raise Http404
    held = of_bits(row.held)
    if not held.suffice(roles, within=place.within):
        tables_of_others.refuse_role(user, tournament, roles)
    keep_roles(user, tournament, held)
    local_time.enter(tournament)
    return found


def _has_role(user: User, club: Club, roles: Collection[Role]) -> bool:
    return user.memberships.filter(club=club, role__in=roles).exists()
