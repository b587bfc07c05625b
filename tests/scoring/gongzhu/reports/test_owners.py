"""Who was dealt a card follows from who played it, where no whole hands say it (GZ-25)."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from scoring.game import Context
from scoring.gongzhu.deck import EXPOSABLE, SCORING
from scoring.gongzhu.engine import GONGZHU
from tests.samples import every_day
from tests.scoring.gongzhu.reports.test_report import HANDS, brief

HUAPAI = GONGZHU.rules({"preset": "huapai"})
CLASSIC = GONGZHU.rules({})
SEATS = tuple(HANDS)


def played(count: int) -> list[list[str]]:
    """Return so many plays of lawful tricks of these hands, from the first card on."""
    report: dict[str, Any] = {"hands": HANDS, "leader": "N", "plays": []}
    for _ in range(count):
        following = GONGZHU.follow(report, HUAPAI)
        report["plays"].append([following.next, next(iter(following.legal))[0]])
    return list(report["plays"])


def claimed(count: int, **more: Any) -> dict[str, Any]:
    """Return a report of so many tricks after which west claims all that is still out."""
    claim = {"seat": "W", "kind": "all", "after_trick": count, "accepted": ["N", "S", "E"]}
    return {"plays": played(4 * count), "leader": "N", "claim": claim, **more}


def problems_of(report: dict[str, Any], rules: Any = HUAPAI, **context: Any) -> list[Any]:
    """Return what is wrong with a report."""
    return [brief(problem) for problem in GONGZHU.problems(report, rules, Context(**context))]


def untold(plays: list[list[str]]) -> tuple[str, ...]:
    """Return the cards of which somebody has to say whose they were."""
    cards = {card for _seat, card in plays}
    return tuple(card for card in EXPOSABLE if card not in cards)


@pytest.mark.parametrize("count", every_day(range(1, 13), each=4))
def test_after_each_trick_only_what_was_not_played_is_asked(count: int) -> None:
    report = claimed(count)
    rest = untold(report["plays"])
    expected = [("owner_unknown", "dealt", rest, ())] if rest else []
    assert problems_of(report) == expected
    holders = {card: seat for seat in SEATS for card in HANDS[seat]}
    answered = {**report, "dealt": {card: holders[card] for card in rest}}
    whole = {**report, "hands": HANDS}
    assert problems_of(answered) == problems_of(whole) == []
    assert GONGZHU.settle(answered, HUAPAI) == GONGZHU.settle(whole, HUAPAI)
    assert GONGZHU.running(answered, HUAPAI, Context()) == GONGZHU.running(whole, HUAPAI, Context())


def test_plays_that_end_with_the_last_card_that_counts_tell_every_owner() -> None:
    plays, seats_of_trick = [], set[str]()
    tricks = iter(played(52))
    while not seats_of_trick.issuperset(SCORING):
        trick = list(islice(tricks, 4))
        seats_of_trick.update(card for _seat, card in trick)
        plays += trick
    assert problems_of({"plays": plays, "leader": "N"}) == []


def other(seat: str) -> str:
    """Return the next seat."""
    return SEATS[(SEATS.index(seat) + 1) % 4]


def test_a_play_that_contradicts_what_was_said_is_named() -> None:
    report = claimed(12)
    seat, card = next(play for play in report["plays"] if play[1] in EXPOSABLE)
    wrong = other(seat)
    contradicting = {
        **report,
        "dealt": {card: wrong, **dict.fromkeys(untold(report["plays"]), "N")},
    }
    contradiction = ("owner_contradictory", f"dealt.{card}", (card,), (seat, wrong))
    assert problems_of(contradicting, CLASSIC) == [contradiction]
    shown = {**report, "exposed": [{"seat": wrong, "card": card, "kind": "exposed"}]}
    assert ("owner_contradictory", "exposed", (card,), (seat, wrong)) in problems_of(shown)


def test_what_was_stored_before_is_read_as_it_was_then() -> None:
    """A result that stood against a play goes on standing, and counts as it counted."""
    report = claimed(12)
    seat, card = next(play for play in report["plays"] if play[1] in EXPOSABLE)
    owners = dict.fromkeys(EXPOSABLE, "N") | {card: other(seat)}
    stored = {**report, "dealt": owners}
    then = Context(schema=3)
    assert problems_of(stored, schema=3) == []
    assert problems_of(stored) != []
    bare = {key: value for key, value in stored.items() if key != "plays"}
    piles = GONGZHU.follow(stored, HUAPAI, then).won
    counted = GONGZHU.settle({**bare, "won": piles, "claim": None}, HUAPAI)
    assert GONGZHU.settle(stored, HUAPAI, then).raw == counted.raw


def test_a_card_that_two_seats_played_is_named_once() -> None:
    report = claimed(11)
    at = next(n for n, (_seat, card) in enumerate(report["plays"]) if card in EXPOSABLE)
    _seat, card = report["plays"][at]
    report["plays"][at - 4] = [report["plays"][at - 4][0], card]
    codes = [problem[0] for problem in problems_of(report)]
    assert codes.count("card_played_too_often") == 1
    assert "owner_contradictory" not in codes
    assert all(
        card not in problem[2] for problem in problems_of(report) if problem[0] == "owner_unknown"
    )


def test_whole_hands_and_the_board_go_before_a_play() -> None:
    report = claimed(12)
    at = next(n for n, (_seat, card) in enumerate(report["plays"]) if card in EXPOSABLE)
    seat, card = report["plays"][at]
    report["plays"][at : at + 1] = [[other(seat), card]]
    board = {player: tuple(cards) for player, cards in HANDS.items()}
    for known in ({"hands": HANDS}, {}):
        codes = {problem[0] for problem in problems_of({**report, **known}, hands=board)}
        assert "card_played_not_held" in codes
        assert not codes & {"owner_contradictory", "owner_not_of_board", "owner_unknown"}
