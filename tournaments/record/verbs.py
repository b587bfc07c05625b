"""The verbs of the log for changes of the structure and of the record."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Verb(models.TextChoices):
    """The name of a change of the structure or of the record in the log."""

    CREATE_TOURNAMENT = "create_tournament", _("the tournament was created")
    CREATE_EVENT = "create_event", _("an event was created")
    GRANT_ROLE = "grant_role", _("a role was given")
    SET_PIN = "set_pin", _("a new PIN was given")
    END_PIN = "end_pin", _("a PIN of an earlier version was ended")
    ADD_ENTRY = "add_entry", _("entries were added")
    REMOVE_ENTRY = "remove_entry", _("an entry was removed")
    RESTORE_ENTRY = "restore_entry", _("an entry that was removed was put back")
    WITHDRAW_ENTRY = "withdraw_entry", _("an entry was withdrawn")
    READMIT_ENTRY = "readmit_entry", _("a withdrawal was taken back")
    TAKE_BACK_EXCLUSION = "take_back_exclusion", _("a decision on an entry was taken back")
    WAIVE_SUSPENSION = "waive_suspension", _("the chief referee seated somebody who is suspended")
    BAN_PERSON = "ban_person", _("somebody was banned from the club's events")
    LIFT_BAN = "lift_ban", _("a ban of the club was lifted")
    CHECK_IN = "check_in", _("presence was recorded")
    STAND_IN = "stand_in", _("a stand-in was named")
    END_STAND_IN = "end_stand_in", _("a stand-in was ended")
    RENAME_PERSON = "rename_person", _("a name was corrected")
    RENAME_ENTRY = "rename_entry", _("an entry was renamed")
    SET_REMARK = "set_remark", _("the remark on an entry was changed")
    DRAW_ROUND = "draw_round", _("a round was drawn")
    DISCARD_ROUND = "discard_round", _("a draw was discarded")
    WITHDRAW_DRAW = "withdraw_draw", _("a published draw was withdrawn")
    NOTE_EXTRA_DEAL = "note_extra_deal", _("a deal decided between equals")
    TAKE_BACK_EXTRA_DEAL = "take_back_extra_deal", _("a deal that decided was taken back")
    ADJUST_DRAFT = "adjust_draft", _("a draw was changed by hand")
    PUBLISH_ROUND = "publish_round", _("a round was published")
    CLOSE_ROUND = "close_round", _("a round was closed")
    START_CLOCK = "start_clock", _("the clock of a round was started")
    HOLD_CLOCK = "hold_clock", _("the clock of a round was paused")
    RESUME_CLOCK = "resume_clock", _("the clock of a round was resumed")
    EXTEND_CLOCK = "extend_clock", _("time was extended")
    CALL_TIME = "call_time", _("time was called")
    FINISH_EVENT = "finish_event", _("an event was finished")
    SET_NOTICE = "set_notice", _("a notice for the hall was given or taken down")
    SEED_ENTRIES = "seed_entries", _("clubs and seeding of entries were recorded")
    SET_PRIZES = "set_prizes", _("the prizes were set")
    SET_MOVEMENT = "set_movement", _("the movement over boards was chosen")
    RECORD_RESULT = "record_result", _("a result was recorded")
    EXCHANGE_SEATS = (
        "exchange_seats",
        _("players sat in other seats than published, and the seats were corrected"),
    )
    EXCHANGE_RESULTS = "exchange_results", _("two results were exchanged")
    MOVE_RESULT = "move_result", _("a result was moved to another deal")
    ADJUST = "adjust", _("points were adjusted")
    PUBLISH = "publish", _("something was published")
    DRAW_SLIPS = "draw_slips", _("name slips with new secrets were drawn")
    HAND_IN_LINE_UP = "hand_in_line_up", _("a line-up was handed in")
    REVEAL_LINE_UPS = "reveal_line_ups", _("line-ups were revealed")
    SET_LINE_UP_HOUR = "set_line_up_hour", _("a deadline for line-ups was set")
    CHOOSE_SEATING_RIGHT = (
        "choose_seating_right",
        _("in which segments the home side has the seating right was noted"),
    )
    DRAW_CAPTAIN_LINKS = "draw_captain_links", _("new links for captains were drawn")
    READ_BOARD = "read_board", _("the hands of boards were read")
    ADD_STAGE = "add_stage", _("a stage was planned")
    REMOVE_STAGE = "remove_stage", _("a planned stage was taken out")
    OPEN_STAGE = "open_stage", _("a stage was opened")
    AWARD_MATCH = "award_match", _("a match was awarded")
    TAKE_BACK_AWARD = "take_back_award", _("an award was taken back")
    REVOKE_ROLE = "revoke_role", _("a role was revoked")
    ADD_PLACES = "add_places", _("tables of the club were created")
    GIVE_PLACES_BACK = "give_places_back", _("tables were given back")
    DOWNLOAD_COPY = "download_copy", _("a copy of all data was downloaded")
    MOVE_TABLES = "move_tables", _("a draft was moved to other tables")
    SET_PASSWORD = "set_password", _("a password was set")
    CHANGE_TOURNAMENT = "change_tournament", _("name, day or place of the tournament was changed")
    CHANGE_EVENT = "change_event", _("the settings of an event were changed")
    DELETE_TOURNAMENT = "delete_tournament", _("the tournament was deleted")
    DELETE_EVENT = "delete_event", _("an event was deleted")
    REOPEN_EVENT = "reopen_event", _("the finish of an event was taken back")
    SET_UNPLACED = (
        "set_unplaced",
        _("an entry that played few deals was given no place, or its place again"),
    )
    REPEAT_EVENING = "repeat_evening", _("an evening was made from an earlier one")
    KEEP_RULES = "keep_rules", _("rules of the club's own were saved")
    RENAME_RULES = "rename_rules", _("rules of the club's own were renamed")
    REMOVE_RULES = "remove_rules", _("rules of the club's own were removed")
    SET_FEATURES = "set_features", _("the club chose what it uses")
    SET_FACE = "set_face", _("the club chose its logo and its colour")
    SET_EMBED_ORIGINS = (
        "set_embed_origins",
        _("the club chose which sites may show its standings"),
    )
    SET_MIRROR = "set_mirror", _("the mirror of the public pages was set")
    ADD_MEMBERS = "add_members", _("members were taken into the register")
    CHANGE_MEMBER = "change_member", _("the register of members was changed")
    MERGE_MEMBERS = "merge_members", _("two members were merged")
    SPLIT_MEMBER = "split_member", _("merged members were separated")
    TELL_APART = "tell_apart", _("members were marked as different persons")
    TAKE_BACK_APART = "take_back_apart", _("members may be one person after all")
    BLANK_MEMBER = "blank_member", _("a member was blanked")
    LIMIT_ROLE = "limit_role", _("a role was limited to other events or tables")
    INVITE = "invite", _("somebody was invited to a role")
    WITHDRAW_INVITATION = "withdraw_invitation", _("an invitation was withdrawn")
    ACCEPT_INVITATION = "accept_invitation", _("an invitation was accepted")
    MAKE_PASSWORD_LINK = "make_password_link", _("a link to a new password was made")
    NAME_ACCOUNT = "name_account", _("the name of an account was changed")
    SWITCH_ON_SECOND_FACTOR = (
        "switch_on_second_factor",
        _("codes of an app were switched on for an account"),
    )
    SWITCH_OFF_SECOND_FACTOR = (
        "switch_off_second_factor",
        _("codes of an app were switched off for an account"),
    )
    LET_IN_AGAIN = "let_in_again", _("wrong passwords of an account were forgiven")
    CREATE_CLUB = "create_club", _("the club was created")
    RENAME_CLUB = "rename_club", _("the club was renamed")
    DRAW_MEMBER_LINKS = "draw_member_links", _("links of members were drawn")
    REVOKE_MEMBER_LINK = "revoke_member_link", _("the link of a member was revoked")
    RATE_EVENTS = "rate_events", _("ratings were computed")
    CREATE_SEASON = "create_season", _("a season was created")
    CHANGE_SEASON = "change_season", _("the rules of a season were changed")
    CHOOSE_SEASON_EVENTS = "choose_season_events", _("the events of a season were chosen")
    CHANGE_LEAGUE = "change_league", _("a club joined or left a league")
    SET_FEE = "set_fee", _("the entry fee was set")
    TAKE_FEE = "take_fee", _("an entry fee was paid")
    PAY_PRIZE = "pay_prize", _("a prize was paid")
    TAKE_PAYMENT_BACK = "take_payment_back", _("a payment was taken back")
    CHANGE_REGULATIONS = "change_regulations", _("the regulations of an event were changed")
    CHANGE_ARTICLE = "change_article", _("an article of the penalty table was changed")
    PUBLISH_ARTICLES = (
        "publish_articles",
        _("the penalty table was published or taken off the public pages"),
    )
    MAKE_OFFICIAL = "make_official", _("a final result became official")
    PROPOSE_EXCLUSION = "propose_exclusion", _("a withdrawal or a disqualification was proposed")
    APPROVE_EXCLUSION = "approve_exclusion", _("a withdrawal or a disqualification was approved")
    REFUSE_EXCLUSION = "refuse_exclusion", _("a withdrawal or a disqualification was not approved")
    EXCHANGE_TABLES = "exchange_tables", _("persons or results of two tables were exchanged")
    SEAT_HOUSE_PLAYER = (
        "seat_house_player",
        _("a house player took the seat of somebody who did not come"),
    )
