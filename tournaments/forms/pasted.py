"""The form of a pasted list of names, which is read line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.problems import Problem
from tournaments.entries import pasted_lists
from tournaments.entries.pasted_lists import ListTerms, PastedList
from tournaments.forms.entries import PLAIN, BanForm
from tournaments.models import Event
from tournaments.organise import members_of

EXAMPLE = "华清队（华清）：张三，李四，王五，赵六"


class PastedForm(BanForm):
    """A list as it was copied."""

    names = forms.CharField(
        label=_("Names"), strip=False, widget=forms.Textarea({"rows": 12, **PLAIN})
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = self.fields["names"]
        # The reader of lists says what is wrong with a character, in the words of lists.
        names.validators = []
        names.help_text = _help_text(event)
        if event.form == Event.Form.TEAMS:
            names.label = gettext("Teams")
        names.error_messages["required"] = gettext("Enter at least one name.")

    def as_typed(self, problem: Problem) -> Problem:
        """Move a problem of the list to the field that holds it."""
        return replace(problem, field="names")

    def read(self, terms: ListTerms, mended: Sequence[str]) -> PastedList:
        """Return what is understood; `mended` are the lines of the preview, if it was shown.

        Raises Refused for a text that is no list.
        """
        return pasted_lists.read(self.cleaned_data["names"], terms, mended or None)


def _help_text(event: Event) -> str:
    size = members_of(event.form)
    if size == 1:
        text = gettext(
            "One player on a line. A list from a chat can be pasted as it is: its title, numbers "
            "and ticks are left out, remarks are shown. The club may stand behind the name."
        )
    elif size == 2:
        text = gettext(
            "One pair on a line, with / or 、 or a comma between the two names. "
            "A third name on the line is the pair's own. A list from a chat can be pasted as it is."
        )
    else:
        text = gettext(
            "One team on a line: its name, its club in brackets if it has one, a colon, and "
            "four to six players. The first is the captain; (captain) behind another one says "
            "otherwise. Example: %(example)s"
        ) % {"example": EXAMPLE}
    return text + " " + gettext("Nothing is entered before you have seen what was understood.")
