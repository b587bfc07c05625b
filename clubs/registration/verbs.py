"""The verbs of the log for entering, checking in and withdrawing by players."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Verb(models.TextChoices):
    """A change by which players enter or leave without an official."""

    SET_TERMS = "set_registration_terms", _("an event was opened or closed for entering")
    ASK_TO_ENTER = "ask_to_enter", _("somebody asked to enter")
    APPROVE_REQUEST = "approve_entry_request", _("a request to enter was approved")
    REFUSE_REQUEST = "refuse_entry_request", _("a request to enter was refused")
    TAKE_REQUEST_BACK = "take_entry_request_back", _("a request to enter was taken back")
    ASK_TO_WITHDRAW = "ask_to_withdraw", _("somebody asked to withdraw")
    REFUSE_WITHDRAWAL = "refuse_withdrawal", _("a request to withdraw was refused")
    KEEP_ENTRY = "take_withdrawal_request_back", _("a request to withdraw was taken back")
    OPEN_KIOSK = "open_kiosk", _("a kiosk was opened")
    CLOSE_KIOSK = "close_kiosk", _("a kiosk was closed")
    ALLOW_CODES = "allow_hall_codes", _("wrong hall codes were forgiven")
    COME_TO_DOOR = "come_to_door", _("somebody came to the door after play had begun")
    CONFIRM_NAME = "confirm_entered_name", _("a name of the public door was confirmed")
    DENY_NAME = "deny_entered_name", _("a name of the public door was denied")
