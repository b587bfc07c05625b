"""Why an operation on money was refused; `clubs.wording.money` words it."""

from __future__ import annotations

from enum import StrEnum

from scoring.problems import Problem


class FeeProblem(StrEnum):
    """A reason, with the values that its sentence needs beside it."""

    NOT_SET = "fee_not_set"
    PAID = "fee_paid"  # receipt
    TAKEN_BACK = "payment_taken_back"
    REASON_MISSING = "payment_reason_missing"
    PRIZE_PAID = "prize_paid"
    NOT_FINISHED = "prize_before_finish"
    NOT_OFFICIAL = "prize_before_official"
    NOT_DUE = "prize_not_due"
    AMOUNT = "fee_amount"  # example
    CURRENCY = "fee_currency"  # currency


def problem(code: FeeProblem, field: str = "", **values: int | str) -> Problem:
    """Return the problem for a code, with the values that its sentence needs."""
    return Problem(code, field=field, values=tuple(sorted(values.items())))
