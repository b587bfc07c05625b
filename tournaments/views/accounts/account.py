"""Signing in and out. After five wrong passwords django-axes locks the name for a while."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.credentials import accounts
from tournaments.forms import SignInForm
from tournaments.views.accounts import failed_sign_ins


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Ask for name and password, then redirect to the page that was wanted.

    Before the first run, when there is no account, redirect to it.
    """
    if not accounts.is_founded():
        return redirect("setup")
    if request.user.is_authenticated:
        return HttpResponseRedirect(_next_address(request))
    if request.method != "POST":
        return _sign_in_page(request, SignInForm(request))
    limit = failed_sign_ins.limit_of(request)
    if limit.is_spent or not limit.begin():
        return shut_out(request)
    form = SignInForm(request, request.POST)
    if form.is_valid():
        limit.take_back()
        login(request, form.get_user())
        return HttpResponseRedirect(_next_address(request))
    if not form.non_field_errors():
        # A field was left empty: no password was compared.
        limit.take_back()
    return _sign_in_page(request, form)


def _sign_in_page(request: HttpRequest, form: SignInForm) -> HttpResponse:
    return render(
        request, "registration/login.html", {"form": form, "next": _next_address(request)}
    )


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session."""
    logout(request)
    return redirect(settings.LOGOUT_REDIRECT_URL)


def shut_out(request: HttpRequest) -> HttpResponse:
    """Answer 429 to an address from which too many wrong passwords came."""
    context = {"minutes": failed_sign_ins.SECONDS // 60}
    response = render(request, "registration/too_many.html", context, status=429)
    response.headers["Retry-After"] = str(failed_sign_ins.SECONDS)
    return response


def _next_address(request: HttpRequest) -> str:
    """Return the address in `next`, or the default where it is on another site."""
    address = request.POST.get("next", request.GET.get("next", ""))
    ours = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return address if ours else resolve_url(settings.LOGIN_REDIRECT_URL)
