"""The link of one member at the desk: made, shown, printed and revoked.

A link is shown only when it is made: no page or document with one is stored.
"""

from __future__ import annotations

from collections.abc import Collection

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from clubs.credentials import member_links, slips
from clubs.credentials.member_links import MembersOf
from tournaments.models import Club, Person, Role
from tournaments.rights import access
from tournaments.rights.access import DIRECTORS
from web.desk.accounts import links
from web.desk.frame.views import actor, page
from web.desk.slips.forms import MemberLinkForm
from web.desk.slips.views import slips_response
from web.forms.requests import DeskRequest
from web.publish import address
from web.publish.printed.handed_out import slips as paper


def _member(
    request: DeskRequest, roles: Collection[Role], uid: str, person_uid: str
) -> tuple[Club, Person]:
    club = access.club_as(request.user, uid, roles)
    return club, get_object_or_404(club.persons.filter(blanked_at=None), uid=person_uid)


@page(_member, DIRECTORS, change=DIRECTORS, shows_codes=True)
def of_person(request: DeskRequest, found: tuple[Club, Person]) -> HttpResponse:
    """Show whether a member has a link; on POST make a new one and show it once, or revoke it."""
    club, person = found
    if person.same_as is not None:
        return redirect("desk_member_link", club.uid, person.same_as.uid)
    of = MembersOf(club, [person])
    data = request.POST if request.method == "POST" else None
    form = MemberLinkForm(member_links.SLIPS.state(of), data)
    if form.is_valid():
        with form.take_refusal():
            return _done(request, of, form)
    return _page_of_person(request, of, form)


def _done(request: DeskRequest, of: MembersOf, form: MemberLinkForm) -> HttpResponse:
    club, (person,) = of.club, of.persons
    what, seen = form.cleaned_data["what"], form.cleaned_data["seen"]
    if what == form.REVOKE:
        member_links.revoke(club, actor(request), person)
        messages.success(request, gettext("The link is revoked and no longer works."))
        return redirect("desk_member_link", club.uid, person.uid)
    drawn = member_links.SLIPS.draw(of, actor(request), seen=seen)
    if what == form.PRINT:
        start = address.official_address(request)
        content = paper.draw_for_members(club, drawn, start, timezone.localdate())
        title = gettext("Members' links")
        return slips_response(content, f"{person.name} {title}", club.log_seq)
    return _page_of_person(request, of, form, links.address_of(request, "member", drawn[0].link))


def _page_of_person(
    request: DeskRequest, of: MembersOf, form: MemberLinkForm, drawn: str = ""
) -> HttpResponse:
    """Show whether a member has a link, and the address of one just `drawn`."""
    (holder,) = member_links.SLIPS.holders(of)
    context = {
        "club": of.club,
        "person": of.persons[0],
        "holder": holder,
        "form": form,
        "state": slips.state([holder]),
        "drawn": drawn,
        "qr": links.qr_picture(drawn),
    }
    return render(request, "desk/slips/member_link.html", context)
