"""Forms of an appeal: lodging, replies and comments, its hearing and its decision."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from fractions import Fraction
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.forms import BoundField
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from referee.appeals import committees, part_texts
from referee.appeals.admissibility import may_sign
from referee.appeals.built_on import BuiltOnAnswer
from referee.appeals.committees import CommitteeMember
from referee.appeals.decided_parts import PartQuestion
from referee.appeals.hearing import CommitteeDecision
from referee.appeals.lodging import LONGEST, Lodging
from referee.base.refusals import Code
from referee.models import AppealDecision, DepositFate, Matter, PartFate, Rejection, RulingPart
from tournaments import wording
from tournaments.base import local_time
from tournaments.base.refusals import refuse
from tournaments.models import Entry, User
from tournaments.regulations.articles import Level
from tournaments.wording.official.regulations import level_name
from web.forms.base import NOT_CHOSEN, DeskForm

LONGEST_NAME: Final = 60
MOST_MEMBERS: Final = 9
MOST_STEPS: Final = 1000
LONG_EVENING: Final = timedelta(hours=6)
"""How long after midnight a time still to come is taken for one of the evening before."""


def _words(label: Any, *, required: bool = True) -> forms.CharField:
    area = forms.Textarea({"rows": 4})
    return forms.CharField(label=label, required=required, max_length=LONGEST, widget=area)


class LodgeForm(DeskForm):
    """What an entry appeals against, who signed, the statement, the deposit."""

    ground = forms.ChoiceField(label=_("Against"), widget=forms.RadioSelect)
    statement = _words(_("Statement"))
    signed = forms.TypedMultipleChoiceField(
        label=_("Signed by"),
        help_text=_("An appeal without the required signatures is numbered and rejected."),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    absent = forms.TypedMultipleChoiceField(
        label=_("Absent"),
        help_text=_("Whoever is absent is deemed to agree."),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    receipt = forms.CharField(label=_("Receipt of the deposit"), max_length=60, required=False)
    received_at = forms.TimeField(
        label=_("Handed in at"),
        help_text=_(
            "Such as 14:30 or 14:30:00, today; after midnight, also the evening before. Empty: now."
        ),
        required=False,
    )
    key = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        entry: Entry,
        grounds: Sequence[tuple[str, str]],
        own: int = 0,
        has_deposit: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.entry = entry
        self.in_sight = own or len(grounds)
        """How many of the grounds, its own, are in sight; all where it has none."""
        # A captain who plays is a member twice, and signs once.
        people = list({row.person_id: row.person.listed_name for row in may_sign(entry)}.items())
        self.fields["ground"].choices = grounds  # type: ignore[attr-defined]
        for name in ("signed", "absent"):
            self.fields[name].choices = people  # type: ignore[attr-defined]
        if len(people) < 2:
            del self.fields["absent"]
        self.fields["receipt"].required = has_deposit
        missing = wording.problem_text(refuse(Code.APPEAL_DEPOSIT))
        self.fields["receipt"].error_messages["required"] = missing
        if not has_deposit:
            del self.fields["receipt"]

    @property
    def own_grounds(self) -> list[Any]:
        """The decisions about the appellant, which the template renders one by one."""
        return list(self["ground"])[: self.in_sight]

    @property
    def other_grounds(self) -> list[Any]:
        """The decisions on others, and those against which no appeal is heard."""
        return list(self["ground"])[self.in_sight :]

    @property
    def is_other(self) -> bool:
        """Whether one of the others is chosen."""
        chosen = str(self["ground"].value() or "")
        return any(choice.data["value"] == chosen and chosen for choice in self.other_grounds)

    @property
    def is_earlier(self) -> bool:
        """Whether an hour is stated, or was refused."""
        return bool(self["received_at"].value() or self["received_at"].errors)

    @property
    def lodging(self) -> Lodging:
        """The appeal that was handed in."""
        data = self.cleaned_data
        against, _colon, uid = data["ground"].partition(":")
        signed = tuple(dict.fromkeys(data["signed"]))
        return Lodging(
            entry=self.entry,
            against=against,
            uid=uid,
            statement=data["statement"],
            signed=signed,
            absent=tuple(key for key in data.get("absent", ()) if key not in signed),
            receipt=data.get("receipt", ""),
            received_at=data["received_at"],
        )

    def clean_received_at(self) -> datetime | None:
        """Return the moment of a local time, the first of two where clocks show it twice.

        Raises ValidationError for a time that the clocks skip.
        """
        hour: time | None = self.cleaned_data["received_at"]
        if hour is None:
            return None
        zone, now = ZoneInfo(self.entry.event.tournament.time_zone), timezone.now()
        day = now.astimezone(zone).date()
        today = local_time.moments(datetime.combine(day, hour), zone)
        if not today:
            field = self.fields["received_at"]
            raise forms.ValidationError(field.error_messages["left_out"], "left_out")
        evening = local_time.moments(datetime.combine(day - timedelta(days=1), hour), zone)
        # Any other time still to come is a slip, which lodging refuses.
        is_of_evening = today[0] > now and evening and now <= evening[0] + LONG_EVENING
        return evening[0] if is_of_evening else today[0]


class StepForm(DeskForm):
    """A step of an appeal, with the number of steps that had been seen."""

    seen = forms.IntegerField(min_value=0, max_value=MOST_STEPS, widget=forms.HiddenInput)


class WordsForm(StepForm):
    """The reply of the other side, the comment of the referee."""

    text = _words(_("Words"))


class WithdrawForm(StepForm):
    """The reason why an appeal is withdrawn."""

    text = forms.CharField(label=_("Reason"), max_length=500, required=False)


class RejectForm(StepForm):
    """The reason why an appeal is not heard."""

    why = forms.ChoiceField(
        label=_("Reason for rejection"), choices=[NOT_CHOSEN, *Rejection.choices]
    )
    text = forms.CharField(label=_("Reason"), max_length=500, required=False)


class HearForm(StepForm):
    """The members who hear an appeal, and the question it turns on."""

    matter = forms.ChoiceField(
        label=_("Nature of the dispute"), choices=Matter.choices, widget=forms.RadioSelect
    )
    committee = forms.CharField(
        label=_("Members of the committee"),
        help_text=_("One name a line, three or more. Empty: the chief referee decides alone."),
        required=False,
        max_length=MOST_MEMBERS * (LONGEST_NAME + 2),
        widget=forms.Textarea({"rows": 4}),
    )
    text = _words(_("Notes of the hearing"), required=False)

    def members(self, accounts: Sequence[User]) -> tuple[CommitteeMember, ...]:
        """The committee; a name that belongs to one of the accounts means that account."""
        names = [line[:LONGEST_NAME] for line in self.cleaned_data["committee"].splitlines()]
        return committees.members_of(names[:MOST_MEMBERS], accounts)


class DecideAppealForm(StepForm):
    """The decision, its reason, and what becomes of the deposit."""

    decision = forms.ChoiceField(
        label=pgettext_lazy("appeal", "Decision"), widget=forms.RadioSelect
    )
    level = forms.ChoiceField(
        label=_("Replacement penalty"),
        help_text=_("If the ruling is varied in part. Without points the usual amount applies."),
        required=False,
    )
    points = forms.DecimalField(
        label=_("Replacement penalty points"),
        help_text=_("With their sign, if the ruling is varied in part."),
        required=False,
        max_digits=9,
        decimal_places=2,
    )
    parts = forms.MultipleChoiceField(
        label=_("Parts of the ruling to annul"),
        help_text=_("If the ruling is annulled: all of it, or only the chosen parts."),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    answer = forms.ChoiceField(
        label=_("Later results and draws that depend on it"),
        help_text=_("Without an answer they stay unchanged, and the desk is reminded."),
        choices=[(answer.value, words) for answer, words in part_texts.ANSWERS.items()],
        required=False,
        widget=forms.RadioSelect,
    )
    reasons = _words(_("Reasons"))
    without_merit = forms.BooleanField(label=_("The appeal had no merit"), required=False)
    deposit = forms.ChoiceField(
        label=_("Deposit"), choices=DepositFate.choices, required=False, widget=forms.RadioSelect
    )
    sure = forms.BooleanField(label=_("The number is right"), required=False)
    seen_as = forms.CharField(max_length=80, required=False, widget=forms.HiddenInput)
    previewed = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        offered: Sequence[AppealDecision],
        has_deposit: bool,
        has_points: bool,
        has_level: bool,
        parts: Sequence[RulingPart] = (),
        has_built: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        names = {part: f"{part.label}"[:1].upper() + f"{part.label}"[1:] for part in parts}
        self.fields["parts"].choices = list(names.items())  # type: ignore[attr-defined]
        if not parts or AppealDecision.OVERTURNED not in offered:
            del self.fields["parts"]
        if AppealDecision.VARIED not in offered:
            has_points = has_level = False
        if not has_built:
            del self.fields["answer"]
        self.fields["level"].choices = _level_choices()  # type: ignore[attr-defined]
        if not has_level:
            del self.fields["level"]
        self.fields["decision"].choices = [  # type: ignore[attr-defined]
            (decision.value, decision.label) for decision in offered
        ]
        if not has_deposit:
            del self.fields["deposit"]
        if not has_points:
            del self.fields["points"]
        if not (has_points and self.is_bound):
            # Only a number that was refused as large is confirmed a second time.
            del self.fields["sure"]

    @property
    def choices(self) -> list[tuple[Any, list[BoundField]]]:
        """The decisions, each with the fields that it alone needs."""
        opened = {
            AppealDecision.VARIED: ("level", "points", "sure"),
            AppealDecision.OVERTURNED: ("parts", "answer"),
        }
        return [
            (choice, [self[n] for n in opened.get(choice.data["value"], ()) if n in self.fields])
            for choice in self["decision"]
        ]

    @property
    def others(self) -> list[BoundField]:
        """The fields of every decision."""
        placed = {"decision", *(row.name for _choice, rows in self.choices for row in rows)}
        return [row for row in self if row.name not in placed]

    def clean(self) -> dict[str, Any]:
        """Refuse points that would be a gain, and a penalty where there was none to replace."""
        data = super().clean() or self.cleaned_data
        points, level = data.get("points"), data.get("level")
        if points and points > 0:
            self.add_error("points", wording.problem_text(refuse(Code.VARIED_UPWARDS)))
        is_annulling = data.get("decision") == AppealDecision.OVERTURNED
        if is_annulling and "parts" in self.fields and not data.get("parts"):
            self.add_error("parts", wording.problem_text(refuse(Code.ANNULLED_NOTHING)))
        is_varied = data.get("decision") in (None, AppealDecision.VARIED)
        if (level or points) and not is_varied:
            field = "level" if level else "points"
            self.add_error(field, wording.problem_text(refuse(Code.NOT_VARIED)))
        return data

    @property
    def decided(self) -> CommitteeDecision:
        """The decision."""
        data = self.cleaned_data
        points = data.get("points")
        return CommitteeDecision(
            AppealDecision(data["decision"]),
            data["reasons"],
            DepositFate(data["deposit"]) if data.get("deposit") else None,
            without_merit=data["without_merit"],
            points=Fraction(points) if points is not None else None,
            level=Level(data["level"]) if data.get("level") else None,
            sure=data.get("sure", False),
            preview_stamp=data["seen_as"],
            parts=tuple(map(RulingPart, data["parts"])) if "parts" in data else None,
            answer=BuiltOnAnswer(data.get("answer", "")),
        )


class AnswerForm(StepForm):
    """What becomes of each undecided part of an annulled ruling."""

    text = _words(_("Reasons"))

    def __init__(self, *args: Any, questions: Sequence[PartQuestion], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for question in questions:
            self.fields[question.part.value] = forms.ChoiceField(
                label=f"{question.part.label}"[:1].upper() + f"{question.part.label}"[1:],
                help_text=wording.joined_sentences(map(part_texts.built_text, question.built)),
                choices=[(fate.value, words) for fate, words in _answers(question).items()],
                widget=forms.RadioSelect,
            )
        self.questions = questions
        # The field of words stands below the part it is about.
        self.order_fields([*(each.part.value for each in questions), "text"])

    @property
    def answers(self) -> dict[RulingPart, PartFate]:
        """The answer for each part."""
        given = {each.part: self.cleaned_data[each.part.value] for each in self.questions}
        return {part: PartFate(fate) for part, fate in given.items()}


def _answers(question: PartQuestion) -> dict[PartFate, Any]:
    """Return the possible answers; where the committee only advises, also to uphold the part."""
    carried_out = {PartFate.ANNULLED: _("Take it back")}
    if question.fate is PartFate.RECOMMENDED:
        return {**carried_out, PartFate.UPHELD: _("Uphold it")}
    return {**carried_out, PartFate.LEFT: part_texts.ANSWERS[BuiltOnAnswer.LEAVE]}


def _level_choices() -> list[tuple[str, Any]]:
    """Return the levels that may replace another; an appeal disqualifies nobody."""
    levels = [level for level in Level if level not in (Level.RECT, Level.L9)]
    return [NOT_CHOSEN, *((level.value, level_name(level, with_cards=True)) for level in levels)]
