"""The words for refusals of the structure and the record, and for the next step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from tournaments import wording
from tournaments.entries.entry_lists import ListProblem
from tournaments.next_step import Next, Step
from tournaments.pairing.sit_outs import SitOutWhy, SitsOut
from tournaments.record.audit import Verb
from tournaments.refusals import Reason
from tournaments.structure import games
from tournaments.wording import plans, stage_reasons

REASONS: wording.Words = {
    **plans.REASONS,
    **stage_reasons.REASONS,
    Reason.FORM_NOT_OFFERED: _(
        "There is no such form. Choose individual, with changing partners, pairs or teams."
    ),
    Reason.PAIRS_WITHOUT_PARTNERS: _(
        "At a table of %(size)s nobody sits opposite anybody: pairs need a table of four."
    ),
    Reason.ENTRIES_TOO_FEW: _(
        "A table needs %(size)s entries; the number that can be seated is %(entries)s."
    ),
    Reason.ENTRY_NAME_MISSING: _("Line %(line)s: there is no name."),
    Reason.ENTRY_NAME_TWICE: _(
        "Line %(line)s: %(name)s is entered already. Add something that tells the two apart."
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
    Reason.NAME_TOO_LONG: _("The name is longer than %(most)s characters."),
    Reason.NAME_TAKEN: _("%(name)s is entered already. Add something that tells the two apart."),
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
        "%(username)s can set that password."
    ),
    Reason.USERNAME_TAKEN: _("The name %(username)s belongs to another account. Choose another."),
}

LISTS: wording.Words = {
    ListProblem.TOO_BIG: _("The file is larger than %(most)s MB. Take a list of names alone."),
    ListProblem.TOO_MANY_ROWS: _("The list has more than %(most)s rows."),
    ListProblem.BROKEN: _(
        "The file cannot be read: it is broken, locked by a password, or no list at all. "
        "Save it again as .xlsx or CSV."
    ),
    ListProblem.OLD_WORKBOOK: _(
        "The file is an old workbook, or one with a password. "
        "Save it as .xlsx or CSV, without a password."
    ),
    ListProblem.NOT_TEXT: _(
        "The file is neither a workbook nor text in UTF-8 or GB 18030. Save it as .xlsx."
    ),
    ListProblem.EMPTY: _("There is no name in the list."),
    ListProblem.CELL_EMPTY: _("Row %(row)s, column %(column)s: a name is missing."),
    ListProblem.CELL_TOO_LONG: _(
        "Row %(row)s, column %(column)s: the name is longer than %(most)s characters."
    ),
    ListProblem.CELL_NOT_A_NAME: _("Row %(row)s, column %(column)s: “%(text)s” is not a name."),
    ListProblem.CELL_TWICE: _(
        "Row %(row)s, column %(column)s: %(name)s stands in the list twice. "
        "Add something that tells the two apart."
    ),
    ListProblem.CELL_TAKEN: _(
        "Row %(row)s, column %(column)s: %(name)s is entered already. "
        "Add something that tells the two apart, or take the row out."
    ),
    ListProblem.TEAM_SIZE: _(
        "Row %(row)s: a team has %(least)s to %(most)s players; this row names %(found)s."
    ),
}

STEPS: wording.Words = {
    Next.ENTER_NAMES: ngettext_lazy(
        "Enter the players. A table needs %(size)s; %(missing)s more is missing.",
        "Enter the players. A table needs %(size)s; %(missing)s more are missing.",
        "missing",
    ),
    Next.ENTER_TEAMS: ngettext_lazy(
        "Enter the teams. A match needs %(size)s; %(missing)s more is missing.",
        "Enter the teams. A match needs %(size)s; %(missing)s more are missing.",
        "missing",
    ),
    Next.DRAW_ROUND: _("Everybody has a seat: %(entries)s. Draw round %(number)s."),
    Next.DRAW_MATCHES: _("%(entries)s of those who are still in meet. Draw round %(number)s."),
    Next.DRAW_WITH_THREE: _(
        "Draw round %(number)s for %(entries)s teams; three of them meet in half matches."
    ),
    Next.DRAW_WITH_SIT_OUTS: _(
        "Of %(entries)s, %(out)s will have to sit out. Draw round %(number)s, or enter more."
    ),
    Next.PUBLISH_ROUND: _("Look at the draw of round %(number)s and publish it."),
    Next.AWAIT_RESULTS: _(
        "Round %(number)s is in play. Tables that are not done: %(open)s. "
        "Deals without a result: %(deals)s."
    ),
    Next.AWAIT_TABLES: _(
        "Round %(number)s is in play. Not done: table %(tables)s. "
        "Deals without a result: %(deals)s."
    ),
    Next.AWAIT_AGAIN: _(
        "Round %(number)s is closed, and results of it were taken back since. Not done: table "
        "%(tables)s. Deals without a result: %(deals)s."
    ),
    Next.AWAIT_LINE_UPS: ngettext_lazy(
        "Round %(number)s waits for line-ups: %(line_ups)s segment is not revealed yet.",
        "Round %(number)s waits for line-ups: %(line_ups)s segments are not revealed yet.",
        "line_ups",
    ),
    Next.REVEAL_LINE_UPS: ngettext_lazy(
        "Both line-ups of %(line_ups)s match of round %(number)s are in. Reveal them.",
        "Both line-ups of %(line_ups)s matches of round %(number)s are in. Reveal them.",
        "line_ups",
    ),
    Next.LATE_LINE_UPS: ngettext_lazy(
        "%(late)s line-up of round %(number)s is late.",
        "%(late)s line-ups of round %(number)s are late.",
        "late",
    ),
    Next.SETTLE_HOLDS: _(
        "Every deal of round %(number)s has a result. Matters that are still open: %(holds)s."
    ),
    Next.CLOSE_ROUND: _("Every deal of round %(number)s has a result. Close the round."),
    Next.OPEN_STAGE: _("The stage is over. Look at who goes on, and open stage %(stage)s."),
    Next.DECIDE_MATCHES: _(
        "In a knockout one side goes on, and these matches are level: table %(tables)s. "
        "Decide them."
    ),
    Next.FINISH_EVENT: _("All %(number)s rounds are closed. Finish the event."),
    Next.FINISHED: _("The event is finished; its standings are official."),
}

AWAIT_MATCHES: Final = ngettext_lazy(
    "Round %(number)s waits for line-ups: %(line_ups)s match is not revealed yet.",
    "Round %(number)s waits for line-ups: %(line_ups)s matches are not revealed yet.",
    "line_ups",
)
"""Other words where a match has one segment."""
OF_ENTRIES: Final = frozenset({Next.DRAW_ROUND, Next.DRAW_MATCHES, Next.DRAW_WITH_SIT_OUTS})
"""The steps that give the number of entries, with the word for entries."""
ENTRIES_OF: Final[Mapping[str, Any]] = {
    "teams": ngettext_lazy("%(entries)s team", "%(entries)s teams", "entries"),
    "pairs": ngettext_lazy("%(entries)s pair", "%(entries)s pairs", "entries"),
}
PLAYERS: Final = pgettext_lazy("so many players", "%(entries)s")
OUT_OF: Final[Mapping[str, Any]] = {
    "teams": pgettext_lazy("so many teams", "%(out)s"),
    "pairs": pgettext_lazy("so many pairs", "%(out)s"),
}
PLAYERS_OUT: Final = pgettext_lazy("so many players", "%(out)s")

SIT_OUTS: wording.Words = {
    SitOutWhy.HOUSE: _("a house player, who is not needed to fill a table"),
    SitOutWhy.BY_SEED: ngettext_lazy(
        "nobody has sat out less often (%(times)s time so far), and the seed decided",
        "nobody has sat out less often (%(times)s times so far), and the seed decided",
        "times",
    ),
    SitOutWhy.LOWEST: ngettext_lazy(
        "the lowest in the standings of those who have sat out %(times)s time",
        "the lowest in the standings of those who have sat out %(times)s times",
        "times",
    ),
    SitOutWhy.BY_HAND: _("changed by hand"),
    SitOutWhy.BY_DRAW: _("by the draw"),
}

VERBS: wording.Words = {
    Verb.CREATE_TOURNAMENT: _("the tournament was created"),
    Verb.CREATE_EVENT: _("an event was created"),
    Verb.GRANT_ROLE: _("a role was given"),
    Verb.REVOKE_ROLE: _("a role was revoked"),
    Verb.SET_PASSWORD: _("a password was set"),
    Verb.SET_PIN: _("a new PIN was given"),
    Verb.ADD_ENTRY: _("entries were added"),
    Verb.REMOVE_ENTRY: _("an entry was removed"),
    Verb.WITHDRAW_ENTRY: _("an entry was withdrawn"),
    Verb.READMIT_ENTRY: _("a withdrawal was taken back"),
    Verb.CHECK_IN: _("who is present was noted"),
    Verb.STAND_IN: _("a stand-in was named"),
    Verb.END_STAND_IN: _("a stand-in was ended"),
    Verb.RENAME_PERSON: _("a name was mended"),
    Verb.RENAME_ENTRY: _("an entry was renamed"),
    Verb.DRAW_ROUND: _("a round was drawn"),
    Verb.DISCARD_ROUND: _("a draw was discarded"),
    Verb.WITHDRAW_DRAW: _("a published draw was withdrawn"),
    Verb.NOTE_EXTRA_DEAL: _("a deal decided between equals"),
    Verb.TAKE_BACK_EXTRA_DEAL: _("a deal that decided was taken back"),
    Verb.ADJUST_DRAFT: _("a draw was changed by hand"),
    Verb.PUBLISH_ROUND: _("a round was published"),
    Verb.CLOSE_ROUND: _("a round was closed"),
    Verb.START_CLOCK: _("the clock of a round was started"),
    Verb.HOLD_CLOCK: _("the clock of a round was held"),
    Verb.RESUME_CLOCK: _("the clock of a round went on"),
    Verb.EXTEND_CLOCK: _("time was extended"),
    Verb.CALL_TIME: _("time was called"),
    Verb.FINISH_EVENT: _("an event was finished"),
    Verb.SET_NOTICE: _("a notice for the hall was given or taken down"),
    Verb.SEED_ENTRIES: _("clubs and seeding of entries were noted"),
    Verb.SET_PRIZES: _("the prizes were set"),
    Verb.SET_MOVEMENT: _("the movement over boards was chosen"),
    Verb.RECORD_RESULT: _("a result was recorded"),
    Verb.EXCHANGE_SEATS: _("players sat otherwise than published, and the seats were mended"),
    Verb.EXCHANGE_RESULTS: _("two results were exchanged"),
    Verb.MOVE_RESULT: _("a result was moved to another deal"),
    Verb.ADJUST: _("points were adjusted"),
    Verb.PUBLISH: _("something was published"),
    Verb.DRAW_SLIPS: _("name slips with new secrets were drawn"),
    Verb.HAND_IN_LINE_UP: _("a line-up was handed in"),
    Verb.REVEAL_LINE_UPS: _("line-ups were revealed"),
    Verb.SET_LINE_UP_HOUR: _("an hour for line-ups was named"),
    Verb.CHOOSE_SEATING_RIGHT: _("in which segments the home side has the seating right was noted"),
    Verb.DRAW_CAPTAIN_LINKS: _("new links for captains were drawn"),
    Verb.READ_BOARD: _("the hands of boards were read"),
    Verb.ADD_STAGE: _("a stage was planned"),
    Verb.REMOVE_STAGE: _("a planned stage was taken out"),
    Verb.OPEN_STAGE: _("a stage was opened"),
    Verb.AWARD_MATCH: _("a match was awarded"),
    Verb.TAKE_BACK_AWARD: _("an award was taken back"),
}


ORIGINS: wording.Names = {
    games.ORIGIN: _("from the course of the game"),
    Verb.AWARD_MATCH: _("by an award"),
    Verb.TAKE_BACK_AWARD: _("an award was taken back"),
    Verb.EXCHANGE_RESULTS: _("entered for each other's deal, and exchanged"),
    Verb.MOVE_RESULT: _("entered for the wrong deal, and moved"),
}


def register() -> None:
    """Register the words of the structure and the record."""
    wording.register(Reason, REASONS)
    wording.register(ListProblem, LISTS)
    wording.register(Next, STEPS)
    wording.register(SitOutWhy, SIT_OUTS)
    wording.register(Verb, VERBS)
    wording.register_origins(ORIGINS)


def step_text(step: Step, *, form: str = "", segments: int = 0) -> str:
    """Return the next step as a sentence with the numbers of its tables.

    `form` is that of the event, `segments` the number of segments of a match.
    """
    values = dict(step.values)
    if step.code is Next.AWAIT_LINE_UPS and segments == 1:
        return str(AWAIT_MATCHES % values)
    tables = wording.listed(str(number) for number in step.tables)
    if step.code in OF_ENTRIES:
        entries = str(ENTRIES_OF.get(form, PLAYERS) % values)
        out = str(OUT_OF.get(form, PLAYERS_OUT) % values) if "out" in values else ""
        return wording.sentence(step.code, {**values, "entries": entries, "out": out})
    return wording.sentence(step.code, {**values, "tables": tables})


def sit_out_text(sit_out: SitsOut) -> str:
    """Return why an entry has a bye, where the draw gives no reasons."""
    return wording.sentence(sit_out.why, {"times": sit_out.times})
