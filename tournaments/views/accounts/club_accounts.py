"""The accounts of a club, for its owner: revoking roles and setting passwords."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from scoring.problems import Problem
from tournaments import access, wording
from tournaments.credentials import club_accounts
from tournaments.forms import PasswordForm
from tournaments.models import User
from tournaments.views.accounts import account
from tournaments.views.answers import DeskRequest, report_outcome


@never_cache
@login_required
@require_safe
def accounts(request: DeskRequest, uid: str) -> HttpResponse:
    """List the accounts of a club with their roles, to its owner."""
    club = access.club_as(request.user, uid, access.OWNERS)
    context = {"club": club, "accounts": club_accounts.accounts_of(club)}
    return render(request, "tournaments/accounts.html", context)


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
    return render(request, "tournaments/role_revoke.html", context)


@never_cache
@sensitive_post_parameters("present", "password", "again")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: DeskRequest, uid: str, user_uid: str) -> HttpResponse:
    """Set the password of an account; of its sessions only the current one stays valid."""
    club = access.club_as(request.user, uid, access.OWNERS)
    holder = access.account_in(club, user_uid)
    is_own = holder == request.user
    limit = account.limit_of(request)
    if request.method == "POST" and is_own and (limit.is_spent or not limit.begin()):
        return account.shut_out(request)
    data = request.POST if request.method == "POST" else None
    form = PasswordForm(data, account=holder, is_own=is_own)
    is_valid = form.is_valid()
    if request.method == "POST" and is_own and "present" not in form.errors:
        limit.take_back()
    if is_valid:
        chosen = form.cleaned_data["password"]
        with form.take_refusal():
            club_accounts.set_password(club, holder, request.user, chosen)
            _stay_signed_in(request, holder)
            text = gettext("The password is set. Other sessions of the account ended.")
            messages.success(request, text)
            return redirect("desk_accounts", club.uid)
    context = {
        "club": club,
        "account": holder,
        "mine": is_own,
        "form": form,
        "refusal": _problem_text(club_accounts.password_problem(request.user, holder, club)),
    }
    return render(request, "tournaments/password.html", context)


def _problem_text(problem: Problem | None) -> str:
    return wording.problem_text(problem) if problem else ""


def _stay_signed_in(request: DeskRequest, changed: User) -> None:
    """Keep the current session valid where the changed account is the user's own."""
    if changed == request.user:
        request.user.refresh_from_db()
        update_session_auth_hash(request, request.user)
