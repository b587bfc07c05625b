"""Notable deals of 升级: attackers without a point, or the kitty won."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from django.utils.translation import gettext

from scoring.shengji.codes import LineCode
from scoring.shengji.glossary import TermCode
from tournaments.wording.games import Noted, SettledLines
from tournaments.wording.shengji.glossary import HEADWORDS


def noted(lines: SettledLines, seats: Collection[str]) -> Iterator[Noted]:
    """Yield the notable features of a settlement, of which only the attackers have lines."""
    attackers = tuple(dict.fromkeys(line["seat"] for line in lines))
    if not attackers:
        return
    own = [line for line in lines if line["seat"] == attackers[0]]
    if sum(line["points"] for line in own) <= 0:
        dealers = tuple(seat for seat in seats if seat not in attackers)
        yield Noted(0, gettext("Attackers without a point"), dealers)
    for line in own:
        if line["code"] == LineCode.KITTY_POINTS and line["points"] > 0:
            word = str(HEADWORDS[TermCode.WINNING_THE_KITTY].name)
            yield Noted(1, word, attackers, tuple(line["cards"]))
