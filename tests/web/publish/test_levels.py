"""Pages, papers and files of pairs who play for levels, whatever ranks them."""

from __future__ import annotations

import csv
import io
from html import unescape
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.game import find_game
from tests import levels_cast
from tests.cast import Cast
from tests.levels_cast import ATTACKERS_WIN, DEALERS_KEEP, post
from tests.scoring.shengji.test_whole_settlements import plays_of
from tests.scoring.shengji.whole_deals import played_out
from tests.web.publish import addresses
from tests.web.publish.papers import read_by_another, untold
from tests.web.publish.penalties import fine
from tests.web.publish.reading import MINUS, read
from tournaments import organise
from tournaments.models import Event, Ranking, Round, RuleSet
from web.publish import documents, rank_sentences
from web.publish.documents import Subject

COMMAND = ("id", "game", "rules")
"""What only the command line reads."""
MATCHES = (Ranking.VP_15_10, Ranking.VP_13, Ranking.WDL_2_1_0, Ranking.WIN_3)
ONE_AHEAD = {
    Ranking.VP_15_10: ("16", "14"),
    Ranking.VP_13: ("14", "12"),
    Ranking.WDL_2_1_0: ("2", "0"),
    Ranking.WIN_3: ("3", "0"),
}
"""What a match is worth that was won by one level."""


def ranked_by(ranking: str) -> tuple[Cast, Round]:
    """Return an event of two deals a round, the first round played.

    At every table one pair keeps the deal for two levels, the other one gains one.
    """
    cast = levels_cast.assemble(deals=2, ranking=ranking)
    round_ = cast.round_in_play()
    for deal in cast.deals(round_):
        post(cast, deal, DEALERS_KEEP if deal.play_order == 1 else ATTACKERS_WIN)
    cast.event.refresh_from_db()
    return cast, round_


def paper(kind: str, event: Event, round_: Round | None = None) -> str:
    """Return what stands on a paper, with single spaces."""
    made = documents.find(kind)
    subject = Event.objects.select_related("tournament__club", "ruleset").get(pk=event.pk)
    pdf = made.render(made.prepare(Subject(subject, "", round_)).input, untold)
    return " ".join(read_by_another(pdf).split())


@pytest.mark.full
@pytest.mark.usefixtures("db")
def test_a_deal_tells_dealer_level_trump_points_and_levels(english: Client) -> None:
    cast, round_ = ranked_by(Ranking.VP_15_10)
    first, second = cast.deals(round_)[:2]
    page = unescape(read(english, addresses.page_of(first)))
    for words in ("N 甲 Dealer", "2 Big joker Level No trump", "Attackers' points in all 35"):
        assert words in page
    assert "the kitty does not count" in page
    assert "The dealer's side keeps the deal, up 2 levels" in page
    assert "The next dealer S 乙" in page
    page = read(english, addresses.page_of(second))
    assert "Attackers' points in all 115" in page
    assert "The attackers take the deal, up 1 level" in page
    assert "Last trick W pair The next dealer E" in page


@pytest.mark.full
@pytest.mark.usefixtures("db")
def test_a_replaced_version_tells_what_the_felt_no_longer_shows(english: Client) -> None:
    cast, round_ = ranked_by(Ranking.VP_15_10)
    deal = cast.deals(round_)[0]
    assert "Dealer N" not in read(english, addresses.page_of(deal))
    post(cast, deal, ATTACKERS_WIN, seen=1)
    page = read(english, addresses.page_of(deal))
    for words in ("Dealer N", "Level 2", "Trump No trump", "Attackers' points in all 35"):
        assert words in page
    assert "The dealer's side gains 2 levels. The next deal" in page
    assert "The dealer's side keeps the deal. South deals next." in page


@pytest.mark.full
@pytest.mark.usefixtures("db")
def test_the_felt_of_a_deal_shows_its_level_card_the_dealer_and_what_was_taken(
    english: Client,
) -> None:
    cast, round_ = ranked_by(Ranking.VP_15_10)
    for deal, taken in zip(cast.deals(round_)[:2], (35, 115), strict=True):
        page = english.get(addresses.page_of(deal)).content.decode()
        felt = page.partition('class="felt felt-deal"')[2].partition("How it adds up")[0]
        assert felt.count("felt-plate") == 4
        assert felt.count('data-side="attackers"') == 2
        assert felt.count('class="card ') == 2
        assert f'<progress max="200" value="{taken}">' in felt
        assert "<span>0</span><span>80</span><span>200</span>" in felt


@pytest.mark.full
@pytest.mark.usefixtures("db")
@pytest.mark.parametrize("ranking", MATCHES)
def test_standings_show_what_matches_are_worth(english: Client, ranking: Ranking) -> None:
    cast, _ = ranked_by(ranking)
    won, lost = ONE_AHEAD[ranking]
    page = english.get(reverse("event", args=[cast.event.uid]))
    rows = page.context["page"].standings
    shown = page.context["page"].measures.on_screen
    assert [measure.heading for measure in shown][1:3] == ["Net levels", "W-D-L"]
    values = [[measure.text_of(row.row.rank) for measure in shown[:3]] for row in rows]
    assert values == [[won, "+1", "1-0-0"]] * 2 + [[lost, f"{MINUS}1", "0-0-1"]] * 2
    assert "4 : 3" in page.content.decode()
    assert "ase points" not in page.content.decode()


@pytest.mark.full
@pytest.mark.usefixtures("db")
@pytest.mark.parametrize(
    "ranking",
    [
        MATCHES[0],
        Ranking.POINTS,
        *(
            pytest.param(ranking, marks=pytest.mark.nightly)
            for ranking in (*MATCHES[1:], Ranking.TABLE_POINTS)
        ),
    ],
)
def test_every_page_and_paper_is_there_for_every_ranking(english: Client, ranking: Ranking) -> None:
    cast, round_ = ranked_by(ranking)
    fine(cast, cast.event.entries.get(number=2), -1)
    for name, address in addresses.of(cast, round_).items():
        assert english.get(address).status_code == 200, name
    with translation.override("en"):
        for kind in ("standings", "final", "round_results"):
            text = paper(kind, cast.event, round_ if kind == "round_results" else None)
            assert "甲" in text, kind
        sentences = list(rank_sentences.sentences(cast.event, tuple(cast.event.stages.all())))
    assert all("%(" not in sentence for sentence in sentences)
    page = read(english, reverse("rules", args=[cast.event.uid]))
    assert all(sentence in page for sentence in sentences[:1])


@pytest.mark.full
@pytest.mark.usefixtures("db")
def test_a_stage_with_rules_of_its_own_has_the_questions_of_these(english: Client) -> None:
    cast, round_ = ranked_by(Ranking.VP_15_10)
    question, address = "failed throws", reverse("round", args=[cast.event.uid, 1])
    files = [("results_csv", None), ("results_csv", round_)]
    assert question not in read(english, address)
    assert not any(question in asked_in(kind, cast.event, of) for kind, of in files)
    rules = find_game("shengji").rules({"preset": "standard-2"}).as_dict()
    stage = cast.event.stages.get()
    named = {"game": "shengji", "name": "own", "schema": 1, "digest": "0" * 64}
    stage.ruleset = RuleSet.objects.create(rules=rules, **named)
    stage.save()
    round_ = Round.objects.select_related("group__stage__ruleset", "event").get(pk=round_.pk)
    files = [("results_csv", None), ("results_csv", round_)]
    assert question in read(english, address)
    assert all(question in asked_in(kind, cast.event, of) for kind, of in files)


def asked_in(kind: str, event: Event, round_: Round | None) -> str:
    """Return the head of a file."""
    subject = Event.objects.select_related("tournament__club", "ruleset").get(pk=event.pk)
    made = documents.find(kind)
    with translation.override("en"):
        content = made.render(made.prepare(Subject(subject, "", round_)).input, untold)
    return content.decode().partition("\n")[0]


@pytest.mark.full
@pytest.mark.usefixtures("db")
def test_a_round_says_how_each_match_stands_and_what_it_is_worth(english: Client) -> None:
    cast, round_ = ranked_by(Ranking.VP_15_10)
    page = read(english, reverse("round", args=[cast.event.uid, round_.number]))
    assert "Levels gained" in page
    assert "What was recorded of each deal" in page
    assert "1 N 2 No trump 35 N" in page
    assert "2 S 4 ♥ 75 W pair 10" in page
    assert "· Net levels +1 · victory points 16 4 : 3" in page
    assert f"· Net levels {MINUS}1 · victory points 14 3 : 4" in page
    with translation.override("en"):
        text = paper("round_results", cast.event, round_)
    assert text.count("4 : 3 · victory points 16 : 14") == 2


@pytest.mark.full
@pytest.mark.usefixtures("db")
def test_a_match_that_goes_on_stands_so_far_and_is_worth_nothing_yet(english: Client) -> None:
    cast = levels_cast.assemble(deals=2, ranking=Ranking.VP_15_10)
    round_ = cast.round_in_play()
    post(cast, cast.deals(round_)[0], DEALERS_KEEP)
    page = read(english, reverse("entry", args=[cast.event.uid, 1]))
    assert "Score of the match 4 : 2 (+2) so far" in page
    assert "victory points 1" not in page
    page = read(english, reverse("round", args=[cast.event.uid, 1]))
    assert "· Net levels +2 4 : 2" in page
    assert "victory points" not in page
    for deal in cast.deals(round_)[2:]:
        post(cast, deal, DEALERS_KEEP)
    page = read(english, reverse("event", args=[cast.event.uid]))
    assert "4 : 2 (+2) so far" in page


@pytest.mark.full
@pytest.mark.usefixtures("db")
def test_a_penalty_outside_of_a_match_stands_in_the_sum_and_on_paper(english: Client) -> None:
    cast, _ = ranked_by(Ranking.VP_15_10)
    best = english.get(reverse("event", args=[cast.event.uid])).context["page"].standings[0]
    fine(cast, cast.event.entries.get(number=best.row.competitor.number), -3)
    page = english.get(reverse("event", args=[cast.event.uid])).context["page"]
    row = next(standing.row for standing in page.standings if standing.row.rank.reasons)
    values = {measure.heading: measure.text_of(row.rank) for measure in page.measures.on_paper}
    assert values["Victory points"] == "13"
    assert values["Penalties"] == f"{MINUS}3"
    assert "Penalties" in paper("standings", cast.event)
    number = row.competitor.number
    for name, args in (("event", ()), ("entry", (number,))):
        shown = read(english, reverse(name, args=[cast.event.uid, *args]))
        assert f"16 Penalty: 迟到 {MINUS}3 Victory points 13" in shown


@pytest.mark.full
@pytest.mark.usefixtures("db")
def test_a_replay_adds_up_the_points_of_the_attackers(english: Client) -> None:
    cast = levels_cast.assemble(deals=2, ranking=Ranking.VP_15_10)
    deal = cast.deals(cast.round_in_play())[0]
    whole = played_out(Random(5), "lianzhong-2")
    facts = {name: fact for name, fact in plays_of(whole, 0).items() if name not in COMMAND}
    post(cast, deal, facts)
    answer = english.get(addresses.page_of(deal))
    tricks = answer.context["page"].replay.tricks
    assert len(tricks) == len(whole.tricks)
    assert tricks[-1].sides[0].labels == ("W", "E")
    assert tricks[-1].sides[0].points == whole.in_tricks
    assert sum(trick.sides[0].gained for trick in tricks) == whole.in_tricks
    assert {play.points for trick in tricks for play in trick.plays} == {None}
    assert sorted(card for _, hand in tricks[0].held for card in hand) == sorted(
        card for hand in whole.hands for card in hand
    )
    page = answer.content.decode()
    assert page.count('class="replay-trick"') == len(tricks)
    assert "Small joker" in page


@pytest.mark.full
@pytest.mark.usefixtures("db")
def test_what_decided_between_equals_is_said(english: Client) -> None:
    cast, _ = ranked_by(Ranking.VP_15_10)
    page = english.get(reverse("event", args=[cast.event.uid]))
    decided = [row.row.rank.decided_by for row in page.context["page"].standings]
    assert all(decided)
    assert page.content.decode().count("Equal sums were decided by:") == len(decided)
    assert "Decided by" in paper("standings", cast.event)


@pytest.mark.full
@pytest.mark.usefixtures("db")
def test_files_hold_every_number_of_the_standings() -> None:
    cast, _ = ranked_by(Ranking.VP_15_10)
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=cast.event.pk)
    made = documents.find("standings_csv")
    with translation.override("en"):
        content = made.render(made.prepare(Subject(event)).input, untold)
    heading, *rows = csv.reader(io.StringIO(content.decode("utf-8-sig")))
    assert heading[4:6] == ["Net levels", "W-D-L"]
    table = [dict(zip(heading, row, strict=True)) for row in rows]
    assert [row["Victory points"] for row in table] == ["16", "16", "14", "14"]
    assert [row["Round 1"] for row in table] == ["16", "16", "14", "14"]


@pytest.mark.full
@pytest.mark.usefixtures("db")
def test_results_in_a_file_hold_what_was_asked_of_each_deal() -> None:
    cast, _ = ranked_by(Ranking.VP_15_10)
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=cast.event.pk)
    made = documents.find("results_xlsx")
    with translation.override("en"):
        data = made.prepare(Subject(event)).input
    table = [dict(zip(data["headings"], row, strict=True)) for row in data["rows"]]
    second = next(row for row in table if row["Deal"] == 2)
    values = list(second.values())
    assert second["Levels gained"] in (0, 1)
    assert {"4", "♥", 75, 10} <= {value for value in values if value is not None}


@pytest.mark.full
@pytest.mark.usefixtures("db")
def test_who_sits_out_has_what_the_event_credits(english: Client) -> None:
    credit = Event.SitOutCredit.WIN
    cast = levels_cast.assemble(deals=2, ranking=Ranking.VP_15_10, sit_out_credit=credit)
    organise.withdraw_entry(cast.event.entries.get(number=4), cast.director)
    round_ = cast.round_in_play()
    for deal in cast.deals(round_):
        post(cast, deal, DEALERS_KEEP)
    page = english.get(reverse("event", args=[cast.event.uid]))
    rows = [standing.row for standing in page.context["page"].standings]
    (out,) = (row for row in rows if any(round_.counts == "sat_out" for round_ in row.rank.rounds))
    assert page.context["page"].measures.total.text_of(out.rank) == "18"
    assert "sat out: counts as the event credits it" in page.content.decode()
    entry = reverse("entry", args=[cast.event.uid, out.competitor.number])
    assert "Sat out: the round counts as the event credits it." in read(english, entry)
    with translation.override("en"):
        assert "18*" in paper("standings", cast.event)


@pytest.mark.full
@pytest.mark.usefixtures("db")
def test_a_match_to_a_target_level_says_who_has_won(english: Client) -> None:
    rules = {"preset": "lianzhong-2", "target_level": "3", "must_play": []}
    cast = levels_cast.assemble(deals=4, ranking=Ranking.WIN_3, rules=rules, to_limit=True)
    round_ = cast.round_in_play()
    address = reverse("round", args=[cast.event.uid, round_.number])
    assert "Deals recorded: 0" in read(english, address)
    for deal in cast.deals(round_):
        post(cast, deal, DEALERS_KEEP)
    page = read(english, address)
    assert "Deals recorded: 2" in page
    assert "of 2 deals" not in page, "nobody knew how many it would be"
    assert "deals recorded so far: 2." in read(english, reverse("home"))
    assert page.count("winner · Net levels +2 · match points 3") == 2
    rules_page = read(english, reverse("rules", args=[cast.event.uid]))
    assert "Each round is a game that ends by its rules, or after 4 deals." in rules_page
