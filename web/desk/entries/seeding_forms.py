"""Forms for the clubs and the seeding of all entries of an event, typed or read from a list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.entries.reading.reader import Wanted, read_file, read_text
from tournaments.entries.reading.sheets.files import MOST_BYTES, read_book
from tournaments.entries.reading.values import ListKind, ListReading
from tournaments.entries.roster import Entrant
from tournaments.entries.seeding_lists import SeedRow
from tournaments.organise import Seed
from tournaments.organise.seeding import LONGEST_CLUB, MOST_SEEDED, club_field, seed_field
from web.forms.base import LIST_FILE, DeskForm
from web.forms.stored_values import StoredForm


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
        """Return what the list says. Raises Refused where it cannot be read."""
        wanted = Wanted(ListKind.SEEDING)
        upload = self.cleaned_data["file"]
        if upload is None:
            return read_text(self.cleaned_data["text"], wanted)
        return read_file(read_book(upload.read(MOST_BYTES + 1)), wanted)


class SeedingForm(StoredForm):
    """The club and the place in the seeding of every entry; both may be empty.

    `proposed` are the rows of a list, shown instead of the stored values.
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
        for number, known in by_number.items():
            self._stored |= {club_field(number): known.club, seed_field(number): known.seeding}
        for row in {row.number: row for row in proposed}.values():
            # What a row leaves out stays as it is.
            if entrant := by_number.get(row.number):
                club = entrant.club if row.club is None else row.club
                seeding = row.seeding or entrant.seeding
                by_number[row.number] = replace(entrant, club=club, seeding=seeding)
        self.entrants = tuple(by_number.values())
        for entrant in self.entrants:
            values = {"name": entrant.name}
            self.fields[club_field(entrant.number)] = forms.CharField(
                label=gettext("Club of %(name)s") % values,
                max_length=LONGEST_CLUB,
                required=False,
                initial=entrant.club,
                widget=forms.TextInput(attrs={"list": "clubs", "autocomplete": "off"}),
            )
            self.fields[seed_field(entrant.number)] = forms.IntegerField(
                label=gettext("Seeding of %(name)s") % values,
                min_value=1,
                max_value=MOST_SEEDED,
                required=False,
                initial=entrant.seeding,
            )

    def stored_value(self, name: str) -> Any:
        """Return what is stored, also where a list proposes something else."""
        return self._stored[name]

    @property
    def rows(self) -> list[tuple[Entrant, forms.BoundField, forms.BoundField]]:
        """Every entry with its two fields."""
        return [
            (entrant, self[club_field(entrant.number)], self[seed_field(entrant.number)])
            for entrant in self.entrants
        ]

    @property
    def clubs(self) -> list[str]:
        """The clubs named so far, as suggestions."""
        return sorted({entrant.club for entrant in self.entrants if entrant.club})

    def seeds(self) -> dict[int, Seed]:
        """Return club and seeding by the number of the entry."""
        data = self.cleaned_data
        return {
            entrant.number: Seed(data[club_field(entrant.number)], data[seed_field(entrant.number)])
            for entrant in self.entrants
        }
