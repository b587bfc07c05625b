"""The form of a further stage: who goes on to it, how it is drawn, what is carried over."""

from __future__ import annotations

from fractions import Fraction

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments import organise, wording
from tournaments.models import DrawMethod, Event
from tournaments.organise.planned_stages import methods_of
from tournaments.pairing.knockout.bracket import KnockoutKind
from tournaments.pairing.knockout.knockout_draw import KnockoutOptions
from tournaments.record.audit import Actor
from tournaments.record.once import Sent
from tournaments.standings.group_results import Carry, CarryRule
from tournaments.standings.qualification_rules import MOST, FeedRule, Take, TakeKind
from tournaments.structure.stages import StagePlan
from web.forms.base import DeskForm

MOST_ROUNDS = 99
MOST_GROUPS = 26


class StageForm(DeskForm):
    """A new last stage of an event."""

    name = forms.CharField(label=_("Name of the stage"), max_length=120, required=False)
    whom = forms.ChoiceField()
    count = forms.IntegerField(label=_("How many of them"), min_value=1, max_value=MOST, initial=2)
    draw_method = forms.ChoiceField()
    rounds_planned = forms.IntegerField(
        label=_("Number of rounds"),
        help_text=_("A knockout and a round robin know for themselves."),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
    )
    groups_wanted = forms.IntegerField(
        label=_("Number of groups"), min_value=1, max_value=MOST_GROUPS, initial=1
    )
    crosswise = forms.BooleanField(
        label=_("Two groups meet crosswise in the first matches of the knockout"), required=False
    )
    third_place = forms.BooleanField(label=_("A match for the third place"), required=False)
    double = forms.BooleanField(label=_("Out after the second defeat"), required=False)
    carry = forms.ChoiceField()
    half = forms.BooleanField(label=_("Half of what is carried over"), required=False)

    def __init__(self, sent: QueryDict | None, event: Event) -> None:
        super().__init__(sent)
        self.event = event
        methods = [DrawMethod(method) for method in methods_of(event)]
        methods.sort(key=lambda method: method != DrawMethod.KNOCKOUT)
        self.fields["whom"] = forms.ChoiceField(
            label=_("Who goes on"),
            choices=[
                (kind.value, wording.sentence(kind)) for kind in (TakeKind.FIRST, TakeKind.TOP)
            ],
        )
        self.fields["draw_method"] = forms.ChoiceField(
            label=_("How it is drawn"), choices=[(method.value, method.label) for method in methods]
        )
        kinds = (Carry.NONE, Carry.ALL, Carry.HEAD_TO_HEAD)
        self.fields["carry"] = forms.ChoiceField(
            label=_("What is carried over"),
            choices=[(kind.value, wording.sentence(kind)) for kind in kinds],
        )

    def press(self, actor: Actor, sent: Sent) -> None:
        """Add the stage to the event. Raises Refused where it does not fit."""
        organise.add_stage(self.event, actor, self._plan(), sent)

    def _plan(self) -> StagePlan:
        data = self.cleaned_data
        share = Fraction(1, 2) if data["half"] else Fraction(1)
        is_knockout = data["draw_method"] == DrawMethod.KNOCKOUT
        kind = KnockoutKind.DOUBLE if data["double"] else KnockoutKind.SINGLE
        return StagePlan(
            name=data["name"],
            draw_method=data["draw_method"],
            rounds_planned=None if is_knockout else data["rounds_planned"],
            groups_wanted=data["groups_wanted"],
            feed=FeedRule(
                (Take(TakeKind(data["whom"]), data["count"]),),
                crosswise=data["crosswise"],
                carry=CarryRule(Carry(data["carry"]), share),
            ),
            knockout=KnockoutOptions(kind, data["third_place"]) if is_knockout else None,
        )


class OpenStageForm(DeskForm):
    """Opens a stage; `seen` is the mark of the preview that the official has seen."""

    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)
    accepted = forms.BooleanField(required=False)
