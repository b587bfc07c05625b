"""The page of a club: its name, the functions it uses, and links to all that belongs to it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.fees import fetching
from clubs.registration import club_use
from tournaments import organise
from tournaments.models import Club, ClubFeature
from tournaments.rights import access
from tournaments.rights.access import DIRECTORS, OWNERS
from web.desk.accounts.forms import ClubForm, NewClubForm
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, actor, is_unchanged, page
from web.forms import sent
from web.forms.requests import DeskRequest


@page(fetch.club, DIRECTORS, "desk/accounts/club.html", change=OWNERS, back="desk_club")
def club(request: DeskRequest, shown: Club) -> Shown:
    """Show the page of a club; its owner changes its name and the functions it uses."""
    data = request.POST if request.method == "POST" else None
    form = ClubForm(shown, data)
    if form.is_valid():
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            _save(request, shown, form)
            return gettext("Saved.")
    return {
        "club": shown,
        "form": form,
        "owns": access.owns_club(request.user, shown),
        "keeps": access.keeps_installation(request.user),
        "has_money": fetching.has_money(shown),
    }


def _save(request: DeskRequest, shown: Club, form: ClubForm) -> None:
    name = form.cleaned_data["name"]
    features = [ClubFeature(value) for value in form.cleaned_data["features"]]
    club_use.change_club(
        shown,
        actor(request),
        name=name if name != shown.name else None,
        features=features if set(features) != set(shown.features) else None,
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_new(request: DeskRequest) -> HttpResponse:
    """Create a further club, owned by the administrator of the installation, who alone may."""
    if not access.keeps_installation(request.user):
        raise PermissionDenied
    form = NewClubForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with form.take_refusal():
            name = form.cleaned_data["name"]
            made = organise.found_club(name, request.user, actor(request), sent.form(request))
            messages.success(request, gettext("The club is created. Invite its owner next."))
            return redirect("desk_invite", made.uid)
    return render(request, "desk/accounts/club_new.html", {"form": form})
