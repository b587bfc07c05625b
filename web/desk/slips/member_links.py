"""Members' links at the desk: of one member, or of all who play in an event.

A link is shown once, when it is drawn: no page and no paper with one is stored.
"""

from __future__ import annotations

from collections.abc import Collection

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext

from clubs.credentials import member_links
from clubs.credentials.member_links import LinkHolder, MemberSlip
from tournaments.models import Club, Event, Person, Role
from tournaments.rights import access
from tournaments.rights.access import DIRECTORS
from web.desk.accounts import links
from web.desk.frame import fetch
from web.desk.frame.answers import actor
from web.desk.frame.views import page
from web.desk.slips.forms import MemberLinkForm, MemberLinksForm
from web.forms.requests import DeskRequest
from web.publish import address
from web.publish.documents import file_name
from web.publish.printed.handed_out import member_links as paper


def _member(
    request: DeskRequest, roles: Collection[Role], uid: str, person_uid: str
) -> tuple[Club, Person]:
    club = access.club_as(request.user, uid, roles)
    return club, get_object_or_404(club.persons.filter(blanked_at=None), uid=person_uid)


@page(_member, DIRECTORS, change=DIRECTORS)
def of_person(request: DeskRequest, found: tuple[Club, Person]) -> HttpResponse:
    """Show whether a member has a link; on POST draw a new one and show it once, or revoke it."""
    club, person = found
    if person.same_as is not None:
        return redirect("desk_member_link", club.uid, person.same_as.uid)
    (holder,) = member_links.holders(club, [person])
    data = request.POST if request.method == "POST" else None
    form = MemberLinkForm(member_links.state([holder]), data)
    if form.is_valid():
        with form.take_refusal():
            return _done(request, club, person, form)
    return _page_of_person(request, club, holder, form)


def _done(request: DeskRequest, club: Club, person: Person, form: MemberLinkForm) -> HttpResponse:
    what, seen = form.cleaned_data["what"], form.cleaned_data["seen"]
    if what == form.REVOKE:
        member_links.revoke(club, actor(request), person)
        messages.success(request, gettext("The link is revoked: it opens nothing any more."))
        return redirect("desk_member_link", club.uid, person.uid)
    slips = member_links.draw(club, actor(request), [person], seen=seen)
    if what == form.PRINT:
        return _pdf_response(request, club, slips, person.name)
    (holder,) = member_links.holders(club, [person])
    return _page_of_person(request, club, holder, form, slips[0])


def _page_of_person(
    request: DeskRequest,
    club: Club,
    holder: LinkHolder,
    form: MemberLinkForm,
    slip: MemberSlip | None = None,
) -> HttpResponse:
    whole = paper.address_of(slip, address.official_address(request)) if slip else ""
    context = {
        "club": club,
        "person": holder.person,
        "holder": holder,
        "form": form,
        "state": member_links.state([holder]),
        "drawn": whole,
        "qr": links.qr_picture(whole),
    }
    return render(request, "desk/slips/member_link.html", context)


@page(fetch.event, DIRECTORS, change=DIRECTORS)
def of_event(request: DeskRequest, event: Event) -> HttpResponse:
    """Show which players of an event have a link; on POST draw new ones, as slips in a PDF.

    The links hold in all tournaments of the club: who directs this one alone does not draw them.
    """
    club = event.tournament.club
    if not access.directs_club(request.user, club):
        raise PermissionDenied
    holders = member_links.holders(club, member_links.players_of(event))
    data = request.POST if request.method == "POST" else None
    form = MemberLinksForm(holders, member_links.state(holders), data)
    if form.is_valid():
        wanted = set(form.cleaned_data["persons"])
        persons = [holder.person for holder in holders if holder.person.uid in wanted]
        seen = member_links.state([holder for holder in holders if holder.person in persons])
        with form.take_refusal():
            slips = member_links.draw(club, actor(request), persons, seen=seen)
            return _pdf_response(request, club, slips, event.name)
    return _page_of_event(request, event, form)


def _page_of_event(request: DeskRequest, event: Event, form: MemberLinksForm) -> HttpResponse:
    """Show who has a link now, including links drawn since `form` was made."""
    holders = member_links.holders(event.tournament.club, member_links.players_of(event))
    form.state = member_links.state(holders)
    rows = list(zip(MemberLinksForm(holders, form.state)["persons"], holders, strict=True))
    context = {"event": event, "form": form, "rows": rows}
    return render(request, "desk/slips/member_links.html", context)


def _pdf_response(
    request: DeskRequest, club: Club, slips: list[MemberSlip], name: str
) -> HttpResponse:
    start = address.official_address(request)
    content = paper.draw(club, slips, start, timezone.localdate())
    response = HttpResponse(content, content_type="application/pdf")
    title = gettext("Members' links")
    named = file_name(f"{name} {title}", club.log_seq, "pdf")
    disposition = content_disposition_header(as_attachment=True, filename=named)
    response.headers["Content-Disposition"] = disposition or "attachment"
    return response
