"""What the sheet of a deal asks for, in a form that a screen or a paper form can use."""

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
    """A question on a blank sheet; its answer is stored in the report at `path`.

    `code` names the wording of the question. A choice is one of `options`, JSON data that may
    include null; a number runs from `least` to `most` in steps; cards are a list of codes. An
    `optional` answer may be missing from the report.

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
    """The blank sheet of a deal: everything a person has to fill in.

    `cards` are assigned to the seats that won them, each listed twice with two decks. Cards in
    `exposable` may have been exposed, in one of `kinds`. For the cards in `owners` the sheet asks
    which seat was dealt the card.

    `depths` lists how much of a deal can be recorded: the cards won ("captures"), the hands too
    ("hands"), every play ("tricks"). `deck` lists the cards that are dealt, by suit and then from
    low to high, each twice with two decks; every seat gets `hand_size` of them. `suits` and `ranks`
    are the parts of a card's code in that order. `claims` are the kinds of claim that may end a
    deal. `first_won` are cards that occur twice: if two seats won one each, the sheet asks which
    seat won one first, and `first_asked` names the fields of the report that answer this.
    `clockwise` is the direction of play. `asks` are the questions with one answer each, such as the
    dealer or the number of points. `together` is the most cards that a seat may play at once, or 0
    if they have to be equal.

    A game leaves the fields empty that it does not use.
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
        """The most cards that a seat may play at once.

        >>> Blank(deck=("SQ", "SQ")).at_once, Blank(together=25).at_once
        (2, 25)
        """
        return self.together or self.copies

    @property
    def copies(self) -> int:
        """How often each card occurs in the deck: the most equal cards that may be played together.

        >>> Blank(deck=("SQ", "SQ")).copies
        2
        """
        return max(Counter(self.deck).values(), default=1)

    @property
    def exposable_copies(self) -> tuple[str, ...]:
        """The cards that may have been exposed, each as often as it occurs in the deck.

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
