"""Two records of one deal compared fact by fact, as a game reads them and never as text.

A record that leaves out an optional fact contradicts nothing, and the same fact in another form is
no difference.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest


@dataclass(frozen=True, slots=True)
class Statement:
    """What one record says of a fact: seats, cards, a word of the game, a figure.

    `option` is an answer out of those that a question of the blank sheet offers. All of it is
    empty where the record knows of no such thing.

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
    """A fact of a deal and what each of two records says of it.

    `code` says what is asked, `cards` of which cards, `place` of which play, counted from 1.

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
        """Whether the two records say different things."""
        return self.first != self.second


@dataclass(frozen=True, slots=True)
class RecordComparison:
    """The differences of two records, and the plays that are needed to read them.

    Facts on which both agree are left out, but for plays: these are there from the first that
    differs to the end of the longer record.

    >>> RecordComparison().agrees
    True
    """

    facts: tuple[Fact, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether the two records tell the same deal."""
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
