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
from tournaments.forms.of_clubs.members import RegisterFileForm, RegisterTextForm
from tournaments.members import files, register
from tournaments.members.files import RegisterLine
from tournaments.models import Club, Person
from tournaments.publish.exports.files import csv_file, xlsx_file
from tournaments.views import sent
from tournaments.views.answers import DeskRequest, actor

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
    context: dict[str, Any] = {"club": club, "form": RegisterFileForm()}
    if request.method == "POST":
        kind = RegisterTextForm if "names" in request.POST else RegisterFileForm
        form = kind(request.POST, request.FILES)
        lines: list[RegisterLine] = []
        if form.is_valid():
            with form.take_refusal():
                if "store" in request.POST and sent.form(request).find(Person):
                    return redirect("desk_members", club.uid)
                grid = form.grid()
                lines = files.understood(club, grid)
                if "store" in request.POST and not any(line.problems for line in lines):
                    _store(request, club, lines)
                    return redirect("desk_members", club.uid)
        context |= _preview(form, lines)
    return render(request, "tournaments/members/import.html", context)


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
        register.save_members(club, actor(request), changed, sent.form(request))
    text = ngettext(
        "%(number)s line was stored in the register.",
        "%(number)s lines were stored in the register.",
        len(changed),
    )
    messages.success(request, text % {"number": len(changed)})


def _preview(
    form: RegisterFileForm | RegisterTextForm, lines: list[RegisterLine]
) -> dict[str, Any]:
    """Return the context of a list: the form that was sent, or the lines as they were read."""
    if not lines:
        return {"form": form} if isinstance(form, RegisterFileForm) else {"text": form}
    text = form
    if isinstance(form, RegisterFileForm):
        form.cleaned_data["file"].seek(0)
        text = RegisterTextForm(initial={"names": files.as_text(form.grid())})
    shown = sorted(lines, key=lambda line: not line.problems)[:MOST_SHOWN]
    return {
        "text": text,
        "faulty": form,
        "lines": [(line, _words(line)) for line in shown],
        "hidden": len(lines) - len(shown),
        "new": sum(not line.person for line in lines),
        "changed": sum(bool(line.person) and line.changes for line in lines),
        "same": sum(not line.changes for line in lines),
        "wrong": sum(bool(line.problems) for line in lines),
    }


def _words(line: RegisterLine) -> str:
    return " ".join(wording.sentence(code, {"text": text}) for code, text in line.problems)
