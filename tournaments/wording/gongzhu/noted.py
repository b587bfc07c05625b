"""Notable deals of 拱猪: a slam or all hearts, by the winner.

The pig is not mentioned.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from scoring.cards import in_order
from scoring.gongzhu.codes import Feat, LineCode
from tournaments import wording
from tournaments.wording.games import Noted, SettledLines, cards_of

_TOLD: Final = {
    LineCode.SLAM.value: Feat.SLAM,
    LineCode.SLAM_FIXED.value: Feat.SLAM,
    LineCode.SLAM_IN_PROPORTION.value: Feat.SLAM,
    LineCode.ALL_HEARTS_REVERSED.value: Feat.ALL_HEARTS,
    LineCode.ALL_HEARTS_FIXED.value: Feat.ALL_HEARTS,
}
_RAREST_FIRST: Final = (Feat.SLAM, Feat.ALL_HEARTS)


def noted(lines: SettledLines, _seats: Collection[str]) -> Iterator[Noted]:
    """Yield the slam of a deal, or otherwise all its hearts, with the cards of the winner."""
    did = {(_TOLD[line["code"]], line["seat"]) for line in lines if line["code"] in _TOLD}
    for feat in _RAREST_FIRST:
        seats = tuple(seat for one, seat in sorted(did) if one is feat)
        if seats:
            cards = in_order(cards_of(lines, seats[0])) if len(seats) == 1 else ()
            yield Noted(_RAREST_FIRST.index(feat), wording.sentence(feat), seats, tuple(cards))
            return
