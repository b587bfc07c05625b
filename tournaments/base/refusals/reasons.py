"""Why an operation on entries, rounds or the record was refused."""

from __future__ import annotations

from tournaments.codes import WordedCode, worded


class Reason(WordedCode):
    """Why an operation on the structure or on the record was refused."""

    ENTRIES_TOO_FEW = worded(
        "entries_too_few",
        "A table needs %(size)s entries; the number that can be seated is %(entries)s.",
    )
    ENTRY_NAME_MISSING = worded("entry_name_missing", "Line %(line)s: there is no name.")
    ENTRY_NAME_TWICE = worded(
        "entry_name_twice",
        "Line %(line)s: %(name)s is entered already. Write the number of another member of"
        " the name after it (%(name)s #12); of a guest, add a word that tells the two"
        " apart.",
    )
    ENTRY_NAME_TOO_LONG = worded(
        "entry_name_too_long", "Line %(line)s: the name is longer than %(most)s characters."
    )
    ENTRIES_CLOSED = worded(
        "entries_closed",
        "The entry has already been drawn. Withdraw it: its results stay.",
    )
    ENTRY_HAS_PAYMENTS = worded(
        "entry_has_payments",
        "A payment of this entry is in the list of fees, which nothing is struck from. Withdraw "
        "the entry instead.",
    )
    EVENT_HAS_PAYMENTS = worded(
        "event_has_payments",
        "Fees of this event are paid. Take the payments back before you delete the event.",
    )
    ENTRIES_GONE_ON = worded(
        "entries_gone_on",
        "Stage %(number)s is played by those who qualified: no more entries are possible.",
    )
    ENTRY_SIZE = worded(
        "entry_size",
        "Line %(line)s: an entry of this event names %(size)s; this line names %(found)s.",
    )
    ENTRY_NOT_THERE = worded("entry_not_there", "Entry no. %(number)s takes no part, or no longer.")
    ENTRY_GONE = worded(
        "entry_gone", "The entry is no longer on the list, so nothing was stored. Look at it again."
    )
    ENTRY_NOT_WITHDRAWN = worded(
        "entry_not_withdrawn", "Entry no. %(number)s has not been withdrawn."
    )
    ENTRY_IN_DRAFT = worded(
        "entry_in_draft",
        "The draft of round %(number)s counts on this entry. Discard the draft first.",
    )
    WITHDRAWAL_ROUND = worded("withdrawal_round", "The last round can be %(low)s to %(high)s.")
    HOUR_LEFT_OUT = worded(
        "hour_left_out",
        "The event cannot begin at a time that does not exist on that day, because the"
        " clocks go forward.",
    )
    NAME_MISSING = worded("name_missing", "There is no name.")
    NAME_TOO_LONG = worded("name_too_long", "The name is longer than %(most)s characters.")
    NAME_TAKEN = worded(
        "name_taken",
        "%(name)s is entered already. Write the number of another member of the name after"
        " it (%(name)s #12); of a guest, add a word that tells the two apart.",
    )
    MEMBER_NOT_THERE = worded("member_not_there", "The entry has no such member.")
    ROUND_DRAWN = worded(
        "round_drawn",
        "Round %(number)s is the first that can be chosen: those before it are drawn already.",
    )
    ROUNDS_NOT_IN_ORDER = worded("rounds_not_in_order", "The last round is before the first.")
    STAND_IN_TWICE = worded("stand_in_twice", "In one of these rounds there is already a stand-in.")
    ENTRIES_TOO_MANY = worded("entries_too_many", "An event takes at most %(most)s entries.")
    ROUND_OPEN = worded(
        "round_open",
        "Round %(number)s is not played to its end yet. Tables that are not done: %(tables)s.",
    )
    ROUND_IN_DRAFT = worded(
        "round_in_draft",
        "Round %(number)s is drawn already. Publish the draft or discard it first.",
    )
    ROUND_NOT_CLOSED = worded("round_not_closed", "Round %(number)s is not closed yet.")
    ROUNDS_MISSING = worded(
        "rounds_missing", "Rounds closed: %(closed)s of the %(planned)s that are planned."
    )
    EVENT_NOT_RUNNING = worded(
        "event_not_running", "The event is finished, or it has not been opened."
    )
    EVENT_FINISHED = worded("event_finished", "The event is finished already. Nothing was changed.")
    MOVEMENT_OVER = worded(
        "movement_over",
        "All %(rounds)s rounds of the movement have been drawn. Draw at random or by standing.",
    )
    MOVEMENT_FIELD_CHANGED = worded(
        "movement_field_changed",
        "The movement began with %(before)s players; the number that can be seated now is "
        "%(entries)s. Draw at random or by standing.",
    )
    MOVEMENT_FULL = worded(
        "movement_full",
        "The movement has %(places)s numbers, and all are taken: late entries cannot join it.",
    )
    EXCHANGE_NOT_OFFERED = worded(
        "exchange_not_offered",
        "In a draw of this kind the rounds depend on one another, so that no entries can be "
        "exchanged by hand. Draw again, or with another method.",
    )
    GROUPS_DIFFER = worded(
        "groups_differ", "These two are in different groups. Choose two of one group."
    )
    DRAW_IMPOSSIBLE = worded(
        "draw_impossible",
        "In this way no round can be drawn for those who are there. Draw in another way, or check "
        "who is present.",
    )
    ROUND_ROBIN_OVER = worded(
        "round_robin_over",
        "All %(rounds)s rounds of the round robin have been drawn. Draw in another way.",
    )
    ROUND_ROBIN_FULL = worded(
        "round_robin_full",
        "The round robin has %(places)s places, and all are taken: late entries cannot join it.",
    )
    DRAFT_CHANGED = worded(
        "draft_changed",
        "The draft of round %(number)s has changed in the meantime. Look at it again.",
    )
    SAVED_MEANWHILE = worded(
        "saved_meanwhile",
        "Somebody else saved this in the meantime, and your changes are not stored yet."
        " Check it, then press again.",
    )
    EXCHANGE_OF_NOTHING = worded("exchange_of_nothing", "Choose two who can exchange their places.")
    SEATS_DIFFER = worded("seats_differ", "Each seat of the table is taken by exactly one player.")
    PARTNERS_PARTED = worded("partners_parted", "Partners have to stay partners.")
    DEALS_NOT_THERE = worded("deals_not_there", "The table has no such deals.")
    RESULT_MISSING = worded("result_missing", "There is no result that could be moved.")
    RESULT_IN_THE_WAY = worded(
        "result_in_the_way", "The other deal has a result. Exchange the two instead."
    )
    DEALS_NOT_ALIKE = worded(
        "deals_not_alike", "Choose another deal of the same event, with the same seats."
    )
    CHANGED_SINCE_PREVIEW = worded(
        "changed_since_preview", "Something has changed since the preview. Check it once more."
    )
    FORM_USED = worded(
        "form_used",
        "This form was sent before with other content. Check what it created; to create"
        " another, send it again.",
    )
    TABLES_HELD = worded(
        "tables_held",
        "%(tournament)s plays at table %(held)s. Move this round to the tables that are free: "
        "%(free)s.",
    )
    PLACES_IN_PLAY = worded(
        "places_in_play",
        "A round of %(tournament)s is drawn or in play at these tables. Close it first.",
    )
    ROUND_NOT_DRAFT = worded("round_not_draft", "Round %(number)s is no longer a draft.")
    ROUND_NOT_IN_PLAY = worded("round_not_in_play", "Round %(number)s is not in play.")
    ROUND_HAS_LATER = worded(
        "round_has_later", "Round %(later)s has been drawn since. Discard that draw first."
    )
    DRAW_PLAYED = worded(
        "draw_played",
        "Round %(number)s has begun: something is entered at tables %(tables)s. Its draw cannot be "
        "withdrawn any more.",
    )
    EXTRA_DEAL_NOT_ASKED = worded(
        "extra_deal_not_asked", "In this event no extra deal decides between equals."
    )
    EXTRA_DEAL_OF_OTHERS = worded(
        "extra_deal_of_others",
        "An extra deal is played by exactly those who are equal. Check the players again.",
    )
    EXTRA_DEAL_POINTS = worded(
        "extra_deal_points", "Points of a deal are between −%(most)s and %(most)s."
    )
    EXTRA_DEAL_GONE = worded("extra_deal_gone", "This extra deal was taken back already.")
    DEALS_WITHOUT_RESULT = worded(
        "deals_without_result", "Deals that have no result yet: %(deals)s. Tables: %(tables)s."
    )
    HOLDS_OPEN = worded("holds_open", "Matters that are still open: %(holds)s.")
    QUESTIONS_OPEN = worded(
        "questions_open",
        "Irregularities without a ruling: %(questions)s. Tables: %(tables)s. Rule on them, or "
        "give a reason for closing the round anyway.",
    )
    CLOCK_MOVED = worded(
        "clock_moved",
        "Somebody else has set the clock of round %(number)s in the meantime. Look at it again.",
    )
    CLOCK_STANDS_OTHERWISE = worded(
        "clock_stands_otherwise",
        "This is not possible in the current state of the clock of round %(number)s.",
    )
    CLOCK_MINUTES = worded("clock_minutes", "A clock is set in whole minutes, at most %(most)s.")
    CLOCK_TABLE = worded("clock_table", "Table %(table)s does not play in this round.")
    BOARD_DIFFERS = worded(
        "board_differs",
        "This does not agree with the cards of the board. Compare it with the cards as they were "
        "played. Which cards differ is not said before the board is opened.",
    )
    RESULT_CHANGED = worded(
        "result_changed", "The result of this deal has changed in the meantime."
    )
    RESULT_UNCHANGED = worded(
        "result_unchanged",
        "The result is the same as before. Nothing was changed, and no version was added.",
    )
    REASON_MISSING = worded("reason_missing", "A reason is needed.")
    ALREADY_REVERSED = worded("already_reversed", "This has been taken back already.")
    NOTICE_TOO_LONG = worded("notice_too_long", "A notice has at most 200 characters.")
    SLIPS_DRAWN = worded(
        "slips_drawn",
        "Slips were drawn since this page was opened. Check whose slips are still to be drawn.",
    )
    TEAM_NAME_MISSING = worded("team_name_missing", "Line %(line)s: the team has no name.")
    TEAM_NAME_TAKEN = worded(
        "team_name_taken", "Another team is entered as %(name)s. Choose another name."
    )
    LINE_UPS_NOT_REVEALED = worded(
        "line_ups_not_revealed",
        "Line-ups are not revealed yet; the match has not been played. Tables: %(tables)s.",
    )
    CLUB_TOO_LONG = worded("club_too_long", "The name of a club has at most %(most)s characters.")
    SEEDING_OUT_OF_RANGE = worded(
        "seeding_out_of_range", "A place in the seeding is a number from 1 to %(most)s."
    )
    SEEDING_TWICE = worded("seeding_twice", "Place %(place)s of the seeding is given twice.")
    ENTRY_IN_GROUP = worded(
        "entry_in_group", "Entry no. %(number)s is in a group of this stage already."
    )
    SEEDING_DRAWN = worded(
        "seeding_drawn",
        "A knockout was drawn by the seeding. Discard the draw before you change it.",
    )
    KNOCKOUT_LEVEL = worded(
        "knockout_level",
        "In a knockout one side advances. Matches that are level, by their tables:"
        " %(tables)s. Decide them by an extra deal or by lot.",
    )
    KNOCKOUT_GOES_ON = worded(
        "knockout_goes_on", "Matches of the knockout that are still to come: %(matches)s."
    )
    KNOCKOUT_ABSENT = worded(
        "knockout_absent",
        "The next matches of the knockout need entries that are not checked in: %(names)s. "
        "Check them in to seat them, or withdraw them so that their opponents advance.",
    )
    KNOCKOUT_OVER = worded("knockout_over", "Every match of the knockout has been drawn.")
    KNOCKOUT_ASTRAY = worded(
        "knockout_astray",
        "Results were changed, and drawn matches no longer follow from them: %(matches)s. "
        "Decide who advances from the earlier matches.",
    )
    STAGE_LAST = worded("stage_last", "The event has no other stage.")
    STAGE_OPEN = worded("stage_open", "Stage %(number)s has been opened already.")
    STAGE_CHANGED = worded(
        "stage_changed",
        "Something has changed since this page was opened. Check once more who advances.",
    )
    STAGES_TO_COME = worded(
        "stages_to_come", "Stage %(number)s is still to come. Open it, or play it."
    )
    GROUPS_TOO_MANY = worded(
        "groups_too_many",
        "%(entries)s entries cannot be divided into %(groups)s groups: each has two or more.",
    )
    NOT_MISMATCHED = worded(
        "not_mismatched",
        "Only a match of a Swiss draw by victory points that is over can have been paired wrongly, "
        "between sides that stood more than five points apart before it.",
    )
    AWARD_OF_TWO_SIDES = worded("award_of_two_sides", "Only a match of two sides can be awarded.")
    AWARD_STANDS = worded(
        "award_stands", "This match has been awarded already. Take that back first."
    )
    AWARD_MISSING = worded(
        "award_missing", "Nothing was awarded here, or it has been taken back already."
    )
    AWARD_NUMBERS = worded(
        "award_numbers", "The score of a match is a number from −999 to 999, such as 12 or 7.5."
    )
    MATCH_NOT_LEVEL = worded(
        "match_not_level", "This match has a winner, or is not over: there is nothing to decide."
    )
    BOARDS_SEALED = worded(
        "boards_sealed", "The boards are sealed until the last round that plays them is closed."
    )
    NOTHING_TO_DEAL = worded("nothing_to_deal", "This game does not say which cards are dealt.")
    EXCLUSION_OPEN = worded("exclusion_open", "A decision on this entry is waiting already.")
    EXCLUSION_MISSING = worded("exclusion_missing", "No decision on this entry is waiting.")
    EXCLUSION_BY_SAME = worded(
        "exclusion_by_same",
        "The proposer of a disqualification cannot approve it. A second account is needed.",
    )
    EXCLUSION_WANTED = worded(
        "exclusion_wanted",
        "In an official competition the chief referee proposes this, and the organiser approves "
        "it.",
    )
    EXCLUSION_STANDS = worded(
        "exclusion_stands",
        "A decision let this entry leave. Take it back on the page Withdrawal or disqualification.",
    )
    EXCLUSION_BY_RULING = worded(
        "exclusion_by_ruling", "A ruling has decided this. It is taken back by a new version."
    )
    NOT_SUSPENDED = worded("not_suspended", "That suspension does not apply in round %(number)s.")
    OFFICE_ENDED = worded(
        "office_ended",
        "You may no longer change this result: your role has ended, or the correction period is "
        "over.",
    )
    ROW_GONE = worded(
        "row_gone", "What you wanted to change is no longer there. Nothing was changed."
    )
    ROLE_ENDED = worded(
        "role_ended",
        "You no longer have the role that this needs. Nothing was changed.",
    )
    WITHOUT_OFFICE = worded(
        "without_office",
        "In an official competition the referees decide this. An organiser also needs a "
        "referee's office to decide: appoint a chief referee, a deputy or a referee under "
        "Roles.",
    )
    CHIEF_MISSING = worded(
        "chief_missing",
        "An official competition has a chief referee: appoint one under Roles, then publish the "
        "first draw.",
    )
    SUSPENDED_IN_DRAFT = worded(
        "suspended_in_draft",
        "The draft seats suspended players: %(names)s. Draw the round again.",
    )
    DRAFT_LEAVES_OUT = worded(
        "draft_leaves_out",
        "The draft leaves out %(names)s, who is no longer suspended in this round. Draw the round "
        "again, or say why it is published as it is.",
    )
    DRAFT_BY_ANNULLED_CARD = worded(
        "draft_by_annulled_card",
        "A card was annulled for which this round is drawn without %(names)s. The chief referee "
        "decides whether the suspension stays; to publish the draft before that, give a reason.",
    )
    SUSPENDED_MEMBER = worded(
        "suspended_member",
        "%(name)s is suspended in these rounds, and the regulations allow no stand-in for it.",
    )
    SUSPENSION_UNDECIDED = worded(
        "suspension_undecided",
        "Second yellow card of this stage: the chief referee first decides on the suspension of "
        "%(names)s.",
    )
    TABLE_HAS_RESULTS = worded("table_has_results", "Something was played at this table already.")
    TABLE_OF_TWO_SIDES = worded(
        "table_of_two_sides", "Two sides meet here: the side that came wins without play."
    )
    TABLES_NOT_ALIKE = worded(
        "tables_not_alike", "The two tables have other seats, or play other boards."
    )
    PERSONS_NOT_AT_TABLES = worded(
        "persons_not_at_tables", "Choose one person from each of the two tables."
    )
    PERSONS_COUNT_IN_MATCHES = worded(
        "persons_count_in_matches",
        "Here a deal counts in the match of its two sides only. Void the deals and have them "
        "replayed, or exchange the whole results if both tables were exchanged.",
    )
    EVENT_NOT_FINISHED = worded(
        "event_not_finished", "The event is not finished: there is nothing to take back."
    )
    PLAYED_ENOUGH = worded(
        "played_enough", "It has played two thirds of the deals and keeps its place."
    )
    RESULT_IS_OFFICIAL = worded(
        "result_is_official",
        "The result is official. It is corrected by a new version, and not taken back.",
    )
