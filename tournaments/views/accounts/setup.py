"""The first run: creates the club and its owner, for whoever has the setup code."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments.credentials import accounts, setup_code
from tournaments.forms import SetupForm


@never_cache
@sensitive_post_parameters("password", "again", "code")
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest) -> HttpResponse:
    """Create the owner and the club. Raises Http404 once they exist."""
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
