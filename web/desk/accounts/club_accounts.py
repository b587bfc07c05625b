"""The accounts of a club, for its owner: roles, links to a new password, second factors."""

from __future__ import annotations

from collections.abc import Collection

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

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
from tournaments.models import Club, Membership, Role, User
from tournaments.rights import access, roles
from tournaments.rights.access import OWNERS
from web.desk.accounts import links
from web.desk.accounts.forms import LimitsForm, RoleForm
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, act, is_unchanged, page, report_outcome
from web.forms.requests import DeskRequest


def _role_of(
    request: DeskRequest, roles: Collection[Role], uid: str, role_uid: str
) -> tuple[Club, Membership]:
    """Return a role in a club or in a tournament of it, and the club."""
    club = access.club_as(request.user, uid, roles)
    return club, access.membership_in(club, role_uid)


def _account_of(
    request: DeskRequest, roles: Collection[Role], uid: str, user_uid: str
) -> tuple[Club, User]:
    """Return an account with a role in a club, and the club."""
    club = access.club_as(request.user, uid, roles)
    return club, access.account_in(club, user_uid)


def _to_accounts(found: tuple[Club, User | Membership]) -> HttpResponse:
    return redirect("desk_accounts", found[0].uid)


@page(fetch.club, OWNERS, "desk/accounts/accounts.html")
def accounts(_request: DeskRequest, club: Club) -> Shown:
    """List the accounts of a club with their roles, to its owner."""
    listed = club_accounts.accounts_of(club)
    limits = grants.events_of([role for account in listed for role in account.roles])
    return {
        "club": club,
        "accounts": [
            (account, [(role, limits.get(role.pk, []), _tables(role)) for role in account.roles])
            for account in listed
        ],
        "invitations": invitations.open_of(club),
    }


@page(_role_of, OWNERS, "desk/accounts/role_revoke.html", change=OWNERS)
def role_revoke(request: DeskRequest, found: tuple[Club, Membership]) -> Shown:
    """Ask for confirmation, and revoke a role."""
    club, membership = found
    if request.method == "POST":
        with report_outcome(request, gettext("The role is revoked.")):
            club_accounts.revoke_role(club, membership, request.user)
        _stay_signed_in(request, membership.user)
        still_owns = access.clubs_owned_by(request.user).filter(pk=club.pk).exists()
        return redirect("desk_accounts", club.uid) if still_owns else redirect("desk")
    return {
        "club": club,
        "membership": membership,
        "mine": membership.user == request.user,
        "refusal": _problem_text(club_accounts.revocation_problem(membership)),
    }


@page(_role_of, OWNERS, "desk/accounts/role.html", change=OWNERS, back=_to_accounts)
def role(request: DeskRequest, found: tuple[Club, Membership]) -> Shown:
    """Limit a role in a tournament to events or tables."""
    club, membership = found
    if membership.tournament is None:
        raise Http404
    form = LimitsForm(request.POST if request.method == "POST" else None, membership=membership)
    if form.is_valid():
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            grants.limit(club, membership, request.user, form.grant())
            return gettext("The role is changed.")
    return {"club": club, "membership": membership, "form": form}


@page(_account_of, OWNERS, "desk/accounts/role_new.html", change=OWNERS, back=_to_accounts)
def role_new(request: DeskRequest, found: tuple[Club, User]) -> Shown:
    """Give an account of the club another role."""
    club, holder = found
    form = RoleForm(request.POST if request.method == "POST" else None, club=club)
    if form.is_valid():
        with form.take_refusal():
            grants.give(club, holder, request.user, form.grant())
            return gettext("The role is granted.")
    return {"club": club, "account": holder, "form": form}


@page(_account_of, OWNERS, "desk/accounts/password.html", change=OWNERS, shows_codes=True)
def password(request: DeskRequest, found: tuple[Club, User]) -> Shown:
    """Make a link for setting a new password for an account, and show it once."""
    club, holder = found
    if holder == request.user:
        return redirect("account_password")
    refusal = club_accounts.password_problem(request.user, holder, club)
    link = ""
    if request.method == "POST" and refusal is None:
        secret = new_passwords.make_link(club, holder, request.user)
        link = links.address_of(request, "new_password", secret)
    return {
        "club": club,
        "account": holder,
        "refusal": _problem_text(refusal),
        "link": link,
        "qr": links.qr_picture(link),
    }


@page(_account_of, OWNERS, "desk/accounts/second_factor_off.html", change=OWNERS, back=_to_accounts)
def second_factor_off(request: DeskRequest, found: tuple[Club, User]) -> Shown:
    """Switch off an account's second factor for a holder who has lost phone and paper codes."""
    club, holder = found
    refusal = club_accounts.password_problem(request.user, holder, club)
    if request.method == "POST" and refusal is None:
        second_factor.switch_off_for(club, holder, request.user)
        return gettext("The account now signs in with its password alone.")
    return {"club": club, "account": holder, "refusal": _problem_text(refusal)}


@act(_account_of, OWNERS, back=_to_accounts, done=_("The account may sign in again."))
def let_in_again(request: DeskRequest, found: tuple[Club, User]) -> None:
    """Unlock an account that too many wrong passwords or codes have locked."""
    club_accounts.let_in_again(*found, request.user)


def _problem_text(problem: Problem | None) -> str:
    return wording.problem_text(problem) if problem else ""


def _tables(role: Membership) -> str:
    comma = pgettext("list", ", ")
    return comma.join(map(str, roles.table_numbers(role.tables)))


def _stay_signed_in(request: DeskRequest, changed: User) -> None:
    """Keep the current session valid where the changed account is the user's own."""
    if changed == request.user:
        sessions.stay(request, request.user)
