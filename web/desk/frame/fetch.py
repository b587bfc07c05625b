"""Fetch the subjects of the desk's pages through `access`.

A fetch in the frame of a view gets the request, the roles and the arguments of the address.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, TypeVar

from django.http import Http404

from referee.models import Call
from referee.rulings.listed import Ruled
from referee.sheets import queries
from tournaments.models import Deal, Entry, Event, Result, Role, Round, Sitting, Tournament
from tournaments.rights import access, ruling_offices, tables_of_others
from tournaments.rights.roles import Reach
from web.desk.frame import moved_entries
from web.forms.requests import DeskRequest

Fetched = TypeVar("Fetched")
TYPISTS: Final = access.DIRECTORS | {Role.SCORER}
"""Roles that type deals without a result; they need not be referees."""


def by(row_as: Callable[..., Fetched], **also: Any) -> Callable[..., Fetched]:
    """Turn a fetch that takes an account into one for views; `also` is passed on."""

    def fetch(request: DeskRequest, roles: Collection[Role], **address: Any) -> Fetched:
        return row_as(request.user, roles=roles, **address, **also)

    return fetch


def by_directors(row_for: Callable[..., Fetched]) -> Callable[..., Fetched]:
    """Turn a fetch that takes an account, and is for directors only, into one for views."""

    def fetch(request: DeskRequest, roles: Collection[Role], **address: Any) -> Fetched:
        if frozenset(roles) != access.DIRECTORS:
            raise ValueError("only directors have access")
        return row_for(request.user, **address)

    return fetch


club = by(access.club_as)
tournament = by(access.tournament_as)
tournament_within = by(access.tournament_as, within=True)
event = by(access.event_as)
round_ = by(access.round_as)
match = by(access.match_as)
segment = by(access.segment_as)
extra_deal = by(access.extra_deal_as)
stand_in = by(access.stand_in_as)
table = by(access.table_as)


def entry(request: DeskRequest, roles: Collection[Role], uid: str, number: int) -> Entry:
    """Return an entry of an event by its number; of a form only the one that it was shown for."""
    return moved_entries.entry_of(request, event(request, roles, uid=uid), number)


def tournament_to_type_in(request: DeskRequest, roles: Collection[Role], uid: str) -> Tournament:
    """Return a tournament for an account that types and reads in at all tables."""
    tournament = access.tournament_as(request.user, uid, roles)
    if not access.roles_here(request.user, tournament) & frozenset(roles):
        tables_of_others.refuse_role(request.user, tournament, roles)
    return tournament


def event_to_rule_in(
    request: DeskRequest, roles: Collection[Role], uid: str, event_uid: str
) -> Event:
    """Return an event as `event_of` does, but refuse organisers of an official competition."""
    event = event_of(request, roles, uid, event_uid)
    ruling_offices.require_office(request.user, event)
    return event


def event_of(request: DeskRequest, roles: Collection[Role], uid: str, event_uid: str) -> Event:
    """Return an event of a tournament for an official of it, or of some of its tables."""
    event = access.event_within(request.user, event_uid, roles)
    if event.tournament.uid != uid:
        raise Http404
    return event


def round_of(request: DeskRequest, roles: Collection[Role], uid: str, round_uid: str) -> Round:
    """Return a round of a tournament for an official of its event, or of some of its tables."""
    round_ = access.round_as(request.user, round_uid, roles, within=True)
    if round_.event.tournament.uid != uid:
        raise Http404
    return round_


def require_table(request: DeskRequest, event: Event, sitting: Sitting | None) -> Reach:
    """Return the user's reach in an event. Refuse a table that is another official's."""
    within = reach(request, event.tournament)
    if sitting is not None and not within.covers(event.pk, sitting.table.number):
        tables_of_others.refuse_table(
            request.user, event.tournament, event.pk, sitting.table.number
        )
    return within


def require_call(request: DeskRequest, event: Event, call: Call | None) -> None:
    """Refuse a call from a table of another official."""
    roles = access.REFEREES
    if call is not None and not access.covers(request.user, event.tournament, roles, call.table):
        raise Http404


def require_tables(request: DeskRequest, event: Event, numbers: Collection[int]) -> None:
    """Refuse a table of another official among those of a match that is not played yet."""
    within = reach(request, event.tournament)
    if not numbers and not within.covers(event.pk):
        tables_of_others.refuse_role(request.user, event.tournament, access.REFEREES)
    for number in numbers:
        if not within.covers(event.pk, number):
            tables_of_others.refuse_table(request.user, event.tournament, event.pk, number)


def whose_elsewhere(
    request: DeskRequest, event: Event, numbers: Collection[int]
) -> Mapping[int, str]:
    """Return a sentence by table number for each of these tables that is another official's."""
    within = reach(request, event.tournament)
    others = [number for number in numbers if not within.covers(event.pk, number)]
    return tables_of_others.whose(request.user, event.tournament, event.pk, others)


def reach(
    request: DeskRequest, tournament: Tournament, roles: Collection[Role] = access.REFEREES
) -> Reach:
    """Return the user's reach in a tournament by these roles."""
    return access.reach(request.user, tournament, roles)


def deal_of(request: DeskRequest, roles: Collection[Role], uid: str, deal_uid: str) -> Deal:
    """Return a deal for an official; on POST only for one who may change its result now."""
    related = queries.DEAL_WITH_EVENT
    deal = access.deal_as(request.user, uid, deal_uid, roles, related)
    round_ = deal.sitting.segment.match.round
    round_.event = deal.event
    if request.method == "POST":
        require_change(request, uid, deal)
    return deal


def deal_to_read(request: DeskRequest, roles: Collection[Role], uid: str, deal_uid: str) -> Deal:
    """Return a deal for a referee or a scorer of its table, who may not change its result."""
    related = queries.DEAL_WITH_EVENT
    deal = access.deal_as(request.user, uid, deal_uid, roles, related)
    _require_here(request, deal)
    deal.sitting.segment.match.round.event = deal.event
    return deal


def deal_with_results_of(
    request: DeskRequest, roles: Collection[Role], uid: str, deal_uid: str
) -> tuple[Deal, list[Result]]:
    """Return a deal for the page of a referee or a scorer, with the versions of its result."""
    related = queries.DEAL_WITH_EVENT
    deal, versions = access.deal_with_results_as(request.user, uid, deal_uid, roles, related)
    _require_here(request, deal)
    deal.sitting.segment.match.round.event = deal.event
    return deal, versions


def may_rule(request: DeskRequest, deal: Deal) -> bool:
    """Whether the user may change the result of a deal now; it was fetched for the user."""
    held = access.roles_here(request.user, deal.event.tournament)
    return bool(held & ruling_offices.correcting_roles(deal.sitting.segment.match.round))


def may_type(request: DeskRequest, deal: Deal) -> bool:
    """Whether the user may type a deal now; scorers and organisers only one without a result."""
    if may_rule(request, deal):
        return True
    is_over = ruling_offices.is_window_over(deal.sitting.segment.match.round)
    held = access.roles_here(request.user, deal.event.tournament)
    return bool(held & TYPISTS) and not (deal.done or is_over)


def _require_here(request: DeskRequest, deal: Deal) -> None:
    """Refuse a role that is limited to other tables."""
    if not access.roles_here(request.user, deal.event.tournament) & access.DESK:
        tables_of_others.refuse_role(request.user, deal.event.tournament, access.DESK)


def require_change(request: DeskRequest, uid: str, deal: Deal) -> None:
    """Refuse a user who may not change the result of a deal of a tournament now."""
    ruling_offices.require_office(request.user, deal.event)
    roles = ruling_offices.correcting_roles(deal.sitting.segment.match.round)
    access.deal_as(request.user, uid, deal.uid, roles, ())


def require_change_of_round(request: DeskRequest, round_: Round, numbers: Collection[int]) -> None:
    """Refuse a user who may not change the results of these tables of a round now."""
    ruling_offices.require_office(request.user, round_.event)
    event, roles = round_.event, ruling_offices.correcting_roles(round_)
    if numbers:
        require_tables(request, event, numbers)
    held = access.roles_by_part(request.user, event.tournament)
    may_change = all(held.at(event.pk, number) & roles for number in numbers)
    if not (may_change and access.acts_in(request.user, event.tournament, roles)):
        tables_of_others.refuse_role(request.user, event.tournament, roles)


def covers_ruling(reach: Reach, ruled: Ruled) -> bool:
    """Whether a ruling is within reach; one on an entry is if all of its event is."""
    sitting, event = ruled.case.sitting, ruled.case.event_id
    return reach.covers(event, sitting.table.number) if sitting else reach.covers(event)


def covers_deal(reach: Reach, deal: Deal) -> bool:
    """Whether a deal is within reach; its sitting's table must be loaded."""
    return reach.covers(deal.event_id, deal.sitting.table.number)
