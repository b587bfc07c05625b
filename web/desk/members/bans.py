"""禁赛: the owner's page of a member, with the bans of the club."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.persons import bans
from tournaments.rights import access
from web.desk.frame.answers import actor, report_outcome
from web.desk.members.ban_forms import BanForm
from web.desk.members.register import member_in
from web.forms import sent
from web.forms.requests import DeskRequest


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def member_bans(request: DeskRequest, uid: str, person_uid: str) -> HttpResponse:
    """Show the bans of a member; on POST ban, or lift a ban."""
    club = access.club_as(request.user, uid, access.OWNERS)
    person = member_in(club, person_uid)
    back = redirect("desk_member_bans", club.uid, person.uid)
    form = BanForm(request.POST if "ban" in request.POST else None)
    if request.method == "POST" and "lift" in request.POST:
        row = get_object_or_404(bans.of_person(club, person), uid=sent.uid(request.POST, "lift"))
        with report_outcome(request, gettext("The ban is lifted.")):
            bans.lift(row, actor(request))
        return back
    if form.is_valid():
        with form.take_refusal(), report_outcome(request, gettext("Written down.")):
            bans.ban(club, actor(request), person, form.terms())
            return back
    today = timezone.localdate()
    rows = bans.of_person(club, person)
    context = {
        "club": club,
        "member": person,
        "form": form,
        "bans": [(row, row.lifted_on is None and row.until_day >= today) for row in rows],
    }
    return render(request, "desk/members/bans.html", context)
