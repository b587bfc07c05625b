"""One's own account: name, password, second factor, PINs, and the devices that are signed in."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from clubs.credentials import accounts, new_passwords, official_pins, second_factor, sessions
from tournaments.models import User
from tournaments.system import sealed_secrets
from tournaments.system.attempts import begin_all
from web.desk.accounts import links, signing_in
from web.desk.accounts.forms import ConfirmCodeForm, RealNameForm
from web.desk.accounts.people import PasswordForm
from web.desk.frame.views import is_unchanged
from web.forms.requests import DeskRequest


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own(request: DeskRequest) -> HttpResponse:
    """Show one's own account, and change the name on papers."""
    user = request.user
    data = request.POST if request.method == "POST" else None
    form = RealNameForm(data, initial={"real_name": user.real_name})
    if form.is_valid():
        if is_unchanged(request, form):
            return redirect("account")
        with form.take_refusal():
            accounts.set_real_name(user, form.cleaned_data["real_name"], seen=user.real_name)
            messages.success(request, gettext("Saved."))
            return redirect("account")
    context = {
        "form": form,
        "devices": sessions.devices(request, user),
        "has_second_factor": second_factor.is_on(user),
        "codes_left": second_factor.codes_left(user),
        **_pins_of(user),
    }
    return render(request, "registration/account.html", context)


def _pins_of(user: User) -> dict[str, Any]:
    """Return since when there is a PIN for each club, and the PINs for single tournaments."""
    held = list(official_pins.live_of(user))
    since = {credential.club_id: credential.created_at for credential in held}
    return {
        "pins": [(club, since.get(club.pk)) for club in official_pins.clubs_with_pin(user)],
        "tournament_pins": [credential for credential in held if credential.tournament],
    }


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def pin(request: DeskRequest, uid: str) -> HttpResponse:
    """Show whether there is a PIN for a club; on POST draw a new one and show it once."""
    club = official_pins.club_as(request.user, uid)
    drawn = official_pins.set_own(request.user, club) if request.method == "POST" else ""
    held = official_pins.live_of(request.user).filter(club=club).first()
    context = {"club": club, "drawn": drawn, "held": held}
    return render(request, "registration/pin.html", context)


@login_required
@require_POST
def pin_end(request: DeskRequest, uid: str) -> HttpResponse:
    """End one's own PIN for a single tournament."""
    official_pins.end_own(request.user, uid)
    messages.success(request, gettext("The PIN no longer works."))
    return redirect("account")


@never_cache
@sensitive_post_parameters("present", "password", "again")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: DeskRequest) -> HttpResponse:
    """Set one's own password; all sessions but the current one end."""
    limit = signing_in.limit_of(request, request.user)
    if request.method == "POST" and (limit.is_spent or not limit.begin()):
        return signing_in.shut_out(request)
    data = request.POST if request.method == "POST" else None
    form = PasswordForm(data, account=request.user, is_own=True)
    is_valid = form.is_valid()
    if request.method == "POST" and "present" not in form.errors:
        limit.take_back()
    if is_valid:
        new_passwords.set_own(request.user, form.cleaned_data["password"])
        sessions.stay(request, request.user)
        text = gettext("The password is set. Other sessions of the account ended.")
        messages.success(request, text)
        return redirect("account")
    return render(request, "registration/account_password.html", {"form": form})


@never_cache
@sensitive_post_parameters("code", "present")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def factor(request: DeskRequest) -> HttpResponse:
    """Set up an app's codes as second factor, in force once a code has confirmed them."""
    user = request.user
    if "begin" in request.POST:
        if sealed_secrets.IS_AVAILABLE:
            second_factor.prepare(user)
        return redirect("account_second_factor")
    if request.method != "POST":
        return _factor_page(request)
    passwords, codes = signing_in.limit_of(request, user), signing_in.code_limit_of(request, user)
    if not begin_all((passwords, codes)):
        return signing_in.shut_out(request)
    form = ConfirmCodeForm(request.POST, account=user)
    drawn = second_factor.confirm(user, form.cleaned_data["code"]) if form.is_valid() else []
    if "present" not in form.errors:
        passwords.take_back()
    if drawn:
        # Sessions opened by the password alone end.
        sessions.end_all(user)
        sessions.stay(request, user)
        messages.success(request, gettext("All other sessions ended."))
    if drawn or not form.is_valid():
        codes.take_back()
    else:
        text = gettext("This code is wrong, already used or expired. Wait for the next one.")
        form.add_error("code", text)
    return _factor_page(request, form=form, drawn=drawn)


@never_cache
@sensitive_post_parameters("code", "present")
@login_required
@require_POST
def factor_off(request: DeskRequest) -> HttpResponse:
    """Switch off one's own second factor, by the password and a code from the app or paper."""
    user = request.user
    passwords, codes = signing_in.limit_of(request, user), signing_in.code_limit_of(request, user)
    if not begin_all((passwords, codes)):
        return signing_in.shut_out(request)
    form = ConfirmCodeForm(request.POST, account=user)
    is_right = form.is_valid() and second_factor.is_right(user, form.cleaned_data["code"])
    if "present" not in form.errors:
        passwords.take_back()
    if is_right or not form.is_valid():
        codes.take_back()
    if form.is_valid() and not is_right:
        form.add_error(
            "code", gettext("This code is wrong, already used or expired. Wait for the next one.")
        )
    if not is_right:
        return _factor_page(request, off_form=form)
    second_factor.switch_off(user)
    messages.success(request, gettext("You now sign in with your password alone."))
    return redirect("account")


def _factor_page(request: DeskRequest, **shown: Any) -> HttpResponse:
    """Show the state of the second factor: to set up, to confirm, or on; paper codes are shown
    once.
    """
    user = request.user
    secret = second_factor.pending(user)
    context = {
        "form": ConfirmCodeForm(account=user),
        "off_form": ConfirmCodeForm(account=user),
        "secret": " ".join(secret[start : start + 4] for start in range(0, len(secret), 4)),
        "qr": links.qr_picture(second_factor.address_of(user, secret) if secret else ""),
        "is_on": second_factor.is_on(user),
        "line": "" if sealed_secrets.IS_AVAILABLE else settings.LINE_FOR_HTTPS,
        **shown,
    }
    return render(request, "registration/second_factor.html", context)


@login_required
@require_POST
def session_end(request: DeskRequest, session_uid: str) -> HttpResponse:
    """End one session of one's own."""
    sessions.end(request.user, session_uid)
    messages.success(request, gettext("The session ended."))
    return redirect("account")


@login_required
@require_POST
def sessions_end(request: DeskRequest) -> HttpResponse:
    """End every session of one's own but this."""
    sessions.end_all(request.user)
    sessions.stay(request, request.user)
    messages.success(request, gettext("All other sessions ended."))
    return redirect("account")
