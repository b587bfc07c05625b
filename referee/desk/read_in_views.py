"""Desk page on which an official reads in the unsent items of a tablet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from referee.desk.forms import ReadInForm
from referee.sheets import read_in
from referee.sheets.read_in import ReadInOutcome
from tournaments import access, wording
from tournaments.refusals import Refused
from tournaments.views.answers import DeskRequest


@dataclass(frozen=True, slots=True)
class TakenShown:
    """Outcome of an item, with its problems in words."""

    taken: ReadInOutcome
    problems: Sequence[str]


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def read(request: DeskRequest, uid: str) -> HttpResponse:
    """Take in the items of a tablet, and show the outcome of each."""
    tournament = access.tournament_as(request.user, uid, access.REFEREES)
    is_post = request.method == "POST"
    form = ReadInForm(request.POST, request.FILES) if is_post else ReadInForm()
    results: list[ReadInOutcome] = []
    if form.is_valid():
        try:
            results = read_in.read_in(tournament, request.user, form.items())
        except Refused as refused:
            form.take(refused)
    results_shown = [TakenShown(result, _problem_texts(result)) for result in results]
    context = {"tournament": tournament, "form": form, "shown": results_shown}
    return render(request, "referee/read_in.html", context)


def _problem_texts(result: ReadInOutcome) -> Sequence[str]:
    return list(dict.fromkeys(wording.problem_text(problem) for problem in result.problems))
