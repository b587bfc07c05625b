"""The glossary of the game, part by part, with the lines of the source.

This is the list only: the terms, their cards, and the line of the source that has them. The program
that shows them has their meanings.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from scoring.cards import SUITS
from scoring.game import Term
from scoring.shengji.cards import JOKERS


class TermPart(StrEnum):
    """The parts of the glossary, in the order in which they are shown."""

    CARDS = "part_cards"
    SEATS = "part_seats"
    TRUMP = "part_trump"
    COMBINATIONS = "part_combinations"
    PLAY = "part_play"
    LEVELS = "part_levels"


class TermCode(StrEnum):
    """Every term."""

    SHENGJI = "term_shengji"
    POINT_CARDS = "term_point_cards"
    JOKERS = "term_jokers"
    KITTY = "term_kitty"
    LEVEL_CARD = "term_level_card"
    SIDE_CARDS = "term_side_cards"
    DEALER = "term_dealer"
    PARTNER = "term_partner"
    DEALERS_SIDE = "term_dealers_side"
    ATTACKERS = "term_attackers"
    TRUMP = "term_trump"
    TRUMP_SUIT = "term_trump_suit"
    NO_TRUMP = "term_no_trump"
    BIDDING = "term_bidding"
    FIRST_COME = "term_first_come"
    TURNING_UP = "term_turning_up"
    SINGLE = "term_single"
    PAIR = "term_pair"
    TRIPLE = "term_triple"
    TRACTOR = "term_tractor"
    TITANIC = "term_titanic"
    THROW = "term_throw"
    FAILED_THROW = "term_failed_throw"
    TRICK = "term_trick"
    LEADER = "term_leader"
    FOLLOWING = "term_following"
    RUFF = "term_ruff"
    OVER_RUFF = "term_over_ruff"
    DISCARD = "term_discard"
    BURYING = "term_burying"
    WINNING_THE_KITTY = "term_winning_the_kitty"
    LEVEL = "term_level"
    LEVELS_GAINED = "term_levels_gained"
    SHUT_OUT = "term_shut_out"
    SMALL_SHUT_OUT = "term_small_shut_out"
    TAKING_THE_DEAL = "term_taking_the_deal"
    LOSING_THE_DEAL = "term_losing_the_deal"
    MUST_PLAY = "term_must_play"
    GAME = "term_game"
    LEVEL_DIFFERENCE = "term_level_difference"


class _Place(NamedTuple):
    """The line of the source that has a term, 0 if only clubs use it, and the term's cards."""

    line: int = 0
    cards: tuple[str, ...] = ()


_PARTS: Final = {
    TermPart.CARDS: {
        TermCode.SHENGJI: _Place(10),
        TermCode.POINT_CARDS: _Place(
            22, tuple(f"{suit}{rank}" for rank in ("5", "10", "K") for suit in SUITS)
        ),
        TermCode.JOKERS: _Place(110, JOKERS[::-1]),
        TermCode.LEVEL_CARD: _Place(46),
        TermCode.SIDE_CARDS: _Place(58),
        TermCode.KITTY: _Place(26),
    },
    TermPart.SEATS: {
        TermCode.DEALER: _Place(30),
        TermCode.PARTNER: _Place(34),
        TermCode.DEALERS_SIDE: _Place(38),
        TermCode.ATTACKERS: _Place(42),
    },
    TermPart.TRUMP: {
        TermCode.TRUMP: _Place(54),
        TermCode.TRUMP_SUIT: _Place(50),
        TermCode.NO_TRUMP: _Place(156),
        TermCode.BIDDING: _Place(148),
        TermCode.FIRST_COME: _Place(150),
        TermCode.TURNING_UP: _Place(50),
    },
    TermPart.COMBINATIONS: {
        TermCode.SINGLE: _Place(134),
        TermCode.PAIR: _Place(62),
        TermCode.TRIPLE: _Place(206),
        TermCode.TRACTOR: _Place(66),
        TermCode.TITANIC: _Place(175),
        TermCode.THROW: _Place(136),
        TermCode.FAILED_THROW: _Place(216),
    },
    TermPart.PLAY: {
        TermCode.TRICK: _Place(144),
        TermCode.LEADER: _Place(126),
        TermCode.FOLLOWING: _Place(130),
        TermCode.RUFF: _Place(142),
        TermCode.OVER_RUFF: _Place(),
        TermCode.DISCARD: _Place(132),
        TermCode.BURYING: _Place(104),
        TermCode.WINNING_THE_KITTY: _Place(70),
    },
    TermPart.LEVELS: {
        TermCode.LEVEL: _Place(46),
        TermCode.LEVELS_GAINED: _Place(86),
        TermCode.SHUT_OUT: _Place(244),
        TermCode.SMALL_SHUT_OUT: _Place(244),
        TermCode.TAKING_THE_DEAL: _Place(244),
        TermCode.LOSING_THE_DEAL: _Place(246),
        TermCode.MUST_PLAY: _Place(),
        TermCode.GAME: _Place(46),
        TermCode.LEVEL_DIFFERENCE: _Place(),
    },
}


GLOSSARY: Final = tuple(
    Term(code, part, place.cards, f"L{place.line}" if place.line else "")
    for part, terms in _PARTS.items()
    for code, place in terms.items()
)
"""Every term once, part by part."""
