"""Boards follow from a secret: the same everywhere, by chance alone, and whole."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from hashlib import sha256

import pytest

from tests.toy_game import toy_registered
from tournaments import dealing as dealing_command
from tournaments.structure import dealing
from tournaments.structure.dealing import Deck

DECK = dealing.deck_of("gongzhu", {"preset": "classic"})
SECRET = "6f" * 32


def known() -> Deck:
    assert DECK is not None
    return DECK


def by_hand(secret: str, board: int, deck: Deck) -> dict[str, set[str]]:
    """Deal as the docstring says, written anew."""
    stream = b"".join(sha256(f"{secret}/{board}/{n}".encode()).digest() for n in range(200))
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    cards = list(deck.cards)
    for last in reversed(range(1, len(cards))):
        size = last + 1
        while words[0] >= 2**32 // size * size:
            words.pop(0)
        other = words.pop(0) % size
        cards[last], cards[other] = cards[other], cards[last]
    size = deck.hand_size
    return {seat: set(cards[n * size :][:size]) for n, seat in enumerate(deck.seats)}


@pytest.mark.parametrize("board", [1, 2, 16, 900])
def test_the_hands_are_those_that_the_description_gives(board: int) -> None:
    dealt = dealing.hands(SECRET, board, known())
    assert {seat: set(cards) for seat, cards in dealt.items()} == by_hand(SECRET, board, known())


def test_every_card_is_dealt_once_and_in_the_order_of_the_deck() -> None:
    dealt = dealing.hands(SECRET, 1, known())
    assert Counter(card for hand in dealt.values() for card in hand) == Counter(known().cards)
    assert {len(hand) for hand in dealt.values()} == {13}
    for hand in dealt.values():
        assert list(hand) == sorted(hand, key=known().cards.index)


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("gongzhu", {"players": 3}),
        ("gongzhu", {"players": 5}),
        ("gongzhu", {"preset": "qq-double"}),
        ("shengji", {}),
    ],
)
def test_every_game_deals_what_it_deals(game: str, rules: dict[str, object]) -> None:
    deck = dealing.deck_of(game, rules)
    assert deck is not None
    dealt = dealing.hands(SECRET, 1, deck)
    assert {len(hand) for hand in dealt.values()} == {deck.hand_size}
    cards = Counter(card for hand in dealt.values() for card in hand)
    assert cards <= Counter(deck.cards)
    left = len(deck.cards) - deck.hand_size * len(deck.seats)
    assert sum((Counter(deck.cards) - cards).values()) == left


def test_another_board_and_another_secret_are_another_deal() -> None:
    first = dealing.hands(SECRET, 1, known())
    assert first == dealing.hands(SECRET, 1, known())
    assert first != dealing.hands(SECRET, 2, known())
    assert first != dealing.hands("00" * 32, 1, known())


def test_no_seat_is_favoured() -> None:
    boards = range(1, 401)
    holders = Counter(
        seat
        for board in boards
        for seat, hand in dealing.hands(SECRET, board, known()).items()
        for card in hand
        if card in {"SQ", "DJ", "C10", "HA"}
    )
    # 1600 cards, 400 for each seat on average; five standard deviations are 87.
    assert set(holders) == {"N", "W", "S", "E"}
    assert all(abs(times - 400) < 87 for times in holders.values())


def test_a_secret_is_of_chance_and_its_commitment_tells_nothing_of_it() -> None:
    secret, other = dealing.new_secret(), dealing.new_secret()
    assert secret != other
    assert len(bytes.fromhex(secret)) == 32
    assert dealing.commitment(secret) == sha256(secret.encode()).hexdigest()


def test_a_game_that_says_nothing_of_its_cards_cannot_be_dealt() -> None:
    with toy_registered():
        assert dealing.deck_of("toy", {}) is None


@pytest.mark.full
def test_anybody_deals_them_again_without_the_program_s_database() -> None:
    command = [sys.executable, "-m", "tournaments.dealing", SECRET, "2", "gongzhu"]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    head, first, second = map(json.loads, output.splitlines())
    assert head["commitment"] == dealing.commitment(SECRET)
    for line in (first, second):
        hands = {seat: tuple(hand) for seat, hand in line["hands"].items()}
        assert hands == dealing.hands(SECRET, line["board"], known())
    assert (first["first"], second["first"]) == ("N", "E")


def test_what_no_hand_has_is_written_with_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    dealing_command.main("secret", 1, "shengji", '{"preset": "lianzhong-1"}')
    _head, board = map(json.loads, capsys.readouterr().out.splitlines())
    assert [len(hand) for hand in board["hands"].values()] == [12] * 4
    assert len(board["left_over"]) == 6
