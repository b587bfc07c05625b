"""The stages of an event at the desk: planning them, who qualifies, and opening the next one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import organise, results, wording
from tournaments.base.refusals import Reason, refuse
from tournaments.models import DrawMethod, Event, Stage
from tournaments.organise.planned_stages import methods_of
from tournaments.pairing.knockout.bracket import KnockoutKind
from tournaments.pairing.knockout.knockout_draw import KnockoutOptions
from tournaments.progress import qualification_state, stage_ends
from tournaments.progress.qualification_state import QualificationPreview
from tournaments.record.audit import Actor
from tournaments.record.once import Sent
from tournaments.results import event_record, knockouts
from tournaments.results.snapshot import EventSnapshot, sealed_rounds
from tournaments.rights.access import DESK, DIRECTORS
from tournaments.standings.group_results import Carry, CarryRule
from tournaments.standings.qualification_rules import MOST, FeedRule, Take, TakeKind
from tournaments.structure import stages
from tournaments.structure.stages import StagePlan
from tournaments.wording.stages import feed_sentences, stage_name
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, act, actor, page, permission_context, report_outcome
from web.forms import sent
from web.forms.base import DeskForm
from web.forms.requests import DeskRequest
from web.publish.pages.progress import sealed_text
from web.publish.pages.ranked import bracket
from web.publish.pages.ranked.bracket import BracketView

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
        help_text=_("For a knockout or a round robin the program works it out."),
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
    half = forms.BooleanField(label=_("Carry over half"), required=False)

    def __init__(self, sent: QueryDict | None, event: Event) -> None:
        super().__init__(sent)
        self.event = event
        methods = [DrawMethod(method) for method in methods_of(event)]
        methods.sort(key=lambda method: method != DrawMethod.KNOCKOUT)
        self.fields["whom"] = forms.ChoiceField(
            label=_("Who advances"),
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
        """Add the stage to the event. Raises Refused if it does not fit."""
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
    """The opening of a stage; `seen` is the mark of the preview that was shown."""

    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)
    accepted = forms.BooleanField(required=False)


@dataclass(frozen=True, slots=True)
class StageLine:
    """A stage as the desk lists it; `bracket` is its knockout, including drafts."""

    stage: Stage
    name: str
    method: str
    rounds: int | None
    rule: tuple[str, ...]
    is_in_play: bool
    bracket: BracketView | None


@dataclass(frozen=True, slots=True)
class Going:
    """An entry that advances to the next stage, in words."""

    slot: str
    name: str
    why: str
    group: str
    number: int
    carried: str


@page(fetch.event, DESK, change=DIRECTORS)
def event_stages(request: DeskRequest, event: Event) -> HttpResponse:
    """Show the stages of an event, and open the next one."""
    if request.method == "POST":
        return _open_stage(request, event, organise.next_to_open(event))
    return _stages_page(request, event, StageForm(None, event))


@act(fetch.event, DIRECTORS, back="desk_stages")
def stage_add(request: DeskRequest, event: Event) -> HttpResponse | str:
    """Add a last stage to the plan."""
    form = StageForm(request.POST, event)
    if form.is_valid():
        with form.take_refusal():
            form.press(actor(request), sent.form(request))
            return UNSAID
    return _stages_page(request, event, form)


@act(fetch.event, DIRECTORS, back="desk_stages", done=_("The stage is removed from the plan."))
def stage_remove(request: DeskRequest, event: Event) -> None:
    """Remove the last stage from the plan."""
    organise.remove_stage(event, actor(request))


def _stages_page(request: DeskRequest, event: Event, form: StageForm) -> HttpResponse:
    snapshot = results.read(event)
    following = snapshot.following(snapshot.current_stage)
    fed = following if following and following.feed else None
    why = sealed_text(sealed_rounds(snapshot)) if fed else ""
    preview = qualification_state.preview(fed, snapshot) if fed and not why else None
    context = {
        "event": event,
        "stages": _lines(snapshot),
        "form": form,
        "following": following,
        "following_name": stage_name(following) if following else "",
        "preview": preview,
        "sealed": why,
        "going": _qualifiers(preview) if preview else (),
        "carries": any(row.carried for row in preview.rows) if preview else False,
        "meetings": _meetings(preview) if preview else (),
        "problems": [wording.problem_text(problem) for problem in preview.problems]
        if preview
        else (),
        "doubts": [wording.problem_text(doubt) for doubt in preview.doubts] if preview else (),
        **permission_context(request, event.tournament),
    }
    return render(request, "desk/stages/stages.html", context)


def _open_stage(request: DeskRequest, event: Event, following: Stage | None) -> HttpResponse:
    form = OpenStageForm(request.POST)
    if following is None:
        problem = refuse(Reason.STAGE_OPEN, number=stages.current(event).number)
        messages.error(request, wording.problem_text(problem))
    elif form.is_valid():
        data = form.cleaned_data
        with report_outcome(request, gettext("The stage is open. Draw its first round.")):
            organise.open_stage(
                following, actor(request), seen=data["seen"], accepted=data["accepted"]
            )
    else:
        form.tell(request)
    return redirect("desk_stages", event.uid)


def _is_in_play(snapshot: EventSnapshot, stage: Stage) -> bool:
    """Whether a round of the stage was published, and the stage is neither over nor left behind."""
    if stage != snapshot.current_stage or snapshot.event.state == Event.State.FINISHED:
        return False
    return any(round_ in snapshot.public_rounds for round_ in snapshot.rounds_of(stage))


def _lines(snapshot: EventSnapshot) -> list[StageLine]:
    names, counted = event_record.competitors(snapshot), event_record.public_record(snapshot).field
    stage_lines = []
    for stage in snapshot.stages:
        knockout = knockouts.of_stage(snapshot, stage, counted)
        stage_lines.append(
            StageLine(
                stage=stage,
                name=stage_name(stage),
                method=str(stages.method_of(stage).label),
                rounds=stage_ends.planned(snapshot, stage),
                rule=feed_sentences(stage.feed),
                is_in_play=_is_in_play(snapshot, stage),
                bracket=bracket.view(knockout, names, secret=True) if knockout else None,
            )
        )
    return stage_lines


def _meetings(preview: QualificationPreview) -> list[str]:
    names = {row.entry.uid: row.name for row in preview.rows}
    return [f"{names[first.uid]} – {names[second.uid]}" for first, second in preview.meetings]


def _qualifiers(preview: QualificationPreview) -> list[Going]:
    several = preview.stage.groups_wanted > 1
    return [
        Going(
            slot=row.slot.name,
            name=row.name,
            why=wording.sentence(row.slot.by),
            group=stages.group_name(row.group) if several else "",
            number=row.number,
            carried=wording.unsigned(row.carried) if row.carried else "",
        )
        for row in preview.rows
    ]
