"""Forms for what a referee awards the sides of a deal: one for each kind of adjusted score."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.forms.forms import DeclarativeFieldsMetaclass
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from referee.base.handed_in import LARGEST_VERSION
from referee.rulings.adjusted_scores import (
    AssignedFacts,
    AverageSize,
    Decided,
    GivenInstead,
    Recipient,
)
from tournaments import wording
from tournaments.standings.given_scores import (
    MOST_OUTCOMES,
    WHOLE,
    GivenScore,
    Outcomes,
    WeightedScore,
)
from tournaments.standings.team_boards import AverageScore
from tournaments.wording.answers import question_text
from web.desk.adjusted.kinds import AdjustedKind, AdjustedTable
from web.desk.decisions.ruling_forms import (
    article_field,
    reason_field,
)
from web.forms.base import DeskForm, SignedDecimalField, SignedField

MOST: Final = 100_000
USUAL_OUTCOMES: Final = 2


def _points_field(label: str, *, required: bool = True) -> SignedDecimalField:
    return SignedDecimalField(
        label=label,
        required=required,
        decimal_places=1,
        min_value=-MOST,
        max_value=MOST,
        widget=forms.TextInput({"autocomplete": "off", "inputmode": "decimal"}),
    )


@dataclass(frozen=True, slots=True)
class SeatBlock:
    """Fields that are asked of each place, side by side, below a field that is asked once."""

    lead: BoundField | None
    of_places: Sequence[Sequence[BoundField]]

    @property
    def fields(self) -> list[BoundField]:
        """All fields of the block."""
        lead = [self.lead] if self.lead else []
        return lead + [field for fields in self.of_places for field in fields]

    @property
    def is_used(self) -> bool:
        """Whether a field has a value or an error."""
        return any(field.value() or field.errors for field in self.fields)


class _KindOfForm(DeclarativeFieldsMetaclass, ABCMeta):
    """The metaclass of a form that leaves some methods to its subclasses."""


class AdjustedForm(DeskForm, metaclass=_KindOfForm):
    """An adjusted score of one kind, with its reason; it is previewed before it is given."""

    kind: AdjustedKind

    def __init__(self, *args: Any, at: AdjustedTable, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.at = at
        self.fields |= self.own_fields()
        self.fields |= {
            "reason": reason_field(),
            "article": article_field(),
            "seen": forms.IntegerField(
                min_value=0, max_value=LARGEST_VERSION, widget=forms.HiddenInput
            ),
            "previewed": forms.CharField(required=False, max_length=64, widget=forms.HiddenInput),
        }

    @abstractmethod
    def own_fields(self) -> dict[str, forms.Field]:
        """Return the fields of the kind."""

    @abstractmethod
    def by_place(self) -> dict[str, Outcomes]:
        """Return what each place is given."""

    def names_of_blocks(self) -> Sequence[tuple[str, Sequence[Sequence[str]]]]:
        """Return the name of a field that leads each block, or "", and the names for each place."""
        return ()

    @property
    def blocks(self) -> list[SeatBlock]:
        """The fields that are asked of each place."""
        return [
            SeatBlock(
                self[lead] if lead else None,
                [[self[name] for name in names] for names in of_places],
            )
            for lead, of_places in self.names_of_blocks()
        ]

    @property
    def usual_blocks(self) -> list[SeatBlock]:
        """The blocks in sight."""
        return self.blocks[:USUAL_OUTCOMES]

    @property
    def more_blocks(self) -> list[SeatBlock]:
        """The blocks that are folded, since few scores need them."""
        return self.blocks[USUAL_OUTCOMES:]

    @property
    def needs_more(self) -> bool:
        """Whether a folded block has a value or an error, so that it is in sight."""
        return any(block.is_used for block in self.more_blocks)

    @property
    def other_fields(self) -> list[BoundField]:
        """The fields that are in no block."""
        placed = {field.name for block in self.blocks for field in block.fields}
        return [field for field in self if field.name not in placed]

    @property
    def score(self) -> Decided:
        """The adjusted score that was decided."""
        data = self.cleaned_data
        given = GivenScore(self.by_place(), data["article"])
        return GivenInstead(
            given, data["reason"], AverageSize(data.get("size") or AverageSize.FLAT)
        )

    def points_label(self, place: Recipient) -> str:
        """Return the label of a field of points."""
        return gettext("%(who)s: points") % {"who": self.at.labels[place.name]}

    def shared(self, of: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """Return the points of all places; the second direction has the opposite of the first."""
        points = dict(of)
        if self.at.is_opposite:
            first, second = self.at.places
            points[second.name] = -points[first.name]
        return points


def _average_field(label: str, *, required: bool = True) -> forms.ChoiceField:
    choices = [(average.value, wording.sentence(average)) for average in AverageScore]
    if not required:
        return forms.ChoiceField(
            label=label, required=False, choices=[("", _("a number of points")), *choices]
        )
    return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect)


class AveragesForm(AdjustedForm):
    """An average for each place."""

    kind = AdjustedKind.AVERAGES

    def own_fields(self) -> dict[str, forms.Field]:
        """Return one choice for each place, and the size of an average where that can be chosen."""
        fields: dict[str, forms.Field] = {
            f"average_{place.name}": _average_field(self.at.labels[place.name])
            for place in self.at.places
        }
        return fields | _size_field(self.at)

    def names_of_blocks(self) -> Sequence[tuple[str, Sequence[Sequence[str]]]]:
        """Return the average of each place."""
        return [("", [(f"average_{place.name}",) for place in self.at.places])]

    def by_place(self) -> dict[str, Outcomes]:
        """Return the averages."""
        return {
            place.name: (WeightedScore(AverageScore(self.cleaned_data[f"average_{place.name}"])),)
            for place in self.at.places
        }


def _size_field(at: AdjustedTable) -> dict[str, forms.Field]:
    if not at.sizes:
        return {}
    choices = [(size.value, label) for size, label in at.sizes]
    return {
        "size": forms.ChoiceField(
            label=_("How much an average is"),
            choices=choices,
            initial=AverageSize.FLAT,
            widget=forms.RadioSelect,
        )
    }


class AssignedForm(AdjustedForm):
    """One result for both sides: the figures of the report, else points."""

    kind = AdjustedKind.ASSIGNED

    def own_fields(self) -> dict[str, forms.Field]:
        """Return fields for the figures of the table's report, else for points of the places."""
        if self._by_facts:
            return {
                f"fact_{asked.path[0]}": SignedField(
                    label=question_text(asked),
                    initial=(self.at.reported or {}).get(asked.path[0]),
                    min_value=asked.least,
                    max_value=asked.most,
                    required=not asked.optional,
                )
                for asked in self.at.asks
            }
        return {
            f"points_{place.name}": _points_field(self.points_label(place))
            for place in self.at.asked_of
        }

    def names_of_blocks(self) -> Sequence[tuple[str, Sequence[Sequence[str]]]]:
        """Return the points of each place, unless figures are asked for."""
        if self._by_facts:
            return ()
        return [("", [(f"points_{place.name}",) for place in self.at.asked_of])]

    @property
    def _by_facts(self) -> bool:
        return bool(self.at.asks) and bool(self.at.reported)

    @property
    def score(self) -> Decided:
        """The changed figures, or the points of each place."""
        if not self._by_facts:
            return super().score
        data = self.cleaned_data
        changed = {
            asked.path[0]: data[f"fact_{asked.path[0]}"]
            for asked in self.at.asks
            if data[f"fact_{asked.path[0]}"] is not None
        }
        return AssignedFacts(changed, data["reason"], data["article"])

    def by_place(self) -> dict[str, Outcomes]:
        """Return the points of every place."""
        points = self.shared(
            {
                place.name: Fraction(self.cleaned_data[f"points_{place.name}"])
                for place in self.at.asked_of
            }
        )
        return {name: (WeightedScore(value),) for name, value in points.items()}


class SplitForm(AdjustedForm):
    """Points or an average for each place separately."""

    kind = AdjustedKind.SPLIT

    def own_fields(self) -> dict[str, forms.Field]:
        """Return a field of points for each place, and one for an average instead."""
        fields: dict[str, forms.Field] = {}
        for place in self.at.places:
            fields[f"points_{place.name}"] = _points_field(self.points_label(place), required=False)
            label = gettext("%(who)s: or an average") % {"who": self.at.labels[place.name]}
            fields[f"average_{place.name}"] = _average_field(label, required=False)
        return fields | _size_field(self.at)

    def names_of_blocks(self) -> Sequence[tuple[str, Sequence[Sequence[str]]]]:
        """Return the points and the average of each place."""
        places = [(f"points_{place.name}", f"average_{place.name}") for place in self.at.places]
        return [("", places)]

    def clean(self) -> dict[str, Any]:
        """Require exactly one of the two for each place."""
        for place in self.at.places:
            points = self.cleaned_data.get(f"points_{place.name}")
            average = self.cleaned_data.get(f"average_{place.name}")
            if f"points_{place.name}" not in self.errors and (points is None) is not bool(average):
                text = _("Enter points, or choose an average.")
                self.add_error(f"points_{place.name}", text)
        return self.cleaned_data

    def by_place(self) -> dict[str, Outcomes]:
        """Return the award of each place from that place's own side."""
        return {place.name: (self._outcome(place),) for place in self.at.places}

    def _outcome(self, place: Recipient) -> WeightedScore:
        average = self.cleaned_data[f"average_{place.name}"]
        if average:
            return WeightedScore(AverageScore(average))
        return WeightedScore(Fraction(self.cleaned_data[f"points_{place.name}"]))


class WeightedForm(AdjustedForm):
    """Up to five outcomes, the same for both sides, with their weights."""

    kind = AdjustedKind.WEIGHTED

    def own_fields(self) -> dict[str, forms.Field]:
        """Return a weight and points for each outcome."""
        fields: dict[str, forms.Field] = {}
        for number in range(1, MOST_OUTCOMES + 1):
            fields[f"weight_{number}"] = forms.DecimalField(
                label=gettext("Outcome %(number)s: weight in percent") % {"number": number},
                required=False,
                decimal_places=2,
                min_value=0,
                max_value=int(WHOLE),
                widget=forms.TextInput({"autocomplete": "off", "inputmode": "decimal"}),
            )
            for place in self.at.asked_of:
                fields[f"points_{number}_{place.name}"] = _points_field(
                    self.points_label(place), required=False
                )
        return fields

    def names_of_blocks(self) -> Sequence[tuple[str, Sequence[Sequence[str]]]]:
        """Return each outcome: its weight, and the points of each place."""
        places = [place.name for place in self.at.asked_of]
        return [
            (f"weight_{number}", [(f"points_{number}_{name}",) for name in places])
            for number in range(1, MOST_OUTCOMES + 1)
        ]

    def clean(self) -> dict[str, Any]:
        """Require points for each weight, and weights that add up to 100."""
        numbers = self._weighed
        for number in numbers:
            for place in self.at.asked_of:
                name = f"points_{number}_{place.name}"
                if self.cleaned_data.get(name) is None and name not in self.errors:
                    self.add_error(name, _("Enter the score of this outcome."))
        weights = [self.cleaned_data[f"weight_{number}"] for number in numbers]
        if not self.errors and sum(weights) != WHOLE:
            raise ValidationError(
                _("The weights add up to %(sum)s, not to 100."), params={"sum": sum(weights)}
            )
        return self.cleaned_data

    @property
    def _weighed(self) -> list[int]:
        numbers = range(1, MOST_OUTCOMES + 1)
        return [number for number in numbers if self.cleaned_data.get(f"weight_{number}")]

    def by_place(self) -> dict[str, Outcomes]:
        """Return the outcomes of every place."""
        found: dict[str, list[WeightedScore]] = {place.name: [] for place in self.at.places}
        for number in self._weighed:
            weight = Fraction(self.cleaned_data[f"weight_{number}"])
            points = {
                place.name: Fraction(self.cleaned_data[f"points_{number}_{place.name}"])
                for place in self.at.asked_of
            }
            for name, value in self.shared(points).items():
                found[name].append(WeightedScore(value, weight))
        return {name: tuple(outcomes) for name, outcomes in found.items()}


FORMS: Final[Mapping[AdjustedKind, type[AdjustedForm]]] = {
    form.kind: form for form in (AveragesForm, AssignedForm, SplitForm, WeightedForm)
}
"""The form of each kind."""
