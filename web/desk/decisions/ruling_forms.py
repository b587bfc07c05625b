"""Forms of a referee's decisions: a deal without points, taking back, penalties, irregularities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from referee.base.handed_in import LARGEST_VERSION
from referee.base.refusals import Code
from referee.models import Decision
from referee.rulings.irregularity_rulings import Ruling
from tournaments import wording
from tournaments.base.refusals import Refused, refuse
from tournaments.formats.penalty_units import PenaltyLimits
from tournaments.models import ResultKind
from tournaments.models.record import Unit
from web.forms import base
from web.forms.base import NOT_CHOSEN, SIGNS, DeskForm, SignedDecimalField, SignedField

MOST_POINTS: Final = 100_000
LONGEST_ARTICLE: Final = 120
NO_LIMITS: Final = PenaltyLimits(MOST_POINTS, MOST_POINTS)
NO_ARTICLES: Final[Mapping[Decision, str]] = MappingProxyType({})


def reason_field(widget: forms.Widget | None = None) -> forms.CharField:
    """Return the field for an official's reason."""
    return forms.CharField(label=_("Reason"), max_length=500, widget=widget)


def article_field() -> forms.CharField:
    """Return the field for the article that a decision applies."""
    return forms.CharField(
        label=_("Article of the rules"), required=False, max_length=LONGEST_ARTICLE
    )


def sure_field() -> forms.BooleanField:
    """Return the field that confirms a large number."""
    return forms.BooleanField(label=_("The number is right"), required=False)


class RuleForm(DeskForm):
    """A result without points, or the retraction of a result."""

    kind = forms.ChoiceField(label=_("The deal is"), widget=forms.RadioSelect)
    reason = reason_field()
    seen = forms.IntegerField(min_value=0, max_value=LARGEST_VERSION, widget=forms.HiddenInput)

    def __init__(self, *args: Any, kinds: Sequence[ResultKind], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = {ResultKind.RETRACTED: _("taken back, to be entered again")}
        choices = [(kind.value, labels.get(kind, kind.label)) for kind in kinds]
        self.fields["kind"].choices = choices  # type: ignore[attr-defined]


class NotBegunForm(DeskForm):
    """The reason why the listed deals are not played."""

    reason = reason_field()


class RestoreForm(DeskForm):
    """The reason why an adjusted score is taken back."""

    reason = reason_field()
    seen = forms.IntegerField(min_value=0, max_value=LARGEST_VERSION, widget=forms.HiddenInput)


def _rows(value: Any, words: Any) -> Sequence[tuple[str, Any]]:
    """Return the choices of a group, or a choice that is in none."""
    return words if isinstance(words, list | tuple) else [(value, words)]


class PenaltyForm(DeskForm):
    """Penalty points for a seat or an entry, with sign, reason and article.

    Victory points and table points have hundredths; all others are whole.
    """

    whom = forms.ChoiceField(label=_("Penalised"))
    points = SignedDecimalField(
        decimal_places=2,
        label=_("Penalty points"),
        help_text=_("With its sign: −50 takes fifty points away, +50 gives them."),
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    reason = reason_field()
    article = article_field()
    sure = sure_field()
    key = forms.RegexField(r"^[0-9a-z]{12}\Z", widget=forms.HiddenInput)
    previewed = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, whom: Sequence[Any], units: tuple[Unit, Unit], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.units = units
        # Nobody is preselected: else the first of the list might be penalised by oversight.
        self.fields["whom"].choices = [NOT_CHOSEN, *whom] if whom else []  # type: ignore[attr-defined]
        if set(units) != {Unit.SCALED}:
            template = _(
                "With its sign: −1 takes one away. For a seat %(of_seat)s, for an entry "
                "%(of_entry)s."
            )
            text = template % {"of_seat": units[0].label, "of_entry": units[1].label}
            if units[0] is Unit.LEVEL:
                at_once = _(
                    "Levels are lost at once: the next deal without a result is played lower."
                )
                text = wording.joined_sentences([str(text), str(at_once)])
            self.fields["points"].help_text = text

    @property
    def whose(self) -> str:
        """Who is chosen, in words; empty if nobody is."""
        chosen = str(self["whom"].value() or "")
        every = [row for group, rows in self.fields["whom"].choices for row in _rows(group, rows)]  # type: ignore[attr-defined]
        return next((str(words) for value, words in every if chosen and value == chosen), "")

    def clean_points(self) -> Fraction:
        """Refuse zero, a number without its sign, and fractions of whole points."""
        points = Fraction(self.cleaned_data["points"])
        of_seat, of_entry = self.units
        unit = of_seat if self.cleaned_data.get("whom", "").startswith("seat:") else of_entry
        if points.denominator > 1 and unit not in {Unit.VP, Unit.TABLE_POINT}:
            label = str(self["points"].label)
            raise ValidationError(base.filled(base.WHOLE_NUMBER, label))
        if points == 0:
            self.add_error("points", wording.problem_text(refuse(Code.PENALTY_NOTHING)))
        elif str(self["points"].data).strip().translate(SIGNS)[:1] not in "+-":
            self.add_error("points", wording.problem_text(refuse(Code.PENALTY_SIGN)))
        return points


class IrregularityForm(DeskForm):
    """A referee's decision on an irregularity.

    The `article` that was filled in, here or for another decision (`articles`), becomes that of the
    decision that is chosen; any other that the referee typed stays.
    """

    decision = forms.ChoiceField(
        label=_("Action"), choices=Decision.choices, widget=forms.RadioSelect
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=500,
        help_text=_("May be left empty if no action follows."),
    )
    article = article_field()
    points = SignedField(
        label=_("Penalty points"),
        required=False,
        help_text=_("With its sign: −50 takes fifty points away, +50 gives them."),
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    sure = sure_field()
    seen = forms.IntegerField(min_value=0, max_value=LARGEST_VERSION, widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        whom: str = "",
        limits: PenaltyLimits = NO_LIMITS,
        article: str = "",
        articles: Mapping[Decision, str] = NO_ARTICLES,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.limits = limits
        self.filled_in, self.articles = article, articles
        if len(set(articles.values())) > 1:
            self.fields["article"].help_text = wording.joined_clauses(
                gettext("%(decision)s: %(article)s") % {"decision": kind.label, "article": number}
                for kind, number in articles.items()
            )
        self.large: int | None = None
        """Points to be confirmed a second time, which the page shows large."""
        self.fields["reason"].required = self.data.get("decision") != Decision.NOTED
        self.fields["points"].help_text = _(
            "For %(whom)s. With its sign: −50 takes fifty points away, +50 gives them."
        ) % {"whom": whom}

    @property
    def choices(self) -> list[tuple[Any, list[BoundField]]]:
        """The decisions, each with the fields that it alone needs."""
        opened = {Decision.PENALTY: [self["points"]]}
        return [(choice, opened.get(choice.data["value"], [])) for choice in self["decision"]]

    @property
    def others(self) -> list[BoundField]:
        """The fields of every decision; a large number is confirmed on its own."""
        return [row for row in self if row.name not in {"decision", "points", "sure"}]

    def take(self, refused: Refused) -> None:
        """Add every problem to its field; a reason that turns out to be required loses its mark
        "optional".
        """
        super().take(refused)
        self.fields["reason"].required |= "reason" in self.errors

    def clean(self) -> dict[str, Any]:
        """Require the points of a penalty; let the article follow the decision."""
        self._follow_decision()
        penalty = self.cleaned_data.get("decision") == Decision.PENALTY
        if penalty and not str(self["points"].data or "").strip():
            text = _("Enter the penalty points with their sign, such as −50.")
            self.add_error("points", text)
        points = self.cleaned_data.get("points", 0) if penalty else 0
        if self.limits.is_large(points) and not self.limits.is_absurd(points):
            self.large = points
        return self.cleaned_data

    def _follow_decision(self) -> None:
        data, filled_in = self.cleaned_data, {self.filled_in, *self.articles.values()}
        if data.get("decision") not in self.articles or data.get("article") not in filled_in:
            return
        data["article"] = self.articles[Decision(data["decision"])]
        self.data = {**self.data, "article": data["article"]}

    def clean_points(self) -> int:
        """Return the points, 0 for none; a number must have its sign."""
        points: int = self.cleaned_data["points"] or 0
        if points and str(self["points"].data).strip().translate(SIGNS)[:1] not in "+-":
            self.add_error("points", wording.problem_text(refuse(Code.PENALTY_SIGN)))
        return points

    def ruling(self) -> Ruling:
        """Return the decision."""
        data = self.cleaned_data
        words = (Decision(data["decision"]), data["reason"], data["article"])
        return Ruling(*words, data["points"], sure=data["sure"])


class TakeBackPointsForm(DeskForm):
    """The reason why penalty points are taken back."""

    reason = reason_field()
