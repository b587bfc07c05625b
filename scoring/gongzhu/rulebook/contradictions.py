"""Sets of rules that contradict themselves, each contradiction a coded problem.

A set that passes can settle every report without problems.
"""

from collections.abc import Iterator
from math import gcd

from scoring.gongzhu.codes import RuleProblem
from scoring.gongzhu.deck import DEALT, HEART_ACE
from scoring.gongzhu.rules import PAIR_FORMS, FirstLead, Normalise, PigFlips, RuleSet, Slam
from scoring.gongzhu.values import HEART_FACES, PIG_FACE, all_hearts_face
from scoring.problems import Problem, ProblemCode
from scoring.seats import COMPASS


def contradictions(rules: RuleSet) -> Iterator[Problem]:
    """Yield everything in which a set of rules contradicts itself.

    >>> [problem.code.value for problem in contradictions(RuleSet(decks=2, self_won=True))]
    ['self_won_with_two_decks']
    """
    yield from _of_exposure(rules)
    yield from _of_decks(rules)
    yield from _of_players(rules)
    yield from _of_slam(rules)
    yield from _of_zero_sum(rules)


def _of_exposure(rules: RuleSet) -> Iterator[Problem]:
    if not rules.first_exposure:
        return
    if not rules.exposure:
        yield Problem(RuleProblem.FIRST_EXPOSURE_WITHOUT_EXPOSURE, "first_exposure")
    if rules.first_lead is FirstLead.BOARD:
        yield Problem(RuleProblem.FIRST_EXPOSURE_ON_DEALT_BOARDS, "first_exposure")


def _of_decks(rules: RuleSet) -> Iterator[Problem]:
    if rules.decks == 1:
        return
    if rules.first_exposure:
        yield Problem(RuleProblem.FIRST_EXPOSURE_WITH_TWO_DECKS, "first_exposure")
    if rules.self_won:
        yield Problem(RuleProblem.SELF_WON_WITH_TWO_DECKS, "self_won")
    if rules.auto_expose_fourth:
        yield Problem(RuleProblem.AUTO_EXPOSE_WITH_TWO_DECKS, "auto_expose_fourth")
    if rules.players != len(COMPASS):
        # No text says which cards are removed from two decks.
        values = (("name", "players"), ("value", rules.players))
        yield Problem(ProblemCode.NOT_SUPPORTED, "players", values=values)


def _of_players(rules: RuleSet) -> Iterator[Problem]:
    players = (("players", rules.players),)
    if rules.players != len(COMPASS) and rules.normalise in PAIR_FORMS:
        yield Problem(RuleProblem.PAIRS_NEED_FOUR_PLAYERS, "normalise", values=players)
    leads = {FirstLead.C2: "C2", FirstLead.S2: "S2", FirstLead.S7: "S7"}
    card = leads.get(rules.first_lead)
    if card is not None and card not in DEALT[rules.players]:
        yield Problem(RuleProblem.LEAD_CARD_NOT_DEALT, "first_lead", (card,), values=players)


def _of_slam(rules: RuleSet) -> Iterator[Problem]:
    if rules.slam is Slam.BY_SUM:
        return
    if rules.slam_value is None:
        yield Problem(RuleProblem.SLAM_WITHOUT_VALUE, "slam_value")
    elif rules.slam is Slam.PROPORTIONAL and not _proportion_is_whole(rules, rules.slam_value):
        values = (("slam_value", rules.slam_value),)
        yield Problem(RuleProblem.SLAM_NOT_WHOLE, "slam_value", values=values)


def _proportion_is_whole(rules: RuleSet, slam_value: int) -> bool:
    """Exposures multiply each part of the sum by whole numbers, so it is enough that each part
    takes a whole share of the slam's value.
    """
    parts = [all_hearts_face(rules), -PIG_FACE * rules.decks, rules.sheep * rules.decks]
    if rules.pig_flips is PigFlips.NEVER:
        parts[1] = -parts[1]
    total = sum(parts)
    if rules.self_won:
        parts.append(HEART_FACES[rules.hearts][HEART_ACE])
    return total != 0 and all(slam_value * part % total == 0 for part in parts)


def _of_zero_sum(rules: RuleSet) -> Iterator[Problem]:
    if rules.normalise is not Normalise.ZERO_SUM_EXACT:
        return
    faces = HEART_FACES[rules.hearts].values()
    slam = 1 if rules.slam is Slam.PROPORTIONAL else rules.slam_value or 0
    others = (PIG_FACE, rules.sheep, all_hearts_face(rules), rules.transformer_alone_value, slam)
    # All raw points are multiples of this.
    unit = gcd(*faces, *others)
    if rules.scale * unit % (rules.players - 1):
        values = (("players", rules.players), ("scale", rules.scale))
        yield Problem(RuleProblem.ZERO_SUM_NOT_WHOLE, "normalise", values=values)
