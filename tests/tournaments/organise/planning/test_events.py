"""A new event: templates, rules in sentences, rules chosen apart, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tournaments.checks.verification import verify
from tournaments.formats.templates import (
    PAIRS,
    PAIRS_MATCHES,
    PAIRS_TO_LEVEL,
    EventTemplate,
    template_of,
)
from tournaments.models import Event
from web.desk.events import event_options
from web.desk.events.forms import EventForm

Answer = Any


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


@pytest.mark.full
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


@pytest.mark.full
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


@pytest.mark.full
@pytest.mark.parametrize("limit", [1000, 800])
def test_games_to_a_limit_keep_the_end_that_was_chosen(
    desk: Client, cast: Cast, limit: int
) -> None:
    chosen = {} if limit == 1000 else {"rule-game_end": '{"low": -800, "high": 800}'}
    event = created(desk, cast, "game_to_1000", **chosen)
    assert event.ruleset.rules["game_end"] == {"low": -limit, "high": limit}
    assert (event.ranking, event.deals_per_round) == ("table_points", 20)


@pytest.mark.full
def test_pairs_take_rules_that_give_both_partners_one_score(desk: Client, cast: Cast) -> None:
    event = created(desk, cast, "pairs")
    assert (event.form, event.ranking, event.ruleset.name) == ("pairs", "points", "huapai-pairs")
    presets = [offer.preset for offer in event_options.for_template(PAIRS)]
    assert presets[:2] == ["huapai-pairs", "qq-partners"]
    assert "classic" not in presets


@pytest.mark.full
def test_pairs_play_matches_of_a_fixed_number_of_deals(desk: Client, cast: Cast) -> None:
    event = created(desk, cast, "pairs_matches")
    assert (event.game, event.form, event.ruleset.name) == ("shengji", "pairs", "standard-2")
    assert (event.ranking, event.sit_out_credit, event.tie_breaks) == ("vp_15_10", "win", [])
    assert (event.depth, event.deals_per_round) == ("result", 8)
    assert event.ruleset.rules["target_level"] is None


@pytest.mark.full
def test_a_match_scale_its_tie_breaks_and_what_a_bye_counts_are_chosen(
    desk: Client, cast: Cast
) -> None:
    chosen = {"ranking": "wdl_2_1_0", "tie_breaks": "net_first", "sit_out_credit": "own_or_mean"}
    event = created(desk, cast, "pairs_matches", rules="shengji:lianzhong-3", **chosen)
    assert (event.ranking, event.sit_out_credit) == ("wdl_2_1_0", "own_or_mean")
    assert event.tie_breaks == ["net", "own_totals", "lot"]
    assert event.ruleset.rules["decks"] == 3


UNPLAYED = ("sit_out_credit", "late_credit", "ranked_from")


@pytest.mark.full
@pytest.mark.parametrize(
    ("template", "usual"),
    [
        ("club_evening", ("own_or_mean", "none", "half")),
        ("pairs", ("own_or_mean", "lower", "half")),
        ("individual_movement", ("own_or_mean", "none", "half")),
        ("pairs_matches", ("win", "none", "half")),
    ],
)
def test_rounds_not_played_count_as_the_template_proposes(
    desk: Client, cast: Cast, template: str, usual: tuple[str, ...]
) -> None:
    event = created(desk, cast, template)
    assert tuple(getattr(event, name) for name in UNPLAYED) == usual


@pytest.mark.full
def test_rounds_not_played_and_the_least_to_be_ranked_are_chosen(desk: Client, cast: Cast) -> None:
    chosen = {"sit_out_credit": "number", "sit_out_amount": "2.50", "late_credit": "none"}
    least = {"ranked_from": "number", "least_deals": "12"}
    event = created(desk, cast, "club_evening", **chosen, **least)
    assert tuple(getattr(event, name) for name in UNPLAYED) == ("number", "none", "number")
    assert (event.sit_out_amount, event.late_amount, event.least_deals) == ("2.5", "", 12)


@pytest.mark.full
@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"sit_out_credit": "number"}, "sit_out_amount"),
        ({"sit_out_credit": "none", "sit_out_amount": "5"}, "sit_out_amount"),
        ({"ranked_from": "number"}, "least_deals"),
        ({"sit_out_credit": "win"}, "sit_out_credit"),
        ({"sit_out_credit": "average"}, "sit_out_credit"),
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


@pytest.mark.full
@pytest.mark.parametrize("template", ["club_evening", "pairs_matches", "free"])
def test_what_decides_between_equals_is_put_in_an_order_of_ones_own(
    desk: Client, cast: Cast, template: str
) -> None:
    event = created(desk, cast, template, **OWN)
    assert event.tie_breaks == ["fewest_penalties", "extra_deal"]


@pytest.mark.full
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


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "order"),
    [("deal", ["total", "fewest_penalties", "extra_deal", "lot"]), ("usual", [])],
)
def test_points_have_lists_of_their_own(
    desk: Client, cast: Cast, name: str, order: list[str]
) -> None:
    assert created(desk, cast, "club_evening", tie_breaks=name).tie_breaks == order


@pytest.mark.full
def test_pairs_play_matches_to_a_target_level(desk: Client, cast: Cast) -> None:
    chosen = {"rule-target_level": '"10"', "rule-early_end_lead": "5"}
    event = created(desk, cast, "pairs_to_level", **chosen)
    rules = event.ruleset.rules
    assert (rules["target_level"], rules["early_end_lead"]) == ("10", 5)
    assert (event.ranking, event.deals_per_round) == ("vp_15_10", 60)


@pytest.mark.full
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


@pytest.mark.full
def test_a_look_shows_the_rules_as_chosen_and_creates_nothing(desk: Client, cast: Cast) -> None:
    address = reverse("desk_event_new", args=[cast.tournament.uid])
    sent = proposed("free", {"rules": "gongzhu:fifty", "name": "", "look": "1"})
    answer = desk.post(address, sent)
    assert answer.status_code == 200
    assert answer.context["form"].offer.preset == "fifty"
    assert "This cannot be done yet" not in words(answer)
    assert cast.tournament.events.count() == 1


@pytest.mark.full
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
    assert "This cannot be done yet" in words(answer)
