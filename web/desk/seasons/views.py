"""The seasons of a club at the desk: rules and events, table, persons and documents."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import nullcontext
from typing import Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext

from clubs import seasons
from clubs.seasons import fetching
from clubs.seasons.reading import SeasonRow, SeasonView
from tournaments.models import Club, Role, Season, SeasonState
from tournaments.rights import access
from tournaments.rights.access import DIRECTORS
from web.desk.frame import fetch
from web.desk.frame.made_at_once import made_at_once
from web.desk.frame.views import UNSAID, Shown, act, actor, is_unchanged, page, report_outcome
from web.desk.seasons.forms import NewSeasonForm, SeasonRulesForm, event_forms
from web.forms import sent
from web.forms.requests import DeskRequest
from web.publish.club_pages import season as pages
from web.publish.club_pages.certificate import MEDALS
from web.publish.pages.progress import current_rounds
from web.publish.printed import season as printed

EVENTS_A_PAGE: Final = 40
MOST_CERTIFICATES: Final = 60
"""The most certificates drawn at once: a team may share a place."""


_season = fetch.by_directors(fetching.season_to_change)
_season_to_read = fetch.by_directors(fetching.season_to_read)
_club = fetch.by_directors(fetching.club_with_seasons)


def _view(request: DeskRequest, roles: Collection[Role], uid: str) -> SeasonView:
    return seasons.read(_season_to_read(request, roles, uid=uid))


def _person(
    request: DeskRequest, roles: Collection[Role], uid: str, person_uid: str
) -> tuple[SeasonView, str]:
    return _view(request, roles, uid), person_uid


def _certified(
    request: DeskRequest, roles: Collection[Role], uid: str, person_uid: str
) -> tuple[SeasonView, SeasonRow]:
    view = _view(request, roles, uid)
    each = view.find(person_uid)
    if each is None:
        raise Http404
    return view, each


def _first(
    request: DeskRequest, roles: Collection[Role], uid: str
) -> tuple[SeasonView, Sequence[SeasonRow]]:
    """Return the persons in the first three places of a season. Raises Http404 for none."""
    view = _view(request, roles, uid)
    first = [each for each in view.rows if each.row.rank in MEDALS]
    if not first:
        raise Http404
    return view, first[:MOST_CERTIFICATES]


@page(_club, DIRECTORS, "desk/seasons/seasons.html", change=DIRECTORS)
def of_club(request: DeskRequest, club: Club) -> Shown:
    """Show the seasons of a club; on POST create one."""
    form = NewSeasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with form.take_refusal():
            season = seasons.create_season(club, actor(request), form.rules(), sent.form(request))
            return redirect("desk_season_events", season.uid)
    return {"club": club, "form": form, "seasons": club.seasons.order_by("-pk")}


@page(_view, DIRECTORS, "desk/seasons/season.html")
def season(request: DeskRequest, view: SeasonView) -> Shown:
    """Show the table of a season, with what can be done with it."""
    shown = pages.read(view, sent.number(request.GET.get("part", "")))
    directed = list(access.clubs_directed_by(request.user))
    return {
        "page": shown,
        "club": _own_club(view, directed),
        "directs": view.season.club in directed,
        "joinable": [club for club in directed if club not in view.clubs],
    }


def _own_club(view: SeasonView, directed: Collection[Club]) -> Club:
    """Return the club of a season, in a league that of its clubs which the reader directs."""
    return next(club for club in view.clubs if club in directed)


@page(_season, DIRECTORS, "desk/seasons/rules.html", change=DIRECTORS, back="desk_season")
def rules(request: DeskRequest, kept: Season) -> Shown:
    """Show the rules of a season; on POST change them."""
    form = SeasonRulesForm.of(kept, request.POST if request.method == "POST" else None)
    if form.is_valid():
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            seasons.change_rules(kept, actor(request), form.rules())
            return gettext("The rules are saved, and the points follow them.")
    return {"season": kept, "club": kept.club, "form": form}


@page(_season, DIRECTORS, "desk/seasons/events.html", change=DIRECTORS, back="desk_season")
def events(request: DeskRequest, kept: Season) -> Shown:
    """Show which events count; on POST choose among those of this page."""
    offered = Paginator(seasons.offered_events(kept), EVENTS_A_PAGE)
    shown = offered.get_page(request.GET.get("page"))
    if request.method == "POST":
        # The choice is among the events that the form named, whatever has been added since.
        named = sent.uids(request.POST, "events")[:EVENTS_A_PAGE]
        rows = list(seasons.offered_events(kept).filter(uid__in=named))
    else:
        rows = list(shown.object_list)
    forms = list(event_forms(kept, rows, request.POST if request.method == "POST" else None))
    if request.method == "POST" and all(form.is_valid() for form in forms):
        choices = {form.event.pk: choice for form in forms if (choice := form.choice())}
        if is_unchanged(request, *forms):
            return UNSAID
        done = gettext("The events are chosen, and their points posted.")
        with report_outcome(request, done), forms[0].as_read() if forms else nullcontext():
            seasons.choose_events(kept, actor(request), choices, [row.pk for row in rows])
        return UNSAID
    current = current_rounds(rows)
    listed = [(form, current.get(form.event.pk)) for form in forms]
    return {"season": kept, "club": kept.club, "forms": listed, "shown": shown}


@act(_season, DIRECTORS, back="desk_season")
def state(request: DeskRequest, kept: Season) -> str:
    """Finish a season, or take that back."""
    if kept.state == SeasonState.FINISHED:
        seasons.reopen_season(kept, actor(request))
        return gettext("The season is open again.")
    seasons.finish_season(kept, actor(request))
    return gettext("The season is finished; its papers are final.")


@act(_season, DIRECTORS, back="desk_season")
def clubs(request: DeskRequest, kept: Season) -> str:
    """Let a club that the account directs too join the league, or take a club out of it.

    Only the host's directors have this page: a club cannot leave by itself.
    """
    named = sent.uid(request.POST, "club")
    if "leave" in request.POST:
        leaving = get_object_or_404(Club, leagues__season=kept, uid=named)
        seasons.leave_league(kept, actor(request), leaving)
        return gettext("%(club)s has left the league.") % {"club": leaving.name}
    if joining := access.clubs_directed_by(request.user).filter(uid=named).first():
        seasons.join_league(kept, actor(request), joining)
        return gettext("%(club)s takes part.") % {"club": joining.name}
    messages.error(request, gettext("You can only admit a club that you direct too."))
    return UNSAID


file = made_at_once(printed.TABLE_FILES, _view, by=["kind"])


@page(_person, DIRECTORS, "desk/seasons/person.html")
def person(request: DeskRequest, found: tuple[SeasonView, str]) -> Shown:
    """Show the events of a person in a season, and the ledger."""
    club = _own_club(found[0], access.clubs_directed_by(request.user))
    return {"page": pages.read_person(*found), "club": club}


certificate = made_at_once(printed.certificate_of_person, _certified)
certificates = made_at_once(printed.certificates_of_first, _first)
