"""A list of names, pasted or from a file: shown line by line, queried, corrected, then entered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext

from clubs.members import typed_names
from clubs.members.typed_names import MatchedLine
from tournaments import organise, wording
from tournaments.entries import pasted_lists
from tournaments.entries.pasted_values import ListTerms, PastedLine, PastedList
from tournaments.entries.reading.sheets import kept
from tournaments.entries.reading.sheets.files import Workbook
from tournaments.models import Entry, Event
from tournaments.organise import NewEntry
from tournaments.persons import namesakes
from tournaments.record.digest import digest
from tournaments.results import queries
from tournaments.rights.access import DIRECTORS
from web.desk.entries.entries import report_entered
from web.desk.entries.list_questions import list_context
from web.desk.entries.pasted_forms import KeptFileForm, PastedForm, answers_of
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, page
from web.forms import sent
from web.forms.entries import ListFileForm
from web.forms.requests import DeskRequest

LONGEST_SHOWN = 400
"""Characters kept of a file's line that could not be entered and is left in the box."""


@dataclass(frozen=True, slots=True)
class ShownList:
    """A list as it was understood, and what the register says about each line."""

    pasted: PastedList
    matched: Sequence[MatchedLine]

    @property
    def ready(self) -> list[PastedLine]:
        """The lines that can be entered: certain, and without a name that several members share."""
        pairs = zip(self.pasted.lines, self.matched, strict=True)
        return [line for line, one in pairs if line.is_entry and not (one.asked or one.problem)]

    @property
    def doubtful(self) -> list[PastedLine]:
        """The lines that are queried or need correction."""
        ready = {line.box for line in self.ready}
        return [line for line in self.pasted.lines if not line.left_out and line.box not in ready]


@page(
    fetch.event, DIRECTORS, "desk/entries/entries_paste.html", change=DIRECTORS, back="desk_entries"
)
def entries_paste(request: DeskRequest, event: Event) -> Shown:
    """Read a pasted list, show what was understood, and enter it once that is confirmed."""
    form = PastedForm(event, request.POST if request.method == "POST" else None)
    shown: ShownList | None = None
    if form.is_valid() and "text" not in request.POST:
        with form.take_refusal():
            if "enter" in request.POST and sent.form(request).find(Entry):
                return UNSAID
            shown = _shown(request, event, form.source)
            if _may_enter(request, shown):
                return _enter(request, event, shown, form)
    preview = _preview(request, shown) if shown else {}
    preview["changed"] = preview.get("changed") and not form.errors
    return {"event": event, "form": form, **preview}


@page(fetch.event, DIRECTORS, change=DIRECTORS, back="desk_entries")
def entries_file(request: DeskRequest, event: Event) -> Shown:
    """Read a list from a file, show what was understood, and enter it once that is confirmed."""
    is_kept = "book" in request.POST
    form: ListFileForm | KeptFileForm = ListFileForm()
    shown, book = None, None
    if request.method == "POST":
        form = KeptFileForm(request.POST) if is_kept else ListFileForm(request.POST, request.FILES)
    if form.is_bound and form.is_valid():
        with form.take_refusal():
            if "enter" in request.POST and sent.form(request).find(Entry):
                return UNSAID
            book = form.source if isinstance(form, KeptFileForm) else form.book()
            shown = _shown(request, event, book, form)
            if isinstance(form, KeptFileForm) and _may_enter(request, shown):
                return _enter(request, event, shown, form)
    if shown is None or book is None:
        failed = form if isinstance(form, ListFileForm) else ListFileForm()
        context: dict[str, Any] = {"event": event, "form": failed, "faulty": form}
        return render(request, "desk/entries/entries_file.html", context)
    preview = _preview(request, shown)
    preview["changed"] = preview["changed"] and not form.errors
    context = {"event": event, "form": form, **preview, **_kept(form, book)}
    return render(request, "desk/entries/entries_paste.html", context)


def _kept(form: ListFileForm | KeptFileForm, book: Workbook) -> dict[str, Any]:
    """Return what a file's page sends back: the file, the sheet and the row chosen."""
    sheet, row = form.wanted if isinstance(form, KeptFileForm) else (None, None)
    return {"book": kept.as_text(book), "chosen_sheet": sheet, "chosen_row": row}


def _shown(
    request: DeskRequest,
    event: Event,
    source: str | Workbook,
    form: ListFileForm | KeptFileForm | None = None,
) -> ShownList:
    """Return a list as it was understood. Raises Refused for what is no list."""
    typed = typed_names.with_picks(request.POST.getlist("line"), request.POST.getlist("pick"))
    wanted = form.wanted if isinstance(form, KeptFileForm) else (None, None)
    pasted = pasted_lists.read(
        source,
        _terms(event),
        None if "choose" in request.POST else typed or None,
        answers=answers_of(request.POST, "answer"),
        said=answers_of(request.POST, "say"),
        wanted=wanted,
    )
    return ShownList(pasted, typed_names.matched_lines(event.tournament.club, pasted.lines))


def _may_enter(request: DeskRequest, shown: ShownList) -> bool:
    is_seen = request.POST.get("seen") == _seen(shown.pasted)
    return "enter" in request.POST and is_seen and bool(shown.ready)


def _enter(
    request: DeskRequest, event: Event, shown: ShownList, form: PastedForm | KeptFileForm
) -> HttpResponse:
    """Enter the certain lines; those in doubt are left in the box."""
    new = [_new_entry(line) for line in shown.ready]
    report_entered(request, event, new, allow_banned=form.cleaned_data["allow_banned"])
    left = shown.doubtful
    if not left:
        return redirect("desk_entries", event.uid)
    text = ngettext(
        "%(number)s line is left below: it is not certain yet.",
        "%(number)s lines are left below: they are not certain yet.",
        len(left),
    )
    messages.warning(request, text % {"number": len(left)})
    box = PastedForm(event, initial={"names": "\n".join(map(_left_text, left))})
    context = {"event": event, "form": box}
    return render(request, "desk/entries/entries_paste.html", context)


def _left_text(line: PastedLine) -> str:
    return (line.text or line.original)[:LONGEST_SHOWN].replace("\n", " ")


def _terms(event: Event) -> ListTerms:
    names = event.entries.values_list("name", flat=True)
    shared = namesakes.shared_names(event.tournament.club)
    entered = queries.numbers_by_member(event)
    return ListTerms(
        organise.sizes_of(event.form),
        {name: number for name, number in entered.items() if name not in shared},
        frozenset(names),
        shared,
        namesakes.short_names(event.tournament.club),
    )


def _new_entry(line: PastedLine) -> NewEntry:
    return NewEntry(line.members, line.name, line.club, line.captain, line.remark)


def _seen(pasted: PastedList) -> str:
    """Return a digest of what was understood, so that only what was shown is entered.

    It leaves out which members the names mean, since that is chosen on the page itself.
    """
    return digest(
        [
            [
                *map(typed_names.without_number, line.members),
                line.name,
                line.club,
                typed_names.without_number(line.captain),
                line.remark,
            ]
            for line in pasted.entries
        ]
    )


def _preview(request: DeskRequest, shown: ShownList) -> dict[str, Any]:
    """Return the context of the lines as they were understood, and of the members they mean."""
    pasted = shown.pasted
    lines = [
        (line, one, line.problem or one.problem)
        for line, one in zip(pasted.lines, shown.matched, strict=True)
    ]
    asked = sum(len(one.asked) for one in shown.matched)
    wrong = [wording.problem_text(problem) for _line, _one, problem in lines if problem]
    answers = {**answers_of(request.POST, "answer"), **answers_of(request.POST, "say")}
    return {
        "pasted": pasted,
        "ready": len(shown.ready),
        "doubted": sum(line.doubt is not None for line in pasted.lines),
        "seen": _seen(pasted),
        "changed": "enter" in request.POST and bool(shown.ready),
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
        **list_context(pasted.reading, pasted.questions, answers),
    }
