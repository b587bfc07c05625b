"""Where somebody goes on from a page that is refused: to his own tables and desk, or to sign in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from tournaments.models import Round, Tournament, User
from tournaments.rights import access, tables_of_others

MOST_TABLES = 3


@dataclass(frozen=True, slots=True)
class OpenPage:
    """A page that is open to the visitor."""

    words: str
    address: str


def steps(request: HttpRequest) -> list[OpenPage]:
    """Return the pages on which the visitor can go on, the nearest first."""
    # A refusal may come before the middleware that says whose the session is.
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        back = {"next": request.get_full_path()} if request.method == "GET" else {}
        return [OpenPage(gettext("Sign in"), f"{reverse('login')}?{urlencode(back)}")]
    tournament = _tournament(request, user)
    here = list(_in_tournament(user, tournament)) if tournament else []
    return [*here, OpenPage(gettext("My tournaments"), reverse("desk"))]


def _tournament(request: HttpRequest, user: User) -> Tournament | None:
    """Return the tournament that the address is about, where the account has a role in it."""
    match = request.resolver_match
    uids = {str(value) for value in match.kwargs.values()} if match else set()
    about = Q(uid__in=uids) | Q(events__uid__in=uids) | Q(events__rounds__uid__in=uids)
    return access.tournaments_of(user).filter(about).select_related("club").first()


def _in_tournament(user: User, tournament: Tournament) -> Iterator[OpenPage]:
    own = tables_of_others.own_tables(user, tournament, None)
    played = Round.objects.filter(event__tournament=tournament, state=Round.State.PUBLISHED)
    round_ = played.order_by("-published_at").first() if own else None
    if round_ is not None:
        page = reverse("desk_round", args=[round_.uid])
        for number in own[:MOST_TABLES]:
            yield OpenPage(
                gettext("Table %(number)s") % {"number": number}, f"{page}#table-{number}"
            )
    if access.acts_in(user, tournament, access.DESK):
        overview = reverse("referee_overview", args=[tournament.uid])
        yield OpenPage(gettext("Sheets and tablets"), overview)
