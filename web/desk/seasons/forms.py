"""The forms of a season: a new one from a template, its rules, and the events that count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.seasons import SeasonRules, scales
from clubs.seasons.choosing import FACTORS, SeasonChoice
from clubs.seasons.refusals import SeasonProblem
from clubs.seasons.scales import Scale, Template
from clubs.wording.season_table import TEMPLATES
from scoring.problems import Problem
from tournaments import wording
from tournaments.base.refusals import Refused, refuse
from tournaments.models import Event, EventLevel, Season, SeasonEvent, Sharing
from tournaments.record.audit import Verb
from web.forms.base import DeskForm
from web.forms.stored_values import Logged, StoredForm


class NewSeasonForm(DeskForm):
    """A name and the template of a scale; everything else can be changed later."""

    name = forms.CharField(label=_("Name of the season"), max_length=120)
    template = forms.ChoiceField(
        label=_("Points by place"),
        choices=[(template.value, words) for template, words in TEMPLATES.items()],
        widget=forms.RadioSelect,
        initial=Template.BY_ENTRIES.value,
        help_text=_("The scale can be changed at any time; the points follow."),
    )

    def rules(self) -> SeasonRules:
        """Return the initial rules of the season."""
        text = scales.TEMPLATES[Template(self.cleaned_data["template"])]
        return SeasonRules(self.cleaned_data["name"], scales.read_text(text))


class SeasonRulesForm(StoredForm):
    """The rules of a season."""

    name = forms.CharField(label=_("Name of the season"), max_length=120)
    scale = forms.CharField(
        label=_("Points by place"),
        widget=forms.Textarea({"rows": 6, "spellcheck": "false"}),
        help_text=_(
            "A line for each size: “9: 10 7 5 3 +1” gives, from nine entries on, 10 to the first, "
            "7 to the second, and 1 to everybody after the fourth. “1: n” gives one point to the "
            "last place and one more to each before it."
        ),
    )
    best_of = forms.IntegerField(
        label=_("Events that count for each person"),
        min_value=1,
        max_value=999,
        required=False,
        help_text=_("Empty: all."),
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )
    attendance = forms.CharField(
        label=_("Points for attendance in an event"),
        required=False,
        widget=forms.TextInput({"inputmode": "decimal"}),
    )
    sharing = forms.ChoiceField(
        label=_("Pairs and teams"), choices=Sharing.choices, widget=forms.RadioSelect
    )
    counts_guests = forms.BooleanField(label=_("Guests earn points too"), required=False)
    is_public = forms.BooleanField(label=_("Everybody may see the table"), required=False)
    granted_by = forms.CharField(
        label=_("Association that grants master points"),
        max_length=60,
        required=False,
        help_text=_(
            "Empty: they are club points. Name an association only where it grants its own "
            "points for these events."
        ),
    )

    @classmethod
    def of(cls, season: Season, data: Any = None) -> SeasonRulesForm:
        """Return the form with the present rules of a season."""
        initial = {
            "name": season.name,
            "scale": scales.as_text(scales.from_json(season.scale)),
            "best_of": season.best_of,
            "attendance": str(season.attendance),
            "sharing": season.sharing,
            "counts_guests": season.counts_guests,
            "is_public": season.is_public,
            "granted_by": season.granted_by,
        }
        form = cls(data, initial=initial)
        form.logged = Logged(season.club, (Verb.CHANGE_SEASON,), about=season.uid)
        return form

    def clean_scale(self) -> Scale:
        """Read the scale; name every wrong line."""
        try:
            return scales.read_text(self.cleaned_data["scale"])
        except Refused as refused:
            raise forms.ValidationError(
                [wording.problem_text(each) for each in refused.problems]
            ) from refused

    def clean_attendance(self) -> Fraction:
        """Read the points for attendance."""
        try:
            return scales.amount(self.cleaned_data["attendance"] or "0")
        except ValueError as error:
            text = wording.problem_text(refuse(SeasonProblem.ATTENDANCE))
            raise forms.ValidationError(text) from error

    def rules(self) -> SeasonRules:
        """Return the rules that were typed."""
        typed = self.cleaned_data
        return SeasonRules(
            name=typed["name"],
            scale=typed["scale"],
            best_of=typed["best_of"],
            attendance=typed["attendance"],
            sharing=Sharing(typed["sharing"]),
            counts_guests=typed["counts_guests"],
            is_public=typed["is_public"],
            granted_by=typed["granted_by"],
        )


class SeasonEventForm(StoredForm):
    """An event that may count: whether it does, its level and its factor."""

    counts = forms.BooleanField(label=pgettext_lazy("season", "Counts"), required=False)
    level = forms.ChoiceField(label=pgettext_lazy("season", "Level"), choices=EventLevel.choices)
    factor = forms.CharField(
        label=_("Factor"),
        required=False,
        max_length=12,
        widget=forms.TextInput({"inputmode": "decimal", "size": 5}),
    )

    def __init__(self, event: Event, chosen: SeasonEvent | None, data: Any = None) -> None:
        self.event = event
        initial = {"level": EventLevel.EVENING.value}
        if chosen:
            factor = str(chosen.factor)
            initial = {"counts": True, "level": chosen.level, "factor": factor}  # type: ignore[dict-item]
        super().__init__(data, prefix=event.uid, initial=initial, auto_id="e_%s")

    def clean_factor(self) -> Fraction | None:
        """Read the factor; an empty one is that of the level."""
        text = self.cleaned_data["factor"].strip()
        try:
            factor = scales.amount(text) if text else None
        except ValueError:
            factor = Fraction(0)
        if factor == 0:
            wrong: Problem = refuse(SeasonProblem.FACTOR, name=self.event.name)
            raise forms.ValidationError(wording.problem_text(wrong))
        return factor

    def choice(self) -> SeasonChoice | None:
        """Return how the event counts; None if it does not."""
        if not self.cleaned_data["counts"]:
            return None
        level = EventLevel(self.cleaned_data["level"])
        return SeasonChoice(level, self.cleaned_data["factor"] or FACTORS[level])


def event_forms(
    season: Season, events: Sequence[Event], data: Any = None
) -> Iterator[SeasonEventForm]:
    """Yield the form of each event that may count."""
    chosen = {row.event_id: row for row in season.chosen.filter(event__in=events)}
    for event in events:
        form = SeasonEventForm(event, chosen.get(event.pk), data)
        form.logged = Logged(season.club, (Verb.CHOOSE_SEASON_EVENTS,), about=season.uid)
        yield form
