"""Deals of 升级 that count by themselves at tables that deal for themselves: an event of pairs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import games_cast
from tests.cast import Cast
from tests.tournaments.organise.planning.test_events import created, proposed
from tests.tournaments.results.test_level_matches import Matches, create, won
from tests.web.publish.papers import read_by_another, untold
from tournaments import organise, results
from tournaments.base.refusals import PlanReason, Refused
from tournaments.checks import recount
from tournaments.checks.verification import verify
from tournaments.formats import penalty_units
from tournaments.formats.templates import FREE
from tournaments.models import Deal, Event, Ranking, Result, Round
from tournaments.results import event_record
from tournaments.structure import games
from tournaments.structure.procedures import procedure_of
from tournaments.wording.games import points_text, standing_text
from web.desk.events.forms import EventForm
from web.publish import documents
from web.publish.documents import Subject

RULES = {"preset": "standard-2", "deal_score": "deal_sum"}
PLAYED = (won("N", 160), {**won("W", 80), "level": "4"}, won("S", 0))
"""North-South deal first: −3 for them, and two levels for the others; then 80 points of their own
against West at 4 are +1 and no level; then nothing for the others at 2 is +3, and three levels.
"""


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    client.force_login(cast.alice)
    return client


def begun(matches: Matches, round_: Round) -> list[Mapping[str, Any]]:
    """Return who deals at which level, deal by deal."""
    return [procedure_of(deal, lambda _deals: {}).facts for deal in matches.deals(round_)]


@pytest.mark.full
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("ranking", "worth"), [("wdl_2_1_0", ("2", "0", "2")), ("win3", ("3", "0", "2"))]
)
def test_a_match_is_the_sum_of_its_deals(ranking: str, worth: tuple[str, str, str]) -> None:
    """SJ-96: −3 + 1 + 3 is one more than nothing, and the others have one less."""
    matches = create(rules=RULES, ranking=ranking)
    round_ = matches.begin()
    matches.play(round_, *PLAYED[:2])
    assert matches.sums(round_) == ("0", "0", "-4")
    matches.play(round_, PLAYED[2])
    assert matches.sums(round_) == worth
    rank = matches.row(matches.side(round_, "N")).rank
    assert (rank.wins, str(rank.net)) == (1, "2")
    assert [standing_text(matches.event, total) for total in rank.rounds[0].totals or ()] == [
        "+1",
        "−1",
    ]
    assert verify(matches.tournament) == []
    assert recount.recount(matches.tournament) == []
    assert recount.recount_shown(matches.tournament) == []


@pytest.mark.full
@pytest.mark.django_db
def test_levels_dealer_and_table_go_on_as_played() -> None:
    """SJ-97: the attackers take over the deal at 4; then South deals at 2, as that side stands."""
    matches = create(rules=RULES, ranking="wdl_2_1_0", deals_per_round=4)
    round_ = matches.begin()
    matches.play(round_, *PLAYED)
    first, *later = begun(matches, round_)
    assert first == {"level": "2"}
    assert later == [
        {"dealer": "W", "level": "4"},
        {"dealer": "S", "level": "2"},
        {"dealer": "N", "level": "5"},
    ]


@pytest.mark.full
@pytest.mark.django_db
def test_points_add_up_over_the_rounds() -> None:
    matches = create(rules=RULES, ranking="points")
    first = matches.begin()
    matches.play(first, *PLAYED)
    totals = [matches.row(matches.side(first, label)).rank.total for label in "NW"]
    assert totals == [1, -1]
    organise.close_round(first, matches.director)
    second = matches.begin()
    # +1 for the attackers of the first deal, and −1, −2 for those of the next two.
    matches.play(second, won("N", 115), {**won("W", 40), "level": "2"}, won("E", 5))
    ranks = {label: matches.row(matches.side(second, label)).rank for label in "NW"}
    own, other = (-1 - 1 - 2), (1 + 1 + 2)
    before = {
        entry.rank.entry: entry.rank
        for entry in event_record.standings(results.read(matches.event), upto=1)
    }
    gained = [int(ranks[label].points) - int(before[ranks[label].entry].points) for label in "NW"]
    assert gained == [own, other]
    assert verify(matches.tournament) == []


@pytest.mark.full
@pytest.mark.django_db
def test_equal_levels_are_not_equal_sums() -> None:
    """80 points are no level under standard rules, and +1 all the same."""
    matches = create(rules=RULES, ranking="wdl_2_1_0")
    round_ = matches.begin()
    matches.play(round_, won("N", 80), won("W", 80), won("S", 80))
    assert matches.sums(round_) == ("0", "2", "-2")


@pytest.mark.full
@pytest.mark.django_db
def test_a_correction_and_a_penalty_carry_the_sum_along() -> None:
    matches = create(rules=RULES, ranking="wdl_2_1_0")
    round_ = matches.begin()
    matches.play(round_, *PLAYED)
    matches.post(matches.deals(round_)[0], won("N", 195))
    assert matches.sums(round_) == ("2", "0", "2")
    matches.post(matches.deals(round_)[0], won("N", 200))
    assert matches.sums(round_) == ("1", "1", "0")
    matches.penalise(matches.side(round_, "W"), -1)
    assert matches.sums(round_) == ("2", "0", "1")
    # It takes a unit of the sum, and no level.
    assert begun(matches, round_)[1]["level"] == "5"
    matches.post(matches.deals(round_)[2], None, Result.Kind.NOT_PLAYED)
    assert matches.sums(round_) == ("0", "2", "-5")
    assert verify(matches.tournament) == []


@pytest.mark.django_db
def test_a_penalty_at_a_table_takes_no_level() -> None:
    event = create(rules=RULES, ranking="points").event
    unit = penalty_units.penalty_unit(games.counting_of(event), event.ranking, at_table=True)
    assert unit.value == "scaled"


@pytest.mark.full
@pytest.mark.django_db
def test_pages_show_the_sums_and_no_levels(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    matches = create(rules=RULES, ranking="wdl_2_1_0")
    round_ = matches.begin()
    matches.play(round_, *PLAYED)
    uid = matches.event.uid
    deal = matches.deals(round_)[0]
    event, of_round, entry, of_deal, rules = (
        " ".join(client.get(reverse(name, args=args)).content.decode().split())
        for name, args in (
            ("event", [uid]),
            ("round", [uid, 1]),
            ("entry", [uid, 1]),
            ("deal", [deal.uid]),
            ("rules", [uid]),
        )
    )
    assert "+1 : −1" in event
    assert "Net levels" not in event + of_round + entry
    assert "Levels gained" not in event + of_round + entry
    assert "+3 for the attackers" in of_deal
    assert "The next dealer" in of_deal
    assert "the deal counts by itself: 160 points of the attackers count +3 for them" in of_deal
    assert "gain 2 levels" not in of_deal
    assert "A match is the sum of its deals." in rules
    assert "80 to 115 +1; 120 to 155 +2; 160 to 195 +3; 200 and more +4." in rules


@pytest.mark.full
@pytest.mark.django_db
@pytest.mark.parametrize("ranking", [Ranking.POINTS, Ranking.WDL_2_1_0])
def test_papers_show_the_sums_and_no_levels(ranking: Ranking) -> None:
    matches = create(rules=RULES, ranking=ranking)
    round_ = matches.begin()
    matches.play(round_, *PLAYED)
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=matches.event.pk)
    with translation.override("en"):
        fields = {
            kind: " ".join(read_by_another(papers_of(kind, event, round_)).split())
            for kind in ("standings", "final", "round_results", "scoresheets")
        }
        made = documents.find("results_xlsx").prepare(Subject(event)).input
    assert all("evels gained" not in text and "Net levels" not in text for text in fields.values())
    assert "Points" in made["headings"]
    assert "Levels gained" not in made["headings"]
    # After each deal: −3 and 3, −2 and 2, 1 and −1.
    for total in ("−3", "+3", "−2", "+2", "+1", "−1"):
        assert total in fields["scoresheets"]
    if ranking is Ranking.WDL_2_1_0:
        assert "+1 : −1" in fields["round_results"]


def papers_of(kind: str, event: Event, round_: Round) -> bytes:
    """Return a paper as a worker would make it."""
    made = documents.find(kind)
    subject = Subject(event, "", round_ if kind in ("round_results", "scoresheets") else None)
    return bytes(made.render(made.prepare(subject).input, untold))


@pytest.mark.full
@pytest.mark.django_db
def test_the_rooms_of_a_match_of_teams_add_up_their_sums() -> None:
    """Home sit north-south in the open room, east-west in the closed: 1 here and 2 there."""
    more: dict[str, Any] = {"to_limit": False, "deals_per_round": 3, "ranking": "win3"}
    teams = games_cast.assemble(game="shengji", rules=RULES, depth="result", **more)
    teams.show()
    in_closed = (won("N", 115), {**won("W", 0), "level": "2"}, {**won("E", 5), "level": "5"})
    for room, reports in (("open", PLAYED), ("closed", in_closed)):
        deals = Deal.objects.filter(sitting__segment__match=teams.match, sitting__room=room)
        for deal, report in zip(deals.order_by("play_order"), reports, strict=True):
            teams.post(deal, report)
    # Closed: the attackers' +1, then +3 and +2 for the side that deals.
    assert teams.sums() == ("3", "0", "7", "-7")
    assert not games.adds_levels(teams.event)
    assert verify(teams.cast.tournament) == []


@pytest.mark.full
@pytest.mark.django_db
def test_levels_count_levels_unless_it_is_chosen() -> None:
    matches = create(rules={"preset": "standard-2"}, ranking="wdl_2_1_0")
    round_ = matches.begin()
    matches.play(round_, *PLAYED)
    assert matches.sums(round_) == ("2", "0", "1")
    assert points_text(matches.event, 3) == "5"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"to_limit": True}, PlanReason.UNITS_TO_LIMIT),
        ({"ranking": Ranking.VP_15_10}, PlanReason.RANKING_WITHOUT_MATCHES),
        ({"ranking": Ranking.VP_13}, PlanReason.RANKING_WITHOUT_MATCHES),
        ({"ranking": Ranking.VP_20}, PlanReason.RANKING_WITHOUT_MATCHES),
    ],
)
def test_options_that_do_not_fit_sums_of_deals_are_refused(
    cast: Cast, changes: dict[str, Any], reason: PlanReason
) -> None:
    fields: dict[str, Any] = {"form": "pairs", "ranking": Ranking.POINTS, **changes}
    plan = organise.EventPlan("x", "shengji", RULES, 8, **fields)
    with pytest.raises(Refused) as refused:
        organise.create_event(cast.tournament, cast.director, plan)
    assert [problem.code for problem in refused.value.problems] == [reason]


@pytest.mark.full
@pytest.mark.parametrize("ranking", ["points", "wdl_2_1_0", "win3"])
def test_the_form_offers_it_with_the_orders_that_fit(
    desk: Client, cast: Cast, ranking: str
) -> None:
    fields = {"rules": "shengji:standard-2", "form": "pairs", "depth": "result"}
    chosen = {**fields, "ranking": ranking, "rule-deal_score": '"deal_sum"', "draw_method": "swiss"}
    event = created(desk, cast, "free", **chosen)
    assert (event.ruleset.rules["deal_score"], event.ranking) == ("deal_sum", ranking)
    assert event.ruleset.rules["target_level"] is None
    with translation.override("en"):
        form = EventForm(FREE, proposed("free", chosen))
        offered = {str(option.data["value"]) for option in form["ranking"].subwidgets}
        option = next(option for option in form.options if option.dimension == "deal_score")
    assert {"points", "wdl_2_1_0", "win3"} <= offered
    assert not {"vp_15_10", "vp_13", "vp_20"} & offered
    assert [value for value, _said in option.values] == ["", '"deal_sum"']
    assert option.values[0][1] == "A deal counts the levels that a side gains in it."
    assert "A match is the sum of its deals." in " ".join(form.sentences)


@pytest.mark.full
def test_the_form_refuses_it_where_games_go_to_a_level_or_equal_levels_decide(
    desk: Client, cast: Cast
) -> None:
    address = reverse("desk_event_new", args=[cast.tournament.uid])
    fields = {"name": "x", "rules": "shengji:standard-2", "form": "pairs", "depth": "result"}
    fields |= {"ranking": "wdl_2_1_0", "rule-deal_score": '"deal_sum"', "draw_method": "swiss"}
    for more, field in (
        ({"to_limit": "on"}, "rules"),
        ({"rule-time_tie": '"side_on_deal"'}, "rule-deal_score"),
    ):
        answer = desk.post(address, proposed("free", {**fields, **more}))
        assert answer.status_code == 200
        assert list(answer.context["form"].errors) == [field]
