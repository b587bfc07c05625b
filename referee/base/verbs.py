"""What the referee's acts are called: verbs of changes in the log, origins in the ledger."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.structure import games

BY_TABLE: Final = "sheet"
BY_REFEREE: Final = "referee"
"""Origins of a result in the ledger: confirmed by the table, or by an official alone."""
BY_SCORER: Final = "scorer"
"""Origin of a result that a scorer typed from paper."""
BY_DECISION: Final = "claim"
BY_RULING: Final = games.BY_RULING
BY_PENALTY: Final = "penalty"
"""Other origins: a decided claim, a ruling without points, penalty points."""


class Verb(models.TextChoices):
    """A change that a device or an official makes at a table."""

    OPEN_TABLE = "open_table", _("a device opened the table")
    CHOOSE_EVENT = "choose_event", _("the event that is played at a table was chosen")
    TAKE_OVER_TABLE = "take_over_table", _("a device took the table over by an official's PIN")
    REFUSE_PIN = "refuse_pin", _("a device showed a wrong PIN")
    DECIDE_CARDS = "decide_cards", _("two yellow cards of one person were decided on")
    ALLOW_PINS = "allow_pins", _("wrong PINs of officials were forgiven")
    RELEASE_TABLE = "release_table", _("the table was released")
    SUBMIT_SHEET = "submit_sheet", _("a sheet came in")
    CONFIRM_SHEET = "confirm_sheet", _("a sheet was confirmed")
    OBJECT = "object", _("a player objected to a sheet")
    DECIDE_CLAIM = "decide_claim", _("a claim was decided")
    PLAY_ON = "play_on", _("a contested claim was played on")
    REOPEN_CLAIM = "reopen_claim", _("an agreed claim was opened again")
    KEEP_AGREEMENT = "keep_agreement", _("an agreed claim was upheld")
    FACE_HANDS = "face_hands", _("the hands at a claim were recorded")
    SET_CLAIM_POLICY = "set_claim_policy", _("how an event decides claims was changed")
    RULE_DEAL = "rule_deal", _("the referee ruled on a deal")
    ADJUST_SCORE = "adjust_score", _("an adjusted score was given for a board")
    DECIDE_EXPOSURE = "decide_exposure", _("a late exposure was allowed or declared void")
    STATE_LAYOUTS = (
        "state_layouts",
        _("it was stated which tables played which cards of a fouled board"),
    )
    TAKE_BACK_SCORE = "take_back_score", _("an adjusted score was taken back")
    PENALISE = "penalise", _("penalty points were given")
    TAKE_BACK = "take_back", _("penalty points were taken back")
    CALL_REFEREE = "call_referee", _("a table called for the referee")
    ANSWER_CALL = "answer_call", _("a call for the referee moved on")
    RULE_IRREGULARITY = "rule_irregularity", _("the referee ruled on an irregularity")
    RULE_CASE = "rule_case", _("the referee ruled")
    CONFIRM_RULING = "confirm_ruling", _("a ruling was confirmed or not confirmed")
    LODGE_APPEAL = "lodge_appeal", _("an appeal was lodged")
    ANSWER_APPEAL = "answer_appeal", _("a reply or a comment to an appeal came in")
    REJECT_APPEAL = "reject_appeal", _("an appeal was rejected")
    WITHDRAW_APPEAL = "withdraw_appeal", _("an appeal was withdrawn")
    HEAR_APPEAL = "hear_appeal", _("an appeal was heard")
    DECIDE_APPEAL = "decide_appeal", _("an appeal was decided")
    MARK_MISSING = "mark_missing", _("somebody was not there when the round began")
    MARK_ARRIVED = "mark_arrived", _("somebody who was late has arrived")
    TAKE_BACK_ARRIVAL = "take_back_arrival", _("a note of lateness was taken back")
    KEEP_WRITE = "keep_write", _("a refused item was kept")
