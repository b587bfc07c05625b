"""The first run, signing in and signing out.

After five wrong passwords django-axes locks the name for a while. Names are easily invented, but
comparing a password costs the server a good part of a second: so wrong ones are counted by address
too, whatever names they are for.
"""

from __future__ import annotations

from typing import Final

from axes.helpers import get_client_ip_address
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.credentials import accounts, setup_code
from tournaments.forms import SetupForm, SignInForm
from tournaments.system.attempts import AttemptLimit

MOST_WRONG: Final = 60
SECONDS: Final = 5 * 60


@never_cache
@sensitive_post_parameters("password", "again", "code")
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest) -> HttpResponse:
    """Create the owner and the club, for whoever has the setup code; Http404 once they exist."""
    if accounts.is_founded():
        raise Http404
    data = request.POST if request.method == "POST" else None
    # The address that the terminal shows has the code in it, so that nobody needs to type it.
    form = SetupForm(data, initial={"code": request.GET.get("code", "")})
    if form.is_valid():
        with form.take_refusal():
            return _found_club(request, form)
    return render(request, "tournaments/setup.html", {"form": form})


def _found_club(request: HttpRequest, form: SetupForm) -> HttpResponse:
    data = form.cleaned_data
    try:
        owner = accounts.found(data["club"], data["username"], data["password"])
    except accounts.AlreadyFounded as late:
        raise Http404 from late
    setup_code.forget()
    login(request, owner, backend="django.contrib.auth.backends.ModelBackend")
    messages.success(request, gettext("The club is set up, and you are signed in as its owner."))
    return redirect("desk")


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
    limit = limit_of(request)
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


def limit_of(request: HttpRequest) -> AttemptLimit:
    """Return the limit of the wrong passwords that come from the address of a request."""
    return AttemptLimit("sign_in", MOST_WRONG, SECONDS, origin=str(get_client_ip_address(request)))


def shut_out(request: HttpRequest) -> HttpResponse:
    """Answer 429 to an address from which too many wrong passwords came."""
    context = {"minutes": SECONDS // 60}
    response = render(request, "registration/too_many.html", context, status=429)
    response.headers["Retry-After"] = str(SECONDS)
    return response


def _next_address(request: HttpRequest) -> str:
    """Return the address in `next`, or the default where it is on another site."""
    address = request.POST.get("next", request.GET.get("next", ""))
    ours = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return address if ours else resolve_url(settings.LOGIN_REDIRECT_URL)
