"""The pages of a table: typing its code, and the page on which its deals are entered."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from rest_framework.request import Request

from referee import queries
from referee.api.throttles import WrongCodeThrottle
from referee.forms import CodeForm
from tournaments.models import Table


@never_cache
@require_safe
def find_table(request: HttpRequest) -> HttpResponse:
    """Ask for the code of a table and lead to its page."""
    if "code" not in request.GET:
        return render(request, "referee/find_table.html", {"form": CodeForm()})
    return _by_code(request, request.GET["code"])


@never_cache
@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show the page of a table to whoever knows its code; its script asks the API for the rest."""
    return _by_code(request, code)


def _by_code(request: HttpRequest, typed: str) -> HttpResponse:
    throttle = WrongCodeThrottle()
    if not throttle.admits(Request(request)):
        # An unbound form looks nothing up, so the page does not tell a right code from a wrong one.
        shut = {"form": CodeForm(initial={"code": typed}), "shut": True}
        return render(request, "referee/find_table.html", shut, status=429)
    form = CodeForm({"code": typed})
    if not form.is_valid():
        throttle.count(Request(request))
        return render(request, "referee/find_table.html", {"form": form}, status=404)
    found = form.cleaned_data["code"]
    if request.path != reverse("table", args=[found.code]):
        return redirect("table", found.code)
    return _table_page(request, found)


def _table_page(request: HttpRequest, found: Table) -> HttpResponse:
    game = queries.game_next_at(found)
    context = {
        "table": found,
        "tournament": found.tournament,
        "game": game,
        "entry_page": [f"referee/games/{game}.html", "referee/games/_generic.html"],
    }
    return render(request, "referee/table.html", context)
