"""A pasted list of names: what was understood is shown line by line and mended, then entered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import access, organise, wording
from tournaments.entries.pasted_lists import ListTerms, PastedLine, PastedList
from tournaments.forms import PastedForm
from tournaments.members import lists, namesakes
from tournaments.members.lists import MatchedLine
from tournaments.models import Entry, Event
from tournaments.organise import NewEntry
from tournaments.record.digest import digest
from tournaments.results import queries
from tournaments.views import sent
from tournaments.views.answers import DeskRequest
from tournaments.views.entering.entries import report_entered


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def entries_paste(request: DeskRequest, uid: str) -> HttpResponse:
    """Read a pasted list, show what was understood, and enter it once that is confirmed."""
    event = access.event_as(request.user, uid, access.DIRECTORS)
    form = PastedForm(event, request.POST if request.method == "POST" else None)
    pasted: PastedList | None = None
    matched: list[MatchedLine] = []
    if form.is_valid() and "text" not in request.POST:
        with form.take_refusal():
            if "enter" in request.POST and sent.form(request).find(Entry):
                return redirect("desk_entries", uid)
            typed = lists.with_picks(request.POST.getlist("line"), request.POST.getlist("pick"))
            pasted = form.read(_terms(event), typed)
            matched = lists.matched_lines(event.tournament.club, pasted.lines)
            is_seen = request.POST.get("seen") == _seen(pasted)
            is_clear = not any(one.asked or one.problem for one in matched)
            may_enter = is_seen and is_clear and pasted.entries and not pasted.problems
            if "enter" in request.POST and may_enter:
                report_entered(
                    request,
                    event,
                    [_new_entry(line) for line in pasted.entries],
                    allow_banned=form.cleaned_data["allow_banned"],
                )
                return redirect("desk_entries", uid)
    preview = _preview(request, pasted, matched) if pasted else {}
    preview["changed"] = preview.get("changed") and not form.errors
    context = {"event": event, "form": form, **preview}
    return render(request, "tournaments/entries_paste.html", context)


def _terms(event: Event) -> ListTerms:
    names = event.entries.values_list("name", flat=True)
    shared = namesakes.shared_names(event.tournament.club)
    entered = queries.numbers_by_member(event)
    return ListTerms(
        organise.sizes_of(event.form),
        {name: number for name, number in entered.items() if name not in shared},
        frozenset(names),
        shared,
    )


def _new_entry(line: PastedLine) -> NewEntry:
    return NewEntry(line.members, line.name, line.club, line.captain, line.remark)


def _seen(pasted: PastedList) -> str:
    """Return a digest of what was understood, so that only what was shown is entered.

    Whose names they are is picked on the page where it is shown.
    """
    return digest(
        [
            [
                *map(lists.without_number, line.members),
                line.name,
                line.club,
                lists.without_number(line.captain),
                line.remark,
            ]
            for line in pasted.entries
        ]
    )


def _preview(
    request: DeskRequest, pasted: PastedList, matched: Sequence[MatchedLine]
) -> dict[str, Any]:
    """Return the context of the lines as they were understood, and of whom their names mean."""
    lines = [
        (line, one, line.problem or one.problem)
        for line, one in zip(pasted.lines, matched, strict=True)
    ]
    asked = sum(len(one.asked) for one in matched)
    wrong = [wording.problem_text(problem) for _line, _one, problem in lines if problem]
    return {
        "pasted": pasted,
        "seen": _seen(pasted),
        "changed": "enter" in request.POST and not (wrong or asked) and bool(pasted.entries),
        "wrong": wrong,
        "asked": asked,
        "unpicked": asked if "enter" in request.POST else 0,
        "lines": [
            {
                "line": line,
                "matched": one,
                "left_out": wording.problem_text(line.left_out) if line.left_out else "",
                "problem": wording.problem_text(problem) if problem else "",
            }
            for line, one, problem in lines
        ],
    }
