"""Refusals of the referee: the codes, and the exceptions that carry them to the answer.

Beside them what a table is told while nothing is refused: `Phase`.
"""

from __future__ import annotations

from enum import StrEnum

from referee.base.refusals.codes import Code
from scoring.problems import Problem
from tournaments.base.refusals import Refused
from tournaments.codes import WordedCode, worded

__all__ = ["Code", "CodedRefusal", "Phase"]


class Phase(WordedCode):
    """What a table waits for while none of its rounds is in play."""

    ROUND_AWAITED = worded("round_awaited", "The next round has not been published yet.")
    TOURNAMENT_OVER = worded("tournament_over", "The tournament is over. Thank you for playing.")


class CodedRefusal(Refused):
    """Refusal with one headline, `code`; `extras` are further fields of the answer."""

    def __init__(self, code: StrEnum, *problems: Problem, **extras: str | bool) -> None:
        super().__init__(*(problems or (Problem(code),)))
        self.code = code
        self.extras = extras
