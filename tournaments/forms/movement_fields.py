"""What a director chooses of a movement over boards: few fields, each as usual at first."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.templates import EventTemplate
from tournaments.models import DrawMethod
from tournaments.pairing.movements.board_choice import FORMS, MOST_WINNERS, Choice
from tournaments.pairing.movements.board_movements import Form
from tournaments.wording.boards import FORMS as FORM_WORDS

USUAL: Final = ("usual", _("the usual one for so many pairs"))
WINNERS: Final = (
    (1, _("one: all rank together, the last rounds are switched")),
    (MOST_WINNERS, _("two: north-south and east-west rank apart")),
)


class MovementFields(forms.Form):
    """The form of the movement, and how many winners it has."""

    movement_form = forms.ChoiceField(
        label=_("The movement"),
        choices=[USUAL, *((one.value, FORM_WORDS[one]) for one in Form)],
    )
    winners = forms.TypedChoiceField(label=_("Winners"), choices=WINNERS, coerce=int)

    def offer_forms(self, offered: tuple[Form, ...]) -> None:
        """Leave the forms that there are."""
        choices = [USUAL, *((one.value, FORM_WORDS[one]) for one in offered)]
        self.fields["movement_form"].choices = choices  # type: ignore[attr-defined]


def asked(template: EventTemplate) -> dict[str, bool]:
    """Return which of these fields a new event has: those of the one way in which it is drawn."""
    return {
        "movement_form": len(template.methods) == 1 and template.methods[0] in FORMS,
        "winners": template.methods == (DrawMethod.MITCHELL,),
    }


def chosen(said: dict[str, Any]) -> dict[str, Any]:
    """Return what was filled in as an event keeps it; nothing where all is as usual."""
    return Choice(form=form_of(said), winners=said.get("winners", 1)).as_json()


def form_of(said: dict[str, Any]) -> Form | None:
    """Return the form that was chosen, None for the usual one."""
    form = said.get("movement_form", USUAL[0])
    return None if form == USUAL[0] else Form(form)
