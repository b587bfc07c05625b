"""Clubs and seeding of all entries of an event at the desk."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import organise
from tournaments.entries.names import key_of
from tournaments.entries.reading.reader import Wanted, read_file, read_text
from tournaments.entries.reading.sheets.files import MOST_BYTES, read_book
from tournaments.entries.reading.values import ListKind, ListReading
from tournaments.entries.roster import Entrant, roster
from tournaments.entries.seeding_lists import SeedList, SeedRow, seed_list
from tournaments.models import Event
from tournaments.organise import Seed
from tournaments.organise.seeding import LONGEST_CLUB, MOST_SEEDED, club_field, seed_field
from tournaments.record.audit import Verb
from tournaments.rights.access import DESK, DIRECTORS
from web.desk.entries.list_questions import list_context
from web.desk.frame import fetch
from web.desk.frame.name_folds import NamedRow, folded, searched_for
from web.desk.frame.views import UNSAID, Shown, actor, is_unchanged, page, permission_context
from web.forms.base import LIST_FILE, DeskForm
from web.forms.requests import DeskRequest
from web.forms.stored_values import Logged, StoredForm

SeedingRow = tuple[Entrant, forms.BoundField, forms.BoundField]
"""An entry with its two fields: the club and the place in the seeding."""


class SeedingListForm(DeskForm):
    """A list of clubs and seeding, as a file or pasted; it is shown before it is stored."""

    text = forms.CharField(
        label=_("Paste a list"),
        required=False,
        max_length=100_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("One entry on a line: number or name, club, place in the seeding."),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        help_text=_("A workbook (.xlsx, .xls, .ods) or a CSV file. Ratings are put in order."),
        widget=forms.ClearableFileInput(LIST_FILE),
    )

    def reading(self) -> ListReading:
        """Return the list as read. Raises Refused if it cannot be read."""
        wanted = Wanted(ListKind.SEEDING)
        upload = self.cleaned_data["file"]
        if upload is None:
            return read_text(self.cleaned_data["text"], wanted)
        return read_file(read_book(upload.read(MOST_BYTES + 1)), wanted)


class SeedingForm(StoredForm):
    """The club and the place in the seeding of every entry; both may be empty.

    `proposed` are the rows of a list, shown in place of the stored values.
    """

    def __init__(
        self,
        entrants: Iterable[Entrant],
        *args: Any,
        proposed: Iterable[SeedRow] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        by_number = {entrant.number: entrant for entrant in entrants}
        self._stored: dict[str, Any] = {}
        for known in by_number.values():
            self._stored |= {
                club_field(known.uid): known.club,
                seed_field(known.uid): known.seeding,
            }
        for row in {row.number: row for row in proposed}.values():
            # A value that a row leaves out stays as it is.
            if entrant := by_number.get(row.number):
                club = entrant.club if row.club is None else row.club
                seeding = row.seeding or entrant.seeding
                by_number[row.number] = replace(entrant, club=club, seeding=seeding)
        self.entrants = tuple(by_number.values())
        for entrant in self.entrants:
            values = {"name": entrant.name}
            self.fields[club_field(entrant.uid)] = forms.CharField(
                label=gettext("Club of %(name)s") % values,
                max_length=LONGEST_CLUB,
                required=False,
                initial=entrant.club,
                widget=forms.TextInput(attrs={"list": "clubs", "autocomplete": "off"}),
            )
            self.fields[seed_field(entrant.uid)] = forms.IntegerField(
                label=gettext("Seeding of %(name)s") % values,
                min_value=1,
                max_value=MOST_SEEDED,
                required=False,
                initial=entrant.seeding,
            )

    def stored_value(self, name: str) -> Any:
        """Return the stored value, even if a list proposes another."""
        return self._stored[name]

    @property
    def rows(self) -> list[SeedingRow]:
        """Every entry with its two fields."""
        return [
            (entrant, self[club_field(entrant.uid)], self[seed_field(entrant.uid)])
            for entrant in self.entrants
        ]

    @property
    def clubs(self) -> list[str]:
        """The clubs named so far, as suggestions."""
        return sorted({entrant.club for entrant in self.entrants if entrant.club})

    def seeds(self) -> dict[str, Seed]:
        """Return club and seeding by the uid of the entry, for those that the page showed."""
        data = self.cleaned_data
        return {
            entrant.uid: Seed(data[club_field(entrant.uid)], data[seed_field(entrant.uid)])
            for entrant in self.entrants
            if club_field(entrant.uid) in self.data
        }


@page(fetch.event, DESK, change=DIRECTORS, back="desk_entries")
def seeding(request: DeskRequest, event: Event) -> Shown:
    """Show the club and the seeding of every entry; on POST change them."""
    entrants = [entrant for entrant in roster(event) if not entrant.is_house]
    if "list" in request.POST:
        return _show_proposal(request, event, entrants)
    form = SeedingForm(entrants, request.POST if request.method == "POST" else None)
    form.logged = _logged(event)
    # An empty search is the Enter key in a field, whose form begins with the search.
    if form.is_valid() and not searched_for(request):
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            changed = organise.seed_entries(event, actor(request), form.seeds())
            text = gettext("Clubs and seeding are noted. Entries changed: %(number)s.")
            return text % {"number": len(changed)}
    return _page(request, event, form)


def _show_proposal(request: DeskRequest, event: Event, entrants: list[Entrant]) -> HttpResponse:
    """Fill the fields from a list, so that it can be checked before it is stored."""
    list_form = SeedingListForm(request.POST, request.FILES)
    if list_form.is_valid():
        with list_form.take_refusal():
            reading = list_form.reading()
            found = seed_list(reading, _numbers_by_key(entrants))
            form = SeedingForm(entrants, proposed=found.rows)
            form.logged = _logged(event)
            return _page(request, event, form, found=found, reading=reading)
    form = SeedingForm(entrants)
    form.logged = _logged(event)
    return _page(request, event, form, list_form)


def _logged(event: Event) -> Logged:
    return Logged(event.tournament, (Verb.SEED_ENTRIES, Verb.RENAME_ENTRY), about=event.uid)


def _numbers_by_key(entrants: list[Entrant]) -> dict[str, int]:
    """Return the numbers of entries by every name that may identify them in a list."""
    named = {
        key_of(member.name): entrant.number for entrant in entrants for member in entrant.members
    }
    named |= {
        key_of(name): entrant.number
        for entrant in entrants
        for name in (entrant.name, entrant.own_name)
        if name
    }
    return named | {str(entrant.number): entrant.number for entrant in entrants}


def _row(row: SeedingRow) -> NamedRow:
    one, club, place = row
    names = [one.name, *(member.name for member in one.members)]
    is_wrong = bool(club.errors or place.errors)
    return NamedRow(row, names, one.number, place.id_for_label, is_wrong)


def _page(
    request: DeskRequest,
    event: Event,
    form: SeedingForm,
    list_form: SeedingListForm | None = None,
    found: SeedList | None = None,
    reading: ListReading | None = None,
) -> HttpResponse:
    context = {
        "event": event,
        "form": form,
        "folds": folded(request, map(_row, form.rows)),
        "faulty": list_form or form,
        "asked": list_form or SeedingListForm(),
        "found": found,
        **(list_context(reading, (), {}) if reading else {}),
        **permission_context(request, event.tournament),
    }
    return render(request, "desk/entries/seeding.html", context)
