"""The accounts of a club, for its owner: roles, links to a new password, second factors."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.credentials import (
    club_accounts,
    grants,
    invitations,
    new_passwords,
    second_factor,
    sessions,
)
from scoring.problems import Problem
from tournaments import wording
from tournaments.models import Membership, User
from tournaments.rights import access, role_limits
from web.desk.accounts import links
from web.desk.accounts.forms import LimitsForm, RoleForm
from web.desk.frame.answers import is_unchanged, report_outcome
from web.forms.requests import DeskRequest


@never_cache
@login_required
@require_safe
def accounts(request: DeskRequest, uid: str) -> HttpResponse:
    """List the accounts of a club with their roles, to its owner."""
    club = access.club_as(request.user, uid, access.OWNERS)
    listed = club_accounts.accounts_of(club)
    limits = grants.events_of([role for account in listed for role in account.roles])
    context = {
        "club": club,
        "accounts": [
            (account, [(role, limits.get(role.pk, []), _tables(role)) for role in account.roles])
            for account in listed
        ],
        "invitations": invitations.open_of(club),
    }
    return render(request, "desk/accounts/accounts.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def role_revoke(request: DeskRequest, uid: str, role_uid: str) -> HttpResponse:
    """Ask for confirmation, and revoke a role."""
    club = access.club_as(request.user, uid, access.OWNERS)
    membership = access.membership_in(club, role_uid)
    if request.method == "POST":
        with report_outcome(request, gettext("The role is revoked.")):
            club_accounts.revoke_role(club, membership, request.user)
        _stay_signed_in(request, membership.user)
        still_owns = access.clubs_owned_by(request.user).filter(pk=club.pk).exists()
        return redirect("desk_accounts", club.uid) if still_owns else redirect("desk")
    context = {
        "club": club,
        "membership": membership,
        "mine": membership.user == request.user,
        "refusal": _problem_text(club_accounts.revocation_problem(membership)),
    }
    return render(request, "desk/accounts/role_revoke.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def role(request: DeskRequest, uid: str, role_uid: str) -> HttpResponse:
    """Limit a role in a tournament to events or tables."""
    club = access.club_as(request.user, uid, access.OWNERS)
    membership = access.membership_in(club, role_uid)
    if membership.tournament is None:
        raise Http404
    form = LimitsForm(request.POST if request.method == "POST" else None, membership=membership)
    if form.is_valid():
        if is_unchanged(request, form):
            return redirect("desk_accounts", club.uid)
        with form.take_refusal():
            grants.limit(club, membership, request.user, form.grant())
            messages.success(request, gettext("The role is changed."))
            return redirect("desk_accounts", club.uid)
    return render(
        request, "desk/accounts/role.html", {"club": club, "membership": membership, "form": form}
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def role_new(request: DeskRequest, uid: str, user_uid: str) -> HttpResponse:
    """Give an account of the club another role."""
    club = access.club_as(request.user, uid, access.OWNERS)
    holder = access.account_in(club, user_uid)
    form = RoleForm(request.POST if request.method == "POST" else None, club=club)
    if form.is_valid():
        with form.take_refusal():
            grants.give(club, holder, request.user, form.grant())
            messages.success(request, gettext("The role is granted."))
            return redirect("desk_accounts", club.uid)
    context = {"club": club, "account": holder, "form": form}
    return render(request, "desk/accounts/role_new.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: DeskRequest, uid: str, user_uid: str) -> HttpResponse:
    """Make a link by which an account gets a new password, and show it once."""
    club = access.club_as(request.user, uid, access.OWNERS)
    holder = access.account_in(club, user_uid)
    if holder == request.user:
        return redirect("account_password")
    refusal = club_accounts.password_problem(request.user, holder, club)
    link = ""
    if request.method == "POST" and refusal is None:
        secret = new_passwords.make_link(club, holder, request.user)
        link = links.address_of(request, "new_password", secret)
    context = {
        "club": club,
        "account": holder,
        "refusal": _problem_text(refusal),
        "link": link,
        "qr": links.qr_picture(link),
    }
    return render(request, "desk/accounts/password.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def second_factor_off(request: DeskRequest, uid: str, user_uid: str) -> HttpResponse:
    """Switch the codes of an account off, for a holder who has lost phone and paper."""
    club = access.club_as(request.user, uid, access.OWNERS)
    holder = access.account_in(club, user_uid)
    refusal = club_accounts.password_problem(request.user, holder, club)
    if request.method == "POST" and refusal is None:
        second_factor.switch_off_for(club, holder, request.user)
        messages.success(request, gettext("The account signs in by its password alone."))
        return redirect("desk_accounts", club.uid)
    context = {"club": club, "account": holder, "refusal": _problem_text(refusal)}
    return render(request, "desk/accounts/second_factor_off.html", context)


@login_required
@require_POST
def let_in_again(request: DeskRequest, uid: str, user_uid: str) -> HttpResponse:
    """Let an account in again that too many wrong passwords or codes keep out."""
    club = access.club_as(request.user, uid, access.OWNERS)
    holder = access.account_in(club, user_uid)
    with report_outcome(request, gettext("The account may sign in again.")):
        club_accounts.let_in_again(club, holder, request.user)
    return redirect("desk_accounts", club.uid)


def _problem_text(problem: Problem | None) -> str:
    return wording.problem_text(problem) if problem else ""


def _tables(role: Membership) -> str:
    comma = pgettext("list", ", ")
    return comma.join(map(str, role_limits.table_numbers(role.tables)))


def _stay_signed_in(request: DeskRequest, changed: User) -> None:
    """Keep the current session valid where the changed account is the user's own."""
    if changed == request.user:
        sessions.stay(request, request.user)
