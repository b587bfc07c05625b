"""The command `claim`: the results of the exact search of an ending, as plain JSON data.

A result is None if the search gave up before finding it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from scoring.gongzhu.bits import as_cards
from scoring.gongzhu.claim_search.ending import GaveUp
from scoring.gongzhu.claim_search.outcomes import Range, find_ranges
from scoring.gongzhu.claim_search.proof import Line, find_break, is_possible
from scoring.gongzhu.claim_search.question import Question, read_question
from scoring.gongzhu.rules import RuleSet

MOST_CARDS: Final = 7
"""With more cards a hand than this nothing is searched."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the search found out about a claim; unknown results are None.

    `line` is empty if the claim is certain.
    """

    possible: bool | None = None
    certain: bool | None = None
    line: Line | None = None
    ranges: tuple[Range, ...] | None = None

    def as_json(self, seats: tuple[str, ...]) -> dict[str, Any]:
        """Return the evidence as plain JSON data.

        >>> Evidence(line=((0, 1),)).as_json(("N", "W", "S", "E"))["line"]
        [['N', 'S2']]
        """
        line = self.line
        least, most = (
            None
            if self.ranges is None
            else {s: r[end] for s, r in zip(seats, self.ranges, strict=True)}
            for end in (0, 1)
        )
        return {
            "possible": self.possible,
            "certain": self.certain,
            "line": None if line is None else [[seats[seat], *as_cards(bit)] for seat, bit in line],
            "least": least,
            "most": most,
            "gave_up": None in (self.possible, self.certain, self.line, self.ranges),
        }


def search_claim(question: Question) -> Evidence:
    """Return everything that can be found out about a claim.

    >>> from scoring.gongzhu.claim_search.ending import Claimed, Ending
    >>> from scoring.gongzhu.facts import ClaimKind
    >>> ending = Ending(RuleSet(), hands=(1 << 3, 1, 2, 4), turn=1, piles=(0, 0, 0, 0))
    >>> search_claim(Question(ending, Claimed(0, ClaimKind.ALL))).certain
    True
    """
    ending, claimed, limit = question.ending, question.claimed, question.limit
    if ending.cards_a_hand > MOST_CARDS:
        return Evidence()
    ranges = _try(lambda: find_ranges(ending, limit))
    try:
        line = find_break(ending, claimed, limit)
    except GaveUp:
        possible = _try(lambda: is_possible(ending, claimed, limit))
        # What no strategy achieves does not come true by itself.
        return Evidence(possible, False if possible is False else None, None, ranges)
    if line is None:
        return Evidence(True, True, (), ranges)
    return Evidence(_try(lambda: is_possible(ending, claimed, limit)), False, line, ranges)


def _try(search: Callable[[], T]) -> T | None:
    try:
        return search()
    except GaveUp:
        return None


def claim(rules: RuleSet, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Answer with possible, certain, line, least, most and gave_up. Raises Unsettled.

    >>> from scoring.cards import DECK
    >>> hands = {"N": ["SA"], "W": ["SK"], "S": ["SJ"], "E": ["S10"]}
    >>> last = [card for hand in hands.values() for card in hand]
    >>> won = {"N": [card for card in DECK if card not in last]}
    >>> question = {"hands": hands, "won": won, "turn": "E", "claim": {"by": "N", "kind": "all"}}
    >>> claim(RuleSet(), question)["certain"], claim(RuleSet(), question)["least"]["N"]
    (True, 800)
    """
    evidence = search_claim(read_question(fields, rules))
    return {**evidence.as_json(rules.seats), "problems": []}
