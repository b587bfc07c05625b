"""The words of boards: movements and their sizes, and matches of two rooms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from django.utils.translation import gettext

from tournaments import wording
from tournaments.pairing.movements.board_movements import BoardForm, PairLine

TWO_WINNERS = 2


class ComesTo(Protocol):
    """The size of a movement for a number of pairs."""

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
    """Return the name of a direction that is ranked apart; an empty line means not drawn yet."""
    return wording.sentence(PairLine(line)) if line else gettext("Not drawn yet")


def outlook_sentences(outlook: ComesTo) -> Iterator[str]:
    """Yield the size of a movement in sentences: rounds, boards, copies, byes, winners, stationary
    pairs.
    """
    values = {
        "form": wording.sentence(outlook.form),
        "pairs": outlook.pairs,
        "tables": outlook.tables,
    }
    yield gettext("%(form)s. Pairs: %(pairs)s, tables: %(tables)s.") % values
    counts = {"rounds": outlook.rounds, "boards": outlook.boards, "sets": outlook.sets}
    yield gettext("Rounds: %(rounds)s. Boards: %(boards)s, in %(sets)s sets.") % counts
    if outlook.copies > 1:
        text = gettext("Up to %(copies)s tables play a set at once, so it takes as many copies.")
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
