"""The replay on the page of a deal: every trick, its winner, what was wrong, the points so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from scoring.following import Following
from scoring.game import Context
from tests import cast as people
from tests.cast import Cast
from tests.web.publish import addresses, replays
from tests.web.publish.reading import MINUS, read
from tournaments import organise
from tournaments.models import Deal, Result, Round
from tournaments.record import guards
from web.publish.pages import replay

CLASSIC: Mapping[str, Any] = {"preset": "classic"}


def shown(client: Client, deal: Deal) -> replay.DealReplay | None:
    """Return the replay that the page of a deal shows."""
    shown_replay = client.get(addresses.page_of(deal)).context["page"].replay
    assert shown_replay is None or isinstance(shown_replay, replay.DealReplay)
    return shown_replay


def followed(deal: Deal, report: Mapping[str, Any]) -> Following:
    """Return what the door says of a deal that was written down."""
    return replays.GAME.follow(report, replays.rules_of(deal))


@pytest.mark.full
def test_a_deal_of_which_only_the_captures_are_known_has_no_replay(
    cast: Cast, round_: Round, english: Client
) -> None:
    deal = cast.deals(round_)[0]
    cast.post(deal)
    assert shown(english, deal) is None
    assert "Trick by trick" not in read(english, addresses.page_of(deal))


@pytest.mark.full
@pytest.mark.parametrize(
    ("rules", "players", "tricks"),
    [
        ({"preset": "classic"}, 8, 13),
        ({"preset": "qq-double"}, 8, None),
        ({"preset": "fifty", "players": 3}, 9, 17),
        ({"preset": "fifty", "players": 5}, 10, 10),
    ],
    ids=["one deck", "two decks", "three seats", "five seats"],
)
def test_every_trick_is_shown_as_it_was_played(
    cast: Cast, english: Client, rules: Mapping[str, Any], players: int, tricks: int | None
) -> None:
    plan = organise.EventPlan("逐圈赛", "gongzhu", dict(rules))
    event = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(event, cast.director, [[f"{n}号"] for n in range(players)])
    round_ = organise.draw_round(event, cast.director, seed="seed")
    organise.publish_round(round_, cast.director)
    deal, report = cast.deals(round_)[0], replays.played(rules)
    replays.post(cast, deal, report)
    replay, expected = shown(english, deal), followed(deal, report).tricks
    assert replay is not None
    assert [
        (trick.winner, tuple((play.label, play.cards) for play in trick.plays))
        for trick in replay.tricks
    ] == [(trick.winner, tuple(map(tuple, trick.plays))) for trick in expected]
    assert tricks in (None, len(replay.tricks))
    page = english.get(addresses.page_of(deal)).content.decode()
    assert page.count('class="replay-trick"') == len(expected)
    assert page.count(" data-wins>") == len(expected)


@pytest.mark.full
def test_before_each_trick_the_hands_are_what_has_not_been_played(
    cast: Cast, round_: Round, english: Client
) -> None:
    deal, report = cast.deals(round_)[0], replays.played(CLASSIC)
    replays.post(cast, deal, report)
    replay = shown(english, deal)
    assert replay is not None
    assert {seat: set(hand) for seat, hand in replay.hands} == {
        seat: set(hand) for seat, hand in report["hands"].items()
    }
    held = [dict(trick.held) for trick in replay.tricks]
    for before, after, trick in zip(held, held[1:], replay.tricks, strict=False):
        for play in trick.plays:
            assert set(before[play.label]) - set(after[play.label]) == set(play.cards)


@pytest.mark.full
def test_the_points_so_far_lead_to_the_result(cast: Cast, round_: Round, english: Client) -> None:
    deal = cast.deals(round_)[0]
    result = replays.post(cast, deal, replays.played(CLASSIC))
    replay = shown(english, deal)
    assert replay is not None
    last = {play.label: play.points for play in replay.tricks[-1].plays}
    assert last == result.settlement["raw"]


@pytest.mark.full
def test_a_play_against_the_rules_is_said_beside_its_trick(
    cast: Cast, round_: Round, english: Client
) -> None:
    deal, report = cast.deals(round_)[0], replays.played(CLASSIC)
    # Who revokes keeps the card that he should have played for the trick of the other one.
    place = next(n for n, flagged in enumerate(_revokes(deal, report)) if flagged)
    report = _with_exchange(report, place)
    replays.post(cast, deal, report)
    (flag, *_) = followed(deal, report).flags
    replay = shown(english, deal)
    assert replay is not None
    flagged_plays = [
        (trick.number, play.label) for trick in replay.tricks for play in trick.plays if play.flags
    ]
    assert (flag.play // 4 + 1, flag.seat) in flagged_plays
    assert "did not follow suit" in read(english, addresses.page_of(deal))


def _revokes(deal: Deal, report: Mapping[str, Any]) -> Iterator[bool]:
    """Say of each play whether exchanging it with a later one of its seat makes a first revoke."""
    for place in range(len(report["plays"])):
        exchanged = _with_exchange(report, place)
        follows = followed(deal, exchanged)
        problems = replays.GAME.problems(exchanged, replays.rules_of(deal))
        codes = [flag.code.value for flag in follows.flags if flag.play == place]
        yield not problems and "revoke" in codes


def _with_exchange(report: Mapping[str, Any], place: int) -> dict[str, Any]:
    """Return the deal in which a seat has played its last card in the place of another."""
    plays = [list(play) for play in report["plays"]]
    seat = plays[place][0]
    last = max(n for n, play in enumerate(plays) if play[0] == seat)
    plays[place][1], plays[last][1] = plays[last][1], plays[place][1]
    return {**report, "plays": plays}


@pytest.mark.full
def test_a_settlement_shows_its_derivation(cast: Cast, round_: Round, english: Client) -> None:
    deal = cast.deals(round_)[0]
    hearts = [f"H{rank}" for rank in ("2", "3", "4", "5", "7", "9", "Q", "K", "A")]
    won = {"N": ["SQ", "H6", "H8", "H10", "HJ", "C10"], "E": hearts, "S": ["DJ"]}
    replays.post(cast, deal, {"won": won, "exposed": {"HA": "exposed"}})
    page = read(english, addresses.page_of(deal))
    # T9 L289.
    assert f"({MINUS}100 {MINUS} 20×3 {MINUS} 40) × 2 = {MINUS}400" in page


@pytest.mark.full
def test_hands_without_plays_are_shown_on_the_page_of_the_deal(
    cast: Cast, round_: Round, english: Client
) -> None:
    deal, whole = cast.deals(round_)[0], replays.played(CLASSIC)
    won = followed(deal, whole).won
    facts = {"hands": whole["hands"], "won": {seat: list(won[seat]) for seat in won}}
    replays.post(cast, deal, facts)
    assert shown(english, deal) is None
    page = english.get(addresses.page_of(deal)).content.decode()
    felt = page.partition('class="felt felt-deal"')[2].partition("How it adds up")[0]
    assert felt.count("data-card=") == 52


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_without_script_every_trick_is_there(live_server: LiveServer, chromium: Browser) -> None:
    cast = people.assemble()
    deal = cast.deals(cast.round_in_play())[0]
    replays.post(cast, deal, replays.played(CLASSIC))
    with chromium.new_context(base_url=live_server.url, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(addresses.page_of(deal))
        expect(page.locator(".replay-trick:visible")).to_have_count(13)
        expect(page.locator(".replay-steps")).to_be_hidden()
        expect(page.locator("#sums, #captures").locator("visible=true")).to_have_count(2)
        expect(page.locator(".deal-tabs")).to_be_hidden()


@pytest.mark.full
def test_plays_that_nobody_read_when_they_were_stored_are_not_replayed(
    cast: Cast, english: Client
) -> None:
    plan = organise.EventPlan("两副牌", "gongzhu", {"preset": "qq-double"})
    event = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(event, cast.director, [[f"{n}号"] for n in range(4)])
    round_ = organise.draw_round(event, cast.director, seed="seed")
    organise.publish_round(round_, cast.director)
    deal = cast.deals(round_)[0]
    whole = replays.played({"preset": "qq-double"})
    won = followed(deal, whole).won
    result = replays.post(cast, deal, {"won": {seat: list(won[seat]) for seat in won}})
    guards.remove(connection)
    facts = {**result.facts, "plays": whole["plays"]}
    Result.objects.filter(pk=result.pk).update(facts=facts, schema=2, engine="gongzhu-2")
    guards.install(connection)
    assert shown(english, deal) is None
    page = read(english, addresses.page_of(deal))
    assert "What was recorded" in page
    assert "How it adds up" in page
    guards.remove(connection)
    Result.objects.filter(pk=result.pk).update(schema=3)
    guards.install(connection)
    assert shown(english, deal) is not None


@pytest.mark.full
def test_the_queries_of_a_replay_do_not_grow_with_plays_and_versions(
    cast: Cast, round_: Round, english: Client
) -> None:
    def ask(deal: Deal) -> int:
        with CaptureQueriesContext(connection) as asked:
            english.get(addresses.page_of(deal))
        return len(asked)

    bare, deal = cast.deals(round_)[:2]
    cast.post(bare)
    replays.post(cast, deal, replays.played(CLASSIC))
    ask(bare)
    once = ask(deal)
    assert once == ask(bare)
    for seen in (1, 2, 3):
        cast.post(deal, seen=seen, reason="misread")
    assert ask(deal) == once


def test_tricks_before_an_open_claim_are_shown_without_points() -> None:
    """The page of a deal with a contested claim failed from the second trick on."""
    rules = replays.GAME.rules(dict(CLASSIC))
    report = replays.played(CLASSIC)
    claim = {"seat": "N", "kind": "all", "contested": True}
    begun = {**report, "plays": report["plays"][:32], "claim": claim}
    begun.pop("won", None)
    read_replay = replay.read(begun, replays.GAME, rules, Context())
    assert read_replay is not None
    assert [trick.number for trick in read_replay.tricks] == [*range(1, 9)]
    assert {play.points for trick in read_replay.tricks for play in trick.plays} == {None}
