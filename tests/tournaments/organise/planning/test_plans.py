"""The plan of an event: every template makes one, and what does not fit together is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tournaments import organise, wording
from tournaments.base.refusals import PlanReason, Refused
from tournaments.checks.verification import verify
from tournaments.formats.templates import TEMPLATES, EventTemplate, template_of
from tournaments.models import (
    BoardSource,
    Comparison,
    DrawMethod,
    Event,
    Form,
    Ranking,
)
from tournaments.organise import EventPlan
from tournaments.organise.settings import settings_of
from tournaments.organise.stored_plans import plan_of
from tournaments.pairing.knockout import knockout_draw
from tournaments.pairing.knockout.bracket import KnockoutKind
from tournaments.standings.qualification_rules import (
    FeedRule,
    StageProblem,
    Take,
    TakeKind,
    read_rule,
)
from tournaments.standings.round_scores import TieBreak
from tournaments.structure.stages import StagePlan
from web.desk.events import event_options
from web.desk.events.forms import EventForm
from web.desk.events.unplayed_fields import UnplayedFields
from web.publish.rank_sentences import sentences

DUPLICATE = EventPlan(
    "复式队式赛",
    "gongzhu",
    {"preset": "huapai-duplicate"},
    form=Form.TEAMS,
    ranking=Ranking.VP_20,
    draw_method=DrawMethod.SWISS,
    comparison=Comparison.IMP,
    boards=BoardSource.MADE,
    rooms=2,
)
PAIRS_OVER_BOARDS = replace(
    DUPLICATE,
    form=Form.PAIRS,
    ranking=Ranking.POINTS,
    comparison=Comparison.MATCHPOINTS,
    draw_method=DrawMethod.MITCHELL,
    rooms=1,
)
FEED = FeedRule((Take(TakeKind.FIRST, 2),), crosswise=True)
GROUPS = (
    StagePlan("小组", DrawMethod.ROUND_ROBIN, groups_wanted=2),
    StagePlan(
        "淘汰",
        DrawMethod.KNOCKOUT,
        feed=FEED,
        knockout=knockout_draw.KnockoutOptions(third_place=True),
    ),
)
PAIRS = EventPlan(
    "双人赛",
    "gongzhu",
    {"preset": "huapai-pairs"},
    form=Form.PAIRS,
    draw_method=DrawMethod.SWISS,
)


def proposed(template: EventTemplate, rules: str = "") -> dict[str, Any]:
    """What the form of a template sends when only the name is filled in."""
    first = EventForm(template)
    key = rules or first["rules"].value()
    form = EventForm(template, {"rules": key})
    values = {name: first[name].value() for name in first.fields}
    for name in ("ranking", "depth", "draw_method"):
        if name in form.fields:
            offered: Any = form.fields[name]
            named = [value for value, _label in offered.choices]
            values[name] = values[name] if values[name] in named else named[0]
    sent = {name: value for name, value in values.items() if value not in (None, False)}
    return {**sent, "rules": key, "template": template.key, "name": "新项目"}


def created(client: Client, cast: Cast, sent: dict[str, Any]) -> Event:
    client.force_login(cast.alice)
    address = reverse("desk_event_new", args=[cast.tournament.uid])
    answer: Any = client.post(address, sent)
    assert answer.status_code == 302, answer.context["form"].errors
    return Event.objects.get(name="新项目")


def games_of(template: EventTemplate) -> dict[str, str]:
    """Return the first set of rules of every game that a template offers."""
    return {offer.game: offer.key for offer in reversed(event_options.for_template(template))}


CASES = [(template.key, game) for template in TEMPLATES for game in games_of(template)]


@pytest.mark.full
@pytest.mark.parametrize(
    ("key", "game"),
    [pytest.param(*case, marks=[pytest.mark.nightly] * (case not in CASES[::5])) for case in CASES],
)
def test_every_template_makes_an_event_of_every_game_that_it_offers(
    client: Client, cast: Cast, key: str, game: str
) -> None:
    template = template_of(key)
    event = created(client, cast, proposed(template, games_of(template)[game]))
    assert (event.template, event.game) == (key, game)
    assert template.form is None or event.form == template.form
    assert event.stages.count() == (2 if template.shape == "groups" else 1)
    assert verify(cast.tournament) == []


def test_every_game_is_played_in_every_form_that_suits_it() -> None:
    played = {(template.form, game) for template in TEMPLATES for game in games_of(template)}
    missing = {(form, game) for form in Form for game in ("gongzhu", "shengji")} - played
    # 升级 is a game of two sides whose levels no sum of a round could compare.
    assert missing == {(Form.INDIVIDUAL, "shengji"), (Form.PARTNERS, "shengji")}


@pytest.mark.full
def test_a_duplicate_event_of_teams_is_planned_by_its_template(client: Client, cast: Cast) -> None:
    event = created(client, cast, proposed(template_of("teams_round_robin")))
    options = (event.comparison, event.boards, event.rooms, event.segments, event.ranking)
    assert options == ("imp", "passed", 2, 2, "vp_20")
    assert (event.draw_method, event.deals_per_round) == ("round_robin", 16)
    assert event.ruleset.name == "huapai-duplicate"


@pytest.mark.full
def test_groups_feed_a_knockout(client: Client, cast: Cast) -> None:
    sent = proposed(template_of("teams_groups")) | {"groups_wanted": "4", "go_on": "2"}
    event = created(client, cast, sent)
    first, second = event.stages.order_by("number")
    assert (first.draw_method, first.groups_wanted) == ("round_robin", 4)
    assert list(first.groups.values_list("name", flat=True)) == ["A", "B", "C", "D"]
    rule, problems = read_rule(second.feed)
    assert problems == ()
    assert rule == FeedRule((Take(TakeKind.FIRST, 2),), crosswise=True)
    assert knockout_draw.read_options(second.knockout) == knockout_draw.KnockoutOptions(
        third_place=True
    )
    assert not second.groups.exists()


@pytest.mark.full
def test_a_knockout_is_single_or_double(client: Client, cast: Cast) -> None:
    sent = proposed(template_of("pairs_knockout")) | {"knockout_kind": "double"}
    event = created(client, cast, sent)
    stage = event.stages.get()
    assert stage.draw_method == event.draw_method == "knockout"
    options = knockout_draw.read_options(stage.knockout)
    assert (options.kind, options.third_place) == (KnockoutKind.DOUBLE, False)


@pytest.mark.full
def test_odd_groups_cannot_cross_and_that_is_said_beside_the_field(
    client: Client, cast: Cast
) -> None:
    client.force_login(cast.alice)
    sent = proposed(template_of("pairs_groups")) | {"groups_wanted": "3"}
    answer: Any = client.post(reverse("desk_event_new", args=[cast.tournament.uid]), sent)
    assert list(answer.context["form"].errors) == ["groups_wanted"]


@pytest.mark.full
@pytest.mark.parametrize(
    ("plan", "reasons"),
    [
        (replace(DUPLICATE, boards=BoardSource.TABLE), {PlanReason.COMPARISON_WITHOUT_BOARDS}),
        (replace(DUPLICATE, rooms=1), {PlanReason.COMPARISON_WITHOUT_ROOMS}),
        (
            replace(DUPLICATE, comparison=Comparison.DATUM_IMP, ranking=Ranking.POINTS),
            {PlanReason.COMPARISON_OF_TEAMS},
        ),
        (replace(DUPLICATE, ranking=Ranking.VP_15_10), {PlanReason.RANKING_OF_COMPARISON}),
        # The record of an event does not say who had these.
        (
            replace(DUPLICATE, tie_breaks=(TieBreak.FEWEST_WARNINGS,)),
            {PlanReason.TIE_BREAK_UNKNOWN},
        ),
        (replace(DUPLICATE, segments=3), {PlanReason.SEGMENTS_UNEQUAL}),
        (
            replace(DUPLICATE, game="shengji", rules={"preset": "standard-2"}),
            {PlanReason.COMPARISON_OF_UNITS},
        ),
        (
            replace(
                PAIRS_OVER_BOARDS,
                game="shengji",
                rules={"preset": "standard-2"},
                comparison=Comparison.DATUM_IMP,
            ),
            {PlanReason.COMPARISON_OF_UNITS},
        ),
        (replace(DUPLICATE, to_limit=True, deals_per_round=16), {PlanReason.BOARDS_TO_LIMIT}),
        (replace(PAIRS_OVER_BOARDS, ranking=Ranking.WIN_3), {PlanReason.RANKING_OF_COMPARISON}),
        (replace(PAIRS_OVER_BOARDS, rooms=2), {PlanReason.ROOMS_WITHOUT_TEAMS}),
        (replace(PAIRS_OVER_BOARDS, segments=2), {PlanReason.SEGMENTS_WITHOUT_TEAMS}),
        (replace(PAIRS, draw_method=DrawMethod.HOWELL), {PlanReason.DRAW_METHOD_NOT_OFFERED}),
        (replace(PAIRS, form=Form.PARTNERS), {PlanReason.DRAW_METHOD_NOT_OFFERED}),
        (replace(PAIRS, ranking=Ranking.VP_20), {PlanReason.RANKING_WITHOUT_MATCHES}),
        (replace(PAIRS, stages=(GROUPS[0], StagePlan())), {PlanReason.STAGE_WITHOUT_FEED}),
        (replace(PAIRS, stages=GROUPS[1:]), {PlanReason.STAGE_FED_BY_NONE}),
        (
            replace(PAIRS, stages=(StagePlan(draw_method="knockout", groups_wanted=2),)),
            {PlanReason.GROUPS_NEED_MATCHES},
        ),
        (
            replace(PAIRS, stages=(replace(GROUPS[0], groups_wanted=3), GROUPS[1])),
            {StageProblem.GROUPS_ODD},
        ),
        (replace(PAIRS, prizes={"amounts": ["-5"]}), {PlanReason.PRIZES_UNREADABLE}),
    ],
)
def test_what_does_not_fit_together_is_refused(
    cast: Cast, plan: EventPlan, reasons: set[Any]
) -> None:
    with pytest.raises(Refused) as refused:
        organise.create_event(cast.tournament, cast.director, plan)
    codes = {problem.code for problem in refused.value.problems}
    assert reasons <= codes
    assert codes == reasons
    assert cast.tournament.events.count() == 1


@pytest.mark.full
@pytest.mark.parametrize("plan", [DUPLICATE, PAIRS_OVER_BOARDS, replace(PAIRS, stages=GROUPS)])
def test_what_fits_together_is_made(cast: Cast, plan: EventPlan) -> None:
    event = organise.create_event(cast.tournament, cast.director, plan)
    options = (event.comparison, event.boards, event.rooms, event.form)
    assert options == (plan.comparison, plan.boards, plan.rooms, plan.form)
    assert verify(cast.tournament) == []


def test_an_older_event_with_a_quotient_of_points_is_read_and_repeated_without_it(
    cast: Cast,
) -> None:
    plan = replace(PAIRS, ranking=Ranking.WDL_2_1_0, draw_method=DrawMethod.ROUND_ROBIN)
    event = organise.create_event(cast.tournament, cast.director, plan)
    Event.objects.filter(pk=event.pk).update(tie_breaks=["quotient", "lot"])
    event = Event.objects.select_related("tournament", "ruleset").get(pk=event.pk)
    said = " ".join(sentences(event, list(event.stages.all())))
    assert wording.sentence(TieBreak.QUOTIENT) in said
    assert plan_of(event).tie_breaks == ("lot",)
    wanted = replace(settings_of(event), deals_per_round=plan.deals_per_round + 4)
    organise.change_event(event, cast.director, wanted)
    event.refresh_from_db()
    kept = (event.deals_per_round, event.tie_breaks)
    assert kept == (wanted.deals_per_round, ["quotient", "lot"])


@pytest.mark.full
def test_the_form_offers_a_quotient_where_totals_are_won() -> None:
    deals = template_of("teams_deals")
    lists = {}
    for game, preset in (("gongzhu", "huapai-pairs"), ("shengji", "standard-2")):
        form = EventForm(deals, {"rules": f"{game}:{preset}", "ranking": "wdl_2_1_0"})
        offered: Any = form.fields["tie_breaks"]
        own: Any = form.fields["tie_break_1"]
        names = [name for name, _label in offered.choices]
        assert ("teams_swiss" in names) is ("quotient" in dict(own.choices))
        lists[game] = "teams_swiss" in names
    assert lists == {"gongzhu": False, "shengji": True}


def test_over_boards_a_deal_begins_as_its_board_says(cast: Cast) -> None:
    plan = replace(DUPLICATE, rules={"preset": "huapai-pairs"})
    rules = organise.create_event(cast.tournament, cast.director, plan).ruleset.rules
    options = (rules["next_lead"], rules["first_exposure"], rules["game_end"])
    assert options == ("first_lead", False, None)


@pytest.mark.full
def test_the_usual_way_shows_few_fields(client: Client, cast: Cast) -> None:
    client.force_login(cast.alice)
    for template in TEMPLATES:
        form = EventForm(template)
        asked = set(form.fields) - {"depth", "records", "confirmation", "proof", "draw_method"}
        asked -= {"tie_breaks", "sit_out_credit", "line_up_order", "board_copies", "ranking"}
        asked -= {"line_up_minutes", "odd_field", "round_minutes", "board_set_deals"}
        asked -= set(UnplayedFields.base_fields)
        asked -= {name for name in asked if name.startswith(("rule-", "tie_break_"))} | {"own_name"}
        assert template.form is None or len(asked) <= 9, (template.key, asked)


@pytest.mark.full
def test_free_choice_over_boards_shows_the_rules_of_boards(client: Client, cast: Cast) -> None:
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    form = {"template": "free", "rules": "gongzhu:huapai-pairs", "form": "teams", "look": "1"}
    where = reverse("desk_event_new", args=[cast.tournament.uid])
    plain: Any = client.post(where, form)
    over: Any = client.post(where, {**form, "boards": "made", "comparison": "imp", "rooms": "2"})
    assert plain.context["form"].sentences != over.context["form"].sentences
    offered = [value for value, _label in over.context["form"].fields["ranking"].choices]
    assert offered == ["points", "wdl_2_1_0", "win3", "vp_20"]
