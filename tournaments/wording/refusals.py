"""The words of refusals: of the structure and the record, of backups and of the disk."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments import wording
from tournaments.base.refusals import Reason
from tournaments.rights.ruling_offices import WITHOUT_OFFICE
from tournaments.wording.member_refusals import MEMBERS
from tournaments.wording.structure import FIXED
from tournaments.wording.suspensions import SUSPENSIONS

REASONS: wording.Words = {
    Reason.FORM_NOT_OFFERED: _(
        "There is no such form. Choose individual, with changing partners, pairs or teams."
    ),
    Reason.PAIRS_WITHOUT_PARTNERS: _(
        "At a table of %(size)s nobody sits opposite anybody: pairs need a table of four."
    ),
    Reason.TABLES_HELD: _(
        "%(tournament)s plays at table %(held)s. Move this round to the tables that are free: "
        "%(free)s."
    ),
    Reason.PLACES_IN_PLAY: _(
        "A round of %(tournament)s is drawn or in play at these tables. Close it first."
    ),
    Reason.ENTRIES_TOO_FEW: _(
        "A table needs %(size)s entries; the number that can be seated is %(entries)s."
    ),
    Reason.ENTRY_NAME_MISSING: _("Line %(line)s: there is no name."),
    Reason.ENTRY_NAME_TWICE: _(
        "Line %(line)s: %(name)s is entered already. Write the number of another member of the "
        "name behind it (%(name)s #12); of a guest, add a word that tells the two apart."
    ),
    Reason.ENTRY_NAME_TOO_LONG: _("Line %(line)s: the name is longer than %(most)s characters."),
    Reason.UNITS_TO_LIMIT: _(
        "Under these rules every deal counts a number of its own, and no game ends by such a sum. "
        "Choose a fixed number of deals, or let the deals count levels."
    ),
    Reason.ENTRIES_TOO_MANY: _("An event takes %(most)s entries at the most."),
    Reason.ENTRIES_CLOSED: _(
        "The entry has been drawn already. Withdraw it: what it has played stands."
    ),
    Reason.ENTRY_HAS_PAYMENTS: _(
        "A payment of this entry is in the list of fees, which nothing is struck from. Withdraw "
        "the entry instead."
    ),
    Reason.EVENT_HAS_PAYMENTS: _(
        "Fees of this event are paid. Take the payments back before you delete the event."
    ),
    Reason.ENTRIES_GONE_ON: _(
        "Stage %(number)s is played by those who went on to it: nobody can be entered any more."
    ),
    Reason.ENTRY_SIZE: _(
        "Line %(line)s: an entry of this event names %(size)s; this line names %(found)s."
    ),
    Reason.ENTRY_NOT_THERE: _("Entry no. %(number)s takes no part, or no longer."),
    Reason.ENTRY_NOT_WITHDRAWN: _("Entry no. %(number)s has not been withdrawn."),
    Reason.ENTRY_IN_DRAFT: _(
        "The draft of round %(number)s counts on this entry. Throw the draft away first."
    ),
    Reason.WITHDRAWAL_ROUND: _("The last round can be %(low)s to %(high)s."),
    Reason.NAME_MISSING: _("There is no name."),
    Reason.HOUR_LEFT_OUT: _(
        "The event cannot begin at an hour that does not exist on that day, as the clocks are put"
        " forward."
    ),
    Reason.NAME_TOO_LONG: _("The name is longer than %(most)s characters."),
    Reason.NAME_TAKEN: _(
        "%(name)s is entered already. Write the number of another member of the name behind it "
        "(%(name)s #12); of a guest, add a word that tells the two apart."
    ),
    Reason.MEMBER_NOT_THERE: _("The entry has no such member."),
    Reason.ROUND_DRAWN: _(
        "Round %(number)s is the first that can be chosen: those before it are drawn already."
    ),
    Reason.ROUNDS_NOT_IN_ORDER: _("The last round lies before the first."),
    Reason.STAND_IN_TWICE: _("In one of these rounds somebody stands in already."),
    Reason.FEWER_DEALS_THAN_RULES: _(
        "The rules end a game after %(deals)s deals, and a round has %(most)s at the most."
    ),
    Reason.RANKING_WITHOUT_MATCHES: _(
        "This order of the standings needs matches of two sides under rules that it fits. Choose "
        "another one."
    ),
    Reason.DEPTH_NOT_OFFERED: _("Of a deal of this game that cannot be recorded."),
    Reason.TIE_BREAK_UNKNOWN: _("There is no tie-break %(name)s."),
    Reason.RULES_WITHOUT_END: _(
        "Under these rules a game has no limit. Choose others, or a fixed number of deals."
    ),
    Reason.UNITS_TO_LIMIT: _(
        "Under these rules every deal counts a number of its own, and no game ends by such a sum. "
        "Choose a fixed number of deals, or let the deals count levels."
    ),
    Reason.ENTRIES_TOO_MANY: _("An event takes %(most)s entries at the most."),
    Reason.ROUND_OPEN: _(
        "Round %(number)s is not played to its end yet. Tables that are not done: %(tables)s."
    ),
    Reason.ROUND_IN_DRAFT: _(
        "Round %(number)s is drawn already. Publish the draft or throw it away first."
    ),
    Reason.ROUND_NOT_CLOSED: _("Round %(number)s is not closed yet."),
    Reason.ROUNDS_MISSING: _("Rounds closed: %(closed)s of the %(planned)s that are planned."),
    Reason.EVENT_NOT_RUNNING: _("The event is finished, or it has not been opened."),
    Reason.EVENT_FINISHED: _("The event is finished already. Nothing was changed."),
    Reason.MOVEMENT_NOT_OFFERED: _(
        "A fixed movement is offered for %(least)s to %(most)s single players at tables of four; "
        "the number that can be seated is %(entries)s. Draw at random or by standing."
    ),
    Reason.MOVEMENT_OVER: _(
        "All %(rounds)s rounds of the movement have been drawn. Draw at random or by standing."
    ),
    Reason.MOVEMENT_FIELD_CHANGED: _(
        "The movement began with %(before)s players; the number that can be seated now is "
        "%(entries)s. Draw at random or by standing."
    ),
    Reason.MOVEMENT_FULL: _(
        "The movement has %(places)s numbers, and all are taken: who comes later cannot join it."
    ),
    Reason.BOARD_MOVEMENT_NOT_OFFERED: _(
        "There is no such movement over boards for %(entries)s pairs. Draw in another way."
    ),
    Reason.PARTNERS_NOT_OFFERED: _(
        "Everybody can be partner of each once with %(sizes)s players; the number that can be "
        "seated is %(entries)s. Add or leave out a player, or draw at random."
    ),
    Reason.EXCHANGE_NOT_OFFERED: _(
        "In a draw of this kind the rounds follow from one another: nobody can be exchanged by "
        "hand. Draw anew, or in another way."
    ),
    Reason.GROUPS_DIFFER: _("These two are in different groups. Choose two of one group."),
    Reason.DRAW_METHOD_NOT_OFFERED: _(
        "Rounds cannot be drawn in this way at tables of %(size)s. Choose another way."
    ),
    Reason.ROUND_ROBIN_OVER: _(
        "All %(rounds)s rounds of the round robin have been drawn. Draw in another way."
    ),
    Reason.ROUND_ROBIN_FULL: _(
        "The round robin has %(places)s places, and all are taken: who comes later cannot join it."
    ),
    Reason.SAVED_MEANWHILE: _(
        "Somebody else saved this meanwhile, and nothing of yours is stored yet. Look at it, then "
        "press once more."
    ),
    Reason.DRAFT_CHANGED: _(
        "The draft of round %(number)s has changed in the meantime. Look at it again."
    ),
    Reason.EXCHANGE_OF_NOTHING: _("Choose two who can exchange their places."),
    Reason.SEATS_DIFFER: _("Each seat of the table is taken by exactly one player."),
    Reason.PARTNERS_PARTED: _("Partners have to stay partners."),
    Reason.DEALS_NOT_THERE: _("The table has no such deals."),
    Reason.RESULT_MISSING: _("There is no result that could be moved."),
    Reason.RESULT_IN_THE_WAY: _("The other deal has a result. Exchange the two instead."),
    Reason.DEALS_NOT_ALIKE: _("Choose another deal of the same event, with the same seats."),
    Reason.CHANGED_SINCE_PREVIEW: _("Something has changed since the preview. Look once more."),
    Reason.FORM_USED: _(
        "This form was sent before and said something else. Look at what it made; to make one "
        "more, send it again."
    ),
    Reason.ROUND_NOT_DRAFT: _("Round %(number)s is no longer a draft."),
    Reason.ROUND_NOT_IN_PLAY: _("Round %(number)s is not in play."),
    Reason.ROUND_HAS_LATER: _("Round %(later)s has been drawn since. Throw that draw away first."),
    Reason.DRAW_PLAYED: _(
        "Round %(number)s has begun: something is entered at tables %(tables)s. Its draw cannot be "
        "withdrawn any more."
    ),
    Reason.EXTRA_DEAL_NOT_ASKED: _("In this event no extra deal decides between equals."),
    Reason.EXTRA_DEAL_OF_OTHERS: _(
        "An extra deal is played by all who are equal, and by nobody else. Look at it again."
    ),
    Reason.EXTRA_DEAL_POINTS: _("Points of a deal are between −%(most)s and %(most)s."),
    Reason.EXTRA_DEAL_GONE: _("This extra deal was taken back already."),
    Reason.DEALS_WITHOUT_RESULT: _("Deals that have no result yet: %(deals)s. Tables: %(tables)s."),
    Reason.HOLDS_OPEN: _("Matters that are still open: %(holds)s."),
    Reason.QUESTIONS_OPEN: _(
        "Irregularities that nobody has ruled on: %(questions)s. Tables: %(tables)s. Rule on them, "
        "or say why the round is closed all the same."
    ),
    Reason.CLOCK_MOVED: _(
        "Somebody else has set the clock of round %(number)s in the meantime. Look at it again."
    ),
    Reason.CLOCK_STANDS_OTHERWISE: _(
        "The clock of round %(number)s does not stand so that this could be done."
    ),
    Reason.CLOCK_MINUTES: _("A clock is set in whole minutes, %(most)s at the most."),
    Reason.CLOCK_TABLE: _("Table %(table)s does not play in this round."),
    Reason.RESULT_CHANGED: _("The result of this deal has changed in the meantime."),
    Reason.RESULT_UNCHANGED: _(
        "This is what the result says already. Nothing was changed, and no version was added."
    ),
    Reason.REASON_MISSING: _("A reason is needed."),
    Reason.NOTICE_TOO_LONG: _("A notice has at most 200 characters."),
    Reason.ALREADY_REVERSED: _("This has been taken back already."),
    Reason.SLIPS_DRAWN: _(
        "Slips were drawn since this page was opened. Look whose still have to be drawn."
    ),
    Reason.BOARDS_SEALED: _(
        "The boards are sealed until the last round that plays them is closed."
    ),
    Reason.NOTHING_TO_DEAL: _("This game does not say which cards are dealt."),
    Reason.TEAM_NAME_MISSING: _("Line %(line)s: the team has no name."),
    Reason.LINE_UPS_NOT_REVEALED: _(
        "Line-ups are not revealed yet; the match has not been played. Tables: %(tables)s."
    ),
    Reason.LAST_OWNER: _(
        "%(username)s is the only owner of the club, and a club cannot be without one."
    ),
    Reason.ACCOUNT_ELSEWHERE: _(
        "%(username)s also has a role in another club, or administers this installation. Only "
        "%(username)s can change how that account signs in."
    ),
    Reason.ROLE_WANTS_TOURNAMENT: _(
        "This role belongs to one tournament. Choose the tournament, or one of its events."
    ),
    Reason.ROLE_OF_CLUB: _("An owner owns the whole club. Choose the club as the place."),
    Reason.ROLE_AT_TABLES: _(
        "Only a deputy, a referee or a scorer can be limited to tables: the others decide about "
        "all of them."
    ),
    Reason.LIMITS_OF_CLUB: _(
        "A role in the whole club has every event and every table. Choose a tournament to limit it."
    ),
    Reason.EVENT_ELSEWHERE: _("This event belongs to another tournament."),
    Reason.ACCOUNT_UNKNOWN: _(
        "Nobody in this club signs in as %(username)s. Leave the name empty and invite by a link."
    ),
    Reason.LINK_USED: _("This link was used meanwhile, or no longer holds."),
    Reason.USERNAME_TAKEN: _("The name %(username)s belongs to another account. Choose another."),
    # What contradicts itself in the plan of an event.
    Reason.COMPARISON_WITHOUT_BOARDS: _(
        "Deals can be compared only where several tables play the same boards. Choose boards that "
        "are passed on or made by the program."
    ),
    Reason.COMPARISON_WITHOUT_ROOMS: _(
        "This comparison is between the two rooms of a match of teams. Choose teams and two rooms, "
        "or another comparison."
    ),
    Reason.COMPARISON_OF_TEAMS: _(
        "Teams are compared between their two rooms. Choose IMPs or board-a-match."
    ),
    Reason.COMPARISON_OF_UNITS: _(
        "IMPs are of differences of tens and hundreds of points; a deal of this game counts a few "
        "units over boards. Choose matchpoints or board-a-match."
    ),
    Reason.RULES_BY_TABLE: _(
        "In this game sides climb levels from deal to deal, so that several tables cannot play the "
        "same boards."
    ),
    Reason.BOARDS_TO_LIMIT: _(
        "A game that ends at a limit has no boards that others play too. Choose a fixed number of "
        "deals, or let every table deal for itself."
    ),
    Reason.ROOMS_WITHOUT_TEAMS: _("Two rooms are for matches of teams."),
    Reason.SEGMENTS_WITHOUT_TEAMS: _("Only matches of teams are played in segments."),
    Reason.SEGMENTS_UNEQUAL: _(
        "%(deals)s deals cannot be divided into %(segments)s segments of equal length."
    ),
    Reason.POINTS_OF_GAMES: _(
        "The points of several games cannot be compared, as each stops at its limit. Let the "
        "standings go by what a match is worth."
    ),
    Reason.RIGHT_IN_ONE_SEGMENT: _(
        "The seating right can go from side to side only where a match has two segments or more."
    ),
    Reason.LINE_UPS_WITHOUT_TEAMS: _("Only teams hand in line-ups."),
    Reason.THREE_WITHOUT_BOARDS: _(
        "Three teams meet in half matches only over boards, in two rooms and in one segment. "
        "Choose these, or let one of an odd number sit out."
    ),
    Reason.THREE_OF_ODD_BOARDS: _(
        "A half match of three teams has half the boards of a round, and %(deals)s cannot be "
        "halved. Choose an even number, or let one of an odd number sit out."
    ),
    Reason.THREE_NOT_DRAWN: _(
        "In a round robin and in a knockout it is fixed who meets whom, so that no three teams can "
        "meet in half matches. Choose a Swiss draw, or let one of an odd number sit out."
    ),
    Reason.LAST_NOT_DRAWN: _(
        "Only in a Swiss draw can it be chosen that the last sits out. Choose one, or let one of "
        "an odd number sit out as the draw has it."
    ),
    Reason.RANKING_OF_COMPARISON: _(
        "This order of the standings does not go with the way in which deals are compared. Choose "
        "another one."
    ),
    Reason.STAGE_WITHOUT_FEED: _(
        "Stage %(number)s does not say who goes on to it from the stage before."
    ),
    Reason.STAGE_FED_BY_NONE: _("There is no stage before the first from which anybody goes on."),
    Reason.GROUPS_NEED_MATCHES: _(
        "A stage is divided into groups only where it is drawn as a round robin or Swiss."
    ),
    Reason.CARRY_INTO_KNOCKOUT: _(
        "Nothing is carried over into a knockout: each of its matches is won by what is played in "
        "it."
    ),
    Reason.CLUB_TOO_LONG: _("The name of a club has at most %(most)s characters."),
    Reason.SEEDING_OUT_OF_RANGE: _("A place in the seeding is a number from 1 to %(most)s."),
    Reason.SEEDING_TWICE: _("Place %(place)s of the seeding is given twice."),
    Reason.ENTRY_IN_GROUP: _("Entry no. %(number)s is in a group of this stage already."),
    Reason.SEEDING_DRAWN: _(
        "A knockout was drawn by the seeding. Throw the draw away before you change it."
    ),
    Reason.PRIZES_UNREADABLE: _(
        "Prizes are amounts of 0 or more, from the first place on, and a rule for ties."
    ),
    # Stages, knockouts and awards.
    Reason.KNOCKOUT_LEVEL: _(
        "In a knockout one side goes on, and these matches are level: table %(tables)s. Decide "
        "them by an extra deal or by lot."
    ),
    Reason.KNOCKOUT_GOES_ON: _("Matches of the knockout that are still to come: %(matches)s."),
    Reason.KNOCKOUT_OVER: _("Every match of the knockout has been drawn."),
    Reason.KNOCKOUT_ASTRAY: _(
        "Results were changed, and matches that were drawn do not follow from them any more: "
        "%(matches)s. Decide who goes on from the matches before."
    ),
    Reason.KNOCKOUT_NEEDS_WINNER: _(
        "In a knockout one side goes on. Give the match to one of them; if that one is withdrawn, "
        "its next opponent goes on without play."
    ),
    Reason.STAGE_LAST: _("The event has no other stage."),
    Reason.STAGE_OPEN: _("Stage %(number)s has been opened already."),
    Reason.STAGE_CHANGED: _(
        "Something has changed since this page was opened. Look once more at who goes on."
    ),
    Reason.STAGES_TO_COME: _("Stage %(number)s is still to come. Open it, or play it."),
    Reason.GROUPS_TOO_MANY: _(
        "%(entries)s entries cannot be divided into %(groups)s groups: each has two or more."
    ),
    Reason.NOT_MISMATCHED: _(
        "Only a match of a Swiss draw by victory points that is over can have been paired wrongly, "
        "between sides that stood more than five points apart before it."
    ),
    Reason.AWARD_OF_TWO_SIDES: _("Only a match of two sides can be awarded."),
    Reason.AWARD_STANDS: _("This match has been awarded already. Take that back first."),
    Reason.AWARD_MISSING: _("Nothing was awarded here, or it has been taken back already."),
    Reason.AWARD_NUMBERS: _("What a match counts is a number from -999 to 999, as 12 or 7.5."),
    Reason.MATCH_NOT_LEVEL: _(
        "This match has a winner, or is not over: there is nothing to decide."
    ),
    Reason.WITHOUT_OFFICE: WITHOUT_OFFICE,
    Reason.CHIEF_MISSING: _(
        "An official competition has a chief referee: appoint one under Roles, then publish the "
        "first draw."
    ),
    Reason.EXCLUSION_OPEN: _("A decision on this entry is waiting already."),
    Reason.EXCLUSION_MISSING: _("No decision on this entry is waiting."),
    Reason.EXCLUSION_BY_SAME: _(
        "Whoever proposed a disqualification cannot approve it. A second account is wanted."
    ),
    Reason.EXCLUSION_STANDS: _(
        "A decision let this entry leave. Take it back on the page Withdrawal or disqualification."
    ),
    Reason.EXCLUSION_BY_RULING: _("A ruling has decided this. It is taken back by a new version."),
    Reason.EXCLUSION_WANTED: _(
        "In an official competition the chief referee proposes this, and the organiser approves it."
    ),
    Reason.TABLE_HAS_RESULTS: _("Something was played at this table already."),
    Reason.TABLE_OF_TWO_SIDES: _("Two sides meet here: the side that came wins without play."),
    Reason.TABLES_NOT_ALIKE: _("The two tables have other seats, or play other boards."),
    Reason.PERSONS_COUNT_IN_MATCHES: _(
        "Here a deal counts in the match of its two sides only. Void the deals, and let them be "
        "played again; or exchange the whole results where both tables were exchanged."
    ),
    Reason.PERSONS_NOT_AT_TABLES: _("Choose somebody of each of the two tables."),
    Reason.NOTICE_OF_CLUB: _("A club event has no period before its results are official."),
    Reason.BOARD_SET_EMPTY: _("A board set has at least one deal."),
    Reason.ARTICLES_FROZEN: _(
        "The penalty table is fixed by the first draw. Give a reason for a new version."
    ),
    Reason.ARTICLE_INCOMPLETE: _(
        "An article of your own needs its number, its wording, its text and a level."
    ),
    Reason.STEPS_FALL: _("A repeated offence cannot cost less than the one before."),
    Reason.EVENT_NOT_FINISHED: _("The event is not finished: there is nothing to take back."),
    Reason.RESULT_IS_OFFICIAL: _(
        "The result is official. It is corrected by a new version, and not taken back."
    ),
    Reason.PRIZES_BY_RESULT: _(
        "Prizes were set after the finish, by this result. Take the prizes off first."
    ),
    Reason.TOURNAMENT_NOT_EMPTY: _(
        "Events of this tournament: %(events)s. A tournament is deleted once it has none."
    ),
    Reason.RULES_NAME_TAKEN: _("The club has rules named %(name)s already. Choose another name."),
    Reason.RULES_AS_PRESET: _(
        "Nothing differs from the rules that were chosen. Change a rule first."
    ),
    **MEMBERS,
    **FIXED,
    **SUSPENSIONS,
}
LEXICON: Final = wording.Lexicon({Reason: REASONS})
