"""A deal of which every play is written down: what follows, and what is against the rules."""

from random import Random
from typing import Any

import pytest

from scoring.game import Context, find_game
from scoring.problems import Unsettled
from scoring.seats import COMPASS
from scoring.shengji.cards import deck, points_in
from scoring.shengji.play.ladder import ladder
from tests.scoring.commands import answered

SHENGJI = find_game("shengji")
RULES = SHENGJI.rules({"preset": "lianzhong-1"})
ORDER = ladder("H", "2")
START = {"dealer": "N", "level": "2", "trump": "H"}


def record(seed: int = 1) -> dict[str, Any]:
    """Return a deal of one deck, played by the rules and card by card."""
    cards = list(deck(1))
    Random(seed).shuffle(cards)
    hands = {seat: cards[place * 12 : place * 12 + 12] for place, seat in enumerate(COMPASS)}
    left = {seat: list(hand) for seat, hand in hands.items()}
    plays: list[list[Any]] = []
    turn = "N"
    for _ in range(12):
        trick: list[tuple[str, str]] = []
        for step in range(4):
            seat = COMPASS[(COMPASS.index(turn) + step) % 4]
            led = ORDER.suit[trick[0][1]] if trick else None
            card = next((card for card in left[seat] if ORDER.suit[card] == led), left[seat][0])
            left[seat].remove(card)
            trick.append((seat, card))
        plays.extend([seat, [card]] for seat, card in trick)
        turn = trick[SHENGJI.trick({**START, "plays": [[c] for _, c in trick]}, RULES)[0]][0]
    return {**START, "hands": hands, "kitty": cards[48:], "plays": plays}


def codes(report: Any) -> list[tuple[str, str]]:
    """Return the codes and fields of what is wrong with a record."""
    return [(problem.code.value, problem.field) for problem in SHENGJI.problems(report, RULES)]


@pytest.mark.parametrize("seed", range(6))
def test_a_record_of_plays_settles_as_its_result_does(seed: int) -> None:
    """SJ-71, SJ-72, SJ-47, SJ-54: one deck has 100 points, in tricks and in the kitty."""
    report = record(seed)
    following = SHENGJI.follow(report, RULES)
    assert following.done
    assert following.next is None
    assert (len(following.tricks), following.flags) == (12, ())
    points = {seat: points_in(cards) for seat, cards in following.won.items()}
    attackers = points["W"] + points["E"]
    kitty = points_in(report["kitty"])
    last = following.tricks[-1]
    cards = next(list(play.cards) for play in last.plays if play.seat == last.winner)
    result = {
        **START,
        "attackers_points": attackers,
        "dealers_points": 100 - attackers - kitty,
        "kitty_points": kitty,
        "last_trick": {"winner": last.winner, "cards": cards},
    }
    assert SHENGJI.settle(result, RULES) == SHENGJI.settle(report, RULES)
    assert SHENGJI.running(report, RULES)[-1]["W"] == attackers
    assert SHENGJI.replay(report, RULES).raw == SHENGJI.settle(report, RULES).raw
    both = {**report, "attackers_points": attackers, "last_trick": result["last_trick"]}
    assert codes(both) == []


def test_an_unfinished_record_says_who_is_next_and_what_is_missing() -> None:
    """SJ-72, SJ-75, SJ-22."""
    report = record()
    report["plays"] = report["plays"][:5]
    following = SHENGJI.follow(report, RULES)
    leader = following.tricks[0].winner
    assert report["plays"][4][0] == leader
    assert following.next == COMPASS[(COMPASS.index(leader) + 1) % 4]
    assert len(following.left[leader]) == 10
    assert not following.done
    assert codes(report) == [("plays_incomplete", "plays")]
    with pytest.raises(Unsettled):
        SHENGJI.settle(report, RULES)
    assert SHENGJI.replay(report, RULES).raw is None


def test_the_dealer_leads_first() -> None:
    """SJ-22, SJ-70: another lead is flagged and stands."""
    report = {**START, "plays": [["W", ["SA"]]]}
    following = SHENGJI.follow(report, RULES)
    assert [flag.code.value for flag in following.flags] == ["out_of_turn"]
    assert following.next == "S"
    [irregular] = SHENGJI.irregularities(report, RULES)
    assert (irregular.play, irregular.seat) == (1, "W")


def test_a_revoke_is_flagged_and_stands() -> None:
    """SJ-31, SJ-70: the flag is in the answer, and the deal is settled."""
    report = record()
    plays, hands = report["plays"], report["hands"]
    led = ORDER.suit[plays[0][1][0]]
    other = next(
        place
        for place in range(1, 4)
        if ORDER.suit[plays[place][1][0]] == led
        and any(ORDER.suit[card] not in (led, "T") for card in hands[plays[place][0]])
    )
    seat, [followed] = plays[other]
    wrong = next(card for card in hands[seat] if ORDER.suit[card] not in (led, "T"))
    later = next(place for place, play in enumerate(plays) if play == [seat, [wrong]])
    plays[other], plays[later] = [seat, [wrong]], [seat, [followed]]
    line = {"game": "shengji", "rules": {"preset": "lianzhong-1"}, **report}
    [answer] = answered("settle", [line])
    assert answer["problems"] == []
    assert ("played_without_suit", f"plays.{other}") in [
        (flag["code"], flag["field"]) for flag in answer["flags"]
    ]


def test_a_throw_that_cannot_stand_is_flagged() -> None:
    """SJ-40, SJ-70."""
    report = record()
    order = ORDER
    hand = report["hands"]["N"]
    suits = {order.suit[card] for card in hand}
    flagged = False
    for suit in suits:
        own = sorted((c for c in hand if order.suit[c] == suit), key=order.place.__getitem__)
        higher = any(
            order.suit[card] == suit and order.place[card] > order.place[own[0]]
            for seat in "WSE"
            for card in report["hands"][seat]
        )
        if len(own) > 1 and higher:
            following = SHENGJI.follow({**report, "plays": [["N", own[:2]]]}, RULES)
            assert [flag.code.value for flag in following.flags] == ["throw_not_standing"]
            flagged = True
    assert flagged


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        ([["N", ["SA"]], ["N", ["S3"]]], ("seat_twice_in_trick", "plays.1")),
        ([["N", ["SA"]], ["W", ["S3", "S4"]]], ("play_of_other_size", "plays.1")),
        ([["N", ["SA", "DA"]]], ("lead_of_two_suits", "plays.0")),
        ([["N", []]], ("play_without_cards", "plays.0")),
        ([["N"]], ("play_not_a_play", "plays.0")),
        ([["Q", ["SA"]]], ("unknown_seat", "plays.0")),
    ],
)
def test_what_cannot_have_been_played_is_a_problem(plays: Any, expected: tuple[str, str]) -> None:
    """SJ-30."""
    assert expected in codes({**START, "plays": plays})


def test_a_card_is_played_out_of_the_hand_that_holds_it() -> None:
    """SJ-30, SJ-73."""
    report = record()
    report["plays"] = [["N", report["hands"]["W"][:1]]]
    assert ("card_not_in_hand", "plays.0") in codes(report)
    report = record()
    report["hands"]["N"][0] = report["hands"]["W"][0]
    assert ("cards_too_often", "hands") in codes(report)


def test_nobody_plays_more_cards_than_he_holds() -> None:
    """SJ-1."""
    plays = [[seat, [card]] for card in deck(1)[:13] for seat in COMPASS]
    assert ("too_many_cards_played", "plays") in codes({**START, "plays": plays})


def test_what_is_written_beside_the_plays_has_to_agree() -> None:
    """SJ-72."""
    report = record()
    following = SHENGJI.follow(report, RULES)
    points = points_in([card for seat in "WE" for card in following.won[seat]])
    assert codes({**report, "attackers_points": points + 5}) == [
        ("result_not_as_played", "attackers_points")
    ]
    wrong = COMPASS[(COMPASS.index(following.tricks[-1].winner) + 1) % 4]
    assert codes({**report, "last_trick": {"winner": wrong}}) == [
        ("result_not_as_played", "last_trick.winner")
    ]


def test_hands_of_a_board_take_the_place_of_hands_that_are_not_written() -> None:
    """SJ-73, SJ-92: but for the dealer's, who has buried cards since."""
    report = record()
    hands = {seat: tuple(cards) for seat, cards in report.pop("hands").items()}
    following = SHENGJI.follow(report, RULES, Context(hands=hands))
    assert following.hands == {seat: hands[seat] for seat in hands if seat != report["dealer"]}
    assert following.done


def test_the_points_of_the_kitty_are_those_of_its_cards() -> None:
    """SJ-54, SJ-72: 底牌 are the cards that nobody holds; whichever way the record tells them."""
    report = record()
    kitty = points_in(report["kitty"])
    bare = {name: value for name, value in report.items() if name not in ("hands", "kitty")}
    hands = {"hands": report["hands"]}
    for told in (report, bare, {**bare, **hands}, {**START, **hands}):
        right, wrong = ({**told, "kitty_points": points} for points in (kitty, kitty + 5))
        assert "kitty_points" not in [field for _, field in codes(right)]
        assert ("result_not_as_played", "kitty_points") in codes(wrong)
        before = [p.field for p in SHENGJI.problems(wrong, RULES, Context(schema=1))]
        assert "kitty_points" not in before
    assert SHENGJI.schema == 2


def revoked() -> dict[str, Any]:
    """Return a record in which a seat does not follow suit to the first trick, and could have."""
    report = record()
    hands, led = report["hands"], ORDER.suit[report["plays"][0][1][0]]
    seat, card = next(
        (seat, card)
        for seat in "WSE"
        for card in hands[seat]
        if ORDER.suit[card] != led and any(ORDER.suit[held] == led for held in hands[seat])
    )
    plays = report["plays"]
    there = next(at for at, play in enumerate(plays) if play == [seat, [card]])
    here = next(at for at, play in enumerate(plays) if play[0] == seat)
    plays[here], plays[there] = plays[there], plays[here]
    return report


def test_complete_plays_tell_the_hands_that_nobody_wrote_down() -> None:
    """SJ-70, SJ-72: 在出牌時必須先出首家出的花色, whether or not the hands are written too."""
    report = revoked()
    flags = SHENGJI.follow(report, RULES).flags
    assert "played_without_suit" in [flag.code.value for flag in flags]
    bare = {name: value for name, value in report.items() if name != "hands"}
    assert SHENGJI.follow(bare, RULES).flags == flags
    assert SHENGJI.irregularities(bare, RULES) == SHENGJI.irregularities(report, RULES)
    only = {**bare, "hands": {"N": report["hands"]["N"]}}
    assert SHENGJI.follow(only, RULES).flags == flags
    going_on = {**bare, "plays": bare["plays"][:-1]}
    assert "played_without_suit" not in [
        f.code.value for f in SHENGJI.follow(going_on, RULES).flags
    ]


def test_plays_that_differ_are_compared_from_the_first_on() -> None:
    report = record()
    other = {**report, "plays": [*report["plays"][:46], *report["plays"][47:]]}
    facts = SHENGJI.compare(report, other, RULES).facts
    assert [fact.place for fact in facts if fact.code == "fact_play"] == [47, 48]


def test_a_trick_without_its_trump_cannot_be_told() -> None:
    with pytest.raises(Unsettled):
        SHENGJI.trick({"plays": [["H2"]] * 4}, RULES)
    with pytest.raises(Unsettled):
        SHENGJI.replay({"plays": []}, RULES)


def test_the_sheet_knows_the_deck_and_the_depths() -> None:
    """SJ-1, SJ-71, SJ-72."""
    sizes = [
        (len(blank.deck), blank.hand_size, blank.depths)
        for blank in (SHENGJI.blank(SHENGJI.rules({"preset": f"lianzhong-{n}"})) for n in (1, 2, 3))
    ]
    depths = ("result", "tricks")
    assert sizes == [(54, 12, depths), (108, 25, depths), (162, 39, depths)]
    assert SHENGJI.seats(RULES) == ("N", "W", "S", "E")
    assert SHENGJI.outlook({}, RULES).raw == {}
