"""Forms of boards: their movement, and the board set whose hands are shown at the desk.

New events and the page of the movement share `MovementFields`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.base.marked import marked_message
from tournaments.formats.templates import EventTemplate
from tournaments.models import BoardSet, DrawMethod
from tournaments.pairing.movements.board_choice import (
    FORMS,
    MOST_SWITCHED,
    MOST_WINNERS,
    MovementChoice,
)
from tournaments.pairing.movements.board_movements import BoardForm
from web.forms.base import DeskForm
from web.forms.stored_values import StoredForm

USUAL: Final = ("usual", _("the usual one for this number of pairs"))
WINNERS: Final = (
    (1, _("one: all rank together, the last rounds are switched")),
    (MOST_WINNERS, _("two: north-south and east-west rank apart")),
)
OF_MITCHELL: Final = ("winners", "switched", "by_seeding")
BETWEEN: Final = re.compile(r"[\s,;，；、]+")


class MovementFields(forms.Form):
    """The form of the movement and the number of winners."""

    movement_form = forms.ChoiceField(
        label=_("The movement"),
        choices=[USUAL, *((form.value, marked_message(form.message)) for form in BoardForm)],
    )
    winners = forms.TypedChoiceField(label=_("Winners"), choices=WINNERS, coerce=int)

    def offer_forms(self, offered: tuple[BoardForm, ...]) -> None:
        """Limit the choice to these forms of movement."""
        choices = [USUAL, *((form.value, marked_message(form.message)) for form in offered)]
        self.fields["movement_form"].choices = choices  # type: ignore[attr-defined]


def movement_fields_of(template: EventTemplate) -> dict[str, bool]:
    """Return the fields of these that a new event shows, by its template's draw method."""
    return {
        "movement_form": len(template.methods) == 1 and template.methods[0] in FORMS,
        "winners": template.methods == (DrawMethod.MITCHELL,),
    }


def movement_as_json(data: dict[str, Any]) -> dict[str, Any]:
    """Return the choices as an event stores them; empty if all are the usual ones."""
    return MovementChoice(form=form_of(data), winners=data.get("winners", 1)).as_json()


def form_of(data: dict[str, Any]) -> BoardForm | None:
    """Return the form of movement that was chosen, None for the usual one."""
    form = data.get("movement_form", USUAL[0])
    return None if form == USUAL[0] else BoardForm(form)


class MovementForm(MovementFields, StoredForm):
    """The choices of a movement; what the draw method does not use has no field."""

    switched = forms.IntegerField(
        label=_("Rounds switched, with one winner"),
        min_value=0,
        max_value=MOST_SWITCHED,
        required=False,
        help_text=_("How many rounds at the end; empty: an eighth of them, at least one."),
    )
    stay = forms.CharField(
        label=_("Pairs that keep their table"),
        required=False,
        max_length=400,
        help_text=_("The numbers of pairs that cannot move, such as 3, 12."),
    )
    by_seeding = forms.BooleanField(
        label=_("Deal both directions by the seeding, so that they are equally strong"),
        required=False,
    )

    field_order = ("movement_form", "winners", "switched", "stay", "by_seeding")

    def __init__(
        self,
        method: str,
        choice: MovementChoice,
        offered: tuple[BoardForm, ...],
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {
            "movement_form": choice.form.value if choice.form else USUAL[0],
            "winners": choice.winners,
            "switched": choice.switched,
            "stay": ", ".join(choice.stay),
            "by_seeding": choice.by_seeding,
        }
        self.offer_forms(offered)
        if method != DrawMethod.MITCHELL:
            for name in OF_MITCHELL:
                del self.fields[name]

    def clean_stay(self) -> tuple[str, ...]:
        """Read numbers separated by spaces, commas or semicolons."""
        numbers = [number for number in BETWEEN.split(self.cleaned_data["stay"].strip()) if number]
        wrong = next((number for number in numbers if not number.isdecimal()), None)
        if wrong is not None:
            raise forms.ValidationError(
                gettext("“%(text)s” is not a number.") % {"text": wrong[:24]}
            )
        return tuple(dict.fromkeys(str(int(number)) for number in numbers))

    def choice(self) -> MovementChoice:
        """Return the movement that was chosen."""
        data = self.cleaned_data
        return MovementChoice(
            form=form_of(data),
            winners=data.get("winners", 1),
            switched=data.get("switched"),
            stay=data["stay"],
            by_seeding=data.get("by_seeding", False),
        )


class ReadBoardsForm(DeskForm):
    """A choice among board sets."""

    board_set = forms.ChoiceField(
        label=_("Boards"), error_messages={"required": _("Choose which boards are to be read.")}
    )

    def __init__(self, sets: Sequence[BoardSet], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(board_set.uid, str(board_set.number)) for board_set in sets]
        self.fields["board_set"].choices = choices  # type: ignore[attr-defined]
