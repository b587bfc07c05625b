"""The form in which everything of an event is changed before its first published draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from django.db.models import prefetch_related_objects

from tournaments.base.refusals import Reason, Refused
from tournaments.formats.templates import EventTemplate, Shape, template_stored
from tournaments.models import ClubRules, Event, Form, SitOutCredit
from tournaments.organise import EventPlan
from tournaments.organise.replanning.changed_plan import change_plan
from tournaments.organise.stored_plans import plan_of
from tournaments.record import audit
from tournaments.record.audit import Actor, AsRead, Verb
from web.desk.events import event_options
from web.desk.events.forms import EventForm
from web.desk.events.replanning.stored_choices import stored_choices

SEEN: Final = "seen"
"""The hidden field with the number of the log's entry at which the page was opened."""
LONGEST_SEQ: Final = 9
STAGES: Final = {Shape.ONE: 1, Shape.KNOCKOUT: 1, Shape.GROUPS: 2}
"""How many stages an event of each shape has, unless the page of the stages changed them."""


class ReplanForm(EventForm):
    """The form of a new event with what is stored; the announced start has a page of its own.

    With another template than the event's it proposes what that one proposes.
    """

    def __init__(
        self,
        event: Event,
        template: EventTemplate,
        data: Any = None,
        *,
        is_entered: bool,
        game: str = "",
        own: Sequence[ClubRules] = (),
    ) -> None:
        self.event, self.is_entered = event, is_entered
        prefetch_related_objects([event], "stages")
        self.seen = self._seq_of_page(data)
        is_stored = template == template_stored(event.template) and game == event.game
        if data is None and is_stored:
            offers = event_options.for_template(template, game, own)
            data = stored_choices(event, template, offers)
        super().__init__(template, data, game=game, own=own, initial={"name": event.name})
        self.keeps_stages = is_stored and len(event.stages.all()) != STAGES[template.shape]
        del self.fields["starts_at"]
        for name in ("groups_wanted", "go_on", "knockout_kind", "third_place"):
            if self.keeps_stages and name in self.fields:
                self.fields[name].disabled = True
        for name in ("sit_out_credit", "late_credit"):
            if name in self.fields and getattr(event, name) == SitOutCredit.AVERAGE:
                self.fields[name].choices += [  # type: ignore[attr-defined]
                    (SitOutCredit.AVERAGE.value, SitOutCredit.AVERAGE.label)
                ]
        if self.is_entered and "form" in self.fields:
            label = Form(event.form).label
            self.fields["form"].choices = [(event.form, label)]  # type: ignore[attr-defined]

    def clean(self) -> None:
        """Leave the start to its own page."""
        super().clean()
        self.cleaned_data["starts_at"] = None

    def plan(self) -> EventPlan:
        """Return the plan with the stages that the page of the stages has made."""
        plan = super().plan()
        return replace(plan, stages=plan_of(self.event).stages) if self.keeps_stages else plan

    def press(self, actor: Actor) -> None:
        """Change the event, unless somebody else has changed it since the page was opened."""
        owner = self.event.tournament
        read = AsRead(owner, (Verb.CHANGE_EVENT,), self.seen, self.event.uid)
        with audit.unchanged_since(read):
            change_plan(self.event, actor, self.plan())

    def take(self, refused: Refused) -> None:
        """Take the problems of a refusal; who was told of another change may press once more."""
        super().take(refused)
        if any(problem.code == Reason.SAVED_MEANWHILE for problem in refused.problems):
            self.seen = self.event.tournament.log_seq

    def _seq_of_page(self, data: Any) -> int:
        """Return the entry of the log at which the page was opened, of a new page the last one."""
        sent = (data or {}).get(SEEN, "")
        if len(sent) <= LONGEST_SEQ and sent.isascii() and sent.isdecimal():
            return int(sent)
        return self.event.tournament.log_seq
