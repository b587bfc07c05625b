"""Import of a list into the register, with a preview of every line; export of the register."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext

from clubs.members import comparing, files, grids, guests, register
from clubs.members.files import RegisterLine
from clubs.members.grids import Grid
from tournaments import wording
from tournaments.base.refusals import Refused
from tournaments.base.separators import join_facts
from tournaments.entries.reading.reader import TEAM_SIZES, Wanted, read_file
from tournaments.entries.reading.sheets import kept
from tournaments.entries.reading.sheets.files import Workbook
from tournaments.entries.reading.values import LineState, ListKind, ListReading
from tournaments.models import Club, Person
from tournaments.persons import matching
from tournaments.persons.matching import MemberCandidate
from tournaments.rights.access import DIRECTORS
from web.desk.entries.list_questions import list_context
from web.desk.entries.pasted_forms import KeptFileForm, answers_of
from web.desk.frame import fetch
from web.desk.frame.made_at_once import made_at_once
from web.desk.frame.views import UNSAID, Shown, actor, page
from web.desk.members.forms import DoubtsForm, MemberDataForm, RegisterFileForm, RegisterTextForm
from web.forms import sent
from web.forms.requests import DeskRequest
from web.publish.documents import DocumentOf
from web.publish.printed import making

MOST_SHOWN: Final = 200
"""Lines of the preview; those with problems come first."""


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A line, the members it was compared with, its changes, its problems and questions."""

    line: RegisterLine
    beside: tuple[MemberCandidate, ...]
    changes: tuple[str, ...]
    words: str


def _preview_rows(lines: Sequence[RegisterLine]) -> list[PreviewRow]:
    """Return lines as the preview shows them, in a fixed number of queries."""
    members = list({each.pk: each for line in lines for each in line.compared}.values())
    known = {one.uid: one for one in matching.candidates(members, with_phones=True)}
    return [
        PreviewRow(
            line,
            tuple(known[each.uid] for each in line.compared),
            tuple(_changes(line)),
            _words(line),
        )
        for line in lines
    ]


def _changes(line: RegisterLine) -> list[str]:
    """Return the changes of a line to its member, column by column."""
    if line.before is None:
        return []
    fields = MemberDataForm.base_fields
    return [
        gettext("%(column)s: %(before)s → %(after)s")
        % {"column": fields[name].label, "before": _text(name, old), "after": _text(name, new)}
        for name, old, new in comparing.differences(line.data, line.before)
    ]


def _text(name: str, value: Any) -> str:
    """Return a value of the register as people read it."""
    if name == "shown":
        return gettext("yes") if value else gettext("no")
    if name == "sex" and value:
        return str(Person.Sex(value).label)
    if name == "aliases":
        value = pgettext("list", ", ").join(value)
    return str(value or "—")


def _words(line: RegisterLine) -> str:
    problems = [wording.sentence(code, {"text": text}) for code, text in line.problems]
    if not problems and line.doubt and line.is_open:
        problems = [wording.sentence(line.doubt)]
    return wording.joined_sentences(problems)


@page(fetch.club, DIRECTORS, change=DIRECTORS, back="desk_members", shows_contacts=True)
def members_import(request: DeskRequest, club: Club) -> Shown:
    """Read a list for the register, show what each line does, and store it once confirmed."""
    if request.method != "POST":
        return _page(request, club, {"form": RegisterFileForm()})
    if "names" not in request.POST or "say" in request.POST or "choose" in request.POST:
        return _file_page(request, club)
    form, answers = RegisterTextForm(request.POST), DoubtsForm(request.POST)
    grid: Grid = []
    if form.is_valid() and answers.is_valid():
        with form.take_refusal():
            if "store" in request.POST and sent.form(request).find(Person):
                return UNSAID
            grid = form.grid()
    if grid and "store" in request.POST:
        left = _with_asked(request, _store(request, club, grid, answers))
        if not left:
            return redirect(_next_page(club, grid), club.uid)
        # Lines with problems or questions stay in the box; stored lines leave it.
        form, grid = RegisterTextForm({"names": grids.as_text(left)}), left
        form.is_valid()
    return _page(request, club, {"faulty": form, **_preview(club, form, grid, answers)})


def _page(request: DeskRequest, club: Club, context: dict[str, Any]) -> HttpResponse:
    context = {"club": club, "form": RegisterFileForm(), **context}
    return render(request, "desk/members/import.html", context)


def _file_page(request: DeskRequest, club: Club) -> HttpResponse:
    """Show what was read from a file, sent now or kept in the page that asked about it."""
    is_kept = "book" in request.POST
    form = KeptFileForm(request.POST) if is_kept else RegisterFileForm(request.POST, request.FILES)
    if form.is_valid():
        with form.take_refusal():
            book = form.source if isinstance(form, KeptFileForm) else form.book()
            chosen_row = form.wanted[1] if isinstance(form, KeptFileForm) else None
            answers = {**answers_of(request.POST, "answer"), **answers_of(request.POST, "say")}
            reading = _reading(form, book, answers)
            grid = grids.grid_of(reading)
            whom = DoubtsForm(request.POST)
            whom.is_valid()
            text = RegisterTextForm(initial={"names": grids.as_text(grid)})
            asked = list_context(reading, reading.questions, answers)
            kept_file = {"book": kept.as_text(book), "chosen_row": chosen_row, **asked}
            left = [
                (line.number, line.text, wording.problem_text(line.why))
                for line in reading.lines
                if line.why
                and line.state in (LineState.LEFT_OUT, LineState.PROBLEM)
                and not line.reads
            ]
            shown = _preview(club, text, grid if len(grid) > 1 else [], whom)
            return _page(request, club, {**shown, **kept_file, "left": left})
    failed = form if isinstance(form, RegisterFileForm) else RegisterFileForm()
    return _page(request, club, {"form": failed, "faulty": form})


def _values(club: Club) -> dict[str, Any]:
    """Return the register as a table that an import reads."""
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
    return files.table(club, gettext("Members"), headings, gettext("yes"), gettext("no"))


FILES: Final = making.table_files(
    "members",
    gettext_lazy("Members"),
    _values,
    of=DocumentOf.CLUB,
    for_=DIRECTORS,
    file_name=lambda club, name: f"{club.name} {name}",
)
members_file = made_at_once(FILES, fetch.club, by=["suffix"])


def _store(request: DeskRequest, club: Club, grid: Grid, answers: DoubtsForm) -> Grid:
    """Store the certain lines, and return the rows left to be corrected."""
    lines = files.understood(club, grid, answers.answers())
    ready = [line for line in lines if line.is_ready]
    refused = _save(request, club, ready)
    stored = {line.row for line in ready if line.row not in refused}
    if stored:
        text = ngettext(
            "%(number)s line was stored in the register.",
            "%(number)s lines were stored in the register.",
            changed := sum(line.changes for line in ready if line.row in stored),
        )
        messages.success(request, text % {"number": changed})
    if len(stored) == len(lines):
        return []
    return [(number, cells) for number, cells in grid if number not in stored]


def _with_asked(request: DeskRequest, left: Grid) -> Grid:
    """Return the rest of a list together with its file's lines that are still in question."""
    form = KeptFileForm(request.POST)
    if not request.POST.get("book") or not form.is_valid():
        return left
    reading = _reading(form, form.source, answers_of(request.POST, "answer"))
    asked = reading.of(LineState.ASK)
    if not asked:
        return left
    text = ngettext(
        "%(number)s line is left below: it is not certain yet.",
        "%(number)s lines are left below: they are not certain yet.",
        len(asked),
    )
    messages.warning(request, text % {"number": len(asked)})
    return grids.with_asked(left, reading)


def _reading(
    form: KeptFileForm | RegisterFileForm, book: Workbook, answers: Mapping[str, str]
) -> ListReading:
    wanted = form.wanted if isinstance(form, KeptFileForm) else (None, None)
    return read_file(book, Wanted(ListKind.MEMBERS, TEAM_SIZES, *wanted, answers))


def _save(request: DeskRequest, club: Club, ready: Sequence[RegisterLine]) -> set[int]:
    """Store lines all at once, or one by one if one of them is refused; return those refused."""
    changed = files.imported(ready)
    if not changed:
        return set()
    try:
        register.save_members(club, actor(request), changed, sent.form(request))
        return set()
    except Refused:
        return {line.row for line in ready if not _is_saved(request, club, line)}


def _is_saved(request: DeskRequest, club: Club, line: RegisterLine) -> bool:
    try:
        if changed := files.imported([line]):
            kept = sent.form(request).of(str(line.row))
            register.save_members(club, actor(request), changed, kept)
    except Refused as refused:
        for problem in refused.problems:
            messages.error(request, join_facts(line.data.name, wording.problem_text(problem)))
        return False
    return True


def _next_page(club: Club, grid: Grid) -> str:
    """Return the page after a list: that of guests if some have the names of members."""
    lines = files.understood(club, grid)
    names = {line.data.name for line in lines if line.data.name}
    return "desk_member_guests" if guests.wait(club, names) else "desk_members"


def _preview(club: Club, text: RegisterTextForm, grid: Grid, answers: DoubtsForm) -> dict[str, Any]:
    """Return the context of a list: its text, and its lines as read."""
    lines = files.understood(club, grid, answers.answers()) if grid else []
    if not lines:
        return {"text": text}
    shown = sorted(lines, key=lambda line: (not line.problems, not line.is_open))[:MOST_SHOWN]
    return {
        "text": text,
        "doubts": DoubtsForm(initial=answers.chosen(), lines=lines),
        "lines": _preview_rows(shown),
        "hidden": len(lines) - len(shown),
        "ready": sum(line.is_ready for line in lines),
        "new": sum(line.is_ready and not line.person for line in lines),
        "changed": sum(line.is_ready and bool(line.person) and line.changes for line in lines),
        "same": sum(line.is_ready and not line.changes for line in lines),
        "wrong": sum(bool(line.problems) for line in lines),
        "asked": sum(line.is_open and not line.problems for line in lines),
    }
