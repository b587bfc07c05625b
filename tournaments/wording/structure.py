"""The words of the record, of lists of entries and of the next step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from tournaments import wording
from tournaments.base.refusals import Reason
from tournaments.entries.reading.reasons import SENTENCES, LineReason, ListDoubt, Note
from tournaments.models import Form
from tournaments.progress.next_step import DueStep, Next
from tournaments.record.audit import Verb
from tournaments.structure import games
from tournaments.wording.marked import marked

FIXED: Final = {
    Reason.DEALS_PUBLISHED: _(
        "Round %(number)s is published: the number of deals is fixed and stays %(deals)s."
    ),
    Reason.EVENT_PUBLISHED: _(
        "Round %(number)s is published. An event is deleted before its first round is published; "
        "after that it is played to its end or finished early."
    ),
    Reason.PLAYED_ENOUGH: _("It has played two thirds of the deals and keeps its place."),
    Reason.TIE_BREAKS_FIXED: _("The first draw has fixed the tie-breaks."),
    Reason.CORRECTIONS_FIXED: _(
        "A round was closed with this period: it can be changed until the first round is closed."
    ),
    Reason.SIZE_FIXED: _("The first draw has fixed what kind of event this is."),
    Reason.ROUNDS_DRAWN_ALREADY: _(
        "Rounds that are drawn already: %(drawn)s. Fewer cannot be planned."
    ),
    Reason.PLAN_PUBLISHED: _("Round %(number)s was published: it has fixed these settings."),
    Reason.PLAN_ENTERED: _("Somebody is entered: game and form stay as they are."),
}
"""What is fixed by a draw, by entries, or by what was played."""

ENTER_PAIRS: Final = ngettext_lazy(
    "Enter the pairs. A table needs %(size)s; %(missing)s more is missing.",
    "Enter the pairs. A table needs %(size)s; %(missing)s more are missing.",
    "missing",
)
"""What is asked of a list of pairs; single players are entered by Next.ENTER_NAMES."""

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
ROBIN: Final = _("With a round robin everybody would meet everybody: %(robin)s rounds.")
ROBIN_IN_MINUTES: Final = _(
    "With a round robin everybody would meet everybody: %(robin)s rounds of %(minutes)s minutes, "
    "%(total)s minutes of play."
)
"""Where a round robin takes no more rounds than are planned; it is never chosen by itself."""
PLAYERS: Final = pgettext_lazy("so many players", "%(entries)s")
OUT_OF: Final[Mapping[str, Any]] = {
    "teams": pgettext_lazy("so many teams", "%(out)s"),
    "pairs": pgettext_lazy("so many pairs", "%(out)s"),
}
PLAYERS_OUT: Final = pgettext_lazy("so many players", "%(out)s")

VERBS: wording.Words = {
    Verb.CREATE_TOURNAMENT: _("the tournament was created"),
    Verb.CREATE_EVENT: _("an event was created"),
    Verb.GRANT_ROLE: _("a role was given"),
    Verb.REVOKE_ROLE: _("a role was revoked"),
    Verb.ADD_PLACES: _("tables of the club were made"),
    Verb.GIVE_PLACES_BACK: _("tables were given back"),
    Verb.DOWNLOAD_COPY: _("a copy of all data was downloaded"),
    Verb.MOVE_TABLES: _("a draft was moved to other tables"),
    Verb.SET_PASSWORD: _("a password was set"),
    Verb.CHANGE_TOURNAMENT: _("name, day or place of the tournament was changed"),
    Verb.CHANGE_EVENT: _("the settings of an event were changed"),
    Verb.DELETE_TOURNAMENT: _("the tournament was deleted"),
    Verb.DELETE_EVENT: _("an event was deleted"),
    Verb.REOPEN_EVENT: _("the finish of an event was taken back"),
    Verb.SET_UNPLACED: _("an entry that played few deals was given no place, or its place again"),
    Verb.REPEAT_EVENING: _("an evening was made from an earlier one"),
    Verb.KEEP_RULES: _("rules of the club's own were kept"),
    Verb.RENAME_RULES: _("rules of the club's own were renamed"),
    Verb.REMOVE_RULES: _("rules of the club's own were taken off the offer"),
    Verb.SET_FEATURES: _("the club chose what it uses"),
    Verb.ADD_MEMBERS: _("members were taken into the register"),
    Verb.CHANGE_MEMBER: _("the register of members was changed"),
    Verb.MERGE_MEMBERS: _("two members were made one"),
    Verb.SPLIT_MEMBER: _("merged members were parted"),
    Verb.TELL_APART: _("members were said not to be one person"),
    Verb.TAKE_BACK_APART: _("members may be one person after all"),
    Verb.BLANK_MEMBER: _("a member was blanked"),
    Verb.LIMIT_ROLE: _("a role was limited to other events or tables"),
    Verb.INVITE: _("somebody was invited to a role"),
    Verb.WITHDRAW_INVITATION: _("an invitation was withdrawn"),
    Verb.ACCEPT_INVITATION: _("an invitation was accepted"),
    Verb.MAKE_PASSWORD_LINK: _("a link to a new password was made"),
    Verb.NAME_ACCOUNT: _("the name of an account was changed"),
    Verb.SWITCH_ON_SECOND_FACTOR: _("codes of an app were switched on for an account"),
    Verb.SWITCH_OFF_SECOND_FACTOR: _("codes of an app were switched off for an account"),
    Verb.LET_IN_AGAIN: _("wrong passwords of an account were forgiven"),
    Verb.CREATE_CLUB: _("the club was created"),
    Verb.RENAME_CLUB: _("the club was renamed"),
    Verb.RATE_EVENTS: _("ratings were made"),
    Verb.CREATE_SEASON: _("a season was made"),
    Verb.CHANGE_SEASON: _("the rules of a season were changed"),
    Verb.CHOOSE_SEASON_EVENTS: _("the events of a season were chosen"),
    Verb.CHANGE_LEAGUE: _("a club joined or left a league"),
    Verb.SET_FEE: _("the entry fee was set"),
    Verb.TAKE_FEE: _("an entry fee was paid"),
    Verb.PAY_PRIZE: _("a prize was paid"),
    Verb.TAKE_PAYMENT_BACK: _("a payment was taken back"),
    Verb.CHANGE_REGULATIONS: _("the regulations of an event were changed"),
    Verb.CHANGE_ARTICLE: _("an article of the penalty table was changed"),
    Verb.PUBLISH_ARTICLES: _("the penalty table was published or taken off the public pages"),
    Verb.MAKE_OFFICIAL: _("a final result became official"),
    Verb.PROPOSE_EXCLUSION: _("a withdrawal or a disqualification was proposed"),
    Verb.APPROVE_EXCLUSION: _("a withdrawal or a disqualification was approved"),
    Verb.REFUSE_EXCLUSION: _("a withdrawal or a disqualification was not approved"),
    Verb.EXCHANGE_TABLES: _("persons or results of two tables were exchanged"),
    Verb.SEAT_HOUSE_PLAYER: _("a house player took the seat of somebody who did not come"),
    Verb.SET_PIN: _("a new PIN was given"),
    Verb.END_PIN: _("a PIN of an earlier version was ended"),
    Verb.ADD_ENTRY: _("entries were added"),
    Verb.REMOVE_ENTRY: _("an entry was removed"),
    Verb.RESTORE_ENTRY: _("an entry that was removed was put back"),
    Verb.WITHDRAW_ENTRY: _("an entry was withdrawn"),
    Verb.READMIT_ENTRY: _("a withdrawal was taken back"),
    Verb.TAKE_BACK_EXCLUSION: _("a decision on an entry was taken back"),
    Verb.WAIVE_SUSPENSION: _("the chief referee seated somebody who is suspended"),
    Verb.BAN_PERSON: _("somebody was banned from the club's events"),
    Verb.LIFT_BAN: _("a ban of the club was lifted"),
    Verb.CHECK_IN: _("who is present was noted"),
    Verb.STAND_IN: _("a stand-in was named"),
    Verb.END_STAND_IN: _("a stand-in was ended"),
    Verb.RENAME_PERSON: _("a name was mended"),
    Verb.RENAME_ENTRY: _("an entry was renamed"),
    Verb.SET_REMARK: _("the remark on an entry was changed"),
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
    Verb.DRAW_MEMBER_LINKS: _("links of members were drawn"),
    Verb.REVOKE_MEMBER_LINK: _("the link of a member was revoked"),
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
LEXICON: Final = wording.Lexicon(
    {
        **{
            codes: {code: marked(SENTENCES[code]) for code in codes}
            for codes in (ListDoubt, Note, LineReason)
        },
        Verb: VERBS,
    },
    origins=ORIGINS,
)


def step_text(step: DueStep, *, form: str = "", segments: int = 0) -> str:
    """Return the next step as a sentence with the numbers of its tables.

    `form` is that of the event, `segments` the number of segments of a match.
    """
    values = dict(step.values)
    if step.code is Next.AWAIT_LINE_UPS and segments == 1:
        return str(AWAIT_MATCHES % values)
    if step.code is Next.ENTER_NAMES and form == Form.PAIRS:
        return str(ENTER_PAIRS % values)
    tables = wording.listed(str(number) for number in step.tables)
    if step.code in OF_ENTRIES:
        entries = str(ENTRIES_OF.get(form, PLAYERS) % values)
        out = str(OUT_OF.get(form, PLAYERS_OUT) % values) if "out" in values else ""
        sentence = wording.sentence(step.code, {**values, "entries": entries, "out": out})
        return wording.joined_sentences((sentence, _robin_text(values)))
    return wording.sentence(step.code, {**values, "tables": tables})


def _robin_text(values: Mapping[str, int]) -> str:
    """Return the sentence on a round robin that could be played instead; "" where there is none."""
    if not values.get("robin"):
        return ""
    words = ROBIN_IN_MINUTES if values["minutes"] else ROBIN
    return str(words % {**values, "total": values["robin"] * values["minutes"]})
