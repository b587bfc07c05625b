"""The page of a player's own phone, on which the player confirms sheets or objects.

The link on the name slip is the only key: no account, and a cookie that opens nothing, only telling
the device from others that guess. Requests from other sites are refused as on every public page.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from clubs.credentials import devices, player_credentials
from tournaments.models import Credential
from tournaments.record import log_queries
from web.publish import etag, origin
from web.publish.etag import Live
from web.publish.seals.club_face import face_of
from web.tablet.door.links import check, counted
from web.tablet.player import player_pages, sheet_answers
from web.tablet.player.player_pages import Phone


@cache_control(private=True)
@require_safe
@counted
def player(request: HttpRequest, link: str, *, alone: bool = False) -> HttpResponse:
    """Show a player the deals that wait for confirmation."""
    holder = _holder(request, link)
    live = _live(holder, link)
    return etag.conditional(
        request,
        live.stamp if alone else etag.stamp("page", live.stamp),
        lambda: _page(request, holder, live, link, alone=alone),
    )


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@counted
def answer_sheet(request: HttpRequest, link: str) -> HttpResponse:
    """Take a player's answer to a sheet: confirmation, or an objection, which calls the referee."""
    holder = _holder(request, link)
    if request.method != "POST":
        return redirect("player", link)
    if not origin.is_ours(request):
        raise PermissionDenied
    problems = sheet_answers.take_answer(Phone.of_slip(holder), request.POST)
    if problems:
        return _page(request, holder, _live(holder, link), link, problems=problems)
    return redirect("player", link)


def _holder(request: HttpRequest, link: str) -> Credential:
    holder = player_credentials.holder_of(link)
    if holder is None:
        check(request, player_credentials.drawn(link))
        raise Http404
    devices.know_by_link(request, holder.uid)
    return holder


def _live(holder: Credential, link: str) -> Live:
    tables, tournament = player_pages.tables_of(Phone.of_slip(holder)), holder.own_tournament
    uids, face = sorted(table.uid for table in tables), face_of(tournament.club)
    moved = log_queries.moved(tournament, tables)
    stamp = etag.stamp("player", holder.uid, uids, moved, face)
    return Live(reverse("player_live", args=[link]), stamp)


def _page(
    request: HttpRequest,
    holder: Credential,
    live: Live,
    link: str,
    *,
    alone: bool = False,
    problems: Sequence[str] = (),
) -> HttpResponse:
    template = "tablet/player/_player.html" if alone else "tablet/player/player.html"
    context = {
        "live": live,
        "link": link,
        "page": player_pages.read(holder),
        "club_face": face_of(holder.own_tournament.club),
        "word_address": reverse("player_word", args=[link]),
        "problems": problems,
    }
    return render(request, template, context, status=409 if problems else 200)
