"""The words of boards: movements and their outlook, and matches of two rooms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import wording
from tournaments.pairing.movements.board_choice import ChoiceProblem, PlanProblem
from tournaments.pairing.movements.board_movements import BoardForm, PairLine

FORMS: wording.Words = {
    BoardForm.MITCHELL: _("Mitchell"),
    BoardForm.SKIP: _("Mitchell with a skip"),
    BoardForm.RELAY: _("Mitchell with shared boards"),
    BoardForm.WEB: _("Web: the same boards for everybody"),
    BoardForm.HOWELL: _("Howell: everybody meets everybody"),
    BoardForm.SHORT_HOWELL: _(
        "Short Howell: one field, fewer rounds, the same boards for everybody"
    ),
}

LINES: wording.Words = {
    PairLine.NORTH_SOUTH: _("North-South"),
    PairLine.EAST_WEST: _("East-West"),
}

PLANS: wording.Words = {
    PlanProblem.FORM_NOT_OFFERED: _(
        "For this number of pairs (%(pairs)s) there is no such movement."
    ),
    PlanProblem.WINNERS_NOT_OFFERED: _(
        "The number of winners cannot be %(winners)s with this movement."
    ),
    PlanProblem.NUMBERING_NOT_OFFERED: _(
        "Numbers can balance two directions only where pairs keep theirs."
    ),
    PlanProblem.WISH_UNKNOWN: _("%(entry)s wishes to stay at a table, but is not entered."),
    PlanProblem.WISHES_TOO_MANY: _("%(wishes)s wish to stay at a table; at most %(most)s can."),
}

CHOICES: wording.Words = {
    ChoiceProblem.CHOICE_UNREADABLE: _("What is chosen of the movement cannot be read: %(name)s."),
    ChoiceProblem.FORM_OF_OTHER_WAY: _(
        "This form of movement goes with another way of drawing: plain, skip, shared boards and "
        "web with a Mitchell, whole and short with a Howell."
    ),
    ChoiceProblem.SWITCHED_WITH_TWO: _(
        "With two winners everybody keeps the direction: no round is switched."
    ),
    ChoiceProblem.SWITCHED_NOT_OFFERED: _(
        "So many rounds cannot be switched: %(switched)s. At most it is %(most)s."
    ),
    ChoiceProblem.TWO_WINNERS_IN_STAGES: _(
        "Two winners are for an event of one stage: nobody goes on from two lists."
    ),
    ChoiceProblem.TWO_WINNERS_UNDRAWN: _(
        "With two winners every round is one of the Mitchell: nobody may change the direction."
    ),
    ChoiceProblem.BEGUN: _(
        "The movement has begun, and goes on as it began. Nothing of it can be changed any more."
    ),
    ChoiceProblem.OPENED: _(
        "The boards of this movement are open and everybody can know them: it cannot go on. Draw "
        "in another way."
    ),
    ChoiceProblem.NUMBER_TAKEN: _(
        "Number %(number)s cannot come back: number %(by)s plays on in the movement instead."
    ),
}

TWO_WINNERS = 2


class ComesTo(Protocol):
    """The outlook of a movement for a number of pairs."""

    @property
    def form(self) -> BoardForm: ...
    @property
    def pairs(self) -> int: ...
    @property
    def tables(self) -> int: ...
    @property
    def rounds(self) -> int: ...
    @property
    def sets(self) -> int: ...
    @property
    def boards(self) -> int: ...
    @property
    def copies(self) -> int: ...
    @property
    def sit_outs(self) -> int: ...
    @property
    def switched(self) -> int: ...
    @property
    def winners(self) -> int: ...
    @property
    def stationary(self) -> int: ...
    @property
    def stay(self) -> tuple[str, ...]: ...


def line_text(line: str) -> str:
    """Return the name of a direction that ranks apart; without one, that nothing is drawn yet."""
    return wording.sentence(PairLine(line)) if line else gettext("Not drawn yet")


LEXICON: Final = wording.Lexicon(
    {BoardForm: FORMS, PairLine: LINES, PlanProblem: PLANS, ChoiceProblem: CHOICES}
)


def outlook_sentences(outlook: ComesTo) -> Iterator[str]:
    """Yield the outlook in sentences: rounds, boards, copies, byes, winners, stationary pairs."""
    values = {
        "form": wording.sentence(outlook.form),
        "pairs": outlook.pairs,
        "tables": outlook.tables,
    }
    yield gettext("%(form)s. Pairs: %(pairs)s, tables: %(tables)s.") % values
    counts = {"rounds": outlook.rounds, "boards": outlook.boards, "sets": outlook.sets}
    yield gettext("Rounds: %(rounds)s. Boards: %(boards)s, in %(sets)s sets.") % counts
    if outlook.copies > 1:
        text = gettext("Up to %(copies)s tables play a set at once: so many copies of it it takes.")
        yield text % {"copies": outlook.copies}
    else:
        yield gettext("One copy of every board is enough.")
    if outlook.sit_outs:
        yield gettext("The number of pairs is odd: one sits out in a round, nobody twice.")
    yield _winners_sentence(outlook)
    yield gettext("Pairs that can keep their table: %(stay)s.") % {"stay": outlook.stationary}
    if outlook.stay:
        text = gettext("These keep their table: %(names)s.")
        yield text % {"names": wording.listed(outlook.stay)}


def _winners_sentence(outlook: ComesTo) -> str:
    if outlook.winners == TWO_WINNERS:
        return gettext("North-south and east-west rank apart, and nobody changes the direction.")
    if outlook.switched:
        text = gettext("All rank together. In the last rounds directions are switched: %(rounds)s.")
        return text % {"rounds": outlook.switched}
    return gettext("All rank together, and no round is switched.")
