"""The form of the movement over boards of an event, before its first round."""

from __future__ import annotations

import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import DeskForm
from tournaments.forms.movement_fields import USUAL, MovementFields, form_of
from tournaments.models import DrawMethod
from tournaments.pairing.movements.board_choice import MOST_SWITCHED, MovementChoice
from tournaments.pairing.movements.board_movements import BoardForm

OF_MITCHELL: Final = ("winners", "switched", "by_seeding")
BETWEEN: Final = re.compile(r"[\s,;，；、]+")


class MovementForm(MovementFields, DeskForm):
    """The choices of a movement; those that the draw method does not use have no field."""

    switched = forms.IntegerField(
        label=_("Rounds switched, with one winner"),
        min_value=0,
        max_value=MOST_SWITCHED,
        required=False,
        help_text=_("So many rounds at the end; empty: an eighth of them, and one at least."),
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
            raise forms.ValidationError(gettext("“%(text)s” is no number.") % {"text": wrong[:24]})
        return tuple(dict.fromkeys(str(int(number)) for number in numbers))

    def choice(self) -> MovementChoice:
        """Return what was filled in."""
        data = self.cleaned_data
        return MovementChoice(
            form=form_of(data),
            winners=data.get("winners", 1),
            switched=data.get("switched"),
            stay=data["stay"],
            by_seeding=data.get("by_seeding", False),
        )
