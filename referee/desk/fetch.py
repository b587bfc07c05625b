"""The tournament and the deal of an official's page, fetched through `access`."""

from __future__ import annotations

from django.db.models.expressions import Combinable

from referee.rulings import corrections
from referee.sheets import queries
from tournaments import access
from tournaments.models import Deal, Result, Round, Tournament
from tournaments.views.answers import DeskRequest


def tournament_of(request: DeskRequest, uid: str, **also: Combinable) -> Tournament:
    """Return a tournament in which the user is an official; `also` are annotations."""
    return access.tournament_as(request.user, uid, access.REFEREES, **also)


def deal_of(request: DeskRequest, uid: str, deal_uid: str) -> Deal:
    """Return a deal for an official, for a form that is sent one who may change its result now."""
    related = queries.DEAL_WITH_EVENT
    deal = access.deal_as(request.user, uid, deal_uid, access.REFEREES, related)
    round_ = deal.sitting.segment.match.round
    round_.event = deal.event
    if request.method == "POST":
        require_change(request, uid, round_)
    return deal


def deal_with_results_of(
    request: DeskRequest, uid: str, deal_uid: str
) -> tuple[Deal, list[Result]]:
    """Return a deal for the page of an official, with the versions of its result."""
    related = queries.DEAL_WITH_EVENT
    deal, versions = access.deal_with_results_as(
        request.user, uid, deal_uid, access.REFEREES, related
    )
    deal.sitting.segment.match.round.event = deal.event
    return deal, versions


def require_change(request: DeskRequest, uid: str, round_: Round) -> None:
    """Refuse a user who may not change the results of a round of a tournament now."""
    access.tournament_as(request.user, uid, corrections.roles_for(round_))
