"""Settling a deal: from facts that are free of problems to points, each with its lines."""

from scoring.gongzhu.facts import Facts
from scoring.gongzhu.rules import RuleSet
from scoring.gongzhu.settling.convert import convert, residue
from scoring.gongzhu.settling.pile import lines_of, pile_of
from scoring.gongzhu.stakes import stakes_of
from scoring.settlement import Settlement


def settle(facts: Facts, rules: RuleSet) -> Settlement:
    """Return the raw points, the scores and the lines of a deal.

    >>> won = {"N": ("SQ", "H6", "H8", "H10", "HJ", "C10"), "W": (), "S": (), "E": ()}
    >>> settle(Facts(won), RuleSet()).raw["N"]
    -300
    """
    stakes = stakes_of(facts.exposures, rules)
    lines = {
        seat: lines_of(pile_of(seat, won, facts.owners, stakes, rules))
        for seat, won in facts.piles.items()
    }
    raw = {seat: sum(line.points for line in steps) for seat, steps in lines.items()}
    scores, conversions = convert(raw, rules)
    every = tuple(line for steps in lines.values() for line in steps)
    return Settlement(raw, scores, every, conversions, residue(scores, rules))
