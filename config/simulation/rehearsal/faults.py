"""What does not hold in a rehearsal, and the words for it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from django.utils import translation
from django.utils.translation import gettext_lazy as _

from config import terminal
from config.simulation.invariants import Broken
from config.simulation.made_up_values import Mishap
from scoring.problems import Problem
from tournaments import wording


class RehearsalFault(StrEnum):
    """What is broken beside the invariants that need no database."""

    REMATCH_UNTOLD = "rematch_untold"
    REMATCH_AVOIDABLE = "rematch_avoidable"
    PERSON_NOT_ONCE = "person_not_once"
    POINTS_LOST = "points_lost"
    PENALTY_HELPED = "penalty_helped"
    ACCEPTED = "accepted"
    READ_TOO_EARLY = "read_too_early"
    PARTNER_AGAIN = "partner_again"
    BOARD_AGAIN = "board_again"
    BOARDS_DIFFER = "boards_differ"
    NOT_AS_SEALED = "not_as_sealed"
    DIRECTION_CHANGED = "direction_changed"
    GOES_ON_WRONGLY = "goes_on_wrongly"
    NOT_WARNED = "not_warned"
    DRAWN_ANEW = "drawn_anew"
    RECORD = "record"
    RECOUNT = "recount"


WORDS: Final = {
    RehearsalFault.REMATCH_UNTOLD: _(
        "Round %(round)s: the draw says that %(told)s meet again, and %(met)s do."
    ),
    RehearsalFault.REMATCH_AVOIDABLE: _(
        "Round %(round)s: %(met)s meet again, and nobody would have to."
    ),
    RehearsalFault.PERSON_NOT_ONCE: _("Round %(round)s: %(count)s people do not sit just once."),
    RehearsalFault.POINTS_LOST: _(
        "Round %(round)s: %(entry)s has %(found)s points, and its sheets come to %(expected)s."
    ),
    RehearsalFault.PENALTY_HELPED: _(
        "%(entry)s was penalised and stands better than before, or not by as much."
    ),
    RehearsalFault.ACCEPTED: _("Round %(round)s: “%(what)s” was done, and may not be."),
    RehearsalFault.READ_TOO_EARLY: _("Round %(round)s: “%(what)s” was read, and was sealed."),
    RehearsalFault.PARTNER_AGAIN: _(
        "Round %(round)s: %(count)s partners met before, and were not to meet again."
    ),
    RehearsalFault.BOARD_AGAIN: _(
        "Round %(round)s: %(entry)s plays a board that it has played before."
    ),
    RehearsalFault.BOARDS_DIFFER: _(
        "Round %(round)s: the rooms of %(count)s matches play other boards."
    ),
    RehearsalFault.NOT_AS_SEALED: _("Round %(round)s: board %(board)s is another than was sealed."),
    RehearsalFault.DIRECTION_CHANGED: _(
        "Round %(round)s: %(entry)s sits otherwise than before, and both directions rank apart."
    ),
    RehearsalFault.GOES_ON_WRONGLY: _(
        "Round %(round)s: %(entry)s has no place in this match any more."
    ),
    RehearsalFault.NOT_WARNED: _(
        "Round %(round)s: another one won match %(what)s than went on, and nobody is told."
    ),
    RehearsalFault.DRAWN_ANEW: _("Round %(round)s: a correction has changed who meets."),
    RehearsalFault.RECORD: _("Round %(round)s: the record does not hold: %(what)s."),
    RehearsalFault.RECOUNT: _("Round %(round)s: counted again, it differs: %(what)s."),
}


MISHAPS: wording.Words = {
    Mishap.LATE_RESULT: _("a result that comes late"),
    Mishap.CORRECTION: _("a result that is corrected"),
    Mishap.PENALTY: _("a penalty"),
    Mishap.WALKOVER: _("a side that does not come"),
    Mishap.WITHDRAWAL: _("a withdrawal"),
}
BROKEN: wording.Words = {
    Broken.SEATED_TWICE: _("Round %(round)s: %(entry)s is seated twice."),
    Broken.NOT_SEATED: _("Round %(round)s: %(entry)s is not seated."),
    Broken.STRANGER_SEATED: _("Round %(round)s: %(entry)s is seated and does not take part."),
    Broken.BYE_AGAIN: _("Round %(round)s: %(entry)s sits out a second time."),
    Broken.SCORES_WRONG: _("Round %(round)s: the scores of %(entry)s are not the whole."),
    Broken.NOT_RANKED_ONCE: _("%(entry)s is not ranked exactly once."),
    Broken.ORDER_WRONG: _("%(entry)s stands below somebody with less."),
    Broken.PLACE_WRONG: _("The place of %(entry)s is not the one it stands at."),
    Broken.NOTHING_DECIDED: _("Nothing says why %(entry)s is apart from its equals."),
    Broken.TOTAL_WRONG: _("The matches of %(entry)s do not come to its score."),
    Broken.NOT_MIRRORED: _("The rows of %(entry)s and %(other)s do not tell the same."),
}
LEXICON: Final = wording.Lexicon({Mishap: MISHAPS, Broken: BROKEN})


class Broke(Exception):
    """Something does not hold: every problem that was found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(problem_line, self.problems)))


def fault(code: RehearsalFault, **values: str | int) -> Problem:
    """Return a problem with its values."""
    return Problem(code, values=tuple(values.items()))


def insist(problems: Iterable[Problem]) -> None:
    """Raise Broke if there is any problem."""
    all_problems = tuple(problems)
    if all_problems:
        raise Broke(all_problems)


def problem_line(problem: Problem) -> str:
    """Return the name of what is broken, and its words in the language of the terminal."""
    with translation.override(terminal.language()):
        if isinstance(problem.code, RehearsalFault):
            words = str(WORDS[problem.code]) % dict(problem.values)
        else:
            words = wording.problem_text(problem)
    return f"{problem.code.value}: {words}"
