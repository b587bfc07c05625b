"""Comparison of two records of one deal, fact by fact as a game reads them, never as text.

A record that omits an optional fact contradicts nothing, and the same fact in another form is not a
difference.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest


@dataclass(frozen=True, slots=True)
class Statement:
    """What one record says about a fact: seats, cards, a code of the game, a number.

    `option` is one of the answers that a question of the blank sheet offers. All fields are empty
    if the record says nothing about the fact.

    >>> bool(Statement()), bool(Statement(number=0))
    (False, True)
    """

    seats: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    code: StrEnum | None = None
    number: int | None = None
    option: str = ""

    def __bool__(self) -> bool:
        return self != Statement()


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of a deal and the statements of two records about it.

    `code` is the kind of fact, `cards` the cards concerned, `place` the number of the play, from 1.

    >>> class Code(StrEnum):
    ...     WON = "won"
    >>> Fact(Code.WON, Statement(seats=("N",)), Statement(seats=("W",)), cards=("SQ",)).differs
    True
    """

    code: StrEnum
    first: Statement
    second: Statement
    cards: tuple[str, ...] = ()
    place: int = 0

    @property
    def differs(self) -> bool:
        """Whether the two statements differ."""
        return self.first != self.second


@dataclass(frozen=True, slots=True)
class RecordComparison:
    """The differences of two records, with the plays that are needed to read them.

    Facts on which both agree are left out, except plays: all plays are included from the first
    difference to the end of the longer record.

    >>> RecordComparison().agrees
    True
    """

    facts: tuple[Fact, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether the two records describe the same deal."""
        return not any(fact.differs for fact in self.facts)


def differing_plays(
    code: StrEnum, first: Iterable[Statement], second: Iterable[Statement]
) -> Iterator[Fact]:
    """Yield every play from the first that differs to the end of the longer record.

    >>> class Code(StrEnum):
    ...     PLAY = "play"
    >>> same, other = Statement(("N",), ("SQ",)), Statement(("W",), ("SK",))
    >>> [fact.place for fact in differing_plays(Code.PLAY, [same, same], [same, other, same])]
    [2, 3]
    """
    begun = False
    for place, (own, other) in enumerate(zip_longest(first, second, fillvalue=Statement()), 1):
        begun = begun or own != other
        if begun:
            yield Fact(code, own, other, place=place)
