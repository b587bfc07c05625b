"""The form of a ruling: the offender, the article, the facts, and the consequences."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from referee.appeals import ruled_otherwise
from referee.appeals.lodging import LONGEST
from referee.appeals.part_texts import ANSWERS
from referee.base.handed_in import KEY, LARGEST_VERSION
from referee.models import CorrectionPurpose, FactsState, Remedy, SuspensionReach
from referee.rulings.decisions import NamedOffender, RulingDecision
from referee.rulings.proposals import MOST_ROUNDS
from tournaments import wording
from tournaments.base.separators import join_facts
from tournaments.models.base import UID_LENGTH
from tournaments.regulations.articles import Article, Level
from tournaments.wording import signed
from tournaments.wording.official.regulations import level_name
from web.desk.decisions.ruling_forms import MOST_POINTS, sure_field
from web.desk.rulings.sources import Choices
from web.forms.base import NOT_CHOSEN, SIGNS, DeskForm, SignedDecimalField

SAID: Final = "said_"
"""The prefix of the fields with the statement of each seat."""
OF_OFFICIAL: Final = ("agreed", "disciplinary", "remedy_words", "purpose")
"""Fields that a club event does not have."""
OF_SUSPENSION: Final = ("reach", "reach_rounds")
OF_CLUB: Final = (Level.L0, Level.L1, Level.L3, Level.L4, Level.L5)
MOST_WORDS: Final = 500
BY_ARTICLE: Final = "by_article"
"""The choice of the rectification that the event's regulations set for the chosen article."""


@dataclass(frozen=True, slots=True)
class ArticleWords:
    """An article as a row of the form: its number if it is shown, its name, and its penalty."""

    number: str
    name: str
    measure: str

    def __str__(self) -> str:
        return join_facts(f"{self.number} {self.name}".strip(), self.measure)


class WhomField(forms.MultipleChoiceField):
    """The offenders chosen from a list, which may allow only one."""

    def to_python(self, value: Any) -> list[str]:
        """Return the values that are not empty."""
        chosen = [value] if isinstance(value, str) else value or []
        return [each for each in super().to_python(chosen) if each]


class CaseForm(DeskForm):
    """A ruling: the person, the article, the facts, and the three kinds of consequences.

    `voids` are the articles by which the event plays a deal again.
    """

    whom = WhomField(
        label=pgettext_lazy("ruled on", "Who"), widget=forms.CheckboxSelectMultiple, required=False
    )
    article = forms.ChoiceField(label=_("Article"), widget=forms.RadioSelect, required=False)
    own_article = forms.CharField(
        label=_("In your own words"), max_length=MOST_WORDS, required=False
    )
    facts = forms.CharField(
        label=_("What happened"),
        max_length=LONGEST,
        required=False,
        widget=forms.Textarea({"rows": 2}),
    )
    agreed = forms.ChoiceField(
        label=_("The players"),
        choices=[(FactsState.AGREED, _("agree")), (FactsState.DISPUTED, _("disagree"))],
        widget=forms.RadioSelect,
        required=False,
    )
    remedy = forms.ChoiceField(
        label=_("Rectification"),
        choices=[(BY_ARTICLE, pgettext_lazy("remedy", "as the article says")), *Remedy.choices],
        widget=forms.RadioSelect,
        required=False,
    )
    purpose = forms.ChoiceField(
        label=_("What the correction is for"),
        help_text=_(
            "If the result was corrected. A correction that restores equity is undone with the"
            " ruling."
        ),
        choices=[row for row in CorrectionPurpose.choices if row[0]],
        widget=forms.RadioSelect,
        required=False,
    )
    remedy_words = forms.CharField(
        label=_("What was put right"), max_length=MOST_WORDS, required=False
    )
    level = forms.ChoiceField(label=_("Penalty"), required=False)
    points = SignedDecimalField(
        decimal_places=2,
        label=_("Points instead of the level's"),
        required=False,
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    level_reason = forms.CharField(
        label=_("Why not as the article says"), max_length=MOST_WORDS, required=False
    )
    disciplinary = forms.ChoiceField(label=_("Additional disciplinary penalty"), required=False)
    reach = forms.ChoiceField(
        label=_("Suspended for"),
        choices=SuspensionReach.choices[1:],
        widget=forms.RadioSelect,
        required=False,
        help_text=_("Only for a suspension. It ends by itself."),
    )
    reach_rounds = forms.IntegerField(
        label=_("Number of rounds"), min_value=1, max_value=MOST_ROUNDS, required=False
    )
    answer = forms.ChoiceField(
        label=_("Later results and draws that depend on the ruling"),
        choices=[(answer, ANSWERS[answer]) for answer in ruled_otherwise.ANSWERS],
        widget=forms.RadioSelect,
        required=False,
    )
    cards = forms.CharField(required=False, max_length=UID_LENGTH, widget=forms.HiddenInput)
    sure = sure_field()
    seen = forms.IntegerField(min_value=0, max_value=LARGEST_VERSION, widget=forms.HiddenInput)
    key = forms.RegexField(rf"^{KEY}\Z", widget=forms.HiddenInput)
    previewed = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        whom: Choices,
        articles: Sequence[Article],
        taken: Mapping[Level, str],
        seats: Mapping[str, str],
        is_official: bool,
        has_deal: bool,
        voids: Collection[str],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.voids = voids
        if is_official:
            self.fields["facts"].help_text = _(
                "Required from a light penalty up, or by the article."
            )
            self.fields["facts"].is_needed_at_times = True  # type: ignore[attr-defined]
        self.is_official, self.common = is_official, sum(row.is_common for row in articles)
        self.is_grouped = any(isinstance(choice[1], list) for choice in whom)
        if self.is_grouped:
            # One of many: a drop-down list; for a table all its seats are in sight.
            self.fields["whom"].widget = forms.Select(choices=[NOT_CHOSEN])
        self._choose("whom", [NOT_CHOSEN, *whom] if self.is_grouped else whom)
        self._articles = _article_choices(articles, taken, is_official=is_official)
        self._choose("article", self._articles)
        self._choose("level", _level_choices(is_official=is_official))
        self._choose("disciplinary", _conduct_choices())
        self._drop(() if is_official else OF_OFFICIAL, () if has_deal else ("remedy", "purpose"))
        for label, name in seats.items() if is_official else ():
            self.fields[f"{SAID}{label}"] = forms.CharField(
                label=f"{wording.seat_name(label)} {name}", max_length=MOST_WORDS, required=False
            )

    def decision(self, offenders: Sequence[NamedOffender]) -> RulingDecision:
        """Return the decision that was filled in."""
        data = self.cleaned_data
        points = data.get("points")
        said = {
            name.removeprefix(SAID): value
            for name, value in data.items()
            if name.startswith(SAID) and value
        }
        return RulingDecision(
            offenders=tuple(offenders),
            article=data["article"],
            own_article=data["own_article"],
            facts=data["facts"],
            agreed=FactsState(data.get("agreed", "")),
            statements=said,
            level=Level(data["level"]) if data["level"] else None,
            points=None if points is None else Fraction(points),
            level_reason=data["level_reason"],
            disciplinary=Level(data["disciplinary"]) if data.get("disciplinary") else None,
            remedy=self._remedy(data),
            remedy_words=data.get("remedy_words", ""),
            purpose=CorrectionPurpose(data.get("purpose", "")),
            reach=SuspensionReach(data["reach"]),
            reach_rounds=data["reach_rounds"] or 0,
            cards=data["cards"],
            seen=data["seen"],
            sure=data["sure"],
        )

    def _remedy(self, data: Mapping[str, Any]) -> Remedy:
        chosen = data.get("remedy", "")
        if chosen != BY_ARTICLE:
            return Remedy(chosen)
        return Remedy.VOID if data["article"] in self.voids else Remedy.NOTHING

    @property
    def remedies(self) -> list[tuple[Any, list[BoundField]]]:
        """The rectifications, a corrected result with what the correction is for."""
        asked = [self["purpose"]] if "purpose" in self.fields else []
        return [
            (choice, asked if choice.data["value"] == Remedy.CORRECTED else [])
            for choice in self["remedy"]
        ]

    @property
    def first_articles(self) -> list[Any]:
        """The common articles, and before them the chosen one if it is not among these."""
        listed, rare = self._listed_articles, self._chosen_rare
        return [*rare, *listed[: self.common]]

    @property
    def other_articles(self) -> list[Any]:
        """The other articles, behind 全部."""
        chosen = str(self["article"].value() or "")
        others = self._listed_articles[self.common :]
        return [row for row in others if not chosen or row[0].data["value"] != chosen]

    @property
    def _listed_articles(self) -> list[Any]:
        return list(zip(self["article"], (words for _code, words in self._articles), strict=True))

    @property
    def _chosen_rare(self) -> list[Any]:
        chosen = str(self["article"].value() or "")
        others = self._listed_articles[self.common :]
        return [row for row in others if chosen and row[0].data["value"] == chosen]

    @property
    def folds_articles(self) -> bool:
        """Whether the articles are folded: once the form was sent, unless one has to be chosen."""
        return self.is_bound and "article" not in self.errors

    @property
    def chosen_article(self) -> str:
        """The chosen article in words; empty if none is chosen."""
        chosen = str(self["article"].value() or "")
        return next((str(words) for code, words in self._articles if code == chosen), "")

    @property
    def differs(self) -> bool:
        """Whether a value departs from the articles, or from what the chosen one says."""
        names = ("own_article", "points", "level_reason", "disciplinary")
        return any(name in self.fields and self[name].value() for name in names) or any(
            name in self.errors for name in names
        )

    @property
    def suspends(self) -> bool:
        """Whether the fields of a suspension are shown: if it can be chosen, or was refused."""
        return self.is_official or any(name in self.errors for name in OF_SUSPENSION)

    @property
    def is_suspending(self) -> bool:
        """Whether the fields of a suspension are open: for its level, a value or an error."""
        is_level = self["level"].value() == Level.L8
        return is_level or any(self[name].value() or name in self.errors for name in OF_SUSPENSION)

    @property
    def sayings(self) -> list[Any]:
        """The fields with the statement of each seat."""
        return [self[name] for name in self.fields if name.startswith(SAID)]

    def clean(self) -> dict[str, Any]:
        """Require the purpose of a correction."""
        data = super().clean() or self.cleaned_data
        is_corrected = data.get("remedy") == Remedy.CORRECTED and "purpose" in self.fields
        if is_corrected and not data.get("purpose"):
            self.add_error("purpose", gettext("State what the correction is for."))
        return data

    def clean_points(self) -> Any:
        """Require a sign with points."""
        points = self.cleaned_data["points"]
        typed = str(self["points"].data or "").strip().translate(SIGNS)
        if points and typed[:1] not in "+-":
            self.add_error("points", gettext("With the sign: − takes points away, + gives them."))
        return points

    def _choose(self, name: str, choices: Choices) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def _drop(self, *groups: Sequence[str]) -> None:
        for name in (name for group in groups for name in group):
            self.fields.pop(name, None)


class WordForm(DeskForm):
    """The reason to reject a version, empty when it is confirmed; `seen` is the version shown.

    `left` names the offenders that had left the event by then.
    """

    reason = forms.CharField(label=_("Reason"), max_length=MOST_WORDS, required=False)
    seen = forms.IntegerField(min_value=1, max_value=LARGEST_VERSION, widget=forms.HiddenInput)
    left = forms.CharField(required=False, max_length=MOST_WORDS, widget=forms.HiddenInput)


def _article_choices(
    articles: Sequence[Article], taken: Mapping[Level, str], *, is_official: bool
) -> Choices:
    """Return the articles with the penalty of a first offence, the common ones first."""
    ordered = sorted(articles, key=lambda row: not row.is_common)
    return [(row.code, _article_words(row, taken, is_official=is_official)) for row in ordered]


def _article_words(row: Article, taken: Mapping[Level, str], *, is_official: bool) -> ArticleWords:
    level = level_name(row.level, with_cards=is_official)
    amount = signed(row.points) if row.points else taken.get(row.level, "")
    number = row.number if is_official else ""
    return ArticleWords(number, row.name, join_facts(level, amount))


def _level_choices(*, is_official: bool) -> Choices:
    levels = [level for level in Level if level is not Level.RECT] if is_official else OF_CLUB
    usual = pgettext_lazy("level of a penalty", "as the article says")
    names = [(level.value, level_name(level, with_cards=is_official)) for level in levels]
    return [("", usual), *names]


def _conduct_choices() -> Choices:
    levels = (Level.L1, Level.L2, Level.L6, Level.L7, Level.L8, Level.L9)
    names = [(level.value, level_name(level, with_cards=True)) for level in levels]
    return [("", pgettext_lazy("disciplinary penalty", "none")), *names]
