"""The replay on the page of a deal: every trick, its winner, what was wrong, the points so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.following import Following
from scoring.game import Context
from tests import cast as people
from tests import levels_cast
from tests.cast import Cast
from tests.scoring.shengji.test_whole_settlements import plays_of
from tests.scoring.shengji.whole_deals import played_out
from tests.web.publish import addresses, replays
from tests.web.publish.reading import MINUS, read
from tournaments import organise
from tournaments.models import Deal, Ranking, Result, Round
from tournaments.record import guards
from web.publish.pages import replay

COMMAND = ("id", "game", "rules")
"""What of a whole deal only the command line reads."""
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


@pytest.fixture
def reader(live_server: LiveServer, chromium: Browser) -> Iterator[Page]:
    """A page of which every fault and every breach of its policy fails the test."""
    faults: list[str] = []
    with chromium.new_context(locale="en-GB", base_url=live_server.url) as context:
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text))
        yield page
    assert not faults


@pytest.mark.nightly
@pytest.mark.django_db(transaction=True)
def test_a_reader_steps_by_buttons_and_by_arrow_keys(reader: Page) -> None:
    cast = people.assemble()
    deal = cast.deals(cast.round_in_play())[0]
    replays.post(cast, deal, replays.played(CLASSIC))
    reader.goto(addresses.page_of(deal))
    tricks, held = reader.locator("#tricks h3:visible"), reader.locator(".felt-hand .card:visible")
    expect(tricks).to_have_count(0)
    expect(held).to_have_count(52)
    reader.get_by_role("button", name="Next trick").click()
    expect(tricks).to_have_text(["Trick 1 of 13"])
    expect(held).to_have_count(48)
    reader.keyboard.press("ArrowRight")
    expect(tricks).to_have_text(["Trick 2 of 13"])
    reader.keyboard.press("ArrowLeft")
    expect(tricks).to_have_text(["Trick 1 of 13"])
    reader.get_by_role("button", name="All tricks").click()
    expect(tricks).to_have_count(13)
    reader.get_by_role("button", name="Trick 1", exact=True).click()
    expect(tricks).to_have_text(["Trick 1 of 13"])
    expect(reader.locator(".scrubber-tick")).to_have_count(14)
    reader.get_by_role("button", name="Trick 13").click()
    expect(tricks).to_have_text(["Trick 13 of 13"])
    expect(held).to_have_count(0)
    expect(reader.locator(".scrubber-tick[aria-pressed=true]")).to_have_text(["Trick 13 13 E"])
    reader.get_by_role("button", name="Hands", exact=True).click()
    expect(held).to_have_count(52)


MIDDLE = """() => {
  const box = (e) => e.getBoundingClientRect();
  const [felt, ...cards] = [document.querySelector(".felt"),
    ...document.querySelectorAll(".replay-trick[data-open] .felt-trick > *")].map(box);
  const seats = [...document.querySelectorAll(".felt .felt-hand .card, .felt-name")]
    .filter((e) => getComputedStyle(e).visibility === "visible").map(box);
  const inside = cards.every((card) => card.top > felt.top && card.bottom < felt.bottom);
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return [cards.length, inside, seats.some((seat) => cards.some((card) => meet(seat, card)))];
}"""
"""How many cards lie in the middle, whether on the felt, and whether on a hand or a name."""


@pytest.mark.nightly
@pytest.mark.django_db(transaction=True)
def test_one_felt_stands_beside_its_sums_and_the_trick_lies_in_its_middle(reader: Page) -> None:
    cast = people.assemble()
    deal = cast.deals(cast.round_in_play())[0]
    replays.post(cast, deal, replays.played(CLASSIC))
    for width, height, most in ((1366, 768, 1200), (820, 1180, 2000), (390, 844, 2000)):
        reader.set_viewport_size({"width": width, "height": height})
        reader.goto(addresses.page_of(deal))
        expect(reader.locator(".felt:visible")).to_have_count(1)
        before = reader.evaluate("document.documentElement.scrollHeight")
        for number in range(1, 14):
            reader.keyboard.press("ArrowRight")
            assert reader.evaluate(MIDDLE) == [4, True, False], (width, number)
        assert before <= most
        assert reader.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.nightly
@pytest.mark.django_db(transaction=True)
def test_plays_of_several_cards_lie_on_no_hand(reader: Page) -> None:
    cast = levels_cast.assemble(deals=2, ranking=Ranking.VP_15_10)
    deal = cast.deals(cast.round_in_play())[0]
    facts = dict(plays_of(played_out(Random(5), "lianzhong-2"), 0))
    levels_cast.post(cast, deal, {name: facts[name] for name in facts if name not in COMMAND})
    for width, height in ((1366, 768), (390, 844)):
        reader.set_viewport_size({"width": width, "height": height})
        reader.goto(addresses.page_of(deal))
        for number in range(1, reader.locator(".replay-trick").count() + 1):
            reader.keyboard.press("ArrowRight")
            assert reader.evaluate(MIDDLE) == [4, True, False], (width, number)


TICKS = """() => {
  const ticks = [...document.querySelectorAll(".scrubber-tick")];
  const rows = Object.groupBy(ticks, (tick) => tick.getBoundingClientRect().top);
  return Object.values(rows).map((row) => row.length);
}"""


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_ticks_stand_in_rows_as_long_as_each_other(reader: Page) -> None:
    cast = people.assemble()
    deal = cast.deals(cast.round_in_play())[0]
    replays.post(cast, deal, replays.played(CLASSIC))
    for width, rows in ((390, [7, 7]), (1366, [14])):
        reader.set_viewport_size({"width": width, "height": 844})
        reader.goto(addresses.page_of(deal))
        assert reader.evaluate(TICKS) == rows


FELT = """() => {
  const felt = document.querySelector(".felt"), box = (part) => part.getBoundingClientRect();
  const inside = ({ left, right, top, bottom }, of) =>
    left >= of.left && right <= of.right && top >= of.top && bottom <= of.bottom;
  const size = (selector) => parseFloat(getComputedStyle(felt.querySelector(selector)).fontSize);
  return {
    inside: [...felt.querySelectorAll("*")].every((part) => inside(box(part), box(felt))),
    cards: [...felt.querySelectorAll(".felt-trump .card")].map((card) => card.offsetWidth),
    bar: box(felt.querySelector("progress")).width / felt.offsetWidth > 0.5,
    points: size(".felt-taken strong"),
    scale: size(".felt-scale"),
    high: felt.offsetHeight / felt.offsetWidth,
  };
}"""


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_a_result_of_levels_is_the_picture_of_its_felt(reader: Page) -> None:
    cast = levels_cast.assemble(deals=2, ranking=Ranking.VP_15_10)
    deal = cast.deals(cast.round_in_play())[0]
    levels_cast.post(cast, deal, levels_cast.ATTACKERS_WIN)
    for width, least in ((390, 0.9), (1366, 0.7)):
        reader.set_viewport_size({"width": width, "height": 844})
        reader.goto(addresses.page_of(deal))
        felt = reader.evaluate(FELT)
        assert least <= felt.pop("high") <= 1.4, width
        told = {"inside": True, "cards": [64, 64], "bar": True, "points": 32, "scale": 15}
        assert felt == told, width


BESIDE = """() => {
  const box = (part) => part.getBoundingClientRect();
  const felt = box(document.querySelector(".felt"));
  const shown = [...document.querySelectorAll(".deal-side > section")]
    .filter((part) => part.checkVisibility());
  return [shown.map((part) => part.id), shown.every((part) => box(part).left >= felt.right),
    shown.every((part) => box(part).right <= innerWidth)];
}"""


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_captures_are_a_tab_beside_the_felt(reader: Page) -> None:
    cast = people.assemble()
    deal = cast.deals(cast.round_in_play())[0]
    replays.post(cast, deal, replays.played(CLASSIC))
    reader.set_viewport_size({"width": 1366, "height": 768})
    reader.goto(addresses.page_of(deal))
    assert reader.evaluate(BESIDE) == [["sums", ""], True, True]
    reader.get_by_role("button", name="Captures").click()
    assert reader.evaluate(BESIDE) == [["captures", ""], True, True]
    expect(reader.locator("#captures .captured:visible")).to_have_count(4)
    reader.locator(".felt-points[href='#sum-W']").click()
    assert reader.evaluate(BESIDE) == [["sums", ""], True, True]
    expect(reader.locator(".deal-sum[open]")).to_have_id("sum-W")


@pytest.mark.nightly
@pytest.mark.django_db(transaction=True)
def test_the_points_of_a_seat_on_the_felt_open_its_lines(reader: Page) -> None:
    cast = people.assemble()
    deal = cast.deals(cast.round_in_play())[0]
    replays.post(cast, deal, replays.played(CLASSIC))
    reader.goto(addresses.page_of(deal))
    expect(reader.locator(".deal-table .felt-hand").first).to_be_visible()
    for seat in ("W", "N", "E"):
        reader.locator(f".felt-points[href='#sum-{seat}']").click()
        expect(reader.locator(".deal-sum[open]")).to_have_id(f"sum-{seat}")


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
