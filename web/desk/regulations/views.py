"""Regulations (规程) of an event and articles (罚则表) of a tournament at the desk."""

from __future__ import annotations

from collections.abc import Collection

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from tournaments.models import Catalogue, Event, Role, Tournament
from tournaments.record.audit import Verb
from tournaments.regulations import catalogue
from tournaments.regulations.catalogue import StoredArticle, column_of
from tournaments.regulations.infractions.values import FormColumn
from tournaments.rights import access
from tournaments.rights.access import DESK, DIRECTORS
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, actor, is_unchanged, page, permission_context
from web.desk.regulations.forms import ArticleForm, RegulationsForm
from web.forms.requests import DeskRequest
from web.forms.stored_values import Logged
from web.publish.pages import articles as pages

NEW = "new"
"""The code in the address of an article to be added."""


@page(
    fetch.event,
    DIRECTORS,
    "desk/regulations/regulations.html",
    change=DIRECTORS,
    back="desk_regulations",
)
def regulations(request: DeskRequest, event: Event) -> Shown:
    """Show and change an event's regulations of the referee's process."""
    form = RegulationsForm(event, request.POST if request.method == "POST" else None)
    if form.is_valid():
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            form.press(actor(request))
            return gettext("The regulations are changed.")
    return {"event": event, "form": form}


def _event(request: DeskRequest, roles: Collection[Role], uid: str) -> Event:
    """Return an event; of a form for a director of the whole tournament.

    Articles apply to every event of it.
    """
    event = fetch.event(request, roles, uid=uid)
    if request.method == "POST" and not access.directs_whole(request.user, event.tournament):
        raise PermissionDenied
    return event


@page(_event, DESK, "desk/regulations/articles.html", change=DIRECTORS, back="desk_articles")
def articles(request: DeskRequest, event: Event) -> Shown:
    """Show the articles in force in an event; on POST publish or withdraw them."""
    if request.method == "POST":
        is_public = request.POST.get("public") == "1"
        catalogue.publish_articles(event.tournament, actor(request), is_public=is_public)
        if is_public:
            return gettext("The penalty table is now public.")
        return gettext("The penalty table is no longer public.")
    search = request.GET.get("q", "").strip()[:100]
    return {
        "event": event,
        "search": search,
        "table": pages.table(event, search=search),
        "off": pages.switched_off(event),
        "versions": catalogue.versions(event.tournament),
        **permission_context(request, event.tournament),
    }


def _event_and_code(
    request: DeskRequest, roles: Collection[Role], uid: str, code: str
) -> tuple[Event, str]:
    return _event(request, roles, uid), code


def _to_articles(found: tuple[Event, str]) -> HttpResponse:
    return redirect("desk_articles", found[0].uid)


@page(
    _event_and_code, DIRECTORS, "desk/regulations/article.html", change=DIRECTORS, back=_to_articles
)
def article(request: DeskRequest, found: tuple[Event, str]) -> Shown:
    """Show an article with its levels, and change it; the code `new` adds an article."""
    event, code = found
    copy = catalogue.current(event.tournament)
    row = _article(copy, code)
    columns = _columns(event.tournament)
    data = request.POST if request.method == "POST" else None
    frozen = bool(copy and copy.frozen_at) or catalogue.is_drawn(event.tournament)
    form = ArticleForm(row, columns, data, is_frozen=frozen)
    form.logged = Logged(event.tournament, (Verb.CHANGE_ARTICLE,))
    if form.is_valid():
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            reason = form.cleaned_data.get("reason", "")
            catalogue.change_article(
                event.tournament,
                actor(request),
                form.article(),
                reason=reason,
                seen=catalogue.mark(row),
            )
            return gettext("The article is changed.")
    return {"event": event, "form": form, "row": row}


def _article(copy: Catalogue | None, code: str) -> StoredArticle:
    if code == NEW:
        return StoredArticle("", {})
    row = catalogue.articles_of(copy).get(code)
    if row is None:
        raise Http404
    return row


def _columns(tournament: Tournament) -> set[FormColumn]:
    """Return the columns that the events of a tournament are judged by."""
    return {column_of(event) for event in tournament.events.select_related("ruleset")}
