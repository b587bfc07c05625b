"""The verbs of entering, checking in and withdrawing in the log of a tournament."""

from __future__ import annotations

from django.db import models


class Verb(models.TextChoices):
    """The name of a change by which players enter or leave without an official."""

    SET_TERMS = "set_registration_terms"
    ASK_TO_ENTER = "ask_to_enter"
    APPROVE_REQUEST = "approve_entry_request"
    REFUSE_REQUEST = "refuse_entry_request"
    TAKE_REQUEST_BACK = "take_entry_request_back"
    ASK_TO_WITHDRAW = "ask_to_withdraw"
    REFUSE_WITHDRAWAL = "refuse_withdrawal"
    KEEP_ENTRY = "take_withdrawal_request_back"
    OPEN_KIOSK = "open_kiosk"
    CLOSE_KIOSK = "close_kiosk"
    ALLOW_CODES = "allow_hall_codes"
    COME_TO_DOOR = "come_to_door"
    CONFIRM_NAME = "confirm_entered_name"
    DENY_NAME = "deny_entered_name"
