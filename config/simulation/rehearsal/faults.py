"""The faults found in a rehearsal, and the words for them."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import translation

from config import terminal
from scoring.problems import Problem
from tournaments import wording
from tournaments.codes import WordedCode, worded


class RehearsalFault(WordedCode):
    """Faults besides those of the pure invariants."""

    REMATCH_UNTOLD = worded(
        "rematch_untold", "Round %(round)s: the draw says that %(told)s meet again, and %(met)s do."
    )
    REMATCH_AVOIDABLE = worded(
        "rematch_avoidable", "Round %(round)s: %(met)s meet again although no rematch is necessary."
    )
    PERSON_NOT_ONCE = worded(
        "person_not_once", "Round %(round)s: %(count)s people are not seated exactly once."
    )
    POINTS_LOST = worded(
        "points_lost",
        "Round %(round)s: %(entry)s has %(found)s points, and its sheets come to %(expected)s.",
    )
    PENALTY_HELPED = worded(
        "penalty_helped",
        "%(entry)s was penalised, but its score did not fall by the penalty.",
    )
    ACCEPTED = worded("accepted", "Round %(round)s: “%(what)s” was done, though not allowed.")
    READ_TOO_EARLY = worded(
        "read_too_early", "Round %(round)s: “%(what)s” was read, though sealed."
    )
    PARTNER_AGAIN = worded(
        "partner_again",
        "Round %(round)s: %(count)s pairs of partners met before, and were not to meet again.",
    )
    BOARD_AGAIN = worded(
        "board_again", "Round %(round)s: %(entry)s plays a board that it has played before."
    )
    BOARDS_DIFFER = worded(
        "boards_differ",
        "Round %(round)s: the two rooms of %(count)s matches play different boards.",
    )
    NOT_AS_SEALED = worded(
        "not_as_sealed", "Round %(round)s: board %(board)s differs from the one that was sealed."
    )
    DIRECTION_CHANGED = worded(
        "direction_changed",
        "Round %(round)s: %(entry)s sits in another direction than before, and the"
        " directions are ranked separately.",
    )
    GOES_ON_WRONGLY = worded(
        "goes_on_wrongly", "Round %(round)s: %(entry)s was already out, and plays in this match."
    )
    NOT_WARNED = worded(
        "not_warned",
        "Round %(round)s: the winner of match %(what)s is not the one that went on, and"
        " nobody is warned.",
    )
    DRAWN_ANEW = worded("drawn_anew", "Round %(round)s: a correction has changed the pairings.")
    RECORD = worded("record", "Round %(round)s: the record has a fault: %(what)s.")
    RECOUNT = worded("recount", "Round %(round)s: recomputed, it differs: %(what)s.")


class Broke(Exception):
    """A check failed: every problem that was found."""

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
    """Return the name of a fault, and its words in the language of the terminal."""
    with translation.override(terminal.language()):
        return f"{problem.code.value}: {wording.problem_text(problem)}"
