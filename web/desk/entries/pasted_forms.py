"""The forms of lists that are read line by line: pasted, or kept from a file."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.problems import Problem
from tournaments import wording
from tournaments.entries.reading.identity import masked_lines
from tournaments.entries.reading.reasons import ListDoubt
from tournaments.entries.reading.sheets import kept
from tournaments.entries.reading.sheets.files import MOST_ROWS, Workbook
from tournaments.entries.reading.values import NO, YES
from tournaments.models import Event
from tournaments.organise import members_of
from web.forms.entries import PLAIN, EntriesForm

EXAMPLE = "华清队（华清）：张三，李四，王五，赵六"


class PastedForm(EntriesForm):
    """A list as it was copied."""

    names = forms.CharField(
        label=_("Names"), strip=False, widget=forms.Textarea({"rows": 12, **PLAIN})
    )

    def __init__(self, event: Event, data: QueryDict | None = None, **kwargs: Any) -> None:
        super().__init__(_without_identities(data), **kwargs)
        names = self.fields["names"]
        # The reader of lists reports wrong characters, in its own words.
        names.validators = []
        names.help_text = _help_text(event)
        if event.form == Event.Form.TEAMS:
            names.label = gettext("Teams")
        names.error_messages["required"] = gettext("Enter at least one name.")

    def as_typed(self, problem: Problem) -> Problem:
        """Move a problem of the list to the field that holds it."""
        return replace(problem, field="names")

    @property
    def source(self) -> str:
        """The text that was pasted."""
        return str(self.cleaned_data["names"])


class KeptFileForm(EntriesForm):
    """A file that was read and is kept in the page, with the chosen sheet and row."""

    book = forms.CharField(strip=False, max_length=kept.MOST_TEXT, widget=forms.HiddenInput)
    sheet = forms.IntegerField(required=False, min_value=1, max_value=99)
    first_row = forms.IntegerField(
        label=_("Names of the columns in row"), required=False, min_value=1, max_value=MOST_ROWS
    )

    @property
    def source(self) -> Workbook:
        """The sheets of the file. Raises Refused if it is no kept file."""
        return kept.from_text(self.cleaned_data["book"])

    @property
    def wanted(self) -> tuple[int | None, int | None]:
        """The sheet and the row that were chosen."""
        return self.cleaned_data["sheet"], self.cleaned_data["first_row"]


def answers_of(post: QueryDict, name: str) -> dict[str, str]:
    """Return the answers to questions about a list, as `kind:yes`; the last of a kind counts."""
    pairs = (text.partition(":") for text in post.getlist(name))
    known = {doubt.value for doubt in ListDoubt}
    return {kind: answer for kind, _, answer in pairs if kind in known and answer in (YES, NO)}


def _without_identities(data: QueryDict | None) -> QueryDict | None:
    """Return the posted data without identity numbers, for showing the list again."""
    if data is None or "names" not in data:
        return data
    hidden = data.copy()
    hidden["names"] = masked_lines(str(data["names"]))
    return hidden


def _help_text(event: Event) -> str:
    size = members_of(event.form)
    if size == 1:
        text = gettext(
            "One player on a line. A list from a chat can be pasted as it is: its title,"
            " numbers and ticks are left out, remarks are shown. The club may follow the"
            " name."
        )
    elif size == 2:
        text = gettext(
            "One pair on a line, with / or 、 or a comma between the two names. "
            "A third name on the line is the pair's own. A list from a chat can be pasted as it is."
        )
    else:
        text = gettext(
            "One team on a line: its name, its club in brackets if it has one, a colon, and"
            " four to six players. The first is the captain, unless (captain) follows"
            " another name. Example: %(example)s"
        ) % {"example": EXAMPLE}
    seen_first = gettext("Nothing is entered until you have checked what was read.")
    return wording.joined_sentences([text, seen_first])
