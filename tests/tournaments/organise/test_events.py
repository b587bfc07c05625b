"""A new event: templates, rules in sentences, rules chosen apart, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.game import Counting, find_game, names, register, unregister
from scoring.shengji.engine import SHENGJI
from tests.cast import Cast
from tests.toy_game import ToyCode, toy_registered
from tournaments import event_options, organise, wording
from tournaments.checks.verification import verify
from tournaments.formats.templates import (
    CLUB_EVENING,
    FREE,
    GAME_TO_LIMIT,
    PAIRS,
    PAIRS_MATCHES,
    PAIRS_TO_LEVEL,
    TEMPLATES,
    EventTemplate,
    template_of,
)
from tournaments.forms import EventForm
from tournaments.models import Event
from tournaments.organise import EventPlan
from tournaments.refusals import Reason, Refused

pytestmark = [pytest.mark.full, pytest.mark.databases]

Answer = Any
TOY_WORDS = {code: f"{code.value} %(points)s" for code in ToyCode}


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    """A browser in which Alice has signed in, in English."""
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    return client


def words(response: Answer) -> str:
    return " ".join(response.content.decode().split())


def proposed(key: str, changes: dict[str, Any]) -> dict[str, Any]:
    """What the form of a template sends when nothing is changed in it."""
    form = EventForm(template_of(key))
    values = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in values.items() if value not in (None, False)}
    return {**sent, "template": key, **changes}


def created(desk: Client, cast: Cast, key: str, **changes: Any) -> Event:
    address = reverse("desk_event_new", args=[cast.tournament.uid])
    answer = desk.post(address, proposed(key, {"name": "第二项", **changes}))
    assert answer.status_code == 302, answer.context["form"].errors
    event = Event.objects.get(name="第二项")
    assert answer["Location"] == reverse("desk_entries", args=[event.uid])
    assert verify(cast.tournament) == []
    return event


def test_the_page_proposes_a_club_evening_that_needs_one_more_press(
    desk: Client, cast: Cast
) -> None:
    page = desk.get(reverse("desk_event_new", args=[cast.tournament.uid]))
    assert page.context["template"].key == "club_evening"
    assert page.context["form"].offer.preset == "huapai"
    assert page.context["form"]["name"].value() == "Gongzhu: individual, one evening"
    assert len(page.context["form"].sentences) > 10
    for sentence in page.context["form"].sentences:
        assert sentence.split("“")[0].replace("'", "&#x27;") in words(page)
    shown = [card.template for card in page.context["cards"]]
    shown += [template for family in page.context["families"] for template in family.templates]
    for template in shown:
        assert f"template={template.key}" in words(page)


def test_a_club_evening_has_fixed_deals_and_table_points(desk: Client, cast: Cast) -> None:
    event = created(desk, cast, "club_evening")
    assert (event.form, event.ranking, event.template) == (
        "individual",
        "table_points",
        "club_evening",
    )
    assert (event.deals_per_round, event.rounds_planned) == (8, 5)
    assert event.ruleset.name == "huapai"
    assert event.ruleset.rules["game_end"] is None
    assert event.ruleset.rules["first_exposure"] is True
    assert len(event.seed) == 16


@pytest.mark.parametrize("limit", [1000, 800])
def test_games_to_a_limit_keep_the_end_that_was_chosen(
    desk: Client, cast: Cast, limit: int
) -> None:
    chosen = {} if limit == 1000 else {"rule-game_end": '{"low": -800, "high": 800}'}
    event = created(desk, cast, "game_to_1000", **chosen)
    assert event.ruleset.rules["game_end"] == {"low": -limit, "high": limit}
    assert (event.ranking, event.deals_per_round) == ("table_points", 20)


def test_pairs_take_rules_that_give_both_partners_one_score(desk: Client, cast: Cast) -> None:
    event = created(desk, cast, "pairs")
    assert (event.form, event.ranking, event.ruleset.name) == ("pairs", "points", "huapai-pairs")
    presets = [offer.preset for offer in event_options.for_template(PAIRS)]
    assert presets[:2] == ["huapai-pairs", "qq-partners"]
    assert "classic" not in presets


def test_pairs_play_matches_of_a_fixed_number_of_deals(desk: Client, cast: Cast) -> None:
    event = created(desk, cast, "pairs_matches")
    assert (event.game, event.form, event.ruleset.name) == ("shengji", "pairs", "standard-2")
    assert (event.ranking, event.sit_out_credit, event.tie_breaks) == ("vp_15_10", "win", [])
    assert (event.depth, event.deals_per_round) == ("result", 8)
    assert event.ruleset.rules["target_level"] is None


def test_a_match_scale_its_tie_breaks_and_what_a_bye_counts_are_chosen(
    desk: Client, cast: Cast
) -> None:
    chosen = {"ranking": "wdl_2_1_0", "tie_breaks": "net_first", "sit_out_credit": "average"}
    event = created(desk, cast, "pairs_matches", rules="shengji:lianzhong-3", **chosen)
    assert (event.ranking, event.sit_out_credit) == ("wdl_2_1_0", "average")
    assert event.tie_breaks == ["net", "own_totals", "lot"]
    assert event.ruleset.rules["decks"] == 3


UNPLAYED = ("sit_out_credit", "late_credit", "ranked_from")


@pytest.mark.parametrize(
    ("template", "usual"),
    [
        ("club_evening", ("average", "average", "half")),
        ("individual_movement", ("average", "none", "half")),
        ("pairs_matches", ("win", "none", "half")),
    ],
)
def test_rounds_not_played_count_as_the_template_proposes(
    desk: Client, cast: Cast, template: str, usual: tuple[str, ...]
) -> None:
    event = created(desk, cast, template)
    assert tuple(getattr(event, name) for name in UNPLAYED) == usual


def test_rounds_not_played_and_the_least_to_be_ranked_are_chosen(desk: Client, cast: Cast) -> None:
    chosen = {"sit_out_credit": "number", "sit_out_amount": "2.50", "late_credit": "none"}
    least = {"ranked_from": "number", "least_deals": "12"}
    event = created(desk, cast, "club_evening", **chosen, **least)
    assert tuple(getattr(event, name) for name in UNPLAYED) == ("number", "none", "number")
    assert (event.sit_out_amount, event.late_amount, event.least_deals) == ("2.5", "", 12)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"sit_out_credit": "number"}, "sit_out_amount"),
        ({"sit_out_credit": "none", "sit_out_amount": "5"}, "sit_out_amount"),
        ({"ranked_from": "number"}, "least_deals"),
        ({"sit_out_credit": "win"}, "sit_out_credit"),
    ],
)
def test_a_number_is_written_where_it_is_chosen_and_nowhere_else(
    desk: Client, cast: Cast, wrong: dict[str, str], field: str
) -> None:
    where = reverse("desk_event_new", args=[cast.tournament.uid])
    answer: Any = desk.post(where, proposed("club_evening", {"name": "第二项", **wrong}))
    assert answer.status_code == 200
    assert list(answer.context["form"].errors) == [field]


OWN = {"tie_breaks": "own", "tie_break_1": "fewest_penalties", "tie_break_3": "extra_deal"}


@pytest.mark.parametrize("template", ["club_evening", "pairs_matches", "free"])
def test_what_decides_between_equals_is_put_in_an_order_of_ones_own(
    desk: Client, cast: Cast, template: str
) -> None:
    event = created(desk, cast, template, **OWN)
    assert event.tie_breaks == ["fewest_penalties", "extra_deal"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"tie_breaks": "own"},
        {**OWN, "tie_break_2": "extra_deal"},
        {**OWN, "tie_breaks": "usual"},
        {**OWN, "tie_break_2": "lot"},
    ],
)
def test_an_order_of_ones_own_is_chosen_is_not_empty_names_nothing_twice_and_a_lot_last(
    desk: Client, cast: Cast, wrong: dict[str, str]
) -> None:
    where = reverse("desk_event_new", args=[cast.tournament.uid])
    answer = desk.post(where, proposed("club_evening", {"name": "第二项", **wrong}))
    assert list(answer.context["form"].errors) == ["tie_breaks"]


@pytest.mark.parametrize(
    ("name", "order"),
    [("deal", ["total", "fewest_penalties", "extra_deal", "lot"]), ("usual", [])],
)
def test_points_have_lists_of_their_own(
    desk: Client, cast: Cast, name: str, order: list[str]
) -> None:
    assert created(desk, cast, "club_evening", tie_breaks=name).tie_breaks == order


def test_pairs_play_matches_to_a_target_level(desk: Client, cast: Cast) -> None:
    chosen = {"rule-target_level": '"10"', "rule-early_end_lead": "5"}
    event = created(desk, cast, "pairs_to_level", **chosen)
    rules = event.ruleset.rules
    assert (rules["target_level"], rules["early_end_lead"]) == ("10", 5)
    assert (event.ranking, event.deals_per_round) == ("vp_15_10", 60)


def test_what_is_when_time_is_up_is_chosen_with_a_limit_and_without(
    desk: Client, cast: Cast
) -> None:
    """SJ-88, SJ-89."""
    chosen = {"rule-time_tie": '"side_on_deal"', "rule-time_end": '"stop_now"'}
    rules = created(desk, cast, "pairs_matches", **chosen).ruleset.rules
    assert (rules["time_tie"], rules["time_end"]) == ("side_on_deal", "stop_now")
    standard = next(offer for offer in event_options.for_template(PAIRS_TO_LEVEL))
    asked = {option.dimension for option in event_options.options(standard, PAIRS_TO_LEVEL)}
    assert {"time_tie", "time_end"} <= asked


@pytest.mark.parametrize("template", [PAIRS_MATCHES, PAIRS_TO_LEVEL])
def test_matches_are_offered_for_games_of_levels_alone(cast: Cast, template: EventTemplate) -> None:
    offered = event_options.for_template(template)
    assert {offer.game for offer in offered} == {"shengji"}
    assert [offer.preset for offer in offered][:2] == ["standard-2", "lianzhong-2"]
    assert {offer.game for offer in event_options.for_template(PAIRS)} == {"gongzhu"}


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
        assert event_options.rules_name(event.ruleset) == "Classic, with changes"


def test_rules_that_were_not_changed_go_by_their_name(cast: Cast) -> None:
    offered = {offer.preset: offer for offer in event_options.for_template(CLUB_EVENING)}
    assert offered["classic"].name.endswith(event_options.rules_name(cast.event.ruleset))


def test_rules_of_before_go_by_their_name_though_the_preset_has_one_rule_more(cast: Cast) -> None:
    """What the stored rules do not name is as it was before it had a name."""
    ruleset = cast.event.ruleset
    ruleset.name, ruleset.rules = (
        "huapai",
        find_game("gongzhu").rules({"preset": "huapai"}).as_dict(),
    )
    del ruleset.rules["protected_leads"]
    with translation.override("en"):
        assert "with changes" not in event_options.rules_name(ruleset)
        ruleset.rules["protected_leads"] = "held_back"
        assert "with changes" in event_options.rules_name(ruleset)


def test_an_individual_event_is_offered_every_set_of_rules_for_individuals(cast: Cast) -> None:
    offers = event_options.for_template(CLUB_EVENING)
    assert "gongzhu:classic" in [offer.key for offer in offers]
    assert all(len(offer.sentences) > 10 for offer in offers)
    assert "huapai-pairs" not in [offer.preset for offer in offers]


def test_only_rules_with_a_limit_are_offered_for_games_to_a_limit(cast: Cast) -> None:
    presets = [offer.preset for offer in event_options.for_template(GAME_TO_LIMIT)]
    assert presets[:2] == ["huapai", "plusminus"]
    assert "qq" not in presets


def test_a_value_is_offered_once_and_only_where_it_goes_with_the_rest(cast: Cast) -> None:
    for offer in event_options.for_template(FREE):
        for option in event_options.options(offer, FREE):
            sentences = [sentence for _, sentence in option.values]
            assert len(set(sentences)) == len(sentences) > 1, option.dimension
            assert option.values[0][0] == ""


def test_a_look_shows_the_rules_as_chosen_and_creates_nothing(desk: Client, cast: Cast) -> None:
    address = reverse("desk_event_new", args=[cast.tournament.uid])
    sent = proposed("free", {"rules": "gongzhu:fifty", "name": "", "look": "1"})
    answer = desk.post(address, sent)
    assert answer.status_code == 200
    assert answer.context["form"].offer.preset == "fifty"
    assert "This cannot go on yet" not in words(answer)
    assert cast.tournament.events.count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("deals_per_round", "0"),
        ("deals_per_round", "65"),
        ("rounds_planned", "0"),
        ("rules", "whist:x"),
        ("name", ""),
        ("depth", "x"),
        ("records", "three"),
        ("draw_method", ""),
    ],
)
def test_a_bad_event_is_refused_beside_its_field_and_loses_nothing(
    desk: Client, cast: Cast, field: str, value: str
) -> None:
    typed = proposed("club_evening", {"name": "第二项", "rules": "gongzhu:western", field: value})
    answer = desk.post(reverse("desk_event_new", args=[cast.tournament.uid]), typed)
    form = answer.context["form"]
    assert list(form.errors) == [field]
    assert all(str(form[name].value()) == str(typed[name]) for name in form.fields if name in typed)
    assert "This cannot go on yet" in words(answer)


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
    assert [problem.code for problem in refused.value.problems] == [Reason.RULES_WITHOUT_END]


def test_a_form_that_nobody_knows_is_refused(cast: Cast) -> None:
    plan = EventPlan("x", "gongzhu", {}, form="crowds")
    with pytest.raises(Refused) as refused:
        organise.create_event(cast.tournament, cast.director, plan)
    assert [problem.code for problem in refused.value.problems] == [Reason.FORM_NOT_OFFERED]


def test_another_game_is_offered_with_its_own_rules(desk: Client, cast: Cast) -> None:
    wording.register(ToyCode, TOY_WORDS)
    with toy_registered():
        event = created(desk, cast, "free", rules="toy:plain", **{"rule-value": "3"})
        assert (event.game, event.ruleset.rules) == ("toy", {"value": 3})
    wording.unregister(ToyCode)
