"""The form of an article of a tournament's penalty table."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.regulations.articles import (
    Authority,
    Escalation,
    FormColumn,
    Level,
    RepeatWindow,
    Scope,
)
from tournaments.regulations.infractions.values import Terms
from tournaments.regulations.stored_articles import BY_CODE, StoredArticle
from tournaments.wording.official.regulations import (
    AUTHORITIES,
    COLUMNS,
    SCOPES,
    WINDOWS,
    level_text,
)
from web.forms.stored_values import StoredForm

STEPS: Final = (2, 3, 4)
"""The offences for which a step can be chosen; the last one is for all that follow."""
USUALLY: Final = _("as usual: a game for individuals, a match for pairs and teams")


class ArticleForm(StoredForm):
    """An article: its levels in each column that the tournament has, and the organiser's words."""

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
    needs_facts = forms.BooleanField(label=_("The facts have to be written down"), required=False)
    is_off = forms.BooleanField(label=_("Not in force in this tournament"), required=False)
    beside_values = ("reason",)

    reason = forms.CharField(
        label=_("Why it is changed after the first draw"), max_length=200, required=False
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
        """The fields of the levels by the words of their column."""
        return [
            (
                str(COLUMNS[column]),
                [self[f"{column}_1"], *(self[f"{column}_{nth}"] for nth in STEPS)],
            )
            for column in self.columns
        ]

    def article(self) -> StoredArticle:
        """Return the article as it was filled in."""
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
