"""A pasted list of names: what was understood is shown line by line and mended, then entered."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import access, organise, wording
from tournaments.entries.pasted_lists import ListTerms, PastedLine, PastedList
from tournaments.forms import PastedForm
from tournaments.models import Event
from tournaments.organise import NewEntry
from tournaments.record.digest import digest
from tournaments.results import queries
from tournaments.views.answers import DeskRequest
from tournaments.views.entries import report_entered


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def entries_paste(request: DeskRequest, uid: str) -> HttpResponse:
    """Read a pasted list, show what was understood, and enter it once that is confirmed."""
    event = access.event_as(request.user, uid, access.DIRECTORS)
    form = PastedForm(event, request.POST if request.method == "POST" else None)
    pasted: PastedList | None = None
    if form.is_valid() and "text" not in request.POST:
        with form.take_refusal():
            pasted = form.read(_terms(event), request.POST.getlist("line"))
            is_seen = request.POST.get("seen") == _seen(pasted)
            if "enter" in request.POST and is_seen and pasted.entries and not pasted.problems:
                report_entered(request, event, [_new_entry(line) for line in pasted.entries])
                return redirect("desk_entries", uid)
    context = {"event": event, "form": form, **(_preview(request, pasted) if pasted else {})}
    return render(request, "tournaments/entries_paste.html", context)


def _terms(event: Event) -> ListTerms:
    names = event.entries.values_list("name", flat=True)
    return ListTerms(
        organise.sizes_of(event.form), queries.numbers_by_member(event), frozenset(names)
    )


def _new_entry(line: PastedLine) -> NewEntry:
    return NewEntry(line.members, line.name, line.club, line.captain, line.remark)


def _seen(pasted: PastedList) -> str:
    """Return a digest of what was understood, so that only what was shown is entered."""
    return digest(
        [
            [*line.members, line.name, line.club, line.captain, line.remark]
            for line in pasted.entries
        ]
    )


def _preview(request: DeskRequest, pasted: PastedList) -> dict[str, Any]:
    """Return the context of the lines as they were understood."""
    return {
        "pasted": pasted,
        "seen": _seen(pasted),
        "changed": "enter" in request.POST and not pasted.problems and bool(pasted.entries),
        "wrong": [wording.problem_text(problem) for problem in pasted.problems],
        "lines": [
            {
                "line": line,
                "left_out": wording.problem_text(line.left_out) if line.left_out else "",
                "problem": wording.problem_text(line.problem) if line.problem else "",
            }
            for line in pasted.lines
        ],
    }
