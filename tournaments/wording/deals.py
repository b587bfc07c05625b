"""The number of a deal in words: 第5副牌（本轮第1副）. Used by every page, paper and tablet.

If tables share boards a deal has the number of its board and its position in the order of play, and
both are shown; otherwise it has one number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from tournaments import wording
from tournaments.models import DealNumber

NUMBERED: Final[dict[tuple[bool, bool], str | Promise]] = {
    (False, False): gettext_lazy("deal %(order)s"),
    (True, False): gettext_lazy("board %(board)s (no. %(order)s of the round)"),
    (True, True): gettext_lazy("board %(board)s (no. %(order)s of the segment)"),
}


def deal_text(number: DealNumber) -> str:
    """Return the number of a deal, within a sentence."""
    values = {"board": number.board, "order": number.order}
    return str(NUMBERED[number.of_board, number.of_segment]) % values


def deal_title(number: DealNumber) -> str:
    """Return the number of a deal, at the beginning of a line or as a heading."""
    return capitalised(deal_text(number))


def board_title(number: int) -> str:
    """Return the number of a board, whoever plays it and when."""
    return capitalised(gettext("board %(board)s") % {"board": number})


def short_text(number: DealNumber) -> str:
    """Return the deal by one number, where the context gives the rest."""
    if number.of_board:
        return gettext("board %(board)s") % {"board": number.board}
    return deal_text(number)


def short_title(number: DealNumber) -> str:
    """Return the same at the beginning of a line or a column."""
    return capitalised(short_text(number))


def deals_text(numbers: Sequence[DealNumber]) -> str:
    """Return several deals of one table by their numbers."""
    listed = wording.listed(str(number.board) for number in numbers)
    if any(number.of_board for number in numbers):
        return gettext("boards %(boards)s") % {"boards": listed}
    return gettext("deal %(order)s") % {"order": listed}


def capitalised(text: str) -> str:
    """Return a text with a capital first letter, if its script has one.

    >>> capitalised("deal 1")
    'Deal 1'
    """
    return text[:1].upper() + text[1:]
