"""The glossary of the game: the 45 terms of T9 in its order, and the catching cards.

This is the list only: the terms, their cards, and the line of the text that defines them. The
program that shows them has their meanings.
"""

from enum import StrEnum
from typing import Final

from scoring.cards import RANKS
from scoring.game import Term


class TermPart(StrEnum):
    """The parts of the glossary, in the order in which they are shown."""

    CARDS = "part_cards"
    SEATS = "part_seats"
    PLAY = "part_play"
    EXPOSURE = "part_exposure"
    POINTS = "part_points"
    EVENT = "part_event"


class TermCode(StrEnum):
    """Every term, numbered as in T9; the catching cards come last and have no number."""

    SUITS = "term_suits"
    PIG = "term_pig"
    PIG_CARDS = "term_pig_cards"
    RED_POINTS = "term_red_points"
    TRANSFORMER = "term_transformer"
    TRANSFORMER_CARDS = "term_transformer_cards"
    SHEEP = "term_sheep"
    SHEEP_CARDS = "term_sheep_cards"
    PIG_CHASE = "term_pig_chase"
    SHARING_HEARTS = "term_sharing_hearts"
    ATTACKING_TRANSFORMER = "term_attacking_transformer"
    LEADING_SHEEP = "term_leading_sheep"
    GRAZING_SHEEP = "term_grazing_sheep"
    ALL_HEARTS = "term_all_hearts"
    SLAM = "term_slam"
    LEFT_OPPONENT = "term_left_opponent"
    RIGHT_OPPONENT = "term_right_opponent"
    OPPOSITE = "term_opposite"
    HAND = "term_hand"
    DEAL = "term_deal"
    DECK = "term_deck"
    DEAL_NUMBERED_ONE = "term_deal_numbered_one"
    DEAL_PLAYED_FIRST = "term_deal_played_first"
    SEATING = "term_seating"
    TRICK = "term_trick"
    GAME = "term_game"
    BOARD_SET = "term_board_set"
    ROUND = "term_round"
    SEGMENT = "term_segment"
    CATCHER = "term_catcher"
    EXPOSING = "term_exposing"
    FIRST_EXPOSURE = "term_first_exposure"
    DISCARD = "term_discard"
    VOID = "term_void"
    HIGHEST = "term_highest"
    DRAWING_OUT = "term_drawing_out"
    PRESSING = "term_pressing"
    COLLECTING = "term_collecting"
    SELF_WON = "term_self_won"
    LEADER = "term_leader"
    DEALT_VOID = "term_dealt_void"
    PIG_LIMIT = "term_pig_limit"
    WINNING_LIMIT = "term_winning_limit"
    BEING_PIG = "term_being_pig"
    PENALTY_POINTS = "term_penalty_points"
    PIG_CATCHERS = "term_pig_catchers"
    SHEEP_CATCHERS = "term_sheep_catchers"
    TRANSFORMER_CATCHERS = "term_transformer_catchers"


_LINES: Final = {
    **{code: line for line, code in enumerate(TermCode, start=212)},
    TermCode.PIG_CATCHERS: 259,
    TermCode.SHEEP_CATCHERS: 260,
    TermCode.TRANSFORMER_CATCHERS: 261,
}
"""Where T9 has each term: the 45 have a line of their own from 212 on, the catchers follow."""

_PARTS: Final = {
    TermPart.CARDS: (
        TermCode.SUITS,
        TermCode.PIG,
        TermCode.PIG_CARDS,
        TermCode.PIG_CATCHERS,
        TermCode.SHEEP,
        TermCode.SHEEP_CARDS,
        TermCode.SHEEP_CATCHERS,
        TermCode.TRANSFORMER,
        TermCode.TRANSFORMER_CARDS,
        TermCode.TRANSFORMER_CATCHERS,
        TermCode.CATCHER,
        TermCode.RED_POINTS,
        TermCode.DECK,
    ),
    TermPart.SEATS: (
        TermCode.SEATING,
        TermCode.LEFT_OPPONENT,
        TermCode.RIGHT_OPPONENT,
        TermCode.OPPOSITE,
    ),
    TermPart.PLAY: (
        TermCode.HAND,
        TermCode.TRICK,
        TermCode.LEADER,
        TermCode.HIGHEST,
        TermCode.DISCARD,
        TermCode.VOID,
        TermCode.DEALT_VOID,
        TermCode.PIG_CHASE,
        TermCode.SHARING_HEARTS,
        TermCode.ATTACKING_TRANSFORMER,
        TermCode.LEADING_SHEEP,
        TermCode.GRAZING_SHEEP,
        TermCode.DRAWING_OUT,
        TermCode.PRESSING,
        TermCode.COLLECTING,
    ),
    TermPart.EXPOSURE: (TermCode.EXPOSING, TermCode.FIRST_EXPOSURE, TermCode.SELF_WON),
    TermPart.POINTS: (TermCode.ALL_HEARTS, TermCode.SLAM),
    TermPart.EVENT: (
        TermCode.DEAL,
        TermCode.DEAL_NUMBERED_ONE,
        TermCode.DEAL_PLAYED_FIRST,
        TermCode.GAME,
        TermCode.BOARD_SET,
        TermCode.SEGMENT,
        TermCode.ROUND,
        TermCode.PIG_LIMIT,
        TermCode.WINNING_LIMIT,
        TermCode.BEING_PIG,
        TermCode.PENALTY_POINTS,
    ),
}

_CARDS: Final = {
    TermCode.PIG: ("SQ",),
    TermCode.PIG_CATCHERS: ("SK", "SA"),
    TermCode.SHEEP: ("DJ",),
    TermCode.SHEEP_CATCHERS: ("DQ", "DK", "DA"),
    TermCode.TRANSFORMER: ("C10",),
    TermCode.TRANSFORMER_CATCHERS: ("CJ", "CQ", "CK", "CA"),
    TermCode.RED_POINTS: tuple(f"H{rank}" for rank in RANKS),
    TermCode.EXPOSING: ("SQ", "DJ", "C10", "HA"),
}


GLOSSARY: Final = tuple(
    Term(code, part, _CARDS.get(code, ()), f"T9 L{_LINES[code]}")
    for part, codes in _PARTS.items()
    for code in codes
)
"""Every term once, part by part."""
