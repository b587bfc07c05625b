"""规程 and 罚则表 at the desk: the regulations of an event, the articles of a tournament."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.models import Catalogue, Event, Tournament
from tournaments.record.audit import Verb
from tournaments.regulations import catalogue
from tournaments.regulations.articles import column_of
from tournaments.regulations.infractions.values import Column
from tournaments.regulations.stored_articles import StoredArticle
from tournaments.rights import access
from web.desk.frame.answers import actor, is_unchanged, permission_context, required_roles
from web.desk.regulations.article_forms import ArticleForm
from web.desk.regulations.forms import RegulationsForm
from web.forms.requests import DeskRequest
from web.forms.stored_values import Logged
from web.publish.pages import articles as pages

NEW = "new"
"""What stands for the code of an article that is not there yet."""


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def regulations(request: DeskRequest, uid: str) -> HttpResponse:
    """Show and change what an event lays down of its referee's process."""
    event = access.event_as(request.user, uid, access.DIRECTORS)
    form = RegulationsForm(event, request.POST if request.method == "POST" else None)
    if form.is_valid():
        if is_unchanged(request, form):
            return redirect("desk_regulations", uid)
        with form.take_refusal():
            form.press(actor(request))
            messages.success(request, gettext("The regulations are changed."))
            return redirect("desk_regulations", uid)
    return render(request, "desk/regulations/regulations.html", {"event": event, "form": form})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def articles(request: DeskRequest, uid: str) -> HttpResponse:
    """Show the articles in force in an event; on POST publish them or take them back."""
    event = access.event_as(request.user, uid, required_roles(request, access.DESK))
    if request.method == "POST":
        _require_whole(request, event)
        is_public = request.POST.get("public") == "1"
        catalogue.publish_articles(event.tournament, actor(request), is_public=is_public)
        done = gettext("The public pages show it.") if is_public else gettext("It is not public.")
        messages.success(request, done)
        return redirect("desk_articles", uid)
    search = request.GET.get("q", "").strip()[:100]
    context = {
        "event": event,
        "search": search,
        "table": pages.table(event, search=search),
        "off": pages.switched_off(event),
        "versions": catalogue.versions(event.tournament),
        **permission_context(request, event.tournament),
    }
    return render(request, "desk/regulations/articles.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def article(request: DeskRequest, uid: str, code: str) -> HttpResponse:
    """Show an article with its levels, and change it; the code `new` adds one of their own."""
    event = access.event_as(request.user, uid, access.DIRECTORS)
    if request.method == "POST":
        _require_whole(request, event)
    copy = catalogue.current(event.tournament)
    row = _article(copy, code)
    columns = _columns(event.tournament)
    data = request.POST if request.method == "POST" else None
    frozen = bool(copy and copy.frozen_at) or catalogue.is_drawn(event.tournament)
    form = ArticleForm(row, columns, data, is_frozen=frozen)
    form.logged = Logged(event.tournament, (Verb.CHANGE_ARTICLE,))
    if form.is_valid():
        if is_unchanged(request, form):
            return redirect("desk_articles", uid)
        with form.take_refusal():
            reason = form.cleaned_data.get("reason", "")
            catalogue.change_article(
                event.tournament,
                actor(request),
                form.article(),
                reason=reason,
                seen=catalogue.mark(row),
            )
            messages.success(request, gettext("The article is changed."))
            return redirect("desk_articles", uid)
    context = {"event": event, "form": form, "row": row}
    return render(request, "desk/regulations/article.html", context)


def _require_whole(request: DeskRequest, event: Event) -> None:
    """Refuse a director of some events: the articles hold in every event of the tournament."""
    if not access.directs_whole(request.user, event.tournament):
        raise PermissionDenied


def _article(copy: Catalogue | None, code: str) -> StoredArticle:
    if code == NEW:
        return StoredArticle("", {})
    row = catalogue.articles_of(copy).get(code)
    if row is None:
        raise Http404
    return row


def _columns(tournament: Tournament) -> set[Column]:
    """Return the columns that the events of a tournament are judged by."""
    return {column_of(event) for event in tournament.events.select_related("ruleset")}
