"""The first run, signing in and signing out.

After five wrong passwords django-axes locks the name for a while. Since names are easily invented,
and comparing a password takes the server a good part of a second, wrong passwords are also counted
by address, whatever the name. A device on which the account has signed in before is counted
separately, so that nobody else can lock it out.
"""

from __future__ import annotations

import time
from typing import Any, Final

from axes.helpers import get_client_ip_address
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils.crypto import constant_time_compare
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from clubs.credentials import (
    account_locks,
    accounts,
    devices,
    new_passwords,
    second_factor,
    sessions,
    setup_code,
)
from tournaments.models import User
from tournaments.system.attempts import AttemptLimit, begin_all
from web.desk.accounts.forms import FactorCodeForm
from web.desk.accounts.people import PasswordForm, SetupForm, SignInForm

MOST_WRONG: Final = 60
SECONDS: Final = 5 * 60
WAITING: Final = "second_factor_waits"
"""The session key of the account whose password was right, until its code is right too."""


@never_cache
@sensitive_post_parameters("password", "again", "code")
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest) -> HttpResponse:
    """Create the owner and the club, given the setup code. Raises Http404 once they exist."""
    if accounts.is_founded():
        raise Http404
    data = request.POST if request.method == "POST" else None
    # The address that the terminal shows contains the code, so that nobody needs to type it.
    form = SetupForm(data, initial={"code": request.GET.get("code", "")})
    if form.is_valid():
        with form.take_refusal():
            return _found_club(request, form)
    return render(request, "desk/accounts/setup.html", {"form": form})


def _found_club(request: HttpRequest, form: SetupForm) -> HttpResponse:
    data = form.cleaned_data
    try:
        owner = accounts.found(data["club"], data["username"], data["real_name"], data["password"])
    except accounts.AlreadyFounded as late:
        raise Http404 from late
    setup_code.forget()
    sessions.begin(request, owner)
    messages.success(request, gettext("The club is set up, and you are signed in as its owner."))
    return redirect("desk")


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Ask for name and password, then redirect to the page that was wanted.

    While there is no account at all, redirect to the first run.
    """
    if not accounts.is_founded():
        return redirect("setup")
    if request.user.is_authenticated:
        return HttpResponseRedirect(_next_address(request))
    if request.method != "POST":
        return _sign_in_page(request, SignInForm(request))
    limit = limit_of(request, devices.account_named(request, request.POST.get("username", "")))
    if limit.is_spent or not limit.begin():
        return shut_out(request, limit.seconds)
    form = SignInForm(request, request.POST)
    if form.is_valid():
        limit.take_back()
        return _let_in(request, form.get_user())
    if not form.non_field_errors():
        # A field was left empty: no password was compared.
        limit.take_back()
    return _sign_in_page(request, form)


def _let_in(request: HttpRequest, account: User) -> HttpResponse:
    """Sign in, or ask for the second factor first where the account has one."""
    if second_factor.is_on(account):
        request.session[WAITING] = {
            "account": account.uid,
            "hash": account.get_session_auth_hash(),
            "until": time.time() + SECONDS,
            "next": _next_address(request),
        }
        return redirect("login_code")
    sessions.begin(request, account)
    return HttpResponseRedirect(_next_address(request))


@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """Ask for the second factor after the right password: a code of the app, or one on paper."""
    waiting = request.session.get(WAITING, {})
    account = _waiting_account(waiting)
    if account is None:
        return redirect("login")
    form = FactorCodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        limits = (limit_of(request, account), code_limit_of(request, account))
        if not begin_all(limits):
            return shut_out(request)
        if second_factor.is_right(account, form.cleaned_data["code"]):
            for limit in limits:
                limit.take_back()
            request.session.pop(WAITING, None)
            sessions.begin(request, account)
            return HttpResponseRedirect(waiting["next"])
        form.add_error(
            "code", gettext("This code is wrong, already used or expired. Wait for the next one.")
        )
    return render(request, "registration/login_code.html", {"form": form})


def _waiting_account(waiting: dict[str, Any]) -> User | None:
    """Return the account whose password was right a moment ago and has not changed since."""
    if not waiting or waiting["until"] < time.time():
        return None
    account = User.objects.filter(uid=waiting["account"], is_active=True).first()
    is_same = account and constant_time_compare(account.get_session_auth_hash(), waiting["hash"])
    return account if is_same else None


def code_limit_of(request: HttpRequest, account: User) -> AttemptLimit:
    """Return the limit of wrong codes for an account, from any address.

    A device on which the account signed in before has one of its own.
    """
    device = devices.device_with(request, account)
    most, seconds = account_locks.MOST_WRONG_CODES, account_locks.SECONDS
    return AttemptLimit(account_locks.CODES, most, seconds, account.uid, device)


def link_limit_of(request: HttpRequest) -> AttemptLimit:
    """Return the limit of wrong links from the address of a request."""
    return AttemptLimit(
        "account_link", MOST_WRONG, SECONDS, origin=str(get_client_ip_address(request))
    )


def wrong_link(request: HttpRequest) -> HttpResponse:
    """Answer a link that opens nothing, and count it; a right link opens despite such failures."""
    if not link_limit_of(request).begin():
        return shut_out(request)
    return render(request, "registration/link_over.html", status=404)


@never_cache
@sensitive_post_parameters("password", "again")
@require_http_methods(["GET", "HEAD", "POST"])
def new_password(request: HttpRequest, link: str) -> HttpResponse:
    """Set a new password for an account, by the link that its owner made."""
    credential = new_passwords.find(link)
    if credential is None or credential.user is None:
        return wrong_link(request)
    form = PasswordForm(
        request.POST if request.method == "POST" else None, account=credential.user, is_own=False
    )
    if form.is_valid():
        with form.take_refusal():
            new_passwords.set_by_link(credential, form.cleaned_data["password"])
            messages.success(request, gettext("The password is set. Sign in with it."))
            return redirect("login")
    context = {"form": form, "account": credential.user}
    return render(request, "registration/new_password.html", context)


def _sign_in_page(request: HttpRequest, form: SignInForm) -> HttpResponse:
    return render(
        request, "registration/login.html", {"form": form, "next": _next_address(request)}
    )


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session."""
    sessions.end_here(request)
    answer = redirect(settings.LOGOUT_REDIRECT_URL)
    # What answered forms is kept for whoever goes back, but not for the next at this computer.
    answer["Clear-Site-Data"] = '"cache"'
    return answer


def limit_of(request: HttpRequest, account: User | None) -> AttemptLimit:
    """Return the limit of wrong passwords from the address of a request.

    A device on which the account signed in before has one of its own.
    """
    device = devices.device_with(request, account) if account else ""
    if account and device:
        kind, most = accounts.PASSWORDS_AT_DEVICE, account_locks.MOST_WRONG_AT_DEVICE
        return AttemptLimit(kind, most, account_locks.SECONDS, account.uid, device)
    return AttemptLimit("sign_in", MOST_WRONG, SECONDS, origin=str(get_client_ip_address(request)))


def shut_out(request: HttpRequest, seconds: int = SECONDS) -> HttpResponse:
    """Answer 429 to an address or device that has sent too many wrong passwords."""
    context = {"minutes": seconds // 60}
    response = render(request, "registration/too_many.html", context, status=429)
    response.headers["Retry-After"] = str(seconds)
    return response


def _next_address(request: HttpRequest) -> str:
    """Return the address in `next`, or the default where it is on another site."""
    address = request.POST.get("next", request.GET.get("next", ""))
    ours = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return address if ours else resolve_url(settings.LOGIN_REDIRECT_URL)
