"""The register in and out: a list that is read line by line and stored, and a file of it."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext, ngettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments import access, wording
from tournaments.entries.reading import kept
from tournaments.entries.reading.reader import TEAM_SIZES, Wanted, read_file
from tournaments.entries.reading.values import Kind, State
from tournaments.forms.of_clubs.members import RegisterFileForm, RegisterTextForm
from tournaments.forms.pasted import KeptFileForm, answers_of
from tournaments.members import files, register
from tournaments.members.files import RegisterLine
from tournaments.models import Club
from tournaments.publish.exports.files import csv_file, xlsx_file
from tournaments.views.answers import DeskRequest, actor
from tournaments.views.entering.list_questions import list_context

KINDS: Final = {
    "csv": (csv_file, "text/csv; charset=utf-8"),
    "xlsx": (xlsx_file, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}
MOST_SHOWN: Final = 200
"""Lines of the preview; those with problems come first."""


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def members_import(request: DeskRequest, uid: str) -> HttpResponse:
    """Read a list for the register, show what each line does, and store it once confirmed."""
    club = access.club_as(request.user, uid, access.DIRECTORS)
    if request.method != "POST":
        return _page(request, club, {"form": RegisterFileForm()})
    if "names" not in request.POST or "say" in request.POST or "choose" in request.POST:
        return _file_page(request, club)
    form = RegisterTextForm(request.POST)
    lines: list[RegisterLine] = []
    if form.is_valid():
        with form.take_refusal():
            lines = files.understood(club, form.grid())
            if "store" in request.POST and not any(line.problems for line in lines):
                _store(request, club, lines)
                return redirect("desk_members", club.uid)
    return _page(request, club, {"faulty": form, **_preview(form, lines)})


def _page(request: DeskRequest, club: Club, context: dict[str, Any]) -> HttpResponse:
    context = {"club": club, "form": RegisterFileForm(), **context}
    return render(request, "tournaments/members/import.html", context)


def _file_page(request: DeskRequest, club: Club) -> HttpResponse:
    """Show what was read of a file, sent now or kept in the page that asked about it."""
    is_kept = "book" in request.POST
    form = KeptFileForm(request.POST) if is_kept else RegisterFileForm(request.POST, request.FILES)
    if form.is_valid():
        with form.take_refusal():
            book = form.source if isinstance(form, KeptFileForm) else form.book()
            wanted = form.wanted if isinstance(form, KeptFileForm) else (None, None)
            answers = {**answers_of(request.POST, "answer"), **answers_of(request.POST, "say")}
            reading = read_file(book, Wanted(Kind.MEMBERS, TEAM_SIZES, *wanted, answers))
            grid = files.grid_of(reading)
            lines = files.understood(club, grid) if len(grid) > 1 else []
            text = RegisterTextForm(initial={"names": files.as_text(grid)})
            asked = list_context(reading, reading.questions, answers)
            kept_file = {"book": kept.as_text(book), "chosen_row": wanted[1], **asked}
            left = [
                (line.number, line.text, wording.problem_text(line.why))
                for line in reading.lines
                if line.why and line.state in (State.LEFT_OUT, State.PROBLEM) and not line.reads
            ]
            return _page(request, club, {**_preview(text, lines), **kept_file, "left": left})
    failed = form if isinstance(form, RegisterFileForm) else RegisterFileForm()
    return _page(request, club, {"form": failed, "faulty": form})


@never_cache
@login_required
@require_safe
def members_file(request: DeskRequest, uid: str, suffix: str) -> HttpResponse:
    """Answer with the register as a file that an import reads."""
    club = access.club_as(request.user, uid, access.DIRECTORS)
    write, media_type = KINDS[suffix]
    title = gettext("Members")
    headings = [
        gettext("Member number"),
        pgettext("person", "Name"),
        gettext("Aliases"),
        gettext("Sex"),
        gettext("Year of birth"),
        gettext("Home club"),
        gettext("Consent"),
        gettext("Phone"),
        gettext("E-mail"),
        gettext("Note"),
    ]
    table = files.table(club, title, headings, gettext("yes"), gettext("no"))
    name = content_disposition_header(as_attachment=True, filename=f"{club.name} {title}.{suffix}")
    content = write(table, lambda _done, _total: None)
    headers = {"Content-Disposition": name or ""}
    return HttpResponse(content, content_type=media_type, headers=headers)


def _store(request: DeskRequest, club: Club, lines: list[RegisterLine]) -> None:
    changed = files.imported(lines)
    if changed:
        register.save_members(club, actor(request), changed)
    text = ngettext(
        "%(number)s line was stored in the register.",
        "%(number)s lines were stored in the register.",
        len(changed),
    )
    messages.success(request, text % {"number": len(changed)})


def _preview(text: RegisterTextForm, lines: list[RegisterLine]) -> dict[str, Any]:
    """Return the context of a list: its text, and its lines as they were read."""
    shown = sorted(lines, key=lambda line: not line.problems)[:MOST_SHOWN]
    return {
        "text": text,
        "lines": [(line, _words(line)) for line in shown],
        "hidden": len(lines) - len(shown),
        "new": sum(not line.person for line in lines),
        "changed": sum(bool(line.person) and line.changes for line in lines),
        "same": sum(not line.changes for line in lines),
        "wrong": sum(bool(line.problems) for line in lines),
    }


def _words(line: RegisterLine) -> str:
    return " ".join(wording.sentence(code, {"text": text}) for code, text in line.problems)
