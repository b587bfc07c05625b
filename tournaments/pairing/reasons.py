"""Reasons why two meet, sit as they sit, or are left out: codes with values, never sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

Value = str | int
Values = tuple[tuple[str, Value], ...]


class Why(StrEnum):
    """The reasons of a draw; the comment behind a member names its values."""

    SCORE_GROUP = "pairing_score_group"  # score
    SCORES_NEXT = "pairing_scores_next"  # one, other
    FLOATS_DOWN = "pairing_floats_down"  # entry, score, to
    FLOATS_UP = "pairing_floats_up"  # entry, score, to
    FLOATS_AGAIN = "pairing_floats_again"  # entry
    BY_RANK = "pairing_by_rank"  # one, other
    FOLDED = "pairing_folded"  # one, other
    SLID = "pairing_slid"  # one, other
    ADJACENT = "pairing_adjacent"  # one, other
    REMATCH = "pairing_rematch"  # times
    REMATCH_ALLOWED = "pairing_rematch_allowed"  # times
    REMATCH_BY_HAND = "pairing_rematch_by_hand"  # times
    BY_LOT = "pairing_by_lot"
    SAME_CLUB = "pairing_same_club"  # club
    FIRST_LESS_OFTEN = "pairing_first_less_often"  # entry
    FIRST_IN_TURN = "pairing_first_in_turn"  # entry
    FIRST_BY_LOT = "pairing_first_by_lot"  # entry
    THREE_WAY = "pairing_three_way"
    BYE_LOWEST = "pairing_bye_lowest"  # entry, score
    BYE_LAST = "pairing_bye_last"  # entry, place
    BYE_HIGHER = "pairing_bye_higher"  # entry
    BYE_AGAIN = "pairing_bye_again"  # entry, times
    BERGER = "pairing_berger"  # one, other
    BERGER_BYE = "pairing_berger_bye"  # entry
    OPPONENT_GONE = "pairing_opponent_gone"  # entry, opponent
    NUMBER_DRAWN = "pairing_number_drawn"  # entry, number
    NUMBER_SEEDED = "pairing_number_seeded"  # entry, number
    SNAKE = "pairing_snake"  # entry, place, group
    GROUP_FOR_CLUB = "pairing_group_for_club"  # entry, place, group
    CLUB_IN_GROUP = "pairing_club_in_group"  # entry, group, club
    SEEDED = "pairing_seeded"  # entry, line
    LINE_DRAWN = "pairing_line_drawn"  # entry, line
    LINE_FOR_CLUB = "pairing_line_for_club"  # entry, line
    FREE_LINE = "pairing_free_line"  # entry
    CAME_AS_WINNER = "pairing_came_as_winner"  # entry, match
    CAME_AS_LOSER = "pairing_came_as_loser"  # entry, match
    BOARDS_MEETING = "pairing_boards_meeting"  # one, other: numbers
    BOARDS_PLAYED = "pairing_boards_played"  # first, last: numbers of boards
    BOARDS_SWITCHED = "pairing_boards_switched"
    BOARDS_SHARED = "pairing_boards_shared"  # tables
    BOARDS_FREE = "pairing_boards_free"  # entry
    BOARDS_STAYS = "pairing_boards_stays"  # entry
    BOARDS_INSTEAD = "pairing_boards_instead"  # entry, gone
    FOURS_BY_LOT = "fours_by_lot"
    FOURS_SCORE_GROUP = "fours_score_group"  # score
    FOURS_SCORES = "fours_scores"  # score, to: the highest and the lowest at the table
    FOURS_MOVEMENT = "fours_movement_round"  # round, rounds
    FOURS_REMATCH = "fours_rematch"  # one, other, times; no draw has less of it
    FOURS_REMATCH_LEFT = "fours_rematch_left"  # one, other, times; the search found nothing better
    FOURS_REMATCH_BY_HAND = "fours_rematch_by_hand"  # one, other, times
    FOURS_PARTNERS_BY_HAND = "fours_partners_by_hand"  # one, other, times in the whole movement
    FOURS_OPPONENTS_BY_HAND = "fours_opponents_by_hand"  # one, other, times in the whole movement
    FOURS_SEATS_APART = "fours_seats_apart"  # entry, apart
    FOURS_OUT_HOUSE = "fours_out_house"  # entry, times
    FOURS_OUT_BY_LOT = "fours_out_by_lot"  # entry, times
    FOURS_OUT_LOWEST = "fours_out_lowest"  # entry, times
    FOURS_OUT_MOVEMENT = "fours_out_movement"  # entry, round


@dataclass(frozen=True, slots=True)
class DrawReason:
    """A code with its values in the order of their names."""

    why: Why
    values: Values = ()

    @property
    def named(self) -> dict[str, Value]:
        """The values by their names."""
        return dict(self.values)

    def as_json(self) -> dict[str, Value]:
        """Return the reason as it is stored.

        >>> because(Why.SAME_CLUB, club="Hankou").as_json()
        {'why': 'pairing_same_club', 'club': 'Hankou'}
        """
        return {"why": self.why.value, **self.named}


def because(why: Why, **values: Value) -> DrawReason:
    """Return a reason with its values."""
    return DrawReason(why, tuple(sorted(values.items())))


def read_reason(stored: Mapping[str, Any]) -> DrawReason:
    """Return the reason that `as_json` wrote.

    Raises KeyError or ValueError where it is none.
    """
    rest = {name: value for name, value in stored.items() if name != "why"}
    return because(Why(stored["why"]), **rest)
