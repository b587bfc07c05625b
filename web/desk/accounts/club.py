"""The page of a club: its name, the functions it uses, and what belongs to it, each in a word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Model, OuterRef, Subquery
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.fees import fetching
from clubs.members import guests
from clubs.registration import club_use
from tournaments import organise
from tournaments.base.separators import join_facts
from tournaments.models import (
    Club,
    ClubFeature,
    ClubRules,
    Installation,
    MessageChannel,
    Mirror,
    Place,
    Season,
)
from tournaments.persons.same import members_of
from tournaments.rights import access
from tournaments.rights.access import DIRECTORS, OWNERS
from tournaments.system import installation
from web.desk.accounts.forms import ClubForm, NewClubForm
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, actor, is_unchanged, page
from web.forms import sent
from web.forms.requests import DeskRequest
from web.publish.alerts import alert_bar
from web.publish.seals.club_face import face_of


@dataclass(frozen=True, slots=True)
class ClubDoor:
    """A page of the club: its name, and how many it holds or how it is set.

    `value` is a count, or words; empty where nothing is set. `note` is a second fact, and
    `is_faulty` says that something failed there.
    """

    page: str
    name: str
    value: str | int
    note: str = ""
    is_faulty: bool = False


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
    owns = access.owns_club(request.user, shown)
    held = _held_by(shown)
    doors = [
        *_people(shown, owns=owns),
        *_play(shown, held),
        *_hall(shown, held, owns=owns),
        *_outside(shown, held, alert_bar.installation_of(request), owns=owns),
    ]
    return {
        "club": shown,
        "face": face_of(shown),
        "form": form,
        "owns": owns,
        "keeps": access.keeps_installation(request.user),
        "doors": sorted(
            (door for door in doors if door.value), key=lambda door: isinstance(door.value, str)
        ),
        "idle": [door for door in doors if not door.value],
    }


def _number(rows: type[Model]) -> Subquery:
    """Return the number of rows of a club, for a query of clubs."""
    of_club = rows._default_manager.filter(club=OuterRef("pk")).order_by()
    return Subquery(of_club.values("club").annotate(number=Count("pk")).values("number"))


def _held_by(club: Club) -> dict[str, Any]:
    """Return how many tables, sets of rules and channels a club has, and its latest season."""
    seasons = Season.objects.filter(club=OuterRef("pk")).order_by("-pk")
    held = Club.objects.values(
        tables=_number(Place),
        rules=_number(ClubRules),
        channels=_number(MessageChannel),
        season=Subquery(seasons.values("name")[:1]),
    )
    return dict(held.get(pk=club.pk))


def _people(club: Club, *, owns: bool) -> Iterator[ClubDoor]:
    if owns:
        accounts = access.memberships_of(club).values("user").distinct().count()
        yield ClubDoor("desk_accounts", gettext("Accounts and roles"), accounts)
    waiting = guests.of_club(club).count()
    note = gettext("Guests: %(guests)s") % {"guests": waiting} if waiting else ""
    yield ClubDoor("desk_members", gettext("Members"), members_of(club).count(), note)


def _play(club: Club, held: dict[str, Any]) -> Iterator[ClubDoor]:
    on, off = pgettext("messages", "on"), pgettext("messages", "off")
    if club.uses(ClubFeature.SEASONS):
        yield ClubDoor("desk_seasons", gettext("Seasons"), held["season"] or "")
    if club.uses(ClubFeature.RATINGS):
        yield ClubDoor("desk_ratings", gettext("Ratings"), on)
    if club.uses(ClubFeature.FEES):
        yield ClubDoor("desk_club_fees", gettext("Entry fees"), on)
    elif fetching.has_money(club):
        note = gettext("switched off; what was paid can still be seen")
        yield ClubDoor("desk_club_fees", gettext("Entry fees"), off, note)


def _hall(club: Club, held: dict[str, Any], *, owns: bool) -> Iterator[ClubDoor]:
    if owns:
        logo = gettext("Logo") if club.logo else ""
        chosen = [str(club.get_ink_display()), logo] if club.ink else [logo]
        yield ClubDoor(
            "desk_club_face", gettext("Logo and colour"), join_facts(*filter(None, chosen))
        )
    yield ClubDoor("desk_places", gettext("Table cards"), held["tables"] or "")
    yield ClubDoor("desk_club_rules", gettext("The club's own rules"), held["rules"] or "")


def _outside(
    club: Club, held: dict[str, Any], here: Installation, *, owns: bool
) -> Iterator[ClubDoor]:
    if owns:
        sites = len(club.embed_origins)
        yield ClubDoor("desk_club_sites", gettext("Standings on other sites"), sites)
        yield ClubDoor("desk_messages", pgettext("page", "Messages"), held["channels"] or "")
    fault = installation.fault(here, timezone.now())
    yield _latest("desk_installation", gettext("Copies and address"), here.copied_at, fault)
    mirror = Mirror.objects.filter(club=club).exclude(destination="").first() or Mirror()
    yield _latest("desk_mirror", gettext("Results online"), mirror.pushed_at, mirror.fault)


def _latest(page: str, name: str, at: datetime | None, fault: object) -> ClubDoor:
    """Return a page of what is done again and again: when it was last, or that it failed."""
    if fault:
        return ClubDoor(page, name, gettext("failed"), is_faulty=True)
    today = at is not None and timezone.localtime(at).date() == timezone.localdate()
    kind = "TIME_FORMAT" if today else "SHORT_DATE_FORMAT"
    return ClubDoor(page, name, date_format(timezone.localtime(at), kind) if at else "")


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
