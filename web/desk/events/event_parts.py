"""Fields of a new event that only some templates leave open: boards, rooms, groups, knockout."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.formats.templates import EventTemplate, Shape
from tournaments.models import (
    BoardSource,
    Comparison,
    DrawMethod,
    Form,
    LineUpOrder,
    OddField,
)
from tournaments.organise.clock_moves import MOST_MINUTES
from tournaments.pairing.knockout import knockout_draw
from tournaments.pairing.knockout.bracket import KnockoutKind
from tournaments.standings.qualification_rules import FeedRule, Take, TakeKind
from tournaments.structure.stages import StagePlan
from web.desk.boards import forms as boards
from web.desk.boards.forms import MovementFields

MOST_SEGMENTS: Final = 8
MOST_GROUPS: Final = 16
MOST_GO_ON: Final = 8
KINDS: Final = (
    (KnockoutKind.SINGLE.value, _("single: whoever loses is out")),
    (KnockoutKind.DOUBLE.value, _("double: whoever loses twice is out")),
)


class PartsForm(MovementFields):
    """The parts of a new event that its template does not decide."""

    comparison = forms.ChoiceField(label=_("Deals are compared by"), choices=Comparison.choices)
    boards = forms.ChoiceField(label=_("The cards"), choices=BoardSource.choices)
    rooms = forms.TypedChoiceField(
        label=_("A match of teams is played"),
        choices=[(1, _("at one table")), (2, _("at two tables, open and closed room"))],
        coerce=int,
    )
    segments = forms.IntegerField(
        label=_("Segments of a match"), min_value=1, max_value=MOST_SEGMENTS
    )
    board_copies = forms.TypedChoiceField(
        label=_("Copies of the boards of a match"),
        choices=[
            (1, _("one: the rooms exchange halves")),
            (2, _("two: both rooms play them in order")),
        ],
        coerce=int,
    )
    line_up_order = forms.ChoiceField(
        label=_("Line-ups are handed in"), choices=LineUpOrder.choices
    )
    odd_field = forms.ChoiceField(
        label=_("With an odd number of pairs or teams"),
        choices=OddField.choices,
        help_text=_(
            "Otherwise a Swiss draw chooses among the lowest score group. Nobody sits out twice "
            "before everybody has. Where three teams meet, it is each with each over half the "
            "boards, at three tables; each half match counts half, so that nobody waits a round."
        ),
    )
    line_up_minutes = forms.IntegerField(
        label=_("Minutes for the line-ups of a segment"),
        min_value=1,
        max_value=MOST_MINUTES,
        required=False,
        help_text=_(
            "Counted from the publication of the round, and from the end of the segment before. "
            "Left empty there is no deadline."
        ),
    )
    knockout_kind = forms.ChoiceField(label=_("The knockout"), choices=KINDS)
    third_place = forms.BooleanField(
        label=_("The losers of the semifinals play for the third place"), required=False
    )
    groups_wanted = forms.IntegerField(
        label=pgettext_lazy("number of", "Groups"), min_value=1, max_value=MOST_GROUPS
    )
    go_on = forms.IntegerField(label=_("Go on from each group"), min_value=1, max_value=MOST_GO_ON)


def left_open(template: EventTemplate) -> frozenset[str]:
    """Return the names of the fields here that a template does not decide."""
    free, teams = template.form is None, template.form == Form.TEAMS
    is_open = {
        "comparison": len(template.comparisons) != 1,
        "boards": len(template.boards) != 1,
        "rooms": template.rooms is None,
        "segments": free or teams,
        "board_copies": free or (template.rooms == 2 and template.over_boards),
        "line_up_order": free or teams,
        "line_up_minutes": free or teams,
        "odd_field": free or len(odd_fields(template)) > 1,
        "knockout_kind": template.shape is Shape.KNOCKOUT,
        "third_place": template.shape is not Shape.ONE,
        "groups_wanted": template.shape is Shape.GROUPS,
        "go_on": template.shape is Shape.GROUPS,
        **boards.movement_fields_of(template),
    }
    return frozenset(name for name, is_asked in is_open.items() if is_asked)


def odd_fields(template: EventTemplate) -> tuple[OddField, ...]:
    """Return the ways to treat an odd number of entries that a template allows."""
    if template.form is None:
        return tuple(OddField)
    of_two = template.form in {Form.PAIRS, Form.TEAMS}
    if not of_two or template.shape is not Shape.ONE or template.methods:
        return (OddField.SIT_OUT,)
    of_rooms = template.form == Form.TEAMS and template.rooms == 2 and template.over_boards
    return tuple(OddField) if of_rooms else (OddField.SIT_OUT, OddField.LAST)


def proposed(template: EventTemplate) -> dict[str, Any]:
    """Return the initial values of these fields."""
    return {
        "comparison": (template.comparisons or (Comparison.NONE,))[0],
        "boards": (template.boards or (BoardSource.TABLE,))[0],
        "rooms": template.rooms or 1,
        "segments": template.segments,
        "board_copies": 1,
        "line_up_order": LineUpOrder.BLIND,
        "line_up_minutes": None,
        "odd_field": OddField.SIT_OUT,
        "knockout_kind": KnockoutKind.SINGLE.value,
        "third_place": True,
        "groups_wanted": 2,
        "go_on": 2,
        "movement_form": boards.USUAL[0],
        "winners": 1,
    }


def stages(template: EventTemplate, data: dict[str, Any]) -> tuple[StagePlan, ...]:
    """Return the stages of an event from cleaned data; empty where it has only one stage."""
    kind = KnockoutKind(data.get("knockout_kind") or KnockoutKind.SINGLE)
    third = bool(data.get("third_place")) and kind is KnockoutKind.SINGLE
    options = knockout_draw.KnockoutOptions(kind=kind, third_place=third)
    if template.shape is Shape.KNOCKOUT:
        return (StagePlan(draw_method=DrawMethod.KNOCKOUT, knockout=options),)
    if template.shape is Shape.GROUPS:
        return _groups_and_knockout(data["groups_wanted"], data["go_on"], options)
    return ()


def _groups_and_knockout(
    groups: int, go_on: int, options: knockout_draw.KnockoutOptions
) -> tuple[StagePlan, ...]:
    feed = FeedRule((Take(TakeKind.FIRST, go_on),), crosswise=groups > 1)
    return (
        StagePlan(
            name=gettext("Groups"),
            draw_method=DrawMethod.ROUND_ROBIN,
            groups_wanted=groups,
        ),
        StagePlan(
            name=gettext("Knockout"),
            draw_method=DrawMethod.KNOCKOUT,
            feed=feed,
            knockout=options,
        ),
    )
