"""Codes of what the referee refuses, and of what a table waits for."""

from __future__ import annotations

from tournaments.codes import WordedCode, worded, worded_plural


class Code(WordedCode):
    """What is wrong with a request of a device, with a sheet or with a confirmation."""

    # The table and its lease.
    TABLE_UNKNOWN = worded("table_unknown", "There is no table with the code “%(table)s”.")
    TABLE_TAKEN = worded(
        "table_taken", "Another device has this table. The referee can release it at the desk."
    )  # heard_at
    LEASE_UNKNOWN = worded("lease_unknown", "This device has not opened a table.")
    LEASE_LOST = worded(
        "lease_lost", "This device no longer has the table. What it sends is kept for the referee."
    )
    LEASE_TAKEN_OVER = worded(
        "lease_taken_over",
        "Another device has taken the table over by the referee's PIN."
        " What this one sends is kept for the referee.",
    )
    LEASE_REVOKED = worded(
        "lease_revoked",
        "The official whose PIN took this table over no longer has the role for it."
        " What this device sends is kept for the referee.",
    )
    LEASE_OVER = worded(
        "lease_over", "The last event here is over. Tap here for the table of today."
    )
    PIN_WRONG = worded("pin_wrong", "This is not the PIN of an official of this tournament.")
    PINS_SHUT = worded(
        "pins_shut",
        "Too many wrong PINs, so none is accepted for an hour. The referee releases the"
        " table on the page “Sheets and tablets”, which needs no PIN; then tap “Try again”.",
    )
    LEASE_SPENT = worded(
        "lease_spent",
        "This device no longer has the table, and has sent %(limit)s things since."
        " The referee has to enter the rest.",
    )

    # What was sent.
    UNREADABLE = worded("unreadable", "This could not be read.")
    DIGEST_MISMATCH = worded("digest_mismatch", "This was altered on its way.")
    KEY_REUSED = worded(
        "key_reused",
        "Something else was received before under the same key. The referee sees both.",
    )
    EXPORT_NOT_READ = worded(
        "export_not_read", "This is not what a tablet copies or saves of what it could not send."
    )
    TEXT_NOT_STORABLE = worded(
        "text_not_storable", "%(field)s: contains a character that cannot be stored."
    )
    TEXT_TOO_LONG = worded("text_too_long", "%(field)s: longer than %(limit)s characters.")
    TEXT_MALFORMED = worded("text_malformed", "%(field)s: not in the required form.")
    JSON_MALFORMED = worded("json_malformed", "Not JSON from line %(line)s, column %(column)s on.")
    JSON_NOT_TEXT = worded("json_not_text", "Not text in UTF-8.")
    JSON_TOO_DEEP = worded("json_too_deep", "Nested more than %(limit)s levels deep.")
    JSON_NAME_TWICE = worded(
        "json_name_twice", "The name “%(name)s” occurs twice in the same place."
    )
    JSON_NUMBER_TOO_LARGE = worded("json_number_too_large", "A number in it is too large.")

    # The sheet.
    DEAL_UNKNOWN = worded("deal_unknown", "There is no such deal in this tournament.")
    DEAL_ELSEWHERE = worded("deal_elsewhere", "This deal is played at table %(table)s.")
    DEAL_NOT_IN_PLAY = worded("deal_not_in_play", "The round of this deal is not in play.")
    RECORDER_UNKNOWN = worded(
        "recorder_unknown", "Whoever recorded this does not sit at the table."
    )
    RESULT_STANDS = worded(
        "result_stands", "This deal has a result. Only the referee can change it."
    )
    REFEREE_ONLY = worded(
        "referee_only",
        "The sheet states something that only the referee decides. Leave that out.",
    )
    BOARD_TRIES_SPENT = worded(
        "board_tries_spent",
        "%(limit)s sheets of this deal did not agree with its board, so this one was not compared "
        "with it. The referee looks at the cards and confirms or corrects it.",
    )
    HANDED_IN_AGAIN = worded(
        "handed_in_again", "Handed in again after a backup was restored. The referee confirms it."
    )

    # A claim.
    CLAIM_NOT_ACCEPTED = worded(
        "claim_not_accepted", "The claim still has to be accepted by %(seats)s."
    )  # seats: those that still have to accept
    CLAIM_UNREADABLE = worded("claim_unreadable", "The claim does not say who claims what.")
    CLAIM_WITHOUT_TRICK = worded(
        "claim_without_trick", "A claim says after which trick it was made."
    )
    CLAIM_DECIDED = worded("claim_decided", "This claim has been decided already.")
    CLAIM_OVER = worded("claim_over", "This claim no longer awaits a decision.")
    CLAIM_NOT_AGREED = worded(
        "claim_not_agreed", "Only an agreed claim on which the result rests can be opened again."
    )
    CLAIM_TO_REFEREE = worded("claim_to_referee", "In this event the referee decides every claim.")
    CLAIM_DISALLOWED = worded(
        "claim_disallowed", "In this event there are no claims: the deal is played to its end."
    )
    CLAIM_OBJECTED = worded(
        "claim_objected",
        "Somebody has objected to a claim, so play has stopped. The referee decides it;"
        " cards played since then do not count.",
    )
    CLAIM_AFTER_SCORING = worded(
        "claim_after_scoring", "Nobody can claim after the deal has been scored."
    )
    PLAY_ON_NOT_OFFERED = worded(
        "play_on_not_offered", "In this event a contested claim is not followed by further play."
    )
    CARDS_NOT_READ = worded("cards_not_read", "“%(text)s” is not a card.")
    TRICK_NOT_READ = worded(
        "trick_not_read",
        "Line %(line)s: write who leads, and then at most one card of each player.",
    )
    PLAYS_NOT_PARTED = worded(
        "plays_not_parted",
        "Line %(line)s: single cards or two together? Write a slash (/) between the plays.",
    )
    TRICK_NOT_EVEN = worded(
        "trick_not_even",
        "Line %(line)s: these cards cannot be shared out evenly. Everybody plays as many as were "
        "led.",
    )

    # What an official decides.
    KIND_NOT_OFFERED = worded("kind_not_offered", "A result of this kind cannot be given here.")
    TIME_NOT_CALLED = worded(
        "time_not_called", "In round %(number)s the time is not up at any table."
    )
    NOTHING_NOT_BEGUN = worded(
        "nothing_not_begun", "No deal is left that had not begun at a table whose time is up."
    )
    NOT_ADJUSTED = worded("not_adjusted", "The result of this deal is not an adjusted score.")
    NOT_GIVEN = worded("not_given", "Enter a score for every side.")
    TOO_MANY_OUTCOMES = worded("too_many_outcomes", "At most %(most)s outcomes are weighted.")
    WEIGHTS_NOT_WHOLE = worded(
        "weights_not_whole", "The weights are more than 0 and add up to 100."
    )
    NOTHING_REPORTED = worded(
        "nothing_reported", "This table has reported nothing that could be changed."
    )
    DEAL_POINTS_OF_NOTHING = worded(
        "deal_points_of_nothing",
        "This penalty takes 10 points of the deal. Rule on a deal that has a result in points, or "
        "choose another level.",
    )
    DEAL_LOST_OF_NOTHING = worded(
        "deal_lost_of_nothing",
        "This penalty gives the seat the worst result of the deal, and the deal has no result in "
        "points yet. Enter it first.",
    )
    DEAL_LOST_AND_VOID = worded(
        "deal_lost_and_void",
        "A deal that does not count cannot be lost: choose another rectification or level.",
    )
    RESULT_OF_RULING = worded(
        "result_of_ruling",
        "Ruling %(number)s made this result, which cannot be changed alone. Change the "
        "ruling instead.",
    )
    NOT_FOULED = worded(
        "not_fouled", "Choose some of the tables that played this board, but not all of them."
    )
    PENALTY_NOTHING = worded("penalty_nothing", "Zero points change nothing.")
    PENALTY_SIGN = worded("penalty_sign", "With the sign: − takes points away, + gives them.")
    PENALTY_LATE = worded(
        "penalty_late",
        "The correction period is over. Only the chief referee, in a club event also a director, "
        "can still give penalty points or take them back.",
    )
    PENALTY_LARGE = worded(
        "penalty_large", "%(points)s is a large penalty. Check the number again, and tick it."
    )
    PENALTY_ABSURD = worded(
        "penalty_absurd", "At most %(most)s can be given at once. Check the zeros."
    )
    PENALTY_OF_RULING = worded(
        "penalty_of_ruling",
        "These points were given by a ruling and cannot be taken back alone. Change the "
        "ruling instead.",
    )
    PENALTY_FROM_SAME_FORM = worded(
        "penalty_from_same_form",
        "Other penalty points were given from this form before. Check these, and give them"
        " again if both are meant.",
    )

    # Who comes late.
    NO_TABLE_OF_LATENESS = worded(
        "no_table_of_lateness", "This event has no table of penalties for lateness."
    )
    CLOCK_NOT_STARTED = worded(
        "clock_not_started", "The clock of this round has not started. Type the minutes."
    )
    ARRIVAL_NOTED = worded(
        "arrival_noted", "This has been decided in the meantime. Look at it again."
    )
    NOT_MISSING = worded("not_missing", "Nobody was noted as missing here.")
    NOT_LATE = worded("not_late", "The round is not being played, so nobody is noted as late.")
    NOT_DRAWN_HERE = worded("not_drawn_here", "The absent player does not play at this table.")
    LATER_BY_NOW = worded(
        "later_by_now", "A minute has passed, and the consequence has changed. Look again."
    )
    MATCH_FORFEITED = worded("match_forfeited", "By now the match is forfeited by lateness.")
    NOT_FORFEITED_YET = worded("not_forfeited_yet", "The match is not forfeited by lateness yet.")

    # The confirmation.
    SHEET_UNKNOWN = worded("sheet_unknown", "The sheet has not arrived.")
    SHEET_DIFFERS = worded("sheet_differs", "The sheet that arrived is not the one that was shown.")
    SHEET_REPLACED = worded(
        "sheet_replaced", "A newer sheet of this deal has arrived. Look at that one."
    )
    SHEET_HAS_PROBLEMS = worded("sheet_has_problems", "Something is wrong with the sheet.")
    CONFIRMER_NOT_ALLOWED = worded("confirmer_not_allowed", "This seat cannot confirm this sheet.")
    ALREADY_CONFIRMED = worded("already_confirmed", "This seat has confirmed the sheet already.")
    PIN_WANTED = worded("pin_wanted", "The player's own PIN is required, and was not sent.")
    PIN_NOT_OF_PLAYER = worded(
        "pin_not_of_player", "The PIN was wrong, so the sheet was not confirmed."
    )
    PIN_LEFT = worded_plural(
        "pin_left",
        "%(left)s more try is accepted within %(minutes)s min.",
        "%(left)s more tries are accepted within %(minutes)s min.",
        "left",
    )
    PIN_SHUT = worded(
        "pin_shut",
        "Too many wrong PINs for this seat. Try again in %(minutes)s min, or call the referee.",
    )
    PIN_NOT_DRAWN = worded(
        "pin_not_drawn", "No PIN was drawn for this player. The referee can confirm the sheet."
    )
    PHONE_WANTED = worded("phone_wanted", "In this event players confirm on their own phones.")
    OBJECTED = worded(
        "objected", "%(seats)s objected. The referee decides, or the sheet is written again."
    )

    # An irregularity.
    IRREGULARITY_RULED = worded(
        "irregularity_ruled", "Another ruling has been made in the meantime. Look at it first."
    )
    RESULT_NOT_CHANGED = worded(
        "result_not_changed", "The result of this deal has not been changed. Correct it first."
    )

    # A ruling.
    RULING_CHANGED = worded(
        "ruling_changed", "Somebody has changed the ruling in the meantime. Look at it first."
    )
    RULING_FROM_SAME_FORM = worded(
        "ruling_from_same_form",
        "Another ruling was recorded from this form before. Check this one, and record it"
        " again if both are meant.",
    )
    CALL_RULED_ON = worded(
        "call_ruled_on",
        "Ruling %(number)s already decides this call. Change that ruling, or start another from"
        " the deal or the event.",
    )
    RULING_BEYOND_OFFICE = worded("ruling_beyond_office", "This needs a higher office: %(who)s.")
    OFFENDERS_UNEVEN = worded(
        "offenders_uneven",
        "They do not all have the same number of earlier offences. Rule on each separately,"
        " or choose a level.",
    )
    RULING_EMPTY = worded("ruling_empty", "Choose an article, or say what the matter is.")
    RULING_OF_NOBODY = worded("ruling_of_nobody", "Choose the offender.")
    RULING_OF_ANOTHER = worded(
        "ruling_of_another",
        "Only the official who made this ruling, or the chief referee, can change it.",
    )
    RULING_NOT_WAITING = worded("ruling_not_waiting", "This ruling no longer awaits confirmation.")
    RULING_OWN_WORD = worded(
        "ruling_own_word", "Another official, of a higher office, has to confirm it."
    )
    ARTICLE_UNKNOWN = worded("article_unknown", "This event has no such article.")
    LEVEL_WITHOUT_REASON = worded(
        "level_without_reason", "Give the reason for departing from the level of the article."
    )
    REACH_MISSING = worded("reach_missing", "Choose the rounds of the suspension.")
    REACH_OVER = worded(
        "reach_over", "No round is in play here, so there is no rest of it. Choose the next round."
    )
    REACH_ROUNDS = worded("reach_rounds", "Enter for how many rounds, from 1 to %(most)s.")
    BUILT_UNANSWERED = worded(
        "built_unanswered",
        "Something depends on this ruling by now. Say whether to carry it out anyway.",
    )
    CARDS_KEPT = worded(
        "cards_kept", "Both cards are in force, or this suspension was decided on already."
    )
    CARDS_NOT_OPEN = worded("cards_not_open", "These two cards no longer await a decision.")
    REMEDY_WITHOUT_DEAL = worded(
        "remedy_without_deal", "Only a ruling on a deal changes its result."
    )
    RESULT_LATE = worded(
        "result_late",
        "The correction period is over. Only the chief referee, in a club event also a director, "
        "can still change the result of this deal.",
    )
    SEAT_GONE = worded("seat_gone", "The offender no longer sits at this table. Choose again.")

    # A call for the referee.
    CALL_OPEN = worded("call_open", "The referee has been called to this table already.")
    CALL_UNKNOWN = worded("call_unknown", "This table has made no such call.")
    CALL_MOVED = worded("call_moved", "The call has changed in the meantime. Look at it again.")
    CALL_OVER = worded("call_over", "The call is over. The table can call again.")

    # An appeal.
    APPEALS_NOT_OFFERED = worded("appeals_not_offered", "There are no appeals in this event.")
    APPEAL_OF_NOTHING = worded("appeal_of_nothing", "Choose what the appeal is against.")
    APPEAL_FINAL = worded(
        "appeal_final", "An appeal has decided this already, and its decision is final."
    )
    APPEAL_WITHOUT_WORDS = worded("appeal_without_words", "Enter what was said.")
    APPEAL_UNSIGNED = worded("appeal_unsigned", "Nobody has signed.")
    APPEAL_DEPOSIT = worded(
        "appeal_deposit", "Take the deposit first, and enter the number of its receipt."
    )
    APPEAL_DEPOSIT_FATE = worded(
        "appeal_deposit_fate", "Say whether the deposit is returned or forfeited."
    )
    APPEAL_TO_COME = worded("appeal_to_come", "This time is still to come.")
    APPEAL_BEFORE_DECISION = worded(
        "appeal_before_decision", "At this time it had not been decided yet."
    )
    APPEAL_IN_TIME = worded(
        "appeal_in_time", "This appeal was lodged in time. Choose another reason."
    )
    APPEAL_MOVED = worded(
        "appeal_moved", "The appeal has changed in the meantime. Look at it again."
    )
    APPEAL_OVER = worded("appeal_over", "This step is no longer possible.")
    APPEAL_CHANGED = worded(
        "appeal_changed",
        "The subject of the appeal has changed in the meantime. Check the effect again.",
    )
    APPEAL_BEYOND_OFFICE = worded(
        "appeal_beyond_office", "Referees receive appeals, and the chief referee decides them."
    )
    COMMITTEE_TOO_SMALL = worded(
        "committee_too_small", "A committee has at least %(least)s members."
    )
    COMMITTEE_INTERESTED = worded(
        "committee_interested", "%(name)s plays in it, leads or coaches there, or made the ruling."
    )
    ONLY_RECOMMEND = worded(
        "only_recommend",
        "On law, regulations and discipline the committee can only recommend. The chief referee "
        "decides.",
    )
    NOBODY_TO_RECOMMEND = worded(
        "nobody_to_recommend", "The chief referee decides, and recommends nothing."
    )
    NO_PENALTY_TO_VARY = worded(
        "no_penalty_to_vary", "The ruling gave no penalty points that could be replaced."
    )
    VARIED_UPWARDS = worded(
        "varied_upwards", "A penalty takes points away: enter it with a minus sign."
    )
    NOT_VARIED = worded(
        "not_varied", "A replacement penalty is chosen only if the ruling is varied in part."
    )
    FACTS_MISSING = worded("facts_missing", "Enter what happened.")
    ANNULLED_NOTHING = worded("annulled_nothing", "Choose which parts of the ruling are annulled.")
    VARIED_INTO_NOTHING = worded("varied_into_nothing", "Choose what replaces the penalty.")
    RESULT_NOT_UNDONE = worded(
        "result_not_undone",
        "This deal has no earlier result that could count again. Correct the deal on its"
        " page, and uphold or vary.",
    )

    # A stored code of another version of the program.
    UNKNOWN = worded("unknown", "This version of the program has no words for “%(name)s”.")

    # The request as such.
    NOT_FOUND = worded("not_found", "There is nothing here.")
    NOT_ALLOWED = worded("not_allowed", "This is not allowed.")
    METHOD_NOT_OFFERED = worded(
        "method_not_offered", "This address does not accept such a request."
    )
    FORMAT_NOT_OFFERED = worded("format_not_offered", "This address accepts and returns JSON only.")
    TOO_LARGE = worded("too_large", "Larger than %(limit)s bytes.")
    TOO_OFTEN = worded("too_often", "Too many requests. Try again in %(seconds)s seconds.")
    SERVER_FAULT = worded(
        "server_fault",
        "Something went wrong on the server. What was acknowledged is stored. Try again; if"
        " the problem stays, tell the organisers the number %(number)s.",
    )
