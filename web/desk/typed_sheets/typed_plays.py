"""Read and write tricks as they are typed: a line for each, the leader, then the plays.

Plays follow each other in order of play, from the seat named first; a seat named within the line
plays next. If a play may have two cards, a line holds one card of every seat, or two of every seat;
strokes between the plays make this clear: `N: S4 S4 / SK SK / S2 S8`. `N: S4 S4 SK SK` may be four
plays or two, and needs the strokes.

If a trick is always complete, everybody plays as many cards as were led, and a line needs no
strokes: `N: S4 S4 SK SK S2 S8 S9 S9` are four plays of two cards.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

from scoring.cards import is_card
from web.desk.typed_sheets import typed

BETWEEN: Final = "/"
UNREAD: Final = "?"
"""Prefix for entries of a report that are no play; no card begins with it."""
LONGEST_UNREAD: Final = 40
SeatPlay = tuple[str, tuple[str, ...]]
"""A seat with the cards of one play."""


@dataclass(frozen=True, slots=True)
class TypedTable:
    """The names of the cards and of the seats of a table, in order of play.

    `most` is the largest number of cards in a play. `faces` are cards without suit and rank, such
    as jokers. `whole` says that no trick is left unfinished.
    """

    order: tuple[str, ...]
    seats: Mapping[str, str]
    cards: Mapping[str, str]
    most: int = 1
    faces: tuple[str, ...] = ()
    whole: bool = False

    def knows(self, value: object) -> TypeGuard[str]:
        """Whether a value is the code of a card in this game."""
        return is_card(value) or value in self.faces


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line as read: the plays, the words that are no cards, and whether it is a trick.

    `is_parted` is False if it is unclear which cards were played together.
    """

    plays: tuple[SeatPlay, ...]
    unread: tuple[str, ...] = ()
    is_trick: bool = True
    is_parted: bool = True


def lines(text: str, table: TypedTable) -> Iterator[tuple[int, TypedLine]]:
    """Read a text line by line, with the number of each line.

    >>> table = TypedTable(("N", "W"), {"n": "N", "w": "W"}, {}, most=2)
    >>> [line.plays for _number, line in lines("N: S4 S5", table)]
    [(('N', ('S4',)), ('W', ('S5',)))]
    >>> [line.plays for _number, line in lines("W: S44 KK", table)]
    [(('W', ('S4', 'S4')), ('N', ('SK', 'SK')))]
    """
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield number, _read_line(line, table)


def as_report(plays: Sequence[SeatPlay], most: int) -> list[list[Any]]:
    """Return plays as a report has them: a card, or with several decks a list of cards."""
    return [[seat, list(cards) if most > 1 else cards[0]] for seat, cards in plays]


def written(plays: object, table: TypedTable) -> str:
    """Return the plays of a report as text to type; entries that are no play are marked as unread.

    >>> table = TypedTable(("N", "W"), {}, {})
    >>> written([["N", "S4"], ["W", "S5"]], table)
    'N: S4 S5'
    >>> written([["N", "S4"], ["W", 5]], table)
    'N: S4 / ?_W_5_'
    """
    if plays is None:
        return ""
    if not isinstance(plays, list):
        return _unread_word(plays)
    read_plays, size = [_parse_play(play, table) for play in plays], len(table.order)
    tricks = [read_plays[start : start + size] for start in range(0, len(read_plays), size)]
    return "\n".join(_trick_text(trick, table) for trick in tricks)


def _read_line(line: str, table: TypedTable) -> TypedLine:
    parts = typed.parts(line, table.cards, table.seats)
    groups = [(seat, _plays_of_seat(text, table)) for seat, text in parts]
    read_parts = [text for _seat, texts in groups for text in texts]
    has_strokes = BETWEEN in typed.plain(line)
    size = None if has_strokes else _cards_per_play([part.cards for part in read_parts], table)
    if size:
        groups = [
            (seat, [p for text in texts for p in _split_plays(text, size)])
            for seat, texts in groups
        ]
    plays = tuple(
        play for seat, texts in groups for play in _plays_in_turn(seat, texts, table.order)
    )
    unread = tuple(word for part in read_parts for word in part.unread)
    of_seats = all(seat for seat, _texts in groups) and len(plays) <= len(table.order)
    alike = all(1 <= len(cards) <= table.most for _seat, cards in plays)
    return TypedLine(plays, unread, of_seats and alike and size != 0, size != 0)


def _plays_of_seat(text: str, table: TypedTable) -> list[typed.TypedCards]:
    """Read the plays from one seat on; a suit carries over from play to play."""
    plays: list[typed.TypedCards] = []
    suit = ""
    for part in text.rstrip(f"{BETWEEN} ").split(BETWEEN):
        plays.append(typed.cards(part, table.cards, suit))
        suit = typed.suit_after(plays[-1].cards, suit)
    return plays


def _cards_per_play(plays: Sequence[tuple[str, ...]], table: TypedTable) -> int:
    """Return the number of cards in each play of a line without strokes; 0 if it is unknown."""
    cards = sum(map(len, plays))
    if table.whole and cards:
        size, remainder = divmod(cards, len(table.order))
        return size if not remainder and size <= table.most else 0
    if table.most > 1 and cards == len(table.order) and _may_be_led_together(plays[0]):
        return 0
    if table.most == 1 or cards in (0, 1, len(table.order)):
        return 1
    return table.most if cards == table.most * len(table.order) else 0


def _may_be_led_together(cards: Sequence[str]) -> bool:
    """Whether a line begins with the same card twice, by one seat or by two."""
    return len(cards) > 1 and cards[0] == cards[1] and len(cards) % 2 == 0


def _split_plays(part: typed.TypedCards, size: int) -> list[typed.TypedCards]:
    starts = range(0, len(part.cards), size)
    plays = [typed.TypedCards(part.cards[start : start + size]) for start in starts]
    return [*plays, *([typed.TypedCards((), part.unread)] if part.unread else [])]


def _plays_in_turn(
    seat: str, plays: Sequence[typed.TypedCards], order: Sequence[str]
) -> list[SeatPlay]:
    first = order.index(seat) if seat in order else 0
    plays_of_cards = [play.cards for play in plays if play.cards]
    return [
        (order[(first + place) % len(order)], cards) for place, cards in enumerate(plays_of_cards)
    ]


def _parse_play(play: object, table: TypedTable) -> SeatPlay | str:
    match play:
        case [str(seat), str(card)] if seat in table.order and table.knows(card):
            return seat, (card,)
        case [str(seat), [*cards]] if seat in table.order and 0 < len(cards) <= table.most:
            codes = tuple(card for card in cards if table.knows(card))
            return (seat, codes) if len(codes) == len(cards) else _unread_word(play)
    return _unread_word(play)


def _unread_word(value: object) -> str:
    """Return any value as one word that is not read as a card."""
    return UNREAD + re.sub(r"[^A-Za-z0-9]+", "_", json.dumps(value))[:LONGEST_UNREAD]


def _trick_text(trick: Sequence[SeatPlay | str], table: TypedTable) -> str:
    plays = [play for play in trick if not isinstance(play, str)]
    if len(plays) == len(trick):
        return _line_text(plays, table)
    words = [play if isinstance(play, str) else f"{play[0]}: {' '.join(play[1])}" for play in trick]
    return f" {BETWEEN} ".join(words)


def _line_text(trick: Sequence[SeatPlay], table: TypedTable) -> str:
    order, leader = table.order, trick[0][0]
    first = order.index(leader)
    turns = [order[(first + place) % len(order)] for place in range(len(order))]
    texts = [" ".join(cards) for _seat, cards in trick]
    if turns[: len(trick)] != [seat for seat, _cards in trick]:
        texts = [f"{seat}: {text}" for (seat, _), text in zip(trick, texts, strict=True)]
    else:
        texts[0] = f"{leader}: {texts[0]}"
    if _needs_no_strokes(trick, table):
        return " ".join(texts)
    return f" {BETWEEN} ".join(texts) + (f" {BETWEEN}" if len(trick) == 1 else "")


def _needs_no_strokes(trick: Sequence[SeatPlay], table: TypedTable) -> bool:
    """Whether a trick is unambiguous without strokes."""
    if table.whole:
        return len(trick) == len(table.order) and len({len(cards) for _seat, cards in trick}) == 1
    if table.most == 1:
        return True
    single = all(len(cards) == 1 for _seat, cards in trick)
    alike = _may_be_led_together([card for _seat, cards in trick for card in cards])
    return single and len(trick) in (1, len(table.order)) and not alike
