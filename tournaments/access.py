"""Fetches rows for an account; what may not be seen is not fetched, and needs no later check.

A row of another club, or one that does not exist, is a 404; a row that the account may see but not
change is a 403.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import reduce
from typing import Any, Final, TypeVar, cast

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Case, Exists, FilteredRelation, OuterRef, Q, QuerySet, Sum, When
from django.db.models.expressions import Combinable, Subquery
from django.http import Http404
from django.shortcuts import get_list_or_404, get_object_or_404

from tournaments import local_time
from tournaments.models import (
    Board,
    BoardSet,
    Club,
    Deal,
    Entry,
    EntryMember,
    Event,
    ExtraDeal,
    LineUp,
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
from tournaments.structure import boards, segments
from tournaments.structure.boards import Hands

OWNERS = frozenset({Role.OWNER})
DIRECTORS = frozenset({Role.OWNER, Role.DIRECTOR})
CHIEFS = DIRECTORS | {Role.CHIEF_REFEREE}
REFEREES = DIRECTORS | {Role.CHIEF_REFEREE, Role.DEPUTY, Role.REFEREE}
DESK = REFEREES | {Role.SCORER}

BITS: Final = {role: 1 << place for place, role in enumerate(Role)}
"""A number for each role, so that one column tells all that an account has."""
HELD: Final = "roles_held"
"""Where a tournament keeps the roles of the account that it was fetched for."""
Visitor = User | AnonymousUser
FetchedRow = TypeVar("FetchedRow", bound=Row)


def roles_in(user: Visitor, tournament: Tournament) -> frozenset[Role]:
    """Return the roles of an account in a tournament, those in its club included.

    They came with a row that was fetched for the account, so that its page asks no more.
    """
    if not isinstance(user, User):
        return frozenset()
    fetched_for, roles = vars(tournament).get(HELD, (None, frozenset()))
    if fetched_for == user.pk:
        return frozenset(roles)
    held = user.memberships.filter(Q(tournament=tournament) | Q(club=tournament.club_id))
    return frozenset(Role(role) for role in held.values_list("role", flat=True))


def clubs_of(user: Visitor) -> QuerySet[Club]:
    """Return the clubs in which an account has a role."""
    if not isinstance(user, User):
        return Club.objects.none()
    return Club.objects.filter(memberships__in=user.memberships.all()).distinct()


def clubs_directed_by(user: Visitor) -> QuerySet[Club]:
    """Return the clubs in which an account may create a tournament; `is_owned` marks its own."""
    if not isinstance(user, User):
        return Club.objects.none()
    own = Membership.objects.filter(club=OuterRef("pk"), user=user.pk)
    directed = Club.objects.filter(Exists(own.filter(role__in=DIRECTORS)))
    return directed.annotate(is_owned=Exists(own.filter(role=Role.OWNER)))


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


def keeps_installation(user: Visitor) -> bool:
    """Whether an account decides what belongs to the installation, such as where its copies go.

    That is an administrator, and the owners of the club with which the installation began: copies
    hold the data of every club.
    """
    if not isinstance(user, User):
        return False
    first = Club.objects.order_by("created_at", "pk").first()
    return user.is_superuser or (first is not None and _has_role(user, first, {Role.OWNER}))


def club_as(user: Visitor, uid: str, roles: Collection[Role]) -> Club:
    """Return a club of the account's in which it has one of the roles."""
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

    Those that were deleted are left out.
    """
    if not isinstance(user, User):
        return Tournament.objects.none()
    held = Q(memberships__user=user) | Q(club__memberships__user=user)
    return Tournament.objects.filter(held).exclude(state=Tournament.State.CANCELLED).distinct()


def tournament_as(
    user: Visitor, uid: str, roles: Collection[Role], **also: Combinable
) -> Tournament:
    """Return a tournament in which the account has one of the roles.

    `also` adds annotations to the same query, each an attribute of the tournament.
    """
    rows = Tournament.objects.select_related("club").annotate(**also)
    kept = rows.exclude(state=Tournament.State.CANCELLED)
    return _fetch_as(kept, user, uid, roles, "")


def event_of_page(tournament: Tournament, events: Sequence[Any], uid: str) -> Event | None:
    """Return the event within which a page of a whole tournament is read.

    That is the one of its events that the address names, or the only one; the tournament was
    fetched for the account.
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
    rows = Event.objects.select_related("tournament__club", "ruleset").annotate(**also)
    kept = rows.exclude(state=Event.State.CANCELLED)
    return _fetch_as(kept, user, uid, roles, "tournament__")


def round_as(user: Visitor, uid: str, roles: Collection[Role], **also: Combinable) -> Round:
    """Return a round in whose tournament the account has one of the roles.

    `also` adds annotations to the same query, each an attribute of the round.
    """
    rows = Round.objects.select_related(
        "event__tournament__club", "event__ruleset", "group__stage"
    ).annotate(**also)
    return _fetch_as(rows, user, uid, roles, "event__tournament__")


def match_as(user: Visitor, uid: str, roles: Collection[Role]) -> Match:
    """Return a match in whose tournament the account has one of the roles."""
    rows = Match.objects.select_related(
        "round__event__tournament", "round__event__ruleset", "round__group__stage__event"
    )
    return _fetch_as(rows, user, uid, roles, "round__event__tournament__")


def deal_as(
    user: Visitor, tournament: str, uid: str, roles: Collection[Role], related: Iterable[str]
) -> Deal:
    """Return a deal of a tournament, by its uid, in which the account has one of the roles.

    `related` is what comes with it beside the tournament.
    """
    rows = Deal.objects.filter(event__tournament__uid=tournament)
    loaded = rows.select_related("event__tournament__club", *related)
    return _fetch_as(loaded, user, uid, roles, "event__tournament__")


def deal_with_results_as(
    user: Visitor, tournament: str, uid: str, roles: Collection[Role], related: Iterable[str]
) -> tuple[Deal, list[Result]]:
    """Return a deal as `deal_as` does, with the versions of its result, the newest first."""
    rows = Deal.objects.filter(event__tournament__uid=tournament)
    loaded = rows.select_related("event__tournament__club", *related)
    # The deal comes once for each version, or once without any.
    joined: Any = loaded.annotate(stored=FilteredRelation("results")).order_by("-stored__version")
    by_version = _fetch_all_as(
        joined.select_related("stored"), user, uid, roles, "event__tournament__"
    )
    deal, versions = by_version[0], [row.stored for row in by_version if hasattr(row, "stored")]
    for version in versions:
        version.deal = deal
    return deal, versions


def extra_deal_as(user: Visitor, uid: str, roles: Collection[Role]) -> ExtraDeal:
    """Return an extra deal of a tournament in which the account has one of the roles."""
    rows = ExtraDeal.objects.select_related("event__tournament")
    return _fetch_as(rows, user, uid, roles, "event__tournament__")


def stand_in_as(user: Visitor, uid: str, roles: Collection[Role]) -> EntryMember:
    """Return a stand-in in whose tournament the account has one of the roles."""
    rows = EntryMember.objects.filter(role=EntryMember.Role.SUBSTITUTE)
    loaded = rows.select_related("person", "entry__event__tournament")
    return _fetch_as(loaded, user, uid, roles, "entry__event__tournament__")


def table_as(user: Visitor, uid: str, roles: Collection[Role]) -> Table:
    """Return a table in whose tournament the account has one of the roles."""
    rows = Table.objects.select_related("tournament")
    return _fetch_as(rows, user, uid, roles, "tournament__")


def board_set_as(user: Visitor, uid: str, roles: Collection[Role]) -> BoardSet:
    """Return a board set, without its secret, where the account has one of the roles."""
    rows = BoardSet.objects.select_related("event__tournament", "event__ruleset").defer("secret")
    return _fetch_as(rows, user, uid, roles, "event__tournament__")


def may_be_read(sealed: Iterable[Board], event: Event) -> bool:
    """Whether the hands of boards of an event may be read: only once all of these are open."""
    rows = list(sealed)
    return boards.opened(rows, event) >= {board.pk for board in rows}


def hands(board: Board) -> Hands | None:
    """Return the hands of a board. Raises PermissionDenied for everybody while it is sealed."""
    if not may_be_read([board], board.board_set.event):
        raise PermissionDenied
    return boards.hands(board)


def deals_with_public_cards(deals: Iterable[Deal]) -> frozenset[int]:
    """Return the keys of the deals whose cards may be shown; boards and events must be loaded.

    While other tables still have to play its board, nobody is shown who won which card of a deal,
    not even the table that played it: whoever picks up its tablet would read it too.
    """
    rows = list(deals)
    dealt: dict[Event, list[Board]] = defaultdict(list)
    for deal in rows:
        if deal.board is not None:
            dealt[deal.event].append(deal.board)
    opened = {key for event, played in dealt.items() for key in boards.opened(played, event)}
    return frozenset(deal.pk for deal in rows if deal.board_id is None or deal.board_id in opened)


def secret(board_set: BoardSet) -> str:
    """Return the secret of a board set; empty where it has none, or a board of it is sealed."""
    rows = list(board_set.boards.all())
    return board_set.secret if rows and may_be_read(rows, board_set.event) else ""


def segment_as(user: Visitor, uid: str, roles: Collection[Role]) -> Segment:
    """Return a segment of a match in whose tournament the account has one of the roles."""
    rows = Segment.objects.select_related(
        "match__round__event__tournament",
        "match__round__event__ruleset",
        "match__round__group__stage",
    )
    return _fetch_as(rows, user, uid, roles, "match__round__event__tournament__")


def own_segment(entry: Entry, uid: str) -> Segment:
    """Return a segment that an entry plays in a public round."""
    segments = Segment.objects.filter(
        match__sides__entries=entry, match__round__state__in=Round.PUBLIC
    )
    loaded = segments.select_related(
        "match__round__event__tournament", "match__round__group__stage"
    )
    return get_object_or_404(loaded, uid=uid)


def line_ups(segment: Segment, entry: Entry | None = None) -> dict[int, LineUp]:
    """Return the line-ups of a segment that may be read, the newest of each side, by its number.

    Once revealed, everybody may read them. Before that a side reads its own, and the side with the
    seating right also reads the other's as soon as it is in. Nobody else does, not even at the
    desk: there is no other way to a line-up.
    """
    rows = LineUp.objects.filter(segment=segment).select_related("side").order_by("version")
    newest = {row.side.number: row for row in rows}
    own = segment.match.sides.filter(entries=entry).first() if entry else None
    right = segments.second_of(segment)
    return {
        number: line_up
        for number, line_up in newest.items()
        if line_up.revealed_at or (own and own.number in (number, right))
    }


def revealed_line_ups(round_: Round) -> dict[int, dict[int, LineUp]]:
    """Return the revealed line-ups of a round by key of segment and number of side."""
    rows = LineUp.objects.filter(segment__match__round=round_, revealed_at__isnull=False)
    by_segment: dict[int, dict[int, LineUp]] = {}
    for row in rows.select_related("side").order_by("version"):
        by_segment.setdefault(row.segment_id, {})[row.side.number] = row
    return by_segment


def public_events() -> QuerySet[Event]:
    """Return the events that a stranger may see."""
    return Event.objects.filter(
        state__in=[Event.State.PUBLISHED, Event.State.FINISHED],
        tournament__state__in=[Tournament.State.RUNNING, Tournament.State.FINISHED],
    )


def public_event(uid: str) -> Event:
    """Return an event that a stranger may see, by one query."""
    rows = public_events().select_related("tournament__club", "ruleset")
    event = get_object_or_404(rows, uid=uid)
    local_time.enter(event.tournament)
    return event


def public_deal(uid: str) -> Deal:
    """Return a deal of a round that a stranger may see."""
    deals = Deal.objects.filter(
        event__in=public_events(),
        sitting__segment__match__round__state__in=Round.PUBLIC,
    )
    deal = get_object_or_404(
        deals.select_related(
            "board__board_set",
            "event__tournament__club",
            "event__ruleset",
            "game",
            "sitting__table",
            "sitting__segment__match__round__group__stage__ruleset",
        ),
        uid=uid,
    )
    local_time.enter(deal.event.tournament)
    return deal


def _fetch_as(
    rows: QuerySet[FetchedRow], user: Visitor, uid: str, roles: Collection[Role], path: str
) -> FetchedRow:
    """Return a row of a tournament, by one query; `path` leads from the row to the tournament."""
    return _fetch_all_as(rows, user, uid, roles, path)[0]


def _fetch_all_as(
    rows: QuerySet[FetchedRow], user: Visitor, uid: str, roles: Collection[Role], path: str
) -> list[FetchedRow]:
    """Return a row as often as it comes with what is joined to it, at least once.

    What belongs to the account is told of the first.
    """
    if not isinstance(user, User):
        raise Http404
    held = Membership.objects.filter(
        Q(tournament=OuterRef(f"{path}pk")) | Q(club=OuterRef(f"{path}club")), user=user.pk
    )
    each_once = Sum(Case(*(When(role=role, then=bit) for role, bit in BITS.items())), distinct=True)
    by_user = held.order_by().values("user").annotate(bits=each_once)
    found: Any = get_list_or_404(rows.annotate(held=Subquery(by_user.values("bits"))), uid=uid)
    row = found[0]
    if row.held is None:
        raise Http404
    held_roles = frozenset(role for role, bit in BITS.items() if row.held & bit)
    if not held_roles & frozenset(roles):
        raise PermissionDenied
    tournament = reduce(getattr, path.removesuffix("__").split("__"), row) if path else row
    vars(tournament)[HELD] = user.pk, held_roles
    local_time.enter(tournament)
    return cast(list[FetchedRow], found)


def _has_role(user: User, club: Club, roles: Collection[Role]) -> bool:
    return user.memberships.filter(club=club, role__in=roles).exists()
