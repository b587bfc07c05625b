"""The words of what the structure and the record refuse, and of what a director does next."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments import wording
from tournaments.audit import Verb
from tournaments.next_step import Next, Step
from tournaments.refusals import Reason

REASONS: wording.Words = {
    Reason.FORM_NOT_OFFERED: _("Only individual events can be run so far."),
    Reason.ENTRIES_TOO_FEW: _("A table needs %(size)s players; the number entered is %(entries)s."),
    Reason.ENTRIES_NOT_DIVISIBLE: _(
        "Tables of %(size)s cannot be filled: the number of players is %(entries)s."
    ),
    Reason.ENTRY_NAME_MISSING: _("Line %(line)s: there is no name."),
    Reason.ENTRY_NAME_TWICE: _(
        "Line %(line)s: %(name)s is entered already. Add something that tells the two apart."
    ),
    Reason.ENTRY_NAME_TOO_LONG: _("Line %(line)s: the name is longer than %(most)s characters."),
    Reason.ENTRIES_TOO_MANY: _("An event takes %(most)s entries at the most."),
    Reason.ENTRIES_CLOSED: _("The names are fixed, because a round has been drawn with them."),
    Reason.ENTRIES_TOO_MANY: _("An event takes %(most)s entries at the most."),
    Reason.ROUND_OPEN: _("Round %(number)s is not closed yet."),
    Reason.ROUND_NOT_DRAFT: _("Round %(number)s is no longer a draft."),
    Reason.ROUND_NOT_IN_PLAY: _("Round %(number)s is not in play."),
    Reason.DEALS_WITHOUT_RESULT: _("Deals that have no result yet: %(deals)s."),
    Reason.HOLDS_OPEN: _("Matters that are still open: %(holds)s."),
    Reason.RESULT_CHANGED: _("The result of this deal has changed in the meantime."),
    Reason.REASON_MISSING: _("A reason is needed."),
    Reason.ALREADY_REVERSED: _("This has been taken back already."),
    Reason.USERNAME_TAKEN: _("The name %(username)s belongs to another account. Choose another."),
}

STEPS: wording.Words = {
    Next.ENTER_NAMES: ngettext_lazy(
        "Enter the players. A table needs %(size)s; %(missing)s more is missing.",
        "Enter the players. A table needs %(size)s; %(missing)s more are missing.",
        "missing",
    ),
    Next.FILL_TABLES: ngettext_lazy(
        "The number of players is %(entries)s; %(missing)s more fills the tables of %(size)s.",
        "The number of players is %(entries)s; %(missing)s more fill the tables of %(size)s.",
        "missing",
    ),
    Next.DRAW_ROUND: _("The players fill the tables. Draw round %(number)s."),
    Next.PUBLISH_ROUND: _("Look at the draw of round %(number)s and publish it."),
    Next.AWAIT_RESULTS: _(
        "Round %(number)s is in play. Tables that are not done: %(open)s. "
        "Deals without a result: %(deals)s."
    ),
    Next.AWAIT_TABLES: _(
        "Round %(number)s is in play. Not done: table %(tables)s. "
        "Deals without a result: %(deals)s."
    ),
    Next.SETTLE_HOLDS: _(
        "Every deal of round %(number)s has a result. Matters that are still open: %(holds)s."
    ),
    Next.CLOSE_ROUND: _("Every deal of round %(number)s has a result. Close the round."),
}

VERBS: wording.Words = {
    Verb.CREATE_TOURNAMENT: _("the tournament was created"),
    Verb.CREATE_EVENT: _("an event was created"),
    Verb.GRANT_ROLE: _("a role was given"),
    Verb.ADD_ENTRY: _("entries were added"),
    Verb.REMOVE_ENTRY: _("an entry was removed"),
    Verb.DRAW_ROUND: _("a round was drawn"),
    Verb.DISCARD_ROUND: _("a draw was discarded"),
    Verb.PUBLISH_ROUND: _("a round was published"),
    Verb.CLOSE_ROUND: _("a round was closed"),
    Verb.RECORD_RESULT: _("a result was recorded"),
    Verb.ADJUST: _("points were adjusted"),
    Verb.PUBLISH: _("something was published"),
}


def register() -> None:
    """Give the codes of this room their words."""
    wording.register(Reason, REASONS)
    wording.register(Next, STEPS)
    wording.register(Verb, VERBS)


def step_text(step: Step) -> str:
    """Return what to do next as a sentence that names the tables it speaks of."""
    tables = wording.listed(str(number) for number in step.tables)
    return wording.sentence(step.code, {**dict(step.values), "tables": tables})
