"""A deal that a referee makes a seat lose: the worst score that it could lawfully have made.

Rules GZ-98 and GZ-99 of `docs/rules/gongzhu.md`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from scoring.game import NO_CONTEXT, Context
from scoring.gongzhu.deck import SCORING
from scoring.gongzhu.outlooks.extremes import Rest
from scoring.gongzhu.outlooks.outlook import lowest_score
from scoring.gongzhu.reports.report import read_all
from scoring.gongzhu.rules import PAIR_FORMS, ZERO_SUM_FORMS, RuleSet
from scoring.gongzhu.stakes import stakes_of
from scoring.seats import partner_of

ONE: Final = 1


def worst(report: object, rules: RuleSet, seat: str, context: Context = NO_CONTEXT) -> int | None:
    """Return the lowest score of a seat over every distribution of all scoring cards.

    The counting exposures and the owners are those of the report. Returns None for an unknown seat.

    >>> worst({"won": {}}, RuleSet(), "N"), worst({"exposed": {"HA": "exposed"}}, RuleSet(), "N")
    (-600, -1000)
    """
    if seat not in rules.seats:
        return None
    sheet, _problems = read_all(report, rules, context)
    rest = Rest(
        rules=rules,
        stakes=stakes_of(sheet.exposures, rules),
        piles=(0,) * rules.players,
        out=SCORING * rules.decks,
        open=tuple(range(rules.players)),
        owners=tuple((card, rules.seats.index(owner)) for card, owner in sheet.owners.items()),
    )
    return lowest_score(rest, seat)


def lose(
    report: object,
    rules: RuleSet,
    scores: Mapping[str, int],
    losers: Collection[str],
    context: Context = NO_CONTEXT,
) -> dict[str, int]:
    """Return the scores of a deal lost by these seats: the worst for each, the others theirs.

    Partners who share one value lose it together. If scores have to sum to 0, the others share what
    the losers lose, in equal whole parts; the remainder is given one by one in order of play.

    >>> made = {"N": 0, "W": -100, "S": 40, "E": -40}
    >>> lose({}, RuleSet(), made, ["S"])
    {'N': 0, 'W': -100, 'S': -600, 'E': -40}
    """
    if rules.normalise in PAIR_FORMS:
        losers = {*losers, *map(partner_of, losers)}
    lowest = {seat: worst(report, rules, seat, context) for seat in losers}
    lost = {
        seat: min(scores[seat], low)
        for seat, low in lowest.items()
        if low is not None and seat in scores
    }
    after = {**scores, **lost}
    others = [seat for seat in rules.seats if seat in scores and seat not in lost]
    if rules.normalise in ZERO_SUM_FORMS and others:
        taken = sum(scores.values()) - sum(after.values())
        share, left = divmod(taken, len(others))
        after |= {seat: after[seat] + share for seat in others}
        for seat, _one in zip(others, range(left), strict=False):
            after[seat] += ONE
    return {seat: after[seat] for seat in scores}
