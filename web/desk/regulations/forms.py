"""The forms of the regulations of an event: size, periods and policies, and of an article."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.fees import currencies
from clubs.fees.refusals import FeeProblem
from tournaments import regulations, wording
from tournaments.base.refusals import refuse
from tournaments.models import Appealable, Event, RulingsShown, Size
from tournaments.record.audit import Actor, Verb
from tournaments.regulations import policies, regulation_changes
from tournaments.regulations.articles import (
    Authority,
    Escalation,
    FormColumn,
    Level,
    RepeatWindow,
    Scope,
)
from tournaments.regulations.catalogue import BY_CODE, StoredArticle
from tournaments.regulations.infractions.values import Terms
from tournaments.regulations.policies import Policy
from tournaments.structure.games import has_levels
from tournaments.structure.regulations import CLUB, OFFICIAL, Regulations, regulations_of
from tournaments.wording.official.regulations import (
    AUTHORITIES,
    COLUMNS,
    OPTIONS,
    POLICIES,
    SCOPES,
    WINDOWS,
    filled_text,
    level_text,
    usual,
)
from web.forms.stored_values import Logged, StoredForm

STEPS: Final = (2, 3, 4)
"""The offences for which a step can be chosen; the last one also covers all that follow."""
USUALLY: Final = _("as usual: a game for individuals, a match for pairs and teams")


MOST_MINUTES: Final = 600
MOST_POINTS: Final = 1000
MOST_DEALS: Final = 200
PREFIX: Final = "policy_"
DEPOSITS_IN: Final = "CNY"
BY_LEVELS: Final = 15
"""Minutes late until a match is forfeited where levels are played."""


class ArticleForm(StoredForm):
    """An article: its levels in each column that the tournament uses, and the organiser's text."""

    number = forms.CharField(
        label=_("Number in your own regulations"), max_length=20, required=False
    )
    name = forms.CharField(label=_("Wording of the offence"), max_length=200, required=False)
    text = forms.CharField(
        label=_("Text of the article"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    who = forms.TypedChoiceField(
        label=_("Who may impose it"),
        coerce=int,
        choices=[(authority.value, words) for authority, words in AUTHORITIES.items()],
    )
    window = forms.ChoiceField(
        label=_("Repetitions count within"),
        choices=[("", USUALLY), *WINDOWS.items()],
        required=False,
    )
    counts = forms.ChoiceField(label=_("Repetitions count"), choices=list(SCOPES.items()))
    needs_facts = forms.BooleanField(label=_("The facts must be recorded"), required=False)
    is_off = forms.BooleanField(label=_("Not in force in this tournament"), required=False)
    beside_values = ("reason",)

    reason = forms.CharField(
        label=_("Reason for changing it after the first draw"), max_length=200, required=False
    )

    def __init__(
        self,
        row: StoredArticle,
        columns: Collection[FormColumn],
        data: Any = None,
        *,
        is_frozen: bool = False,
    ) -> None:
        self.row, self.columns = row, tuple(column for column in FormColumn if column in columns)
        same = ("number", "text", "counts", "needs_facts", "is_off")
        initial = {name: getattr(row, name) for name in same}
        program = BY_CODE.get(row.code)
        named = row.name or str(program.name if program else "")
        window = row.window.value if row.window else ""
        initial |= {"name": named, "who": row.who.value, "window": window}
        super().__init__(data, initial=initial)
        if not is_frozen:
            del self.fields["reason"]
        if not row.code:
            del self.fields["is_off"]
        for column in self.columns:
            self._offer_levels(column)

    @property
    def level_fields(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields of the levels, by the name of their column."""
        return [
            (
                str(COLUMNS[column]),
                [self[f"{column}_1"], *(self[f"{column}_{nth}"] for nth in STEPS)],
            )
            for column in self.columns
        ]

    def article(self) -> StoredArticle:
        """Return the article as filled in."""
        data, program = self.cleaned_data, BY_CODE.get(self.row.code)
        names = ("number", "text", "needs_facts", "is_off")
        given = {name: data[name] for name in names if name in data}
        same = program is not None and data["name"].strip() in {"", str(program.name)}
        terms = {**self.row.terms, **dict(self._terms())}
        return replace(
            self.row,
            **given,
            name="" if same else data["name"].strip(),
            terms=terms,
            who=Authority(data["who"]),
            window=RepeatWindow(data["window"]) if data["window"] else None,
            counts=Scope(data["counts"]),
        )

    def _terms(self) -> Iterator[tuple[FormColumn, Terms]]:
        for column in self.columns:
            first = self.cleaned_data[f"{column}_1"]
            if not first:
                continue
            kept = self.row.terms.get(column)
            offices = {(step.nth, step.level): step.who for step in (kept.steps if kept else ())}
            chosen = [(nth, self.cleaned_data[f"{column}_{nth}"]) for nth in STEPS]
            steps = tuple(
                Escalation(nth, Level(name), offices.get((nth, Level(name))))
                for nth, name in chosen
                if name
            )
            yield column, Terms(Level(first), steps)

    def _offer_levels(self, column: FormColumn) -> None:
        terms = self.row.terms.get(column)
        levels = [(level.value, level_text(level)) for level in Level]
        steps = {step.nth: step.level.value for step in (terms.steps if terms else ())}
        labels = {1: _("First offence"), 2: _("2nd offence"), 3: _("3rd offence")}
        labels[4] = _("4th offence and later")
        steps[1] = terms.level.value if terms else ""
        for nth in (1, *STEPS):
            nothing = [] if nth == 1 and terms else [("", "–")]
            self.fields[f"{column}_{nth}"] = forms.ChoiceField(
                label=labels[nth],
                choices=[*nothing, *levels],
                initial=steps.get(nth, ""),
                required=nth == 1 and terms is not None,
            )


def _minutes(label: Any, words: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, help_text=words, min_value=0, max_value=MOST_MINUTES)


class RegulationsForm(StoredForm):
    """The regulations; a club event has no fields for what only an official competition has."""

    size = forms.ChoiceField(
        label=_("Size of the event"),
        choices=[
            (Size.CLUB, _("Club event: one person may do everything")),
            (
                Size.OFFICIAL,
                _("Official competition: a chief referee leads; save, then set the periods"),
            ),
        ],
        widget=forms.RadioSelect,
        help_text=_("It can be changed until the first draw."),
    )
    notice_minutes = _minutes(
        _("Minutes until the final result is official"),
        _("How long the final result is on notice; 0: official at once."),
    )
    appeal_minutes = _minutes(_("Minutes for an appeal after a round"), "")
    last_appeal_minutes = _minutes(_("Minutes for an appeal after the last round"), "")
    correction_minutes = _minutes(
        _("Minutes for corrections after a round"),
        _(
            "How long every referee may correct results. It can be changed until the first"
            " round is closed."
        ),
    )
    appealable = forms.MultipleChoiceField(
        label=_("What can be appealed against"),
        choices=Appealable.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Nothing ticked: no appeals."),
    )
    deposit = forms.CharField(
        label=_("Deposit of an appeal"),
        max_length=20,
        help_text=_("In yuan, such as 100; 0: none."),
        widget=forms.TextInput({"inputmode": "decimal"}),
    )
    forfeit_minutes = _minutes(
        _("Minutes late until the match is forfeited"),
        _("From the start of the round's clock; 0: whoever is absent at the start forfeits."),
    )
    fewest_warnings = forms.BooleanField(
        label=_("Break ties by fewer warnings, before drawing lots"),
        required=False,
        help_text=_("It can be changed until the first draw."),
    )
    stand_in_for_suspended = forms.BooleanField(
        label=_("A stand-in may play with a suspended player's partner"),
        required=False,
        help_text=_("Otherwise the pair is not drawn, and forfeits the round."),
    )
    rulings_shown = forms.ChoiceField(
        label=_("Rulings on public pages"),
        choices=RulingsShown.choices,
        widget=forms.RadioSelect,
    )
    walkover_points = forms.IntegerField(
        label=_("Points a deal for a walkover"),
        min_value=0,
        max_value=MOST_POINTS,
        help_text=_("If points rank: for each deal that was not played."),
    )
    board_set_deals = forms.IntegerField(
        label=_("Deals of a board set"), min_value=1, max_value=MOST_DEALS
    )

    def __init__(self, event: Event, data: Any = None) -> None:
        self.event, self.kept = event, regulations_of(event)
        initial = {name: getattr(self.kept, name) for name in self.base_fields if name in SAME}
        initial["deposit"] = currencies.as_text(self.kept.deposit, DEPOSITS_IN)
        initial["appealable"] = list(self.kept.appealable)
        initial["correction_minutes"] = event.correction_minutes
        initial["fewest_warnings"] = regulation_changes.warnings_decide(event)
        super().__init__(data, initial=initial)
        self.logged = Logged(event.tournament, (Verb.CHANGE_REGULATIONS,), about=event.uid)
        self.is_drawn = regulations.is_drawn(event)
        for name in DRAWN if self.is_drawn else ():
            self.fields[name].disabled = True
        self.fields["correction_minutes"].disabled = regulation_changes.corrections_are_fixed(event)
        for name in () if self.kept.is_official else OF_OFFICIAL:
            del self.fields[name]
        if event.form != Event.Form.PAIRS:
            self.fields.pop("stand_in_for_suspended", None)
        self._offer_policies()

    @property
    def policy_fields(self) -> list[forms.BoundField]:
        """The fields of the policies."""
        return [self[name] for name in self.fields if name.startswith(PREFIX)]

    @property
    def has_own_policies(self) -> bool:
        """Whether any policy differs from the usual one."""
        return bool(self.kept.policies)

    def clean_deposit(self) -> int:
        """Return the deposit in minor units."""
        typed = self.cleaned_data["deposit"].strip()
        try:
            return currencies.read_amount(typed, DEPOSITS_IN)
        except ValueError:
            wrong = refuse(FeeProblem.AMOUNT, example=currencies.as_text(10000, DEPOSITS_IN))
            raise forms.ValidationError(wording.problem_text(wrong)) from None

    def press(self, actor: Actor) -> None:
        """Store the regulations as chosen. Raises Refused."""
        wanted = self._wanted()
        regulations.change_regulations(
            self.event,
            actor,
            wanted if wanted != self.kept else None,
            correction_minutes=self.cleaned_data["correction_minutes"],
            warnings=wanted.is_official and self.cleaned_data.get("fewest_warnings", False),
        )

    def _wanted(self) -> Regulations:
        data, size = self.cleaned_data, Size(self.cleaned_data["size"])
        usual_of_size = _official(self.event) if size == Size.OFFICIAL else CLUB
        base = self.kept if self.kept.size == size else usual_of_size
        given = {name: data[name] for name in SAME if name in data}
        if self.kept.size != size:
            given = {name: value for name, value in given.items() if name not in OF_OFFICIAL}
        if "appealable" in given:
            given["appealable"] = tuple(given["appealable"])
        given |= {"size": size, "rulings_shown": RulingsShown(data["rulings_shown"])}
        chosen = {row.key: data[PREFIX + row.key] for row in policies.policies_of(self.event)}
        others = {key: name for key, name in self.kept.policies.items() if key not in chosen}
        given["policies"] = {**others, **policies.differing(self.event, chosen)}
        return replace(base, **given)

    def _offer_policies(self) -> None:
        for policy in policies.policies_of(self.event):
            kept = policies.chosen(self.event)[policy.key]
            self.fields[PREFIX + policy.key] = forms.ChoiceField(
                label=str(POLICIES[policy.key]),
                choices=_options(policy, policy.default(self.event)),
                initial=kept,
                help_text=filled_text(self.event, policy),
                widget=forms.Select,
            )


SAME: Final = frozenset(
    {
        "size",
        "notice_minutes",
        "appeal_minutes",
        "last_appeal_minutes",
        "appealable",
        "deposit",
        "forfeit_minutes",
        "stand_in_for_suspended",
        "rulings_shown",
        "walkover_points",
        "board_set_deals",
    }
)
"""Fields that are columns of the regulations."""
OF_OFFICIAL: Final = (
    "notice_minutes",
    "appeal_minutes",
    "last_appeal_minutes",
    "appealable",
    "deposit",
    "forfeit_minutes",
    "fewest_warnings",
    "stand_in_for_suspended",
)
"""Fields that only an official competition has."""
DRAWN: Final = ("size", "fewest_warnings")
"""Fields that the first draw has fixed."""


def _official(event: Event) -> Regulations:
    """Return the usual regulations of an official competition; with levels the wait is shorter."""
    return replace(OFFICIAL, forfeit_minutes=BY_LEVELS) if has_levels(event) else OFFICIAL


def _options(policy: Policy, default: str) -> list[tuple[str, str]]:
    words = OPTIONS[policy.key]
    return [
        (name, usual(str(words[name])) if name == default else str(words[name]))
        for name in policy.options
    ]
