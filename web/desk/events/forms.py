"""The form of a new event: a template proposes values, the director confirms or changes them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.db.models import TextChoices
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.problems import Problem
from tournaments import organise, wording
from tournaments.base.refusals import PlanReason, refuse
from tournaments.entries.names import tidy
from tournaments.formats.templates import EventTemplate, Shape
from tournaments.models import (
    BoardSource,
    Club,
    ClubRules,
    Confirmation,
    Depth,
    DrawMethod,
    Event,
    Form,
    Ranking,
)
from tournaments.organise import EventPlan
from tournaments.organise.clock_moves import MOST_MINUTES
from tournaments.organise.club_rules import NAME_LENGTH
from tournaments.pairing.movements.board_choice import FORMS
from tournaments.record.audit import Actor
from tournaments.standings.match_scores import Order
from tournaments.structure.regulations import CLUB
from web.desk.boards import forms as boards
from web.desk.events import event_options, event_parts, unplayed_fields
from web.desk.events.event_parts import PartsForm
from web.desk.events.tie_break_fields import USUALLY, TieBreakFields, chosen_order
from web.desk.events.unplayed_fields import UnplayedFields
from web.forms.base import DeskForm
from web.forms.board_sets import BoardSetFields

MOST_ROUNDS = 99
RULE = "rule-"
"""Prefix of the fields in which dimensions of the rules are chosen."""


CONFIRMERS = (
    (Confirmation.OTHER_SIDE.value, _("any one of the others; with pairs, the other side")),
    (Confirmation.ALL_OTHERS.value, _("all the others; with pairs, the other side")),
    (Confirmation.REFEREE.value, _("the referee")),
)


class EventForm(PartsForm, BoardSetFields, TieBreakFields, UnplayedFields, DeskForm):
    """A new event from a template; there is no field for what the template decides."""

    name = forms.CharField(label=_("Name"), max_length=120)
    form = forms.ChoiceField(label=_("Form"), choices=Form.choices)
    rules = forms.ChoiceField(label=_("Rules"))
    to_limit = forms.BooleanField(
        label=_("A round is a game that ends at the limit of the rules"), required=False
    )
    rounds_planned = forms.IntegerField(
        label=_("Rounds planned"), min_value=1, max_value=MOST_ROUNDS, required=False
    )
    round_minutes = forms.IntegerField(
        label=_("Minutes of a round"),
        min_value=1,
        max_value=MOST_MINUTES,
        required=False,
        help_text=_("With a time every round has a clock, which is started at the desk."),
    )
    starts_at = forms.TimeField(
        label=_("Begins at"),
        required=False,
        widget=forms.TimeInput({"type": "time"}, format="%H:%M"),
    )
    ranking = forms.ChoiceField(label=_("Standings by"), choices=Ranking.choices)
    draw_method = forms.ChoiceField(label=_("Rounds are drawn"), choices=DrawMethod.choices)
    depth = forms.ChoiceField(
        label=_("Recorded of every deal, at the least"), choices=Depth.choices
    )
    records = forms.ChoiceField(
        label=_("How often a deal is written down"),
        choices=Event.Records.choices,
        help_text=_(
            "With two records the paper is keyed in at the desk too. What is equal counts by "
            "itself; what differs comes to the referee."
        ),
    )
    confirmation = forms.ChoiceField(
        label=_("Who confirms a sheet, apart from who recorded it"), choices=CONFIRMERS
    )
    proof = forms.ChoiceField(
        label=_("A player confirms by"),
        choices=Event.Proof.choices,
        help_text=_(
            "A tap on a shared tablet is a tap: it says that somebody touched the name, not who. "
            "A PIN or a phone of one's own says more; both stand on name slips that you print."
        ),
    )

    own_name = forms.CharField(
        label=_("Keep these rules for the club as"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("Named, they are offered first the next time. Empty: for this event only."),
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

    @property
    def offer(self) -> event_options.GameOffer | None:
        """The chosen set of rules, else the first one that is proposed."""
        wanted = str(self.data.get("rules", "")) if self.is_bound else ""
        offers = (offer for offer in self.offers if offer.key == wanted)
        return next(offers, self.offers[0] if self.offers else None)

    @property
    def sentences(self) -> list[str]:
        """The rules as they are chosen so far."""
        if self.offer is None:
            return []
        over = self.offer.over_boards or self._is_over_boards
        return replace(self.offer, over_boards=over).sentences_with(self.changes())

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The fields of the dimensions that are chosen by themselves."""
        return [self[RULE + option.dimension] for option in self.options]

    @property
    def other_fields(self) -> list[forms.BoundField]:
        """The fields of the dimensions that a club changes where it plays otherwise."""
        return [self[RULE + option.dimension] for option in self.others]

    @property
    def has_other_changes(self) -> bool:
        """Whether the part of the page with these fields is shown open."""
        return any(field.value() or field.errors for field in self._of_own_rules())

    def changes(self) -> dict[str, Any]:
        """Return the dimensions whose values differ from the chosen set of rules.

        A value chosen while another set of rules was selected counts too, so that none is lost.
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
        ranking = data["ranking"] if template.ranking is None else template.ranking
        method = data.get("draw_method", template.draw_method)
        parts = event_parts.proposed(template) | data
        return EventPlan(
            name=data["name"],
            game=offer.game,
            rules={**offer.wanted, **self.changes()},
            rules_name=data.get("own_name") or self._name_of(offer),
            deals_per_round=data["deals_per_round"],
            board_set_deals=data.get("board_set_deals"),
            form=data["form"] if template.form is None else template.form,
            template=template.key,
            to_limit=data["to_limit"] if template.to_limit is None else template.to_limit,
            ranking=ranking,
            draw_method=method,
            rounds_planned=data.get("rounds_planned"),
            round_minutes=data["round_minutes"],
            starts_at=data["starts_at"],
            depth=data["depth"],
            records=data["records"],
            confirmation=data["confirmation"],
            proof=data["proof"],
            **unplayed_fields.chosen(data, ranking, method),
            tie_breaks=chosen_order(data, ranking),
            comparison=parts["comparison"],
            boards=parts["boards"],
            board_copies=parts["board_copies"],
            rooms=parts["rooms"],
            segments=parts["segments"],
            line_up_order=parts["line_up_order"],
            line_up_minutes=parts["line_up_minutes"],
            odd_field=parts["odd_field"],
            stages=event_parts.stages(template, data),
            movement=boards.movement_as_json(data),
        )

    def clean_own_name(self) -> str:
        """Refuse a name that the club's rules have already, and one for what was not changed."""
        name = tidy(self.cleaned_data["own_name"])
        problem = None
        if name and not self.changes():
            problem = refuse(PlanReason.RULES_AS_PRESET)
        elif name in {kept.name for kept in self.own}:
            problem = refuse(PlanReason.RULES_NAME_TAKEN, name=name)
        if name and problem:
            raise forms.ValidationError(wording.problem_text(problem))
        return name

    def keep(self, club: Club, actor: Actor) -> None:
        """Keep the changed rules for the club where they were given a name."""
        offer = self.offer
        if offer is not None and self.cleaned_data.get("own_name"):
            organise.keep_rules(
                club,
                actor,
                name=self.cleaned_data["own_name"],
                game=offer.game,
                preset=offer.preset,
                rules={**offer.wanted, **self.changes()},
            )

    def _name_of(self, offer: event_options.GameOffer) -> str:
        """Return the name that the rules of an event are stored by, as far as they keep one."""
        return offer.own.name if offer.own and not self.changes() else offer.preset

    def _of_own_rules(self) -> list[forms.BoundField]:
        return [*self.other_fields, *([self["own_name"]] if "own_name" in self.fields else [])]

    def as_typed(self, problem: Problem) -> Problem:
        """Move a problem of a dimension to the field in which it was chosen."""
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
        self._set_choices("odd_field", event_parts.odd_fields(self.template))
        self.offer_forms(FORMS.get(self.template.draw_method, ()))
        proposed = self._first_offered("ranking", *self.template.proposals, Ranking.TABLE_POINTS)
        ranks = self.template.ranking or self._chosen("ranking") or self.template.proposes
        self.offer_credits(by_match=Order(ranks).by_match if ranks else None)
        self.offer_lists(self.template.ranking or self._chosen("ranking") or proposed)

    @property
    def _is_over_boards(self) -> bool:
        """Whether the boards chosen so far are played by several tables."""
        return self._chosen("boards") not in {"", BoardSource.TABLE}

    def _chosen(self, name: str) -> str:
        """Return the value chosen so far for a field, "" where it is none of its choices."""
        if not self.is_bound or name not in self.fields:
            return ""
        chosen = str(self.data.get(name, ""))
        known = {value for value, _label in self.fields[name].choices}  # type: ignore[attr-defined]
        return chosen if chosen in known else ""

    def _set_choices(self, name: str, offered: Sequence[TextChoices]) -> None:
        choices = [(option.value, option.label) for option in offered]
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def _set_initial(self) -> None:
        self.initial = {
            "name": self._proposed_name(),
            "rules": self.offers[0].key if self.offers else None,
            "deals_per_round": self.template.deals,
            "board_set_deals": CLUB.board_set_deals,
            "rounds_planned": self.template.rounds,
            "draw_method": self._first_offered("draw_method", self.template.draw_method),
            "form": Form.INDIVIDUAL,
            "ranking": self._first_offered(
                "ranking", *self.template.proposals, Ranking.TABLE_POINTS
            ),
            "depth": self._first_offered("depth", Depth.CAPTURES),
            "tie_breaks": USUALLY,
            **unplayed_fields.proposed(
                self.template.ranking or self.template.proposes or Ranking.TABLE_POINTS,
                self.template.draw_method,
            ),
            "records": Event.Records.ONE,
            "confirmation": Confirmation.OTHER_SIDE,
            "proof": Event.Proof.TAP,
            **event_parts.proposed(self.template),
            **self.initial,
        }
        if self.template.to_limit and self.template.form == Form.TEAMS:
            self.fields["deals_per_round"].label = gettext("Deals of a game at the most")
        elif self.template.to_limit:
            self.fields["deals_per_round"].label = gettext("Deals in a round at the most")
        elif self.template.boards and self.template.over_boards:
            self.fields["deals_per_round"].label = gettext("Boards in a round")

    def _proposed_name(self) -> str:
        """Return what people call what is played; a free choice has no name yet."""
        if self.game and self.template.played:
            return event_options.played_name(self.game, self.template)
        return str(self.template.name) if self.template.form else ""

    def _drop_decided_fields(self) -> None:
        template, parts = self.template, event_parts.PartsForm.base_fields
        decided = {
            choice
            for choice in ("form", "ranking", "to_limit")
            if getattr(template, choice) is not None
        }
        decided |= parts.keys() - event_parts.left_open(template)
        decided |= {"draw_method"} if len(template.methods) == 1 else set()
        decided |= {"rounds_planned"} if template.shape is not Shape.ONE else set()
        if template.shape is Shape.KNOCKOUT:
            decided |= {"tie_breaks", *(field.name for field in self.own_fields)}
            decided |= {field.name for field in self.unplayed_fields}
        for name in decided:
            del self.fields[name]

    def _first_offered(self, name: str, *preferred: str) -> str:
        """Return the first of the wanted values that is offered, else the first offered value."""
        values = [value for value, _label in self.fields[name].choices]  # type: ignore[attr-defined]
        return next((value for value in preferred if value in values), values[0] if values else "")
