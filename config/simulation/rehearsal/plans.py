"""The plan of a rehearsal: form, game, numbers of tables and rounds, and seed."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Any

from config.terminal import gettext
from scoring.game import find_game, names
from tournaments.formats import compatibility
from tournaments.formats.templates import TEMPLATES, EventTemplate
from tournaments.models import BoardSource, Comparison, DrawMethod, Form, OddField, Ranking
from tournaments.organise import EventPlan
from tournaments.pairing.movements.board_choice import MOST_WINNERS, MovementChoice
from tournaments.pairing.movements.board_movements import BoardForm
from web.desk.events import event_parts, option_table

MOST_TABLES = 250
NAME = "Rehearsal"
SEED = "rehearsal"
OF_EVERY = 4
"""So many tables there are where every template is rehearsed."""
FIXED = frozenset(
    {
        DrawMethod.MOVEMENT,
        DrawMethod.ROUND_ROBIN,
        DrawMethod.WHIST,
        DrawMethod.MITCHELL,
        DrawMethod.HOWELL,
        DrawMethod.KNOCKOUT,
    }
)
"""The ways to draw that go on with those with whom they began."""
SIDES_OF_TWO = 2


class NothingLikeThat(Exception):
    """No event fits the options; the message says which can be chosen."""


@dataclass(frozen=True, slots=True)
class RehearsalPlan:
    """The plan of a rehearsal. `extra` is the number of entries beyond the seats, who sit out.

    By default it is one, or none where the order of a draw is fixed. Without a `template` the first
    one that fits the game and the form is used; without a `method` the template decides how rounds
    are drawn. Stages and knockouts have as many rounds as they need. Without a `comparison` boards
    are compared as the template proposes first. `odd` says how an odd number of teams is handled.
    `movement` is the form of a movement over boards unless it is the usual one, and `winners` the
    number of its winners.
    """

    tables: int = 8
    rounds: int = 3
    deals: int = 2
    form: str = Form.INDIVIDUAL.value
    game: str = ""
    template: str = ""
    method: str = ""
    seed: str = SEED
    extra: int | None = None
    comparison: str = ""
    odd: str = OddField.SIT_OUT.value
    movement: str = ""
    winners: int = 1

    @property
    def three_way(self) -> bool:
        """Whether three of an odd number meet in half matches."""
        return self.odd == OddField.THREE_WAY


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options of `rehearse`."""
    usual = RehearsalPlan()
    for name in ("tables", "rounds", "deals", "extra"):
        parser.add_argument(f"--{name}", type=int, default=getattr(usual, name), metavar="N")
    forms = [form.value for form in Form if any(matching_templates(form))]
    parser.add_argument("--form", choices=forms, default="")
    parser.add_argument("--game", choices=names(), default=usual.game)
    keys = [template.key for template in TEMPLATES]
    parser.add_argument("--template", choices=keys, default=usual.template)
    parser.add_argument("--method", choices=DrawMethod.values, default=usual.method)
    parser.add_argument("--seed", default=usual.seed, metavar="S")
    parser.add_argument("--comparison", choices=Comparison.values, default=usual.comparison)
    parser.add_argument("--odd", choices=OddField.values, default=usual.odd)
    parser.add_argument(
        "--movement", choices=[movement.value for movement in BoardForm], default=""
    )
    parser.add_argument("--winners", choices=(1, MOST_WINNERS), type=int, default=usual.winners)


def plan_from_options(options: dict[str, Any]) -> RehearsalPlan:
    """Return the plan of a command line; by default the form is that of the template.

    Raises NothingLikeThat.
    """
    values = {name: options[name] for name in RehearsalPlan.__dataclass_fields__}
    forms = {template.key: str(template.form) for template in TEMPLATES if template.form}
    form = options["form"] or forms.get(options["template"], RehearsalPlan().form)
    plan = RehearsalPlan(**{**values, "form": form})
    numbers = (plan.tables, plan.rounds, plan.deals, 1 + (plan.extra or 0))
    if min(numbers) < 1 or plan.tables > MOST_TABLES:
        raise NothingLikeThat(
            gettext("Choose 1 to %(most)s tables, and at least one round and one deal.")
            % {"most": MOST_TABLES}
        )
    event_plan(plan)
    return plan


def matching_templates(
    form: str, game: str = "", template: str = ""
) -> Iterator[tuple[EventTemplate, str]]:
    """Yield the templates that fit a form, each with the games that have rules for it."""
    for event_template in TEMPLATES:
        if event_template.form == form and template in {"", event_template.key}:
            yield from (
                (event_template, name)
                for name in names()
                if game in {"", name} and _preset(event_template, name)
            )


def all_plans(seed: str = SEED) -> Iterator[RehearsalPlan]:
    """Yield a small plan for every template but the free one, in every game with rules for it."""
    for template in TEMPLATES:
        for _template, name in (
            matching_templates(template.form, template=template.key) if template.form else ()
        ):
            yield RehearsalPlan(
                OF_EVERY, form=str(template.form), game=name, template=template.key, seed=seed
            )


def event_plan(plan: RehearsalPlan) -> EventPlan:
    """Return the event of a plan as a director would create it. Raises NothingLikeThat."""
    offer = next(matching_templates(plan.form, plan.game, plan.template), None)
    if offer is None:
        raise NothingLikeThat(gettext("No game is offered in that form by that template."))
    template, name = offer
    stages = event_parts.stages(template, option_table.proposed(template))
    # With several segments each has this many deals.
    parts = SIDES_OF_TWO if plan.three_way else template.segments
    preset = _preset(template, name)
    return EventPlan(
        NAME,
        name,
        {"preset": preset},
        deals_per_round=template.deals if template.to_limit else parts * ceil(plan.deals / parts),
        form=plan.form,
        template=template.key,
        to_limit=bool(template.to_limit),
        ranking=_fitting_ranking(template, name, preset) or Ranking.POINTS,
        draw_method=plan.method or template.draw_method,
        rounds_planned=None if stages else plan.rounds,
        comparison=plan.comparison or (template.comparisons or (Comparison.NONE,))[0],
        boards=BoardSource.MADE if template.over_boards else BoardSource.TABLE,
        rooms=template.rooms or 1,
        segments=template.segments,
        odd_field=plan.odd,
        movement=MovementChoice(
            form=BoardForm(plan.movement) if plan.movement else None, winners=plan.winners
        ).as_json(),
        stages=stages,
    )


def entries_of(plan: RehearsalPlan) -> int:
    """Return the number of entries: full tables, and some extra ones."""
    event = event_plan(plan)
    game = find_game(event.game)
    sides = compatibility.sides_at_table(game, game.rules(dict(event.rules)), plan.form)
    if plan.form == Form.PARTNERS:
        sides *= SIDES_OF_TWO
    usual = 0 if event.draw_method in FIXED else 1
    return plan.tables * sides + (usual if plan.extra is None else plan.extra)


def _preset(template: EventTemplate, name: str) -> str:
    """Return the rules that a template proposes in a game, which have to rank as it wants."""
    game = find_game(name)
    for preset in template.presets:
        if preset in game.presets and _fitting_ranking(template, name, preset):
            return preset
    return ""


def _fitting_ranking(template: EventTemplate, name: str, preset: str) -> Ranking | None:
    """Return the ranking of a template under a set of rules; None if it does not fit them."""
    game = find_game(name)
    rules = game.rules({"preset": preset})
    rules = game.for_boards(rules) if template.over_boards else rules
    if template.counting not in {None, game.counting(rules)}:
        return None
    comparison = (template.comparisons or (Comparison.NONE,))[0]
    offered = compatibility.rankings(game, rules, str(template.form), comparison)
    wanted = (template.ranking,) if template.ranking else template.proposals
    return next((ranking for ranking in wanted if ranking in offered), None)
