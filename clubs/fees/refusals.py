"""Reasons to refuse an operation on money."""

from __future__ import annotations

from tournaments.codes import WordedCode, worded


class FeeProblem(WordedCode):
    """Why an operation was refused."""

    NOT_SET = worded("fee_not_set", "This event has no entry fee. Set it first.")
    PAID = worded("fee_paid", "This entry has paid: receipt no. %(receipt)s.")
    TAKEN_BACK = worded("payment_taken_back", "This payment has been taken back already.")
    REASON_MISSING = worded("payment_reason_missing", "Say why the payment is taken back.")
    PRIZE_PAID = worded("prize_paid", "This prize has been paid already.")
    NOT_FINISHED = worded("prize_before_finish", "Prizes are paid once the event is finished.")
    NOT_OFFICIAL = worded("prize_before_official", "Prizes are paid once the result is official.")
    NOT_DUE = worded("prize_not_due", "This prize is no longer in the list. Check the list again.")
    AMOUNT = worded(
        "fee_amount", "The fee is an amount such as %(example)s; nothing, or 0, is no fee."
    )
    CURRENCY = worded(
        "fee_currency",
        "Payments in %(currency)s are noted in this event. Take them back before you choose "
        "another currency.",
    )
