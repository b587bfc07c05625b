"""The options of a new event, in one table: the field, when it is open, and what is proposed.

What an event keeps of them is `tournaments.organise.plans`. Tie-breaks and rounds that are not
played have forms of their own, since their fields depend on one another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.formats.templates import EventTemplate, Shape
from tournaments.models import (
    BoardSource,
    Comparison,
    ConfirmationMode,
    Depth,
    DrawMethod,
    Event,
    Form,
    LineUpOrder,
    OddField,
    Ranking,
)
from tournaments.organise.clock_moves import MOST_MINUTES
from tournaments.pairing.knockout.bracket import KnockoutKind
from web.desk.boards.forms import USUAL, movement_fields_of

MOST_ROUNDS: Final = 99
MOST_SEGMENTS: Final = 8
MOST_GROUPS: Final = 16
MOST_GO_ON: Final = 8
SHORT: Final = "field-short"
KINDS: Final = (
    (KnockoutKind.SINGLE.value, _("single: whoever loses is out")),
    (KnockoutKind.DOUBLE.value, _("double: whoever loses twice is out")),
)
CONFIRMERS: Final = (
    (ConfirmationMode.OTHER_SIDE.value, _("any one of the others; with pairs, the other side")),
    (ConfirmationMode.ALL_OTHERS.value, _("all the others; with pairs, the other side")),
    (ConfirmationMode.REFEREE.value, _("the referee")),
)


class FormPart(StrEnum):
    """A part of the page of a new event; `FREE` is folded, and only shown for a free choice."""

    HEAD = "head"
    NUMBERS = "numbers"
    SHAPE = "shape"
    FREE = "free"
    STANDINGS = "standings"
    ROUNDS = "rounds"
    RECORDS = "records"


@dataclass(frozen=True, slots=True)
class EventOption:
    """An option: its name in the form and, where it is `of_plan`, in the plan and its columns.

    The `field` is None if a shared form declares it. The field is shown if the template leaves it
    open; else the plan takes the value `proposed`, or `closed` if that is given. `free` is its
    place in the part `FREE`, if it stands there.
    """

    name: str
    part: FormPart
    field: forms.Field | None = None
    is_open: Callable[[EventTemplate], bool] = lambda _template: True
    proposed: Callable[[EventTemplate], Any] = lambda _template: None
    closed: Callable[[EventTemplate], Any] | None = None
    free: int = 0
    look: str = ""
    of_plan: bool = True

    def value(self, data: Mapping[str, Any], template: EventTemplate) -> Any:
        """Return the value for the plan: the choice, else the default."""
        return data.get(self.name, (self.closed or self.proposed)(template))


def odd_fields(template: EventTemplate) -> tuple[OddField, ...]:
    """Return the ways to treat an odd number of entries that a template allows."""
    if template.form is None:
        return tuple(OddField)
    of_two = template.form in {Form.PAIRS, Form.TEAMS}
    if not of_two or template.shape is not Shape.ONE or template.methods:
        return (OddField.SIT_OUT,)
    of_rooms = template.form == Form.TEAMS and template.rooms == 2 and template.over_boards
    return tuple(OddField) if of_rooms else (OddField.SIT_OUT, OddField.LAST)


def _is_of_teams(template: EventTemplate) -> bool:
    return template.form in {None, Form.TEAMS}


def _is_of_groups(template: EventTemplate) -> bool:
    return template.shape is Shape.GROUPS


OPTIONS: Final = (
    EventOption("name", FormPart.HEAD, forms.CharField(label=_("Name"), max_length=120)),
    EventOption(
        "form",
        FormPart.HEAD,
        forms.ChoiceField(label=_("Form"), choices=Form.choices),
        is_open=lambda template: template.form is None,
        proposed=lambda template: template.form or Form.INDIVIDUAL,
    ),
    EventOption("rules", FormPart.HEAD, forms.ChoiceField(label=_("Rules")), of_plan=False),
    EventOption(
        "to_limit",
        FormPart.HEAD,
        forms.BooleanField(
            label=_("A round is a game that ends at the limit of the rules"), required=False
        ),
        is_open=lambda template: template.to_limit is None,
        proposed=lambda template: template.to_limit,
    ),
    EventOption(
        "deals_per_round", FormPart.NUMBERS, proposed=lambda template: template.deals, look=SHORT
    ),
    EventOption(
        "rounds_planned",
        FormPart.NUMBERS,
        forms.IntegerField(
            label=_("Rounds planned"), min_value=1, max_value=MOST_ROUNDS, required=False
        ),
        is_open=lambda template: template.shape is Shape.ONE,
        proposed=lambda template: template.rounds,
        closed=lambda _template: None,
        look=SHORT,
    ),
    EventOption(
        "segments",
        FormPart.NUMBERS,
        forms.IntegerField(label=_("Segments of a match"), min_value=1, max_value=MOST_SEGMENTS),
        is_open=_is_of_teams,
        proposed=lambda template: template.segments,
        free=4,
        look=SHORT,
    ),
    EventOption(
        "groups_wanted",
        FormPart.NUMBERS,
        forms.IntegerField(
            label=pgettext_lazy("number of", "Groups"), min_value=1, max_value=MOST_GROUPS
        ),
        is_open=_is_of_groups,
        proposed=lambda _template: 2,
        look=SHORT,
        of_plan=False,
    ),
    EventOption(
        "go_on",
        FormPart.NUMBERS,
        forms.IntegerField(label=_("Advance from each group"), min_value=1, max_value=MOST_GO_ON),
        is_open=_is_of_groups,
        proposed=lambda _template: 2,
        look=SHORT,
        of_plan=False,
    ),
    EventOption(
        "starts_at",
        FormPart.NUMBERS,
        forms.TimeField(
            label=_("Begins at"),
            required=False,
            widget=forms.TimeInput({"type": "time"}, format="%H:%M"),
        ),
        look=SHORT,
    ),
    EventOption(
        "knockout_kind",
        FormPart.SHAPE,
        forms.ChoiceField(label=_("The knockout"), choices=KINDS),
        is_open=lambda template: template.shape is Shape.KNOCKOUT,
        proposed=lambda _template: KnockoutKind.SINGLE.value,
        of_plan=False,
    ),
    EventOption(
        "third_place",
        FormPart.SHAPE,
        forms.BooleanField(
            label=_("The losers of the semifinals play for the third place"), required=False
        ),
        is_open=lambda template: template.shape is not Shape.ONE,
        proposed=lambda _template: True,
        of_plan=False,
    ),
    EventOption(
        "movement_form",
        FormPart.SHAPE,
        is_open=lambda template: movement_fields_of(template)["movement_form"],
        proposed=lambda _template: USUAL[0],
        of_plan=False,
    ),
    EventOption(
        "winners",
        FormPart.SHAPE,
        is_open=lambda template: movement_fields_of(template)["winners"],
        proposed=lambda _template: 1,
        of_plan=False,
    ),
    EventOption(
        "comparison",
        FormPart.SHAPE,
        forms.ChoiceField(label=_("Deals are compared by"), choices=Comparison.choices),
        is_open=lambda template: len(template.comparisons) != 1,
        proposed=lambda template: (template.comparisons or (Comparison.NONE,))[0],
        free=2,
    ),
    EventOption(
        "boards",
        FormPart.SHAPE,
        forms.ChoiceField(label=_("The cards"), choices=BoardSource.choices),
        is_open=lambda template: len(template.boards) != 1,
        proposed=lambda template: (template.boards or (BoardSource.TABLE,))[0],
        free=1,
    ),
    EventOption(
        "rooms",
        FormPart.SHAPE,
        forms.TypedChoiceField(
            label=_("A match of teams is played"),
            choices=[(1, _("at one table")), (2, _("at two tables, open and closed room"))],
            coerce=int,
        ),
        is_open=lambda template: template.rooms is None,
        proposed=lambda template: template.rooms or 1,
        free=3,
    ),
    EventOption(
        "ranking",
        FormPart.STANDINGS,
        forms.ChoiceField(label=_("Standings by"), choices=Ranking.choices),
        is_open=lambda template: template.ranking is None,
        proposed=lambda template: template.ranking,
    ),
    EventOption(
        "round_minutes",
        FormPart.ROUNDS,
        forms.IntegerField(
            label=_("Minutes of a round"),
            min_value=1,
            max_value=MOST_MINUTES,
            required=False,
            help_text=_("With a time every round has a clock, which is started at the desk."),
        ),
        look=SHORT,
    ),
    EventOption("board_set_deals", FormPart.ROUNDS, look=SHORT),
    EventOption(
        "draw_method",
        FormPart.ROUNDS,
        forms.ChoiceField(label=_("Rounds are drawn"), choices=DrawMethod.choices),
        is_open=lambda template: len(template.methods) != 1,
        proposed=lambda template: template.draw_method,
    ),
    EventOption(
        "line_up_order",
        FormPart.ROUNDS,
        forms.ChoiceField(label=_("Line-ups are handed in"), choices=LineUpOrder.choices),
        is_open=_is_of_teams,
        proposed=lambda _template: LineUpOrder.BLIND,
        free=6,
    ),
    EventOption(
        "line_up_minutes",
        FormPart.ROUNDS,
        forms.IntegerField(
            label=_("Minutes for the line-ups of a segment"),
            min_value=1,
            max_value=MOST_MINUTES,
            required=False,
            help_text=_(
                "Counted from the publication of the round or the end of the previous"
                " segment. Empty: no deadline."
            ),
        ),
        is_open=_is_of_teams,
        free=7,
        look=SHORT,
    ),
    EventOption(
        "odd_field",
        FormPart.ROUNDS,
        forms.ChoiceField(
            label=_("With an odd number of pairs or teams"),
            choices=OddField.choices,
            help_text=_(
                "Otherwise a Swiss draw chooses from the lowest score group. Nobody sits"
                " out twice before everybody has sat out once. In a three-way match each"
                " team meets both others over half the boards, at three tables; each half"
                " match counts half, so that no team sits out."
            ),
        ),
        is_open=lambda template: template.form is None or len(odd_fields(template)) > 1,
        proposed=lambda _template: OddField.SIT_OUT,
        free=8,
    ),
    EventOption(
        "board_copies",
        FormPart.ROUNDS,
        forms.TypedChoiceField(
            label=_("Copies of the boards of a match"),
            choices=[
                (1, _("one: the rooms exchange halves")),
                (2, _("two: both rooms play them in order")),
            ],
            coerce=int,
        ),
        is_open=lambda template: (
            template.form is None or (template.rooms == 2 and template.over_boards)
        ),
        proposed=lambda _template: 1,
        free=5,
    ),
    EventOption(
        "depth",
        FormPart.RECORDS,
        forms.ChoiceField(label=_("Recorded of every deal, at least"), choices=Depth.choices),
        proposed=lambda _template: Depth.CAPTURES,
    ),
    EventOption(
        "records",
        FormPart.RECORDS,
        forms.ChoiceField(
            label=_("Records of each deal"),
            choices=Event.Records.choices,
            help_text=_(
                "With two records the paper sheet is keyed in at the desk too. Equal"
                " records count at once; differing ones go to the referee."
            ),
        ),
        proposed=lambda _template: Event.Records.ONE,
    ),
    EventOption(
        "confirmation",
        FormPart.RECORDS,
        forms.ChoiceField(
            label=_("Who confirms a sheet, apart from who recorded it"), choices=CONFIRMERS
        ),
        proposed=lambda _template: ConfirmationMode.OTHER_SIDE,
    ),
    EventOption(
        "proof",
        FormPart.RECORDS,
        forms.ChoiceField(
            label=_("A player confirms by"),
            choices=Event.Proof.choices,
            help_text=_(
                "On a shared tablet, tapping a name confirms; who tapped is not checked. A"
                " PIN or the player's own phone proves more; both are on name slips that"
                " you print."
            ),
        ),
        proposed=lambda _template: Event.Proof.TAP,
    ),
)


def field_of(name: str, **changes: Any) -> Any:
    """Return a copy of the field of an option for another form, with changed words."""
    field = deepcopy(next(option.field for option in OPTIONS if option.name == name))
    for attribute, value in changes.items():
        setattr(field, attribute, value)
    return field


def proposed(template: EventTemplate) -> dict[str, Any]:
    """Return what a template proposes for the options, by their names."""
    return {option.name: option.proposed(template) for option in OPTIONS}


def values_of_plan(data: Mapping[str, Any], template: EventTemplate) -> dict[str, Any]:
    """Return cleaned data as values of a plan, by the names of its options."""
    return {option.name: option.value(data, template) for option in OPTIONS if option.of_plan}
