"""Reasons for pairings, seats and byes: codes with values, never sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.codes import WordedCode, worded, worded_plural

Value = str | int
Values = tuple[tuple[str, Value], ...]


class Why(WordedCode):
    """The reasons of a draw; a comment explains values, or names those that no sentence uses."""

    SCORE_GROUP = worded("pairing_score_group", "equal scores: %(score)s")
    SCORES_NEXT = worded("pairing_scores_next", "close scores: %(one)s and %(other)s")
    FLOATS_DOWN = worded(
        "pairing_floats_down", "%(entry)s has %(score)s and meets the lower score %(to)s"
    )
    FLOATS_UP = worded(
        "pairing_floats_up", "%(entry)s has %(score)s and meets the higher score %(to)s"
    )
    FLOATS_AGAIN = worded(
        "pairing_floats_again",
        "%(entry)s leaves the score group the same way as in the round before",
    )
    BY_RANK = worded("pairing_by_rank", "places %(one)s and %(other)s of the standings")
    FOLDED = worded(
        "pairing_folded",
        "places %(one)s and %(other)s of the score group: the first ones meet the last ones",
    )
    SLID = worded(
        "pairing_slid",
        "places %(one)s and %(other)s of the score group: the upper half meets the lower half",
    )
    ADJACENT = worded(
        "pairing_adjacent", "places %(one)s and %(other)s of the score group: neighbours meet"
    )
    REMATCH = worded_plural(
        "pairing_rematch",
        "they have met %(times)s time; no draw has fewer rematches",
        "they have met %(times)s times; no draw has fewer rematches",
        "times",
    )
    REMATCH_ALLOWED = worded_plural(
        "pairing_rematch_allowed",
        "they have met %(times)s time, which this way to draw allows",
        "they have met %(times)s times, which this way to draw allows",
        "times",
    )
    REMATCH_BY_HAND = worded_plural(
        "pairing_rematch_by_hand",
        "they have met %(times)s time, and were brought together by hand",
        "they have met %(times)s times, and were brought together by hand",
        "times",
    )
    BY_LOT = worded("pairing_by_lot", "by lot")
    SAME_CLUB = worded("pairing_same_club", "both are of %(club)s; scores and rematches come first")
    FIRST_LESS_OFTEN = worded(
        "pairing_first_less_often", "%(entry)s has had the first seat less often"
    )
    FIRST_IN_TURN = worded(
        "pairing_first_in_turn", "%(entry)s did not have the first seat the last time"
    )
    FIRST_BY_LOT = worded("pairing_first_by_lot", "%(entry)s has the first seat by lot")
    THREE_WAY = worded("pairing_three_way", "three meet in half matches, each with each")
    BYE_LOWEST = worded(
        "pairing_bye_lowest", "%(entry)s has a bye: of the lowest score group, with %(score)s"
    )
    BYE_LAST = worded(
        "pairing_bye_last", "%(entry)s has a bye: the last of all, on place %(place)s"
    )
    BYE_HIGHER = worded(
        "pairing_bye_higher",
        "%(entry)s has a bye: all lower entries have had one, or would bring a rematch",
    )
    BYE_AGAIN = worded_plural(
        "pairing_bye_again",
        "%(entry)s has had %(times)s bye; nobody has had fewer",
        "%(entry)s has had %(times)s byes; nobody has had fewer",
        "times",
    )
    BERGER = worded("pairing_berger", "numbers %(one)s and %(other)s of the Berger table")
    BERGER_BYE = worded(
        "pairing_berger_bye", "%(entry)s has a bye in this round of the Berger table"
    )
    OPPONENT_GONE = worded(
        "pairing_opponent_gone", "%(entry)s would meet %(opponent)s, who is absent"
    )
    NUMBER_DRAWN = worded("pairing_number_drawn", "%(entry)s has drawn number %(number)s")
    NUMBER_SEEDED = worded(
        "pairing_number_seeded", "%(entry)s has number %(number)s by the seeding"
    )
    SNAKE = worded(
        "pairing_snake",
        "%(entry)s, place %(place)s of the seeding, comes to group %(group)s in the snake",
    )
    GROUP_FOR_CLUB = worded(
        "pairing_group_for_club",
        "%(entry)s, place %(place)s of the seeding, comes to group %(group)s "
        "to keep those of one club apart",
    )
    CLUB_IN_GROUP = worded(
        "pairing_club_in_group", "%(entry)s is not the only one of %(club)s in group %(group)s"
    )
    SEEDED = worded("pairing_seeded", "%(entry)s is on line %(line)s by the seeding")
    LINE_DRAWN = worded(
        "pairing_line_drawn", "%(entry)s has drawn line %(line)s among those of a like seeding"
    )
    LINE_FOR_CLUB = worded(
        "pairing_line_for_club",
        "%(entry)s is on line %(line)s, exchanged so that those of one club meet later",
    )
    FREE_LINE = worded("pairing_free_line", "%(entry)s has nobody to meet in the first round")
    CAME_AS_WINNER = worded("pairing_came_as_winner", "%(entry)s won match %(match)s")
    CAME_AS_LOSER = worded("pairing_came_as_loser", "%(entry)s lost match %(match)s")
    BOARDS_MEETING = worded(
        "pairing_boards_meeting", "number %(one)s against number %(other)s of the movement"
    )  # one, other: numbers
    BOARDS_PLAYED = worded(
        "pairing_boards_played", "boards %(first)s to %(last)s"
    )  # first, last: numbers of boards
    BOARDS_SWITCHED = worded(
        "pairing_boards_switched",
        "north-south and east-west are exchanged, so that all are ranked together",
    )
    BOARDS_SHARED = worded_plural(
        "pairing_boards_shared",
        "%(tables)s table plays these boards in this round",
        "%(tables)s tables share these boards in this round",
        "tables",
    )
    BOARDS_FREE = worded(
        "pairing_boards_free", "%(entry)s sits out: the number that it would meet is free"
    )
    BOARDS_STAYS = worded(
        "pairing_boards_stays", "%(entry)s keeps the table, as the director has noted"
    )
    BOARDS_INSTEAD = worded(
        "pairing_boards_instead", "%(entry)s takes over the place of %(gone)s, who has withdrawn"
    )
    FOURS_BY_LOT = worded("fours_by_lot", "by lot")
    FOURS_SCORE_GROUP = worded("fours_score_group", "equal scores: %(score)s")
    FOURS_SCORES = worded(
        "fours_scores", "close scores: %(score)s to %(to)s"
    )  # score, to: the highest and the lowest at the table
    FOURS_MOVEMENT = worded(
        "fours_movement_round", "round %(round)s of %(rounds)s of the fixed movement"
    )
    FOURS_REMATCH = worded_plural(
        "fours_rematch",
        "%(one)s and %(other)s have met %(times)s time; no draw has fewer rematches",
        "%(one)s and %(other)s have met %(times)s times; no draw has fewer rematches",
        "times",
    )  # one, other, times; no draw has less of it
    FOURS_REMATCH_LEFT = worded_plural(
        "fours_rematch_left",
        "%(one)s and %(other)s have met %(times)s time; the search found no draw with fewer "
        "rematches",
        "%(one)s and %(other)s have met %(times)s times; the search found no draw with fewer "
        "rematches",
        "times",
    )  # one, other, times; the search found nothing better
    FOURS_REMATCH_BY_HAND = worded_plural(
        "fours_rematch_by_hand",
        "%(one)s and %(other)s have met %(times)s time, and were brought together by hand",
        "%(one)s and %(other)s have met %(times)s times, and were brought together by hand",
        "times",
    )
    FOURS_PARTNERS_BY_HAND = worded(
        "fours_partners_by_hand",
        "%(one)s and %(other)s are partners %(times)s times in this movement, by hand, and not "
        "once",
    )  # one, other, times in the whole movement
    FOURS_OPPONENTS_BY_HAND = worded(
        "fours_opponents_by_hand",
        "%(one)s and %(other)s are opponents %(times)s times in this movement, by hand, and not "
        "twice",
    )  # one, other, times in the whole movement
    FOURS_SEATS_APART = worded(
        "fours_seats_apart",
        "%(entry)s has had one seat %(apart)s times more often than another: these four cannot "
        "sit more evenly",
    )
    FOURS_OUT_HOUSE = worded(
        "fours_out_house", "%(entry)s sits out: a house player gives way"
    )  # entry, times
    FOURS_OUT_BY_LOT = worded_plural(
        "fours_out_by_lot",
        "%(entry)s sits out by lot, after sitting out %(times)s time; nobody has fewer",
        "%(entry)s sits out by lot, after sitting out %(times)s times; nobody has fewer",
        "times",
    )
    FOURS_OUT_LOWEST = worded_plural(
        "fours_out_lowest",
        "%(entry)s sits out as the lowest, after sitting out %(times)s time; nobody has fewer",
        "%(entry)s sits out as the lowest, after sitting out %(times)s times; nobody has fewer",
        "times",
    )
    FOURS_OUT_MOVEMENT = worded(
        "fours_out_movement", "%(entry)s sits out in round %(round)s of the fixed movement"
    )


@dataclass(frozen=True, slots=True)
class DrawReason:
    """A code with its values in the order of their names."""

    why: Why
    values: Values = ()

    @property
    def named(self) -> dict[str, Value]:
        """The values by name."""
        return dict(self.values)

    def as_json(self) -> dict[str, Value]:
        """Return the reason in its stored form.

        >>> because(Why.SAME_CLUB, club="Hankou").as_json()
        {'why': 'pairing_same_club', 'club': 'Hankou'}
        """
        return {"why": self.why.value, **self.named}


def because(why: Why, **values: Value) -> DrawReason:
    """Return a reason with its values."""
    return DrawReason(why, tuple(sorted(values.items())))


def read_reason(stored: Mapping[str, Any]) -> DrawReason:
    """Return the reason stored by `as_json`.

    Raises KeyError or ValueError if it is invalid.
    """
    rest = {name: value for name, value in stored.items() if name != "why"}
    return because(Why(stored["why"]), **rest)


def reasons_json(reasons: Sequence[DrawReason]) -> list[dict[str, Any]]:
    """Return reasons in their stored form."""
    return [reason.as_json() for reason in reasons]


def read_reasons(stored: Sequence[Mapping[str, Any]]) -> tuple[DrawReason, ...]:
    """Return the reasons stored by `reasons_json`."""
    return tuple(read_reason(row) for row in stored)
