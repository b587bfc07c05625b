"""Refusals of the referee: the codes, and the exceptions that carry them to the answer."""

from __future__ import annotations

from enum import StrEnum

from referee.base.refusals.codes import Code, Phase
from scoring.problems import Problem
from tournaments.base.refusals import Refused

__all__ = ["Code", "CodedRefusal", "Phase"]


class CodedRefusal(Refused):
    """Refusal with one headline, `code`; `extras` are further fields of the answer."""

    def __init__(self, code: StrEnum, *problems: Problem, **extras: str | bool) -> None:
        super().__init__(*(problems or (Problem(code),)))
        self.code = code
        self.extras = extras
