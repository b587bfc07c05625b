"""The form of a new event: a template proposes values, the director confirms or changes them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any

from django import forms
from django.db.models import TextChoices
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.game import find_game
from scoring.problems import Problem
from tournaments import wording
from tournaments.base.refusals import PlanReason, refuse
from tournaments.entries.names import tidy
from tournaments.formats.templates import EventTemplate, Shape
from tournaments.models import (
    BoardSource,
    ClubRules,
    Form,
    Ranking,
)
from tournaments.organise import EventPlan
from tournaments.organise.club_rules import NAME_LENGTH, Keeping
from tournaments.pairing.movements.board_choice import FORMS
from tournaments.standings.match_scores import Order
from tournaments.structure.regulations import CLUB
from web.desk.boards import forms as boards
from web.desk.boards.forms import MovementFields
from web.desk.events import (
    event_options,
    event_parts,
    option_table,
    proposals,
    rule_folds,
    unplayed_fields,
)
from web.desk.events.option_table import OPTIONS, FormPart
from web.desk.events.proposals import RULE
from web.desk.events.rule_folds import RuleFold
from web.desk.events.tie_break_fields import USUALLY, TieBreakFields, chosen_order
from web.desk.events.unplayed_fields import UnplayedFields
from web.forms.base import DeskForm
from web.forms.board_sets import BoardSetFields


class OptionFields(forms.Form):
    """The fields of the options that a template leaves open, by the parts of the page."""

    template: EventTemplate

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for option in OPTIONS:
            if option.field is not None:
                self.fields[option.name] = deepcopy(option.field)
        self.order_fields([option.name for option in OPTIONS])

    def drop_decided(self) -> None:
        """Remove the fields that the template decides."""
        for option in OPTIONS:
            if not option.is_open(self.template):
                del self.fields[option.name]

    @property
    def parts(self) -> dict[str, list[tuple[forms.BoundField, str]]]:
        """The fields of each part of the page in order, with their look."""
        there = [option for option in OPTIONS if option.name in self.fields]
        is_free = self.template.form is None
        free = sorted((option for option in there if option.free), key=lambda option: option.free)
        shown = {
            part: [
                option for option in there if option.part is part and not (is_free and option.free)
            ]
            for part in FormPart
        } | {FormPart.FREE: free if is_free else []}
        return {
            part.value: [(self[option.name], option.look) for option in options]
            for part, options in shown.items()
        }


class EventForm(
    OptionFields, MovementFields, BoardSetFields, TieBreakFields, UnplayedFields, DeskForm
):
    """A new event from a template, without fields for what the template decides."""

    own_name = forms.CharField(
        label=_("Keep these rules for the club as"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("With a name, they are offered first next time. Empty: for this event only."),
    )

    def __init__(
        self,
        template: EventTemplate,
        *args: Any,
        game: str = "",
        own: Sequence[ClubRules] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.template, self.game, self.own = template, game, own
        self.offers = event_options.for_template(template, game, own)
        choices = [(offer.key, offer.name) for offer in self.offers]
        self.fields["rules"].choices = choices  # type: ignore[attr-defined]
        self._fit_choices()
        self._set_initial()
        self._drop_decided_fields()
        self.offer_sets(deals_are_counted=not template.to_limit)
        offer = self.offer
        self.options = event_options.options(offer, template) if offer else []
        self.others = event_options.other_options(offer, template) if offer else []
        for option in (*self.options, *self.others):
            self.fields[RULE + option.dimension] = forms.ChoiceField(
                label=option.label, choices=option.values, required=False
            )

    def propose(self) -> None:
        """Choose what usually goes with the rules that were just chosen, if this is a look."""
        self.data = proposals.laid_in(self.data, self.proposed)

    @property
    def proposed(self) -> list[str]:
        """The values that usually go with the rules chosen so far, as the form sends them back."""
        if self.offer is None:
            return []
        chosen = proposals.chosen_alone(self.changes(), self.data)
        values = find_game(self.offer.game).proposals(self.offer.read(changes=chosen))
        return [text for text in proposals.as_sent(values) if text.partition("=")[0] in self.fields]

    @property
    def offer(self) -> event_options.GameOffer | None:
        """The chosen set of rules, else the first proposal."""
        wanted = str(self.data.get("rules", "")) if self.is_bound else ""
        offers = (offer for offer in self.offers if offer.key == wanted)
        return next(offers, self.offers[0] if self.offers else None)

    @property
    def sentences(self) -> list[str]:
        """The rules chosen so far, as sentences."""
        if self.offer is None:
            return []
        over = self.offer.over_boards or self._is_over_boards
        return replace(self.offer, over_boards=over).sentences_with(self.changes())

    @property
    def rule_folds(self) -> list[RuleFold]:
        """The rules that are chosen separately, by their headings."""
        game = self.offer.game if self.offer else self.game
        return rule_folds.rule_folds(self, game, [*self.options, *self.others])

    @property
    def said(self) -> dict[str, str]:
        """The values that the headings of the other folds say, by part of the page."""
        return {part.value: rule_folds.said_in(self, part) for part in rule_folds.TOLD}

    def changes(self) -> dict[str, Any]:
        """Return the dimensions whose values differ from the chosen set of rules.

        A value chosen while another set of rules was selected also counts, so that none is lost.
        """
        if self.offer is None:
            return {}
        usual = event_options.chosen_apart(self.offer, self.template)
        usual = usual | event_options.changed_rarely(self.offer, self.template)
        chosen = {dimension: self.data.get(RULE + dimension, "") for dimension in usual}
        return {
            dimension: json.loads(value)
            for dimension, value in chosen.items()
            if value in usual[dimension]
        }

    def plan(self) -> EventPlan:
        """Return the cleaned data as the plan that `organise.create_event` takes."""
        data, template = self.cleaned_data, self.template
        offer = next(offer for offer in self.offers if offer.key == data["rules"])
        values = option_table.values_of_plan(data, template)
        ranking = values["ranking"]
        return EventPlan(
            **values | unplayed_fields.chosen(data, ranking, values["draw_method"]),
            game=offer.game,
            rules={**offer.wanted, **self.changes()},
            rules_name=data.get("own_name") or self._name_of(offer),
            template=template.key,
            tie_breaks=chosen_order(data, ranking),
            stages=event_parts.stages(template, data),
            movement=boards.movement_as_json(data) if "movement_form" in self.fields else None,
        )

    def clean_own_name(self) -> str:
        """Refuse a name for unchanged rules; whether it is taken is asked when they are saved."""
        name = tidy(self.cleaned_data["own_name"])
        if name and not self.changes():
            raise forms.ValidationError(wording.problem_text(refuse(PlanReason.RULES_AS_PRESET)))
        return name

    @property
    def keeping(self) -> Keeping | None:
        """How the changed rules are saved for the club, if they were given a name."""
        name, offer = self.cleaned_data.get("own_name"), self.offer
        return Keeping(name, offer.preset) if name and offer is not None else None

    def _name_of(self, offer: event_options.GameOffer) -> str:
        """Return the name under which the rules of an event are stored, if they have one."""
        return offer.own.name if offer.own and not self.changes() else offer.preset

    def as_typed(self, problem: Problem) -> Problem:
        """Move a problem of a dimension to its field, and that of a taken name to the name."""
        if problem.code is PlanReason.RULES_NAME_TAKEN:
            return replace(problem, field="own_name")
        named = RULE + problem.field.partition(".")[0]
        if named not in self.fields:
            return problem
        return Problem(problem.code, named, problem.cards, problem.seats, problem.values)

    def _fit_choices(self) -> None:
        """Limit the choices to those that fit the rules and the form chosen so far."""
        self._set_choices("comparison", event_options.comparisons(self.offer, self.template))
        chosen, compared = self._chosen("form"), self._chosen("comparison")
        over = self._is_over_boards
        if self.offer:
            offer, template = self.offer, self.template
            changes = self.changes()
            self._set_choices(
                "ranking",
                event_options.rankings(
                    offer, template, chosen, compared, boards=over, changes=changes
                ),
            )
            self._set_choices("depth", event_options.depths(offer))
            methods = event_options.draw_methods(offer, template, chosen, boards=over)
            self._set_choices("draw_method", methods)
        self._set_choices("boards", self.template.boards or tuple(BoardSource))
        self._set_choices("odd_field", option_table.odd_fields(self.template))
        self.offer_forms(FORMS.get(self.template.draw_method, ()))
        proposed = self._first_offered("ranking", *self.template.proposals, Ranking.TABLE_POINTS)
        ranks = self.template.ranking or self._chosen("ranking") or self.template.proposes
        self.offer_credits(by_match=Order(ranks).by_match if ranks else None)
        self.offer_lists(
            self.template.ranking or self._chosen("ranking") or proposed,
            has_gains=self.offer is None
            or event_options.may_count_gains(self.offer, self.template, compared),
        )

    @property
    def _is_over_boards(self) -> bool:
        """Whether the boards chosen so far are played by several tables."""
        return self._chosen("boards") not in {"", BoardSource.TABLE}

    def _chosen(self, name: str) -> str:
        """Return the value chosen so far for a field, "" if it is none of its choices."""
        if not self.is_bound or name not in self.fields:
            return ""
        chosen = str(self.data.get(name, ""))
        known = {value for value, _label in self.fields[name].choices}  # type: ignore[attr-defined]
        return chosen if chosen in known else ""

    def _set_choices(self, name: str, offered: Sequence[TextChoices]) -> None:
        choices = [(option.value, option.label) for option in offered]
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def _set_initial(self) -> None:
        proposed = option_table.proposed(self.template)
        self.initial = {
            **proposed,
            "name": self._proposed_name(),
            "rules": self.offers[0].key if self.offers else None,
            "board_set_deals": CLUB.board_set_deals,
            "ranking": self._first_offered(
                "ranking", *self.template.proposals, Ranking.TABLE_POINTS
            ),
            **{
                name: self._first_offered(name, proposed[name]) for name in ("draw_method", "depth")
            },
            "tie_breaks": USUALLY,
            **unplayed_fields.proposed(
                self.template.ranking or self.template.proposes or Ranking.TABLE_POINTS,
                self.template.draw_method,
            ),
            **self.initial,
        }
        if self.template.to_limit and self.template.form == Form.TEAMS:
            self.fields["deals_per_round"].label = gettext("Deals in a game, at most")
        elif self.template.to_limit:
            self.fields["deals_per_round"].label = gettext("Deals in a round, at most")
        elif self.template.boards and self.template.over_boards:
            self.fields["deals_per_round"].label = gettext("Boards in a round")

    @property
    def wrong_parts(self) -> frozenset[str]:
        """The parts of the page in which a field was refused."""
        wrong = {
            part for part, fields in self.parts.items() if any(field.errors for field, _ in fields)
        }
        apart = (*self.own_fields, *self.unplayed_fields)
        has_standings = any(field.errors for field in apart)
        return frozenset(wrong | ({FormPart.STANDINGS.value} if has_standings else set()))

    def _proposed_name(self) -> str:
        """Return the usual name for what is played; a free choice has none yet."""
        if self.game and self.template.played:
            return event_options.played_name(self.game, self.template)
        return str(self.template.name) if self.template.form else ""

    def _drop_decided_fields(self) -> None:
        self.drop_decided()
        if self.template.shape is Shape.KNOCKOUT:
            for field in (self["tie_breaks"], *self.own_fields, *self.unplayed_fields):
                del self.fields[field.name]

    def _first_offered(self, name: str, *preferred: str) -> str:
        """Return the first of the wanted values that is offered, else the first offered value."""
        values = [value for value, _label in self.fields[name].choices]  # type: ignore[attr-defined]
        return next((value for value in preferred if value in values), values[0] if values else "")
