"""The frame of every page of the desk: the bar of what is waiting, and the rail of the event.

A page of a whole tournament has a rail of its events; a page of a club, and the first page of
those who direct one club, a rail of the club.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django import template
from django.http import HttpRequest
from django.template import Context
from django.utils import timezone

from tournaments import wording
from tournaments.models import Club, Event, Installation, Round, Tournament, User
from tournaments.rights import access
from tournaments.rights.roles import has_kept_roles
from tournaments.system import installation
from web.publish import address, rail
from web.publish.alerts import alert_bar
from web.publish.alerts.alert_bar import AlertBar
from web.publish.rail import Rail, RoundStep

register = template.Library()
OF_CLUB: Final = {
    "desk_invit": "desk_accounts",
    "desk_let_in": "desk_accounts",
    "desk_member": "desk_members",
    "desk_message": "desk_messages",
    "desk_password": "desk_accounts",
    "desk_rating": "desk_ratings",
    "desk_role": "desk_accounts",
    "desk_season": "desk_seasons",
    "desk_second_factor": "desk_accounts",
}
"""Prefixes of page names, each with the page of the club's rail that leads to these."""
OF_TOURNAMENT: Final = frozenset(
    {"desk_tournament", "desk_tournament_settings", "desk_officials", "desk_event_new"}
)
"""Pages of a whole tournament that are never read within an event."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame around a page: the bar of its tournament, and its rail, the event's one first.

    A page of a whole tournament has the `events` within which it can be read; `here` is its name.
    """

    bar: AlertBar | None = None
    rail: Rail | None = None
    events: Sequence[Event] = ()
    here: str = ""
    is_whole: bool = False
    """Whether it is a page of a whole tournament."""
    directs: bool = False
    """Whether the reader directs that tournament."""
    referees: bool = False
    """Whether the reader has the referee's pages."""
    club: Club | None = None
    """The club of a page that belongs to no tournament."""
    owns: bool = False
    """Whether the reader is an owner of that club."""


@register.simple_tag(takes_context=True)
def desk_frame(context: Context) -> Frame:
    """Return what is waiting in the page's tournament and the rail of its event, by one query."""
    request, tournament, user = context.get("request"), _tournament(context), _user(context)
    if not isinstance(request, HttpRequest) or user is None:
        return Frame()
    if tournament is None:
        return _of_club(context, user)
    access.remember_roles(user, tournament)
    event, events = _event(context)
    known = _known_steps(context.get("rounds"))
    wanted = [] if event is None or known is not None else [(rail.round_rows, [event.pk])]
    own_rows = alert_bar.installation_rows(request, tournament, user)
    alerts, rows = alert_bar.read_with(
        [tournament.pk],
        *wanted,
        *own_rows,
        narrowed=access.narrowed(user, [tournament]),
    )
    if own_rows:
        alert_bar.keep_installation(request, rows)
    bar = alert_bar.alert_bar(request, tournament, user, alerts, event)
    if event is None:
        reach = access.reach(user, tournament, access.DESK)
        within = [each for each in events if reach.touches(each.pk)]
        here = _page_name(context)
        return Frame(
            bar,
            events=within,
            here=here,
            is_whole=bool(within) or here in OF_TOURNAMENT,
            directs=access.acts_in(user, tournament, access.DIRECTORS),
            referees=access.acts_in(user, tournament, access.REFEREES),
        )
    rounds = rail.steps_of_rows(rows) if known is None else known
    return Frame(bar, _rail(context, event, user, rounds))


def _of_club(context: Context, user: User) -> Frame:
    """Return the frame around a page of a club.

    The rail leads only to pages for those who direct the club; others, such as a referee who looks
    after a PIN, get none.
    """
    if _page_name(context) == "desk":
        return _of_home(context)
    club = context.get("club")
    if not isinstance(club, Club) or not club.pk:
        return Frame()
    owns = access.owns_club(user, club)
    if not owns and not access.directs_club(user, club):
        return Frame()
    return Frame(club=club, owns=owns, here=_of_rail(_page_name(context)))


def _of_home(context: Context) -> Frame:
    """Return the frame around the first page: the rail of the reader's only club."""
    clubs, owned = context.get("clubs"), context.get("owned")
    if not isinstance(clubs, list) or len(clubs) != 1:
        return Frame()
    return Frame(club=clubs[0], owns=bool(owned), here="desk")


def _of_rail(page: str) -> str:
    """Return the page of the rail under which a page of a club stands."""
    return next((place for start, place in OF_CLUB.items() if page.startswith(start)), page)


def _rail(context: Context, event: Event, user: User, rounds: Sequence[RoundStep]) -> Rail:
    later, shown = context.get("later"), context.get("round")
    last = later.stop - 1 if isinstance(later, range) else event.rounds_planned or 0
    number = 0
    if isinstance(shown, Round) and shown.state != Round.State.CANCELLED:
        number = shown.number
    return rail.rail_of(user, event, rounds, here=_page_name(context), shown=number, planned=last)


def _known_steps(rounds: object) -> list[RoundStep] | None:
    """Return the rounds if the page has read them already, else None."""
    if not isinstance(rounds, list) or not all(isinstance(each, Round) for each in rounds):
        return None
    return rail.steps_of_rounds(rounds)


def _tournament(context: Context) -> Tournament | None:
    shown = context.get("tournament")
    if isinstance(shown, Tournament):
        return shown if shown.pk else None
    event = context.get("event")
    return event.tournament if isinstance(event, Event) and event.pk else None


def _event(context: Context) -> tuple[Event | None, Sequence[Event]]:
    """Return the event of the page and the events it can be read within.

    A page of the whole tournament has the event that its address names.
    """
    event = context.get("event")
    if isinstance(event, Event):
        return (event if event.pk else None), ()
    request, tournament = context.get("request"), _tournament(context)
    if not isinstance(request, HttpRequest) or tournament is None:
        return None, ()
    here, named = _page_name(context), request.GET.get("event", "")
    is_whole = here in OF_TOURNAMENT
    if not named and not is_whole and not here.startswith("referee_") and here != "desk_codes":
        return None, ()
    known = context.get("events")
    rows = known if isinstance(known, list) else tournament.events.order_by("number")
    events = [each for each in rows if isinstance(each, Event)]
    kept = [each for each in events if each.state != Event.State.CANCELLED]
    return None if is_whole else access.event_of_page(tournament, events, named), kept


def _user(context: Context) -> User | None:
    user = getattr(context.get("request"), "user", None)
    return user if isinstance(user, User) else None


def _page_name(context: Context) -> str:
    request = context.get("request")
    match = request.resolver_match if isinstance(request, HttpRequest) else None
    return match.url_name or "" if match else ""


@dataclass(frozen=True, slots=True)
class SafetyNews:
    """Warnings: a changed address, a failed backup, a disk problem; the club whose page says more.

    `printed` is the address that is still on the cards of the tables. `near` says that the backups
    are on the same disk as the data.
    """

    moved: str = ""
    printed: str = ""
    fault: str = ""
    club: str = ""
    disk: str = ""
    near: bool = False


@register.simple_tag(takes_context=True)
def installation_news(context: Context) -> SafetyNews | None:
    """Return the warnings for the account; None if there are none."""
    request = context.get("request")
    user = getattr(request, "user", None)
    if not isinstance(request, HttpRequest) or not isinstance(user, User):
        return None
    trouble = installation.disk_fault()
    disk = wording.problem_text(trouble) if trouble else ""
    if _only_serves(context, user):
        return SafetyNews(disk=disk) if disk else None
    now = alert_bar.installation_of(request)
    moved = address.changed_address(request, now.address)
    problem = installation.fault(now, timezone.now())
    near = _is_near(request, now)
    if not (moved or problem or near) or not access.directs_anything(user):
        # A problem of the disk is shown to everybody who is signed in.
        return SafetyNews(disk=disk) if disk else None
    club = access.clubs_directed_by(user).first()
    fault = wording.problem_text(problem) if problem else ""
    return SafetyNews(moved, now.address, fault, club.uid if club else "", disk, near)


def _is_near(request: HttpRequest, now: Installation) -> bool:
    """Whether the desk's first page warns that the backups are on the same disk as the data."""
    match = request.resolver_match
    is_first = match is not None and match.url_name == "desk"
    return (
        is_first and bool(now.copies_to) and installation.is_on_the_same_disk(Path(now.copies_to))
    )


def _only_serves(context: Context, user: User) -> bool:
    """Whether the page is of a tournament in which the account directs nothing, without a query."""
    shown = context.get("tournament") or getattr(context.get("event"), "tournament", None)
    if not isinstance(shown, Tournament) or not has_kept_roles(shown):
        return False
    return not access.roles_in(user, shown) & access.DIRECTORS
