"""Invitations: the owner makes and withdraws them, the holder of the link accepts."""

from __future__ import annotations

from collections.abc import Collection

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from clubs.credentials import invitations, sessions
from clubs.credentials.invitations import Invitation
from tournaments.models import Club, Credential, Role, Tournament, User
from tournaments.rights import access
from tournaments.rights.access import DIRECTORS, OWNERS
from web.desk.accounts import links, signing_in
from web.desk.accounts.forms import NewAccountForm, RoleForm
from web.desk.frame import fetch
from web.desk.frame.views import Shown, act, page, report_outcome
from web.forms import sent
from web.forms.requests import DeskRequest


def _invitation(
    request: DeskRequest, roles: Collection[Role], uid: str, invitation_uid: str
) -> tuple[Club, Credential]:
    club = access.club_as(request.user, uid, roles)
    return club, get_object_or_404(invitations.rows_of(club), uid=invitation_uid)


def _invitation_in(
    request: DeskRequest, roles: Collection[Role], uid: str, invitation_uid: str
) -> tuple[Tournament, Credential]:
    seen = get_object_or_404(access.tournaments_of(request.user), uid=uid)
    credential = get_object_or_404(invitations.rows_in(seen), uid=invitation_uid)
    return access.tournament_as(request.user, uid, roles), credential


def _to_accounts(found: tuple[Club, Credential]) -> HttpResponse:
    return redirect("desk_accounts", found[0].uid)


def _to_officials(found: tuple[Tournament, Credential]) -> HttpResponse:
    return redirect("desk_officials", found[0].uid)


@page(fetch.club, OWNERS, "desk/accounts/invite.html", change=OWNERS, shows_codes=True)
def invite(request: DeskRequest, club: Club) -> Shown:
    """Invite somebody to a role; the link is shown once."""
    form = RoleForm(request.POST if request.method == "POST" else None, club=club)
    link = ""
    if form.is_valid():
        with form.take_refusal():
            secret = invitations.invite(club, request.user, form.grant(), sent.form(request))
            link = links.address_of(request, "invitation", secret)
    return {"club": club, "form": form, "link": link, "qr": links.qr_picture(link)}


@act(_invitation, OWNERS, back=_to_accounts, done=_("The invitation is withdrawn."))
def withdraw(request: DeskRequest, found: tuple[Club, Credential]) -> None:
    """Withdraw an invitation that nobody has accepted."""
    invitations.withdraw(*found, request.user)


@act(_invitation_in, DIRECTORS, back=_to_officials, done=_("The invitation is withdrawn."))
def withdraw_in(request: DeskRequest, found: tuple[Tournament, Credential]) -> None:
    """Withdraw an invitation to a role in a tournament, as its director."""
    tournament, credential = found
    invitations.withdraw(tournament.club, credential, request.user)


@never_cache
@sensitive_post_parameters("password", "again")
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, link: str) -> HttpResponse:
    """Show an invitation, and let its holder accept it with an existing or a new account."""
    found = invitations.find(link)
    if found is None:
        return signing_in.wrong_link(request)
    if isinstance(request.user, User):
        return _accept(request, found, request.user)
    form = NewAccountForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with form.take_refusal():
            return _accept_as_new(request, found, form)
    context = {"invitation": found, "form": form, "here": request.path}
    return render(request, "registration/invitation.html", context)


def _accept(request: HttpRequest, found: Invitation, user: User) -> HttpResponse:
    if request.method == "POST":
        with report_outcome(request, gettext("The role is yours.")):
            invitations.accept(found, user)
        return redirect("desk")
    return render(request, "registration/invitation.html", {"invitation": found})


def _accept_as_new(request: HttpRequest, found: Invitation, form: NewAccountForm) -> HttpResponse:
    data = form.cleaned_data
    user = invitations.accept_as_new(found, data["username"], data["real_name"], data["password"])
    sessions.begin(request, user)
    messages.success(request, gettext("Your account is made, and you are signed in."))
    return redirect("desk")
