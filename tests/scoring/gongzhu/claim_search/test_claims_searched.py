"""Claims searched by hand: what must be seen, with the lines of the texts that say so."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring.__main__ import CLAIM_EXAMPLE, main
from scoring.cards import DECK
from scoring.gongzhu.bits import BIT, as_bits
from scoring.gongzhu.claim_search.ending import Claimed, Ending, GaveUp
from scoring.gongzhu.claim_search.moves import ALWAYS, Moves
from scoring.gongzhu.claim_search.outcomes import find_ranges
from scoring.gongzhu.claim_search.proof import find_break, is_possible
from scoring.gongzhu.facts import ClaimKind
from scoring.gongzhu.rules import RuleSet
from tests.scoring.commands import answered

ROOT = Path(__file__).parents[4]
HANDS = {"N": ["SA", "SK"], "W": ["SQ", "H2"], "S": ["S3", "HA"], "E": ["S4", "C2"]}


def claim(hands: dict[str, list[str]], kind: Any = "all", by: str = "N", **more: Any) -> Any:
    """Return the answer to a claim in an ending in which west has won all before."""
    table = [card for _, card in more.get("trick", [])]
    held = {card for hand in hands.values() for card in hand} | set(table)
    wanted = {"by": by, "kind": kind} if isinstance(kind, str) else {"by": by, **kind}
    line = {
        "id": 1,
        "game": "gongzhu",
        "hands": hands,
        "won": {"W": [card for card in DECK if card not in held]},
        "led": ["S", "H", "D", "C"],
        "turn": "N",
        "claim": wanted,
        **more,
    }
    [answer] = answered("claim", [line])
    return answer


def test_an_answer_names_everything() -> None:
    answer = claim(HANDS)
    assert list(answer) == [
        "id",
        "possible",
        "certain",
        "line",
        "least",
        "most",
        "gave_up",
        "problems",
    ]
    assert (answer["possible"], answer["certain"], answer["line"]) == (True, True, [])
    assert (answer["gave_up"], answer["problems"]) == (False, [])


def test_the_highest_card_of_the_suit_led_wins() -> None:
    """GZ-61: T9 L281, L283. North has the two highest spades, and nothing else is ever led."""
    answer = claim(HANDS)
    # West has thirteen cards that count less three of them; north gets these (T9 L262-263).
    assert answer["least"]["N"] == answer["most"]["N"] == -100 - 50
    assert claim(HANDS, "none", by="W")["certain"] is True
    assert claim(HANDS, "none", by="N")["possible"] is False


def test_possible_is_less_than_certain() -> None:
    """GZ-95, GZ-96, GZ-64: T9 L282. The ace draws all spades, and the two is high; led first, the
    two is not.
    """
    hands = {**HANDS, "N": ["SA", "S2"]}
    answer = claim(hands)
    assert (answer["possible"], answer["certain"]) == (True, False)
    assert answer["line"][0] == ["N", "S2"]
    assert [seat for seat, _ in answer["line"]] == ["N", "W", "S", "E"]
    # With two more spades against it the two is never high.
    longer = {**hands, "W": ["SQ", "S5"]}
    assert claim(longer)["possible"] is False


def test_the_others_play_against_the_claimer() -> None:
    """GZ-95: north leads the diamond that west must win, where he might have led the spade."""
    hands = {"N": ["SA", "D2"], "W": ["S3", "D3"], "S": ["S4", "C3"], "E": ["S5", "C4"]}
    assert claim(hands, "none", by="W")["possible"] is False
    assert claim(hands, "none", by="W", turn="E")["possible"] is False
    assert claim(hands, "none", by="S")["possible"] is True


def test_an_allocation_is_about_the_scoring_cards_alone() -> None:
    """GZ-94: south may win the last trick; nobody but north ever gets the pig or the ace."""
    hands = {"N": ["SA", "D2"], "W": ["SQ", "C3"], "S": ["HA", "D3"], "E": ["S4", "C2"]}
    split = {"kind": "allocation", "cards": {"N": ["SQ"], "S": ["HA"]}}
    answer = claim(hands, split)
    # South may discard the ace on north's spade, or keep it for a trick of diamonds.
    assert (answer["possible"], answer["certain"]) == (False, False)
    assert ["S", "HA"] in answer["line"]
    # A trick further the ace has gone one way only.
    later = {"N": ["D2"], "W": ["C3"], "S": ["D3"], "E": ["C2"]}
    assert claim(later, {"kind": "allocation", "cards": {}})["certain"] is True


def test_an_exposed_card_is_held_back_while_its_suit_was_not_led() -> None:
    """GZ-65: T9 L275. West has another spade, and keeps the exposed pig from the first trick."""
    hands = {"N": ["SA", "D2"], "W": ["SQ", "S3"], "S": ["D5", "C3"], "E": ["D4", "C4"]}
    shown = [{"seat": "W", "card": "SQ", "kind": "exposed"}]
    split = {"kind": "allocation", "cards": {"N": ["SQ"]}}
    free = claim(hands, split, exposed=shown)
    held = claim(hands, split, exposed=shown, led=["H", "D", "C"])
    # On the trick of diamonds it may be discarded all the same, save by the competition text.
    assert free["possible"] is False
    assert held["most"] == free["most"]
    huapai = claim(
        hands, split, exposed=shown, led=["H", "D", "C"], rules={"preset": "huapai"}, dealt={}
    )
    assert huapai["line"][0] == ["N", "SA"]
    assert huapai["certain"] is False


def test_first_exposed_cards_are_free() -> None:
    """GZ-68: T9 L277: the same pig, first exposed, may be played to the first spade."""
    hands = {"N": ["SA", "D2"], "W": ["SQ", "S3"], "S": ["D5", "D6"], "E": ["D4", "D7"]}
    wanted = {"kind": "allocation", "cards": {"N": ["SQ"]}}

    def least(kind: str) -> int:
        shown = [{"seat": "W", "card": "SQ", "kind": kind}]
        rules = {"preset": "huapai", "self_won": False}
        answer = claim(hands, wanted, exposed=shown, led=["H"], rules=rules, turn="N")
        return int(answer["least"]["N"])

    assert (least("exposed"), least("first")) == (0, -400)


def test_the_trick_on_the_table_belongs_to_the_claim() -> None:
    """GZ-94: what was led before is claimed too, and its cards count (GZ-80)."""
    hands = {"N": ["SK"], "W": ["SQ", "H2"], "S": ["S3", "HA"], "E": ["S4", "C2"]}
    answer = claim(hands, trick=[["N", "SA"]], turn="W")
    assert answer["certain"] is True
    assert answer["least"]["N"] == -150
    assert claim(hands, "none", trick=[["N", "SA"]], turn="W")["possible"] is False


def test_all_hearts_and_the_slam_count_over_the_whole_deal() -> None:
    """GZ-16, GZ-18: T9 L286: what was won before is settled with what is still to come."""
    hands = {"N": ["S2"], "W": ["S3"], "S": ["S4"], "E": ["HA"]}
    answer = claim(hands, by="S")
    assert answer["most"]["S"] == -50
    held = {card for hand in hands.values() for card in hand}
    won = {"S": [card for card in DECK if card not in held]}
    assert claim(hands, by="S", won=won)["least"]["S"] == 800


def test_a_card_of_which_nothing_tells_the_owner_may_be_anybodys() -> None:
    """GZ-91, GZ-24: T9 L250: the sheep doubles where its winner was dealt it."""
    hands = {"N": ["S2"], "W": ["S3"], "S": ["S4"], "E": ["C2"]}
    rules = {"preset": "huapai", "all_hearts": 0, "slam": "by_sum"}
    scoring = ["DJ", *(card for card in DECK if card[0] == "H"), "C10"]
    won = {"W": ["DJ"], "N": [card for card in scoring if card != "DJ"], "E": ["SQ"]}
    unknown = claim(hands, rules=rules, won=won)
    assert (unknown["least"]["W"], unknown["most"]["W"]) == (100, 200)
    known = claim(hands, rules=rules, won=won, dealt={"DJ": "W"})
    assert (known["least"]["W"], known["most"]["W"]) == (200, 200)


def test_more_than_seven_cards_are_not_searched() -> None:
    hands = {seat: list(DECK[at * 8 : at * 8 + 8]) for at, seat in enumerate("NWSE")}
    answer = claim(hands)
    told = ("possible", "certain", "line", "least", "most")
    assert [answer[name] for name in told] == [None] * 5
    assert (answer["gave_up"], answer["problems"]) == (True, [])


def test_a_search_that_gives_up_tells_what_it_knows() -> None:
    hands = {"N": ["C2", "SA"], "W": ["S3", "D2"], "S": ["S4", "D3"], "E": ["S5", "C3"]}
    answer = claim(hands, states=1)
    assert answer["gave_up"] is True
    assert answer["least"] is answer["most"] is None
    # What is known after all is true.
    whole = claim(hands)
    for name in ("possible", "certain"):
        assert answer[name] in (None, whole[name])
    assert claim(HANDS, "none", states=1)["gave_up"] is True


def test_the_limit_is_given_on_the_command_line() -> None:
    command = [sys.executable, "-m", "scoring", "claim", "--states", "1"]
    given = CLAIM_EXAMPLE.encode() + b"\n" + json.dumps({"game": "gongzhu"}).encode()
    result = subprocess.run(command, input=given, capture_output=True, cwd=ROOT, check=True)
    first, second = map(json.loads, result.stdout.splitlines())
    assert first["gave_up"] is True
    assert "gave_up" not in second


@pytest.mark.parametrize("wrong", [["settle", "--states", "5"], ["claim", "--states", "many"]])
def test_the_limit_is_a_number_and_of_claims(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(wrong)
    assert end.value.code == 2
    assert "usage" in capsys.readouterr().err


def test_every_search_gives_up_at_its_limit() -> None:
    hands = tuple(map(as_bits, (["SA", "H2"], ["S3", "D2"], ["S4", "D3"], ["S5", "H3"])))
    ending = Ending(RuleSet(), hands, 0, piles=(0, 0, 0, 0))
    claimed = Claimed(1, ClaimKind.NONE)
    assert find_break(ending, claimed) is None
    for search in (
        lambda: find_ranges(ending, 1),
        lambda: find_break(ending, claimed, 1),
        lambda: is_possible(ending, claimed, 1),
    ):
        with pytest.raises(GaveUp):
            search()


def test_equal_neighbours_are_one_play_and_scoring_cards_are_not() -> None:
    """The same two cards are two plays while somebody else holds a card between them."""
    hands = tuple(map(as_bits, (["S2", "S4", "H5", "H7"], ["S3", "HJ"], ["H6"], ["C2"])))
    hearts = {BIT["H5"]: 1, BIT["H7"]: 2}

    def plays(left: int, marks: dict[int, int]) -> list[int]:
        moves = Moves(Ending(RuleSet(), hands, 0), marks)
        others = left & ~hands[0] | ALWAYS
        return [bit for bit, between, _ in moves.plays(hands[0], 0, 0) if between & others]

    every = sum(hands)
    assert plays(every, {}) == [BIT["S2"], BIT["S4"], BIT["H5"], BIT["H7"]]
    assert plays(every & ~BIT["S3"], {}) == [BIT["S2"], BIT["H5"], BIT["H7"]]
    assert plays(every & ~BIT["H6"], {}) == [BIT["S2"], BIT["S4"], BIT["H5"]]
    assert plays(every & ~BIT["H6"], hearts) == [BIT["S2"], BIT["S4"], BIT["H5"], BIT["H7"]]
