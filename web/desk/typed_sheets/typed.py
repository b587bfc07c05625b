"""Read what is typed from a paper sheet: cards in the short forms that people write.

Spaces, commas and semicolons separate cards. A suit is S H D C, a sign or its Chinese name; ten is
10 or T; a rank without a suit has that of the card before. A range runs upwards or downwards. The
name of a card in the game, in any language of the program, is read as the card.

>>> cards("SQ h2-4 6 ♦J C10", {}).cards
('SQ', 'H2', 'H3', 'H4', 'H6', 'DJ', 'C10')
>>> cards("红AK ♥qj h10", {}).cards
('HA', 'HK', 'HQ', 'HJ', 'H10')
>>> cards("大王大王 2 x", {"大王": "RJ"})
TypedCards(cards=('RJ', 'RJ'), unread=('2', 'x'))
>>> cards("猪 黑桃AK x", {"猪": "SQ"})
TypedCards(cards=('SQ', 'SA', 'SK'), unread=('x',))
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.utils.translation import override

from scoring.cards import RANKS, SUITS, in_order, is_card
from scoring.notation import SUIT_WORDS
from tournaments.wording import games, seat_name, seat_short

RANK: Final = r"(?:10|[2-9TJQKA])"
CARD: Final = re.compile(rf"([SHDC]?)({RANK}+)")
RANGE: Final = re.compile(rf"([SHDC]?)({RANK})-([SHDC]?)({RANK})")
BREAKS: Final = re.compile(r"[\s,;:.、，；：。]+")
SEATED: Final = re.compile(r"\s*[:：]\s*")
TOKENS: Final = re.compile(r"/|[^\s,;:.、。/]+:?")
VOID: Final = re.compile(r"\b[SHDC]\s*[-–—](?=\s|$)", re.IGNORECASE)
LONGEST: Final = 2000


@dataclass(frozen=True, slots=True)
class TypedCards:
    """The cards read, in order, and the words that are no card."""

    cards: tuple[str, ...]
    unread: tuple[str, ...] = ()


def card_names(game: str, codes: Iterable[str]) -> dict[str, str]:
    """Return the cards of a game by their names, in every language of the program.

    A card without suit and rank is also found by its code.
    """
    cards = tuple(dict.fromkeys(codes))
    names: dict[str, str] = {plain(card): card for card in faces(cards)}
    for language, _name in settings.LANGUAGES:
        with override(language):
            names |= {plain(games.card_name(game, card)): card for card in cards}
    names.pop("", None)
    return names


def faces(deck: Iterable[str]) -> tuple[str, ...]:
    """Return the cards of a deck without suit and rank, such as jokers, each once.

    >>> faces(["S2", "BJ", "BJ", "RJ"])
    ('BJ', 'RJ')
    """
    return tuple(dict.fromkeys(card for card in deck if not is_card(card)))


def suit_after(cards: Sequence[str], before: str) -> str:
    """Return the suit of a rank that is typed without one after these cards.

    >>> suit_after(["SQ", "H2"], "C"), suit_after(["SQ", "RJ"], "C"), suit_after([], "C")
    ('H', '', 'C')
    """
    if not cards:
        return before
    return cards[-1][0] if is_card(cards[-1]) else ""


def seat_names(seats: Iterable[str]) -> dict[str, str]:
    """Return seats by their labels and by their names in every language."""
    names: dict[str, str] = {}
    for seat in seats:
        names[plain(seat)] = seat
        for language, _name in settings.LANGUAGES:
            with override(language):
                names |= {plain(seat_name(seat)): seat, plain(seat_short(seat)): seat}
    return names


def cards(text: str, names: Mapping[str, str], suit: str = "") -> TypedCards:
    """Read the cards of a text; `names` maps names to cards, `suit` is the previous card's."""
    codes: list[str] = []
    unread: list[str] = []
    for token in filter(None, BREAKS.split(_join_names(text, names))):
        token_cards = _cards_by_name(token, names) or _read_token(token, suit)
        suit = suit_after(token_cards, suit)
        codes += token_cards
        unread += [] if token_cards else [token]
    return TypedCards(tuple(codes), tuple(unread))


def by_seat(text: str, names: Mapping[str, str], seats: Mapping[str, str]) -> dict[str, TypedCards]:
    """Return cards by the seat written before them: `N: SQ H2; W: DJ`.

    The text before the first seat is under the empty name.
    """
    texts_by_seat: dict[str, list[str]] = {}
    for seat, part in parts(text, names, seats):
        texts_by_seat.setdefault(seat, []).append(part)
    return {seat: cards(" ".join(texts), names) for seat, texts in texts_by_seat.items()}


def parts(text: str, names: Mapping[str, str], seats: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the text after each seat, in its order; the text before any has an empty name.

    A number is a seat if a colon follows it, else only if it cannot be the rank of a card.

    >>> parts("1: S2 3 2: H4", {}, {"1": "1", "2": "2"})
    [('1', 's2 3'), ('2', 'h4')]
    """
    pieces: list[tuple[str, list[str]]] = []
    suit = ""
    for token in TOKENS.findall(SEATED.sub(": ", _join_names(text, names))):
        word = token.rstrip(":")
        token_cards = _cards_by_name(word, names) or _read_token(word, suit)
        if word in seats and (token.endswith(":") or not token_cards):
            pieces.append((seats[word], []))
            suit = ""
        else:
            pieces = pieces or [("", [])]
            pieces[-1][1].append(word)
            suit = suit_after(token_cards, suit)
    return [(seat, " ".join(words)) for seat, words in pieces]


def rest(wanted: Sequence[str], placed: Iterable[str]) -> list[str]:
    """Return the wanted cards that are not placed, each as often as it is missing.

    >>> rest(["SQ", "DJ", "H2"], ["DJ"])
    ['SQ', 'H2']
    """
    remaining = Counter(wanted)
    remaining.subtract(placed)
    return [
        card
        for card in in_order(filter(is_card, remaining))
        for _ in range(max(0, remaining[card]))
    ]


def written(codes: Sequence[str], unsuited_codes: Sequence[str] = ()) -> str:
    """Write cards as they are typed: suit by suit, runs as ranges, then those without a suit.

    The latter are listed in `unsuited_codes`; any other text is left out.

    >>> written(["H2", "H3", "H4", "SQ", "HA"])
    'SQ H2-4 HA'
    >>> written(["RJ", "BJ", "S2", "RJ"], ("BJ", "RJ"))
    'S2 BJ RJ RJ'
    """
    runs: list[list[str]] = []
    for card in in_order(filter(is_card, codes)):
        last = runs[-1][-1] if runs else ""
        if last and last[0] == card[0] and _rank_index(card) == _rank_index(last) + 1:
            runs[-1].append(card)
        else:
            runs.append([card])
    unsuited = [card for card in unsuited_codes for _ in range(codes.count(card))]
    suited = [f"{run[0]}-{run[-1][1:]}" if len(run) > 2 else " ".join(run) for run in runs]
    return " ".join([*suited, *unsuited])


def _rank_index(card: str) -> int:
    return RANKS.index(card[1:])


def _join_names(text: str, names: Mapping[str, str]) -> str:
    """Return a plain text in which names of several words are replaced by their cards' codes."""
    words = plain(text[:LONGEST])
    for name, card in names.items():
        if " " in name:
            words = words.replace(name, f" {card.casefold()} ")
    return words


def _cards_by_name(token: str, names: Mapping[str, str]) -> list[str]:
    """Return the cards of a word that consists of one or more names without spaces."""
    if token in names:
        return [names[token]]
    codes: list[str] = []
    while token:
        start = max((name for name in names if token.startswith(name)), key=len, default="")
        if not start:
            return []
        codes.append(names[start])
        token = token[len(start) :]
    return codes


def plain(text: str) -> str:
    """Normalise a text: case, width of letters, names and signs of suits, dashes."""
    result = unicodedata.normalize("NFKC", text).replace("\ufe0e", "").replace("\ufe0f", "")
    for word, letter in SUIT_WORDS.items():
        result = result.replace(word, letter)
    result = VOID.sub(" ", result)
    result = re.sub(r"\s*[-–—~～至]\s*", "-", result)
    # Only Latin letters have a case; a suit's sign may be separated from its ranks.
    return re.sub(rf"\b([SHDC])\s+(?={RANK})", r"\1", result.upper()).strip().casefold()


def _read_token(token: str, suit: str) -> list[str]:
    upper = token.upper()
    ranged = RANGE.fullmatch(upper)
    if ranged:
        return _read_range(ranged, suit)
    match = CARD.fullmatch(upper)
    own_suit = match.group(1) or suit if match else ""
    if match is None or not own_suit:
        return []
    ranks = re.findall(RANK, match.group(2))
    return [own_suit + ("10" if rank == "T" else rank) for rank in ranks]


def _read_range(match: re.Match[str], suit: str) -> list[str]:
    first_suit, low, second_suit, high = match.groups()
    own_suit = first_suit or suit
    if own_suit not in SUITS or second_suit not in ("", own_suit):
        return []
    ends = [RANKS.index("10" if rank == "T" else rank) for rank in (low, high)]
    run = RANKS[min(ends) : max(ends) + 1]
    return [own_suit + rank for rank in (run if ends[0] <= ends[1] else run[::-1])]
