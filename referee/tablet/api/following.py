"""A deal while it is written down: what a report says so far, and a hand that was typed."""

from __future__ import annotations

from typing import Any

from scoring.following import Flag
from scoring.game import Context
from scoring.notation import read_cards
from scoring.problems import Problem
from tournaments import wording
from tournaments.models import Deal
from tournaments.results.queries import game_of, ruleset_of

Answer = dict[str, Any]


def following(deal: Deal, report: object, context: Context) -> Answer:
    """Return what a report says so far and what follows from it, flags with their sentences."""
    game = game_of(deal.event)
    following = game.follow(report, game.rules(ruleset_of(deal).rules), context)
    return {
        **following.as_json(),
        "flags": [_flag(flag) for flag in following.flags],
        "warnings": [wording.problem_json(warning) for warning in following.warnings],
    }


def outlook(deal: Deal, report: object, context: Context) -> Answer:
    """Return what a report leaves open, and what every seat can still come to."""
    game = game_of(deal.event)
    return game.outlook(report, game.rules(ruleset_of(deal).rules), context).as_json()


def typed_cards(text: str, copies: int) -> Answer:
    """Return the cards of a hand that was typed, with everything that was not understood.

    `copies` is how often each card is dealt.
    """
    problems: list[Problem] = []
    cards = read_cards(text, "hands", problems, copies=copies)
    return {
        "cards": list(cards),
        "problems": [wording.problem_json(problem) for problem in problems],
    }


def _flag(flag: Flag) -> Answer:
    return {**flag.as_json(), "text": wording.problem_text(flag.as_problem())}
