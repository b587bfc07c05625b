"""The seasons of a club at the desk: made, their rules and events, table, persons and papers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import Final

from csp.decorators import csp_exempt
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import seasons
from clubs.seasons import fetching
from clubs.seasons.reading import SeasonView
from tournaments.models import Club, SeasonState
from tournaments.rights import access
from web.desk.frame.answers import actor, is_unchanged, report_outcome
from web.desk.seasons.forms import NewSeasonForm, SeasonRulesForm, event_forms
from web.forms import sent
from web.forms.requests import DeskRequest
from web.publish.club_pages import season as pages
from web.publish.club_pages.certificate import MEDALS
from web.publish.files import CSV, XLSX, csv_file, xlsx_file
from web.publish.pages.progress import current_rounds
from web.publish.printed import season as printed

EVENTS_A_PAGE: Final = 40
MOST_CERTIFICATES: Final = 60
"""Most certificates that are drawn at once: a team may share a place."""
PDF: Final = ("pdf", "application/pdf")
FILES: Final[Mapping[str, tuple[tuple[str, str], Callable[[SeasonView], bytes]]]] = {
    "pdf": (PDF, printed.table_paper),
    "xlsx": (XLSX, lambda view: xlsx_file(printed.table_values(view), lambda _a, _b: None)),
    "csv": (CSV, lambda view: csv_file(printed.table_values(view), lambda _a, _b: None)),
}
"""The table of a season as a file, by its ending."""


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def of_club(request: DeskRequest, uid: str) -> HttpResponse:
    """Show the seasons of a club; on POST make one."""
    club = fetching.club_with_seasons(request.user, uid)
    form = NewSeasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with form.take_refusal():
            season = seasons.create_season(club, actor(request), form.rules(), sent.form(request))
            return redirect("desk_season_events", season.uid)
    context = {"club": club, "form": form, "seasons": club.seasons.order_by("-pk")}
    return render(request, "desk/seasons/seasons.html", context)


@never_cache
@login_required
@require_safe
def season(request: DeskRequest, uid: str) -> HttpResponse:
    """Show the table of a season, with what can be done with it."""
    view = seasons.read(fetching.season_to_read(request.user, uid))
    page = pages.read(view, sent.number(request.GET.get("part", "")))
    directed = access.clubs_directed_by(request.user)
    others = directed.exclude(pk__in=[club.pk for club in view.clubs])
    context = {
        "page": page,
        "directs": access.directs_club(request.user, view.season.club),
        "joinable": others,
    }
    return render(request, "desk/seasons/season.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: DeskRequest, uid: str) -> HttpResponse:
    """Show the rules of a season; on POST change them."""
    kept = fetching.season_to_change(request.user, uid)
    form = SeasonRulesForm.of(kept, request.POST if request.method == "POST" else None)
    if form.is_valid():
        if is_unchanged(request, form):
            return redirect("desk_season", uid)
        with form.take_refusal():
            seasons.change_rules(kept, actor(request), form.rules())
            messages.success(request, gettext("The rules are kept, and the points follow them."))
            return redirect("desk_season", uid)
    return render(request, "desk/seasons/rules.html", {"season": kept, "form": form})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def events(request: DeskRequest, uid: str) -> HttpResponse:
    """Show which events count; on POST choose among those of this page."""
    kept = fetching.season_to_change(request.user, uid)
    offered = Paginator(seasons.offered_events(kept), EVENTS_A_PAGE)
    shown = offered.get_page(request.GET.get("page"))
    if request.method == "POST":
        # What is chosen is among the events that the form named, whatever came meanwhile.
        named = sent.uids(request.POST, "events")[:EVENTS_A_PAGE]
        rows = list(seasons.offered_events(kept).filter(uid__in=named))
    else:
        rows = list(shown.object_list)
    forms = list(event_forms(kept, rows, request.POST if request.method == "POST" else None))
    if request.method == "POST" and all(form.is_valid() for form in forms):
        choices = {form.event.pk: choice for form in forms if (choice := form.choice())}
        if is_unchanged(request, *forms):
            return redirect("desk_season", uid)
        done = gettext("The events are chosen, and their points posted.")
        with report_outcome(request, done), forms[0].as_read() if forms else nullcontext():
            seasons.choose_events(kept, actor(request), choices, [row.pk for row in rows])
        return redirect("desk_season", uid)
    current = current_rounds(rows)
    listed = [(form, current.get(form.event.pk)) for form in forms]
    context = {"season": kept, "forms": listed, "shown": shown}
    return render(request, "desk/seasons/events.html", context)


@login_required
@require_POST
def state(request: DeskRequest, uid: str) -> HttpResponse:
    """Finish a season, or take that back."""
    kept = fetching.season_to_change(request.user, uid)
    if kept.state == SeasonState.FINISHED:
        with report_outcome(request, gettext("The season goes on.")):
            seasons.reopen_season(kept, actor(request))
    else:
        with report_outcome(request, gettext("The season is finished; its papers are final.")):
            seasons.finish_season(kept, actor(request))
    return redirect("desk_season", uid)


@login_required
@require_POST
def clubs(request: DeskRequest, uid: str) -> HttpResponse:
    """Let a club that the account directs too join the league, or leave it."""
    kept = fetching.season_to_change(request.user, uid)
    named = sent.uid(request.POST, "club")
    if "leave" in request.POST:
        leaving = get_object_or_404(Club, leagues__season=kept, uid=named)
        done = gettext("%(club)s has left the league.") % {"club": leaving.name}
        with report_outcome(request, done):
            seasons.leave_league(kept, actor(request), leaving)
    elif joining := access.clubs_directed_by(request.user).filter(uid=named).first():
        with report_outcome(request, gettext("%(club)s takes part.") % {"club": joining.name}):
            seasons.join_league(kept, actor(request), joining)
    else:
        messages.error(request, gettext("Only a club that you direct too can be let in."))
    return redirect("desk_season", uid)


@csp_exempt()  # type: ignore[arg-type] # it knows of views without arguments only
@never_cache
@login_required
@require_safe
def file(request: DeskRequest, uid: str, kind: str) -> HttpResponse:
    """Answer with the table of a season as a file."""
    view = seasons.read(fetching.season_to_read(request.user, uid))
    if kind not in FILES:
        raise Http404
    (suffix, media_type), write = FILES[kind]
    return file_answer(write(view), f"{view.season.name}.{suffix}", media_type)


@never_cache
@login_required
@require_safe
def person(request: DeskRequest, uid: str, person_uid: str) -> HttpResponse:
    """Show the events of a person in a season, and the ledger."""
    view = seasons.read(fetching.season_to_read(request.user, uid))
    page = pages.read_person(view, person_uid)
    return render(request, "desk/seasons/person.html", {"page": page})


@csp_exempt()  # type: ignore[arg-type] # it knows of views without arguments only
@never_cache
@login_required
@require_safe
def certificate(request: DeskRequest, uid: str, person_uid: str) -> HttpResponse:
    """Answer with the certificate of a person as a PDF."""
    view = seasons.read(fetching.season_to_read(request.user, uid))
    each = view.find(person_uid)
    if each is None:
        raise Http404
    name = f"{view.season.name} {gettext('Certificate')} {each.person.name}.pdf"
    return file_answer(printed.certificates(view, [each]), name, PDF[1])


@csp_exempt()  # type: ignore[arg-type] # it knows of views without arguments only
@never_cache
@login_required
@require_safe
def certificates(request: DeskRequest, uid: str) -> HttpResponse:
    """Answer with the certificates of the first three places as a PDF."""
    view = seasons.read(fetching.season_to_read(request.user, uid))
    first = [each for each in view.rows if each.row.rank in MEDALS]
    if not first:
        raise Http404
    name = f"{view.season.name} {gettext('Certificate')}.pdf"
    return file_answer(printed.certificates(view, first[:MOST_CERTIFICATES]), name, PDF[1])


def file_answer(content: bytes, name: str, media_type: str) -> HttpResponse:
    """Answer with a file; a PDF is shown, everything else is saved."""
    attached = media_type != PDF[1]
    disposition = content_disposition_header(as_attachment=attached, filename=name) or ""
    headers = {"Content-Disposition": disposition, "X-Content-Type-Options": "nosniff"}
    return HttpResponse(content, content_type=media_type, headers=headers)
