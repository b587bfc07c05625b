"""The fields of a movement over boards that new events and the movement page share."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.templates import EventTemplate
from tournaments.models import DrawMethod
from tournaments.pairing.movements.board_choice import FORMS, MOST_WINNERS, MovementChoice
from tournaments.pairing.movements.board_movements import BoardForm
from tournaments.wording.boards import FORMS as FORM_WORDS

USUAL: Final = ("usual", _("the usual one for so many pairs"))
WINNERS: Final = (
    (1, _("one: all rank together, the last rounds are switched")),
    (MOST_WINNERS, _("two: north-south and east-west rank apart")),
)


class MovementFields(forms.Form):
    """The form of the movement and the number of winners."""

    movement_form = forms.ChoiceField(
        label=_("The movement"),
        choices=[USUAL, *((form.value, FORM_WORDS[form]) for form in BoardForm)],
    )
    winners = forms.TypedChoiceField(label=_("Winners"), choices=WINNERS, coerce=int)

    def offer_forms(self, offered: tuple[BoardForm, ...]) -> None:
        """Limit the choice to these forms of movement."""
        choices = [USUAL, *((form.value, FORM_WORDS[form]) for form in offered)]
        self.fields["movement_form"].choices = choices  # type: ignore[attr-defined]


def asked(template: EventTemplate) -> dict[str, bool]:
    """Return which of these fields a new event shows, by the draw method of its template."""
    return {
        "movement_form": len(template.methods) == 1 and template.methods[0] in FORMS,
        "winners": template.methods == (DrawMethod.MITCHELL,),
    }


def movement_as_json(data: dict[str, Any]) -> dict[str, Any]:
    """Return the choices as an event stores them; empty where all are the usual ones."""
    return MovementChoice(form=form_of(data), winners=data.get("winners", 1)).as_json()


def form_of(data: dict[str, Any]) -> BoardForm | None:
    """Return the form that was chosen, None for the usual one."""
    form = data.get("movement_form", USUAL[0])
    return None if form == USUAL[0] else BoardForm(form)
