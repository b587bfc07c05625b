"""What a movement over boards comes to, in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from django.utils.translation import gettext

from tournaments import wording
from tournaments.pairing.movements.board_movements import Form

TWO_WINNERS = 2


class ComesTo(Protocol):
    """What a movement comes to for a number of pairs."""

    @property
    def form(self) -> Form: ...
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


def sentences(found: ComesTo) -> Iterator[str]:
    """Yield what a movement comes to: rounds, boards, copies, who sits out, who wins, who stays."""
    named = {"form": wording.sentence(found.form), "pairs": found.pairs, "tables": found.tables}
    yield gettext("%(form)s. Pairs: %(pairs)s, tables: %(tables)s.") % named
    played = {"rounds": found.rounds, "boards": found.boards, "sets": found.sets}
    yield gettext("Rounds: %(rounds)s. Boards: %(boards)s, in %(sets)s sets.") % played
    if found.copies > 1:
        said = gettext("Up to %(copies)s tables play a set at once: so many copies of it it takes.")
        yield said % {"copies": found.copies}
    else:
        yield gettext("One copy of every board is enough.")
    if found.sit_outs:
        yield gettext("The number of pairs is odd: one sits out in a round, nobody twice.")
    yield _winners(found)
    yield gettext("Pairs that can keep their table: %(stay)s.") % {"stay": found.stationary}
    if found.stay:
        said = gettext("These keep their table: %(names)s.")
        yield said % {"names": wording.listed(found.stay)}


def _winners(found: ComesTo) -> str:
    if found.winners == TWO_WINNERS:
        return gettext("North-south and east-west rank apart, and nobody changes the direction.")
    if found.switched:
        said = gettext("All rank together. In the last rounds directions are switched: %(rounds)s.")
        return said % {"rounds": found.switched}
    return gettext("All rank together, and no round is switched.")
