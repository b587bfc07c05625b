"""What the sheet of a deal asks for, so that a screen or a form on paper can ask it in any game."""

from collections import Counter
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any


class AskedKind(StrEnum):
    """The kind of answer to a question of a blank sheet."""

    SEAT = "seat"
    CHOICE = "choice"
    NUMBER = "number"
    CARDS = "cards"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a blank sheet, whose answer stands in the report at `path`.

    `code` words the question. A choice is one of `options`, JSON data where null may be one of
    them; a number goes from `least` to `most` in steps; cards are a list of codes. What is
    `optional` may be left out of the report.

    >>> class Code(StrEnum):
    ...     LEVEL = "level"
    >>> Asked(Code.LEVEL, ("level",), AskedKind.CHOICE, ("2", "3")).as_json()["path"]
    ['level']
    """

    code: StrEnum
    path: tuple[str, ...]
    kind: AskedKind
    options: tuple[str | None, ...] = ()
    least: int = 0
    most: int = 0
    step: int = 1
    optional: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the question as plain JSON data."""
        return {
            "code": self.code.value,
            "path": list(self.path),
            "kind": self.kind.value,
            "options": list(self.options),
            "least": self.least,
            "most": self.most,
            "step": self.step,
            "optional": self.optional,
        }


@dataclass(frozen=True, slots=True)
class Blank:
    """The blank sheet of a deal: what a person has to fill in, so that a screen can ask for it.

    `cards` are to be placed onto the seats that won them, a card of two decks named twice;
    `exposable` may have been exposed, in one of `kinds`; of `owners` the seat that was dealt the
    card has to be known.

    `depths` says how much of a deal can be written down: the cards won ("captures"), the hands
    too ("hands"), every play ("tricks"). `deck` are the cards that are dealt, suit by suit and in
    each from the lowest to the highest, a card of two decks named twice; `hand_size` of them go to
    each seat. `suits` and `ranks` are the parts of a card's code in that order. `claims` are the
    kinds of claim that may end a deal. `first_won` are cards that are there twice: where two seats
    won one, it is asked who was the first, and `first_asked` are the parts of a report that say
    so. `clockwise` says which way round play goes. `asks` are the questions that have one answer
    each, as who deals or how many points there were. `together` is how many cards a seat may play
    at once, 0 where these have to be equal.

    A game without such questions leaves them empty.
    """

    cards: tuple[str, ...] = ()
    exposable: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    depths: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    hand_size: int = 0
    suits: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    first_won: tuple[str, ...] = ()
    first_asked: tuple[str, ...] = ()
    clockwise: bool = False
    asks: tuple[Asked, ...] = ()
    together: int = 0

    @property
    def at_once(self) -> int:
        """How many cards a seat may play at once.

        >>> Blank(deck=("SQ", "SQ")).at_once, Blank(together=25).at_once
        (2, 25)
        """
        return self.together or self.copies

    @property
    def copies(self) -> int:
        """How often a card is there, which is how many equal ones may be played together.

        >>> Blank(deck=("SQ", "SQ")).copies
        2
        """
        return max(Counter(self.deck).values(), default=1)

    @property
    def exposable_copies(self) -> tuple[str, ...]:
        """The cards that may have been exposed, each as often as it is there.

        >>> Blank(exposable=("SQ", "DJ"), deck=("SQ", "SQ", "DJ", "DJ")).exposable_copies
        ('SQ', 'SQ', 'DJ', 'DJ')
        """
        return tuple(card for card in self.exposable for _ in range(self.copies))

    def as_json(self) -> dict[str, Any]:
        """Return the blank as plain JSON data, every field by its name.

        >>> Blank(cards=("SQ",), hand_size=13).as_json()["cards"]
        ['SQ']
        """
        plain = {
            field.name: value if isinstance(value, int) else list(value)
            for field in fields(self)
            for value in [getattr(self, field.name)]
        }
        return plain | {"asks": [question.as_json() for question in self.asks]}
