"""A new event begins with its game; the rules that a club plays otherwise are kept under a name."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.game import find_game
from tests.cast import Cast
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.verification import verify, verify_club
from tournaments.formats.templates import CLUB_EVENING, template_of
from tournaments.models import ClubRules, Event, Membership, Role
from tournaments.record.audit import Verb
from tournaments.wording import games
from tournaments.wording.games import rules_name
from web.desk.events import event_options
from web.desk.events.forms import EventForm
from web.desk.events.proposals import RULE


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    return client


def address(cast: Cast) -> str:
    return reverse("desk_event_new", args=[cast.tournament.uid])


def sent(key: str, game: str, **changes: Any) -> dict[str, Any]:
    """What the form of a template sends when nothing but `changes` is changed in it."""
    form = EventForm(template_of(key), game=game)
    values = {name: form[name].value() for name in form.fields}
    kept = {name: value for name, value in values.items() if value not in (None, False)}
    return {**kept, "template": key, "game": game, "name": "第二项", **changes}


SHEEP = {"rule-sheep": "50"}


@pytest.mark.full
def test_the_game_is_asked_for_first_and_then_the_last_one_is_chosen(
    desk: Client, cast: Cast
) -> None:
    Event.objects.all().delete()
    page = desk.get(address(cast))
    assert [one.key for one in page.context["games"]] == ["gongzhu", "shengji"]
    assert "?game=shengji" in page.content.decode()
    assert "<form" not in page.content.decode().partition("<main")[2].partition("</main")[0]
    desk.post(address(cast), sent("pairs_matches", "shengji"))
    assert Event.objects.get().game == "shengji"
    page = desk.get(address(cast))
    assert [one.key for one in page.context["games"] if one.is_chosen] == ["shengji"]


@pytest.mark.full
@pytest.mark.parametrize(
    ("game", "keys", "names"),
    [
        (
            "gongzhu",
            ["club_evening", "pairs", "game_to_1000"],
            ["拱猪个人赛（一晚）", "拱猪双人瑞士制", "拱猪个人赛（打到规定分数）"],
        ),
        (
            "shengji",
            ["pairs_matches", "pairs_to_level", "teams_deals"],
            ["升级双人瑞士制", "升级双人赛（打到目标级）", "升级队式瑞士制"],
        ),
    ],
)
def test_three_templates_stand_first_by_the_names_that_people_have_for_them(
    desk: Client, cast: Cast, game: str, keys: list[str], names: list[str]
) -> None:
    desk.cookies["django_language"] = "zh-hans"
    page = desk.get(address(cast), {"game": game})
    cards = page.context["cards"]
    assert [card.template.key for card in cards] == keys
    assert [card.name for card in cards] == names
    assert [card.is_chosen for card in cards] == [True, False, False]
    assert {offer.game for offer in page.context["form"].offers} == {game}


@pytest.mark.full
def test_a_template_of_another_game_gives_way_to_the_first_of_this_one(
    desk: Client, cast: Cast
) -> None:
    page = desk.get(address(cast), {"game": "shengji", "template": "club_evening"})
    assert page.context["template"].key == "pairs_matches"


@pytest.mark.full
def test_what_is_shown_of_the_rules_follows_the_form(desk: Client, cast: Cast) -> None:
    chosen = sent("club_evening", "gongzhu", look="1", part="1", **SHEEP)
    part = desk.post(address(cast), chosen).content.decode()
    assert part.count('id="rules-') == 2
    assert "<html" not in part
    first, again = (
        desk.post(address(cast), chosen | changed).content.decode().partition("rules-shown")[2]
        for changed in ({}, {"rule-sheep": ""})
    )
    assert first != again
    assert Event.objects.count() == 1


@pytest.mark.full
def test_a_rule_is_changed_on_any_template_and_kept_for_the_club(desk: Client, cast: Cast) -> None:
    desk.post(address(cast), sent("club_evening", "gongzhu", own_name="我们的规则", **SHEEP))
    event, kept = Event.objects.get(name="第二项"), ClubRules.objects.get()
    assert event.ruleset.rules["sheep"] == kept.rules["sheep"] == 50
    assert (event.ruleset.name, kept.name, kept.preset) == ("我们的规则", "我们的规则", "huapai")
    assert rules_name(event.ruleset) == "我们的规则"
    assert cast.club.log.get().verb == Verb.KEEP_RULES
    page = desk.get(address(cast))
    assert page.context["form"].offer.name == "我们的规则"
    offers = event_options.for_template(CLUB_EVENING, "gongzhu", [kept])
    assert next(offer.name for offer in offers) == "我们的规则"
    assert verify(cast.tournament) == []
    assert verify_club(cast.club) == []


@pytest.mark.full
def test_the_next_event_takes_what_the_club_kept(desk: Client, cast: Cast) -> None:
    desk.post(address(cast), sent("club_evening", "gongzhu", own_name="我们的规则", **SHEEP))
    key = f"gongzhu:own:{ClubRules.objects.get().uid}"
    desk.post(address(cast), sent("game_to_1000", "gongzhu", name="第三项", rules=key))
    rules = Event.objects.get(name="第三项").ruleset
    assert (rules.rules["sheep"], rules.name) == (50, "我们的规则")
    assert rules.rules["game_end"] is not None


@pytest.mark.full
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"own_name": "旧名", **SHEEP}, "The club has rules named 旧名 already."),
        ({"own_name": "新名"}, "Nothing differs from the rules that were chosen."),
    ],
)
def test_a_name_is_for_changed_rules_and_for_one_set_of_them(
    desk: Client, cast: Cast, changes: dict[str, str], said: str
) -> None:
    preset = {"preset": "huapai"}
    organise.keep_rules(
        cast.club, cast.director, name="旧名", game="gongzhu", preset="huapai", rules=preset
    )
    rules = {"rules": "gongzhu:huapai"}
    answer = desk.post(address(cast), sent("club_evening", "gongzhu", **rules, **changes))
    assert said in answer.content.decode()
    assert list(answer.context["form"].errors) == ["own_name"]
    assert Event.objects.count() == 1


@pytest.mark.full
def test_a_name_that_is_taken_in_another_game_makes_no_event_and_changes_none(
    desk: Client, cast: Cast
) -> None:
    """It was made all the same, and once more at each press."""
    desk.post(address(cast), sent("club_evening", "gongzhu", own_name="旧名", **SHEEP))
    other = sent("pairs_matches", "shengji")
    rule = next(name for name in changeable(desk, cast, other) if name.startswith("rule-"))
    other |= {"own_name": "旧名", "name": "第三项", rule: changeable(desk, cast, other)[rule]}
    for _press in range(2):
        answer = desk.post(address(cast), other)
        assert list(answer.context["form"].errors) == ["own_name"]
        assert "The club has rules named 旧名 already." in answer.content.decode()
    plan = reverse("desk_event_plan", args=[Event.objects.get(name="第二项").uid])
    answer = desk.post(plan, other)
    assert list(answer.context["form"].errors) == ["own_name"]
    assert not Event.objects.filter(name="第三项").exists()
    assert ClubRules.objects.count() == 1


def changeable(desk: Client, cast: Cast, sent: dict[str, Any]) -> dict[str, str]:
    """Return the dimensions that the form offers, each with a value that is not the usual one."""
    form = desk.post(address(cast), {**sent, "look": "1"}).context["form"]
    return {
        RULE + option.dimension: option.values[-1][0]
        for option in (*form.options, *form.others)
        if option.values[-1][0]
    }


@pytest.mark.full
@pytest.mark.databases
def test_rules_of_the_club_are_renamed_and_taken_off_and_events_keep_theirs(
    desk: Client, cast: Cast
) -> None:
    desk.post(address(cast), sent("club_evening", "gongzhu", own_name="旧名", **SHEEP))
    kept, page = ClubRules.objects.get(), reverse("desk_club_rules", args=[cast.club.uid])
    assert "旧名" in desk.get(page).content.decode()
    desk.post(page, {"rules": kept.uid, "name_of_rules": "新名"})
    assert ClubRules.objects.get().name == "新名"
    desk.post(page, {"rules": kept.uid, "name_of_rules": " "})
    assert "There is no name." in desk.get(page).content.decode()
    desk.post(page, {"rules": kept.uid, "remove": "1"})
    assert "None yet." in desk.get(page).content.decode()
    assert Event.objects.get(name="第二项").ruleset.name == "旧名"
    verbs = [entry.verb for entry in cast.club.log.order_by("seq")]
    assert verbs == [Verb.KEEP_RULES, Verb.RENAME_RULES, Verb.REMOVE_RULES]
    desk.post(page, {"rules": kept.uid, "remove": "1"})
    assert "removed already" in desk.get(page).content.decode()


@pytest.mark.full
def test_another_club_is_offered_none_of_it(desk: Client, cast: Cast) -> None:
    desk.post(address(cast), sent("club_evening", "gongzhu", own_name="我们的规则", **SHEEP))
    desk.force_login(cast.charlie)
    page = reverse("desk_club_rules", args=[cast.club.uid])
    assert desk.get(page).status_code == 404
    kept = ClubRules.objects.get()
    other = cast.charlie.memberships.get().club
    assert other is not None
    desk.post(reverse("desk_club_rules", args=[other.uid]), {"rules": kept.uid, "remove": "1"})
    assert ClubRules.objects.exists()


@pytest.mark.full
def test_who_directs_one_tournament_keeps_no_rules_for_the_club(client: Client, cast: Cast) -> None:
    Membership.objects.create(user=cast.bob, tournament=cast.tournament, role=Role.DIRECTOR)
    client.force_login(cast.bob)
    client.post(address(cast), sent("club_evening", "gongzhu", own_name="我的规则", **SHEEP))
    assert Event.objects.get(name="第二项").ruleset.rules["sheep"] == 50
    assert not ClubRules.objects.exists()


def test_rules_that_do_not_go_together_are_not_kept(cast: Cast) -> None:
    wanted = {"preset": "classic", "sheep": "much"}
    with pytest.raises(Refused):
        organise.keep_rules(
            cast.club, cast.director, name="无", game="gongzhu", preset="classic", rules=wanted
        )
    with pytest.raises(Refused) as refused:
        organise.keep_rules(
            cast.club, cast.director, name=" ", game="gongzhu", preset="classic", rules={}
        )
    assert [problem.code for problem in refused.value.problems] == [Reason.NAME_MISSING]
    assert not ClubRules.objects.exists()


def test_every_rule_that_a_template_offers_is_a_choice_of_the_game(cast: Cast) -> None:
    offer = event_options.for_template(CLUB_EVENING, "gongzhu")[0]
    others = {option.dimension for option in event_options.other_options(offer, CLUB_EVENING)}
    apart = {option.dimension for option in event_options.options(offer, CLUB_EVENING)}
    assert "sheep" in others
    assert not others & apart
    for option in event_options.other_options(offer, CLUB_EVENING):
        assert [value for value, _words in option.values].count("") == 1


@pytest.mark.parametrize("game", ["gongzhu", "shengji"])
def test_every_rule_stands_under_one_heading_and_every_set_is_explained(game: str) -> None:
    grouped = [name for group in games.rule_groups(game) for name in group.dimensions]
    assert sorted(grouped) == sorted(find_game(game).choices())
    assert all(games.preset_about(game, preset) for preset in find_game(game).presets)


@pytest.mark.full
def test_a_heading_says_the_values_that_were_changed_below_it(desk: Client, cast: Cast) -> None:
    """The rule of ranks that are always trump was the 18th of a list of 23."""
    changed = {"rule-always_trump": '["2", "3", "5"]', "rule-jack_hook": '"start"'}
    look = sent("pairs_matches", "shengji", look="1", part="1", round_minutes="50", **changed)
    form = desk.post(address(cast), look).context["form"]
    said = {fold.key: fold.said for fold in form.rule_folds}
    assert said["club"].startswith("Ranks that are always trump 2 3 5 · At level J")
    assert said["play"] == ""
    assert next(fold.key for fold in form.rule_folds) == "club"
    assert form.said["rounds"].startswith("Minutes of a round 50 · ")


@pytest.mark.full
def test_a_refused_form_opens_what_holds_the_error_and_nothing_else(
    desk: Client, cast: Cast
) -> None:
    wrong = {"rule-exposure": "false", "rule-first_exposure": "true"}
    form = desk.post(address(cast), sent("club_evening", "gongzhu", **wrong)).context["form"]
    assert [fold.key for fold in form.rule_folds if fold.is_open] == ["exposure"]
    assert not form.wrong_parts
    late = desk.post(address(cast), sent("club_evening", "gongzhu", round_minutes="0"))
    assert late.context["form"].wrong_parts == {"rounds"}
    assert not [fold for fold in late.context["form"].rule_folds if fold.is_open]


@pytest.mark.full
def test_a_j_hooked_over_boards_is_refused_beside_its_choice(desk: Client, cast: Cast) -> None:
    """SJ-67: it did fall away, and nobody was told."""
    hooked = {"rule-must_play": '["J", "A"]', "rule-jack_hook": '"start"'}
    before = Event.objects.count()
    answer = desk.post(address(cast), sent("pairs_levels_boards", "shengji", **hooked))
    assert list(answer.context["form"].errors) == ["rule-jack_hook"]
    assert "A J can only be hooked where levels count" in answer.content.decode()
    assert Event.objects.count() == before


@pytest.mark.full
def test_where_two_is_always_trump_the_form_proposes_to_begin_at_three(
    desk: Client, cast: Cast
) -> None:
    """SJ-13: it is shown at once, taken back with its rule, and not made twice."""

    def looked(**changes: Any) -> EventForm:
        chosen = sent("pairs_to_level", "shengji", look="1", part="1", **changes)
        form: EventForm = desk.post(address(cast), chosen).context["form"]
        return form

    always, start, three = "rule-always_trump", "rule-start_level", '"3"'
    form = looked(**{always: '["2"]'})
    assert (form[start].value(), form.changes()["start_level"]) == (three, "3")
    again = {"proposed": form.proposed}
    kept = looked(**{always: '["2"]', start: three}, **again)
    assert (kept[start].value(), kept.proposed) == (three, form.proposed)
    assert looked(**{always: '["2"]', start: ""}, **again)[start].value() == ""
    assert looked(**{always: "", start: three}, **again)[start].value() == ""
    assert looked(**{always: '["2"]', start: '"5"'})[start].value() == '"5"'
    assert looked(**{always: '["2", "3", "5"]'})[start].value() == '"4"'
    assert Event.objects.count() == 1


@pytest.mark.full
def test_an_event_begins_at_the_level_that_was_sent(desk: Client, cast: Cast) -> None:
    """What nobody has looked at is not proposed behind the director's back."""
    desk.post(address(cast), sent("pairs_to_level", "shengji", **{"rule-always_trump": '["2"]'}))
    rules = Event.objects.get(name="第二项").ruleset.rules
    assert (rules["always_trump"], rules["start_level"]) == (["2"], "2")
    page = desk.get(reverse("desk_event_plan", args=[Event.objects.get(name="第二项").uid]))
    assert page.context["form"].proposed == ['rule-start_level="3"']
    assert page.context["form"]["rule-start_level"].value() is None
