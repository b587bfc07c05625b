"""The rules of a new event: a set of them, free choice, and what contradicts itself."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.game import Counting, find_game, names, register, unregister
from scoring.shengji.engine import SHENGJI
from tests.cast import Cast
from tests.tournaments.organise.planning import test_events
from tests.tournaments.organise.planning.test_events import created, proposed
from tests.toy_game import ToyCode, toy_registered
from tournaments import organise, wording
from tournaments.base.refusals import PlanReason, Refused
from tournaments.formats.templates import (
    CLUB_EVENING,
    FREE,
    GAME_TO_LIMIT,
    PAIRS_MATCHES,
    PAIRS_TO_LEVEL,
    TEMPLATES,
    EventTemplate,
)
from tournaments.organise import EventPlan
from tournaments.wording.games import rules_name
from web.desk.events import event_options

desk = test_events.desk


TOY_WORDS = {code: f"{code.value} %(points)s" for code in ToyCode}


def test_free_choice_offers_the_orders_and_depths_that_fit(cast: Cast) -> None:
    offered = {offer.key: offer for offer in event_options.for_template(FREE)}
    levels, points = offered["shengji:standard-2"], offered["gongzhu:huapai-pairs"]
    assert event_options.rankings(levels, FREE, "pairs") == [
        "vp_15_10",
        "vp_13",
        "wdl_2_1_0",
        "win3",
    ]
    assert event_options.rankings(points, FREE, "pairs") == [
        "points",
        "table_points",
        "wdl_2_1_0",
        "win3",
    ]
    assert event_options.rankings(points, FREE, "individual") == ["points", "table_points"]
    assert event_options.depths(levels) == ["result", "tricks"]
    assert event_options.depths(points) == ["captures", "hands", "tricks"]


@pytest.mark.full
def test_an_order_that_does_not_fit_is_refused_beside_its_field(desk: Client, cast: Cast) -> None:
    form = {"rules": "gongzhu:classic", "ranking": "vp_15_10", "name": "第二项"}
    answer = desk.post(
        reverse("desk_event_new", args=[cast.tournament.uid]), proposed("free", form)
    )
    assert list(answer.context["form"].errors) == ["ranking"]


def offered(desk: Client, cast: Cast) -> list[EventTemplate]:
    """Return the templates of the page, family by family."""
    address = reverse("desk_event_new", args=[cast.tournament.uid])
    of_games = [desk.get(address, {"game": game}).context["families"] for game in names()]
    shown = [each for families in of_games for family in families for each in family.templates]
    return [template for template in TEMPLATES if template in shown]


@pytest.mark.full
def test_no_template_is_shown_for_which_no_game_is_there(desk: Client, cast: Cast) -> None:
    assert offered(desk, cast) == list(TEMPLATES)
    unregister("shengji")
    try:
        levels = (PAIRS_MATCHES, PAIRS_TO_LEVEL)
        left = [
            template
            for template in TEMPLATES
            if template not in levels and template.counting in {None, Counting.POINTS}
        ]
        assert offered(desk, cast) == left
    finally:
        register(SHENGJI)


@pytest.mark.full
def test_free_choice_changes_any_rule_of_the_game(desk: Client, cast: Cast) -> None:
    event = created(
        desk,
        cast,
        "free",
        rules="gongzhu:classic",
        **{"rule-self_won": "true", "rule-sheep": "50", "depth": "tricks", "ranking": "points"},
        records="two",
    )
    rules = event.ruleset.rules
    assert (rules["self_won"], rules["sheep"], rules["game_end"]) == (True, 50, None)
    assert (event.depth, event.ranking, event.records) == ("tricks", "points", "two")
    with translation.override("en"):
        assert rules_name(event.ruleset) == "Classic, with changes"


def test_rules_that_were_not_changed_go_by_their_name(cast: Cast) -> None:
    offered = {offer.preset: offer for offer in event_options.for_template(CLUB_EVENING)}
    assert offered["classic"].name.endswith(rules_name(cast.event.ruleset))


def test_rules_of_before_go_by_their_name_though_the_preset_has_one_rule_more(cast: Cast) -> None:
    """What the stored rules do not name is as it was before it had a name."""
    ruleset = cast.event.ruleset
    ruleset.name, ruleset.rules = (
        "huapai",
        find_game("gongzhu").rules({"preset": "huapai"}).as_dict(),
    )
    del ruleset.rules["protected_leads"]
    with translation.override("en"):
        assert "with changes" not in rules_name(ruleset)
        ruleset.rules["protected_leads"] = "held_back"
        assert "with changes" in rules_name(ruleset)


def test_an_individual_event_is_offered_every_set_of_rules_for_individuals(cast: Cast) -> None:
    offers = event_options.for_template(CLUB_EVENING)
    assert "gongzhu:classic" in [offer.key for offer in offers]
    assert all(len(offer.sentences) > 10 for offer in offers)
    assert "huapai-pairs" not in [offer.preset for offer in offers]


def test_only_rules_with_a_limit_are_offered_for_games_to_a_limit(cast: Cast) -> None:
    presets = [offer.preset for offer in event_options.for_template(GAME_TO_LIMIT)]
    assert presets[:2] == ["huapai", "plusminus"]
    assert "qq" not in presets


@pytest.mark.full
def test_a_value_is_offered_once_and_only_where_it_goes_with_the_rest(cast: Cast) -> None:
    for offer in event_options.for_template(FREE):
        for option in event_options.options(offer, FREE):
            sentences = [sentence for _, sentence in option.values]
            assert len(set(sentences)) == len(sentences) > 1, option.dimension
            assert option.values[0][0] == ""


@pytest.mark.full
def test_rules_that_contradict_each_other_are_refused_beside_their_field(
    desk: Client, cast: Cast
) -> None:
    form = {"name": "x", "rules": "gongzhu:classic", "rule-exposure": "false"}
    address = reverse("desk_event_new", args=[cast.tournament.uid])
    answer = desk.post(address, proposed("free", {**form, "rule-first_exposure": "true"}))
    assert answer.status_code == 200
    assert any(name.startswith("rule-") for name in answer.context["form"].errors)
    assert cast.tournament.events.count() == 1


def test_a_limit_without_an_end_in_the_rules_is_refused(cast: Cast) -> None:
    plan = EventPlan("x", "gongzhu", {"preset": "qq"}, to_limit=True)
    with pytest.raises(Refused) as refused:
        organise.create_event(cast.tournament, cast.director, plan)
    assert [problem.code for problem in refused.value.problems] == [PlanReason.RULES_WITHOUT_END]


def test_a_form_that_nobody_knows_is_refused(cast: Cast) -> None:
    plan = EventPlan("x", "gongzhu", {}, form="crowds")
    with pytest.raises(Refused) as refused:
        organise.create_event(cast.tournament, cast.director, plan)
    assert [problem.code for problem in refused.value.problems] == [PlanReason.FORM_NOT_OFFERED]


@pytest.mark.full
def test_another_game_is_offered_with_its_own_rules(desk: Client, cast: Cast) -> None:
    wording.register(ToyCode, TOY_WORDS)
    with toy_registered():
        event = created(desk, cast, "free", rules="toy:plain", **{"rule-value": "3"})
        assert (event.game, event.ruleset.rules) == ("toy", {"value": 3})
    wording.unregister(ToyCode)


@pytest.mark.full
@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.name)
def test_no_option_of_the_form_is_an_empty_line(template: EventTemplate) -> None:
    empty = {
        (offer.key, option.dimension, value)
        for offer in event_options.for_template(template)
        for options in (event_options.options, event_options.other_options)
        for option in options(offer, template)
        for value, sentence in option.values
        if not sentence
    }
    assert not empty


@pytest.mark.full
def test_what_has_no_effect_is_still_named(db: None) -> None:
    offer = next(o for o in event_options.for_template(FREE) if o.key == "shengji:standard-2")
    values = {
        option.dimension: dict(option.values) for option in event_options.options(offer, FREE)
    }
    assert values["jack_hook_off_suit"][""] == "以副J赢得，不降级。"
