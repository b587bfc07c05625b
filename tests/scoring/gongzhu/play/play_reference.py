"""A second opinion on play: slow, from the words of the texts, sharing nothing with the engine.

Everything is worked out anew from the whole list of plays; cards are taken apart as text. A play
is one card, or with two decks one or two; the same words serve for both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUITS = "SHDC"

Cards = tuple[str, ...]
Play = tuple[str, Cards]
Shown = Sequence[tuple[str, str, str]]
"""Who exposed which card, and in what kind; a copy that is exposed is one entry."""


def in_order(cards: Sequence[str]) -> Cards:
    """Return cards suit by suit from the lowest, the way a deck is written."""
    return tuple(sorted(cards, key=lambda card: (SUITS.index(card[0]), ORDER.index(card[1:]))))


def tricks_of(plays: Sequence[Play], players: int) -> list[list[Play]]:
    """Return the complete tricks."""
    whole = [list(plays[at : at + players]) for at in range(0, len(plays), players)]
    return [trick for trick in whole if len(trick) == players]


def on_the_table(plays: Sequence[Play], players: int) -> list[Play]:
    """Return what has been played to a trick that is not complete."""
    return list(plays[len(plays) - len(plays) % players :])


def taker(trick: Sequence[Play]) -> str:
    """Return who takes a trick: T9 L281, T6 L93, T8 L188; of equals the first."""
    suit = trick[0][1][0][0]
    best = trick[0]
    for play in trick[1:]:
        if beats(play[1], best[1], suit):
            best = play
    return best[0]


def beats(cards: Cards, other: Cards, suit: str) -> bool:
    """Say whether what is played later beats what was played before."""
    if any(card[0] != suit for card in cards):
        return False
    if any(card[0] != suit for card in other):
        return True
    pair, other_pair = cards[0] == cards[-1], other[0] == other[-1]
    if len(cards) == 2 and pair != other_pair:
        # T6 L93: the pair is more in diamonds, and less in the three other suits.
        return pair == (suit == "D")
    return highest(cards) > highest(other)


def highest(cards: Cards) -> int:
    """Return the place of the higher card among the ranks."""
    return max(ORDER.index(card[1:]) for card in cards)


def exposed_by_now(shown: Shown, hands: Mapping[str, Sequence[str]], fourth: bool) -> Shown:
    """T8 L137: three are shown, and the fourth is shown by itself, by who holds it."""
    rest = {"SQ", "HA", "DJ", "C10"} - {card for _, card, _ in shown}
    if not fourth or len(rest) != 1:
        return shown
    [card] = rest
    holder = next(seat for seat, hand in hands.items() if card in hand)
    return [*shown, (holder, card, "exposed")]


def free_to_choose(hand: Sequence[str], table: Sequence[Play]) -> set[Cards]:
    """Return every play that follows suit, exposed cards not being asked about.

    T8 L151, T9 L282; two decks T6 L93, T8 L185-187.
    """
    singles: set[Cards] = {(card,) for card in hand}
    if not table:
        return singles | {(card, card) for card in hand if hand.count(card) == 2}
    led = table[0][1]
    suit = led[0][0]
    if len(led) == 1:
        return {play for play in singles if play[0][0] == suit} or singles
    twos = {in_order(two) for two in combinations(hand, 2)}
    both = {two for two in twos if two[0][0] == two[1][0] == suit}
    mixed = {two for two in twos if suit in (two[0][0], two[1][0])}
    return {two for two in both if two[0] == two[1]} or both or mixed or twos


def held_back(
    card: str,
    hand: Sequence[str],
    plays: Sequence[Play],
    rules: Mapping[str, Any],
) -> bool:
    """Say whether the protection of an exposed card forbids it in this play, by its text."""
    players, protection = rules["players"], rules["protection"]
    tricks = tricks_of(plays, players)
    table = on_the_table(plays, players)
    only_one = len([held for held in hand if held[0] == card[0]]) == 1
    leads = table == []
    follows = not leads and table[0][1][0][0] == card[0]
    if protection == "none":
        return False
    if leads and rules["protected_leads"] == "free":
        # T9 L275 names following and discarding.
        return False
    if protection == "deal_first_trick":
        # T1 L9: not in the first trick; a bare one may, but not by who plays first.
        return tricks == [] and not (only_one and not leads)
    suit_was_led = any(trick[0][1][0][0] == card[0] for trick in tricks)
    if suit_was_led or only_one:
        return False
    # T2 L35, T3 L62, T6 L105: it may not be played to the first trick of its suit.
    # T9 L275: nor thrown away before that.
    return leads or follows or protection == "suit_first_trick_and_discards"


def shows_a_protected_card(cards: Cards, seat: str, hand: Sequence[str], shown: Shown) -> list[str]:
    """Return the cards of a play of which an exposed copy has to be taken.

    T8 L196: the copy that was not exposed is free, and it goes first. T9 L277: a first-exposed
    card is free.
    """
    bound_cards = []
    for card in set(cards):
        bound = len([exposure for exposure in shown if exposure == (seat, card, "exposed")])
        free = hand.count(card) - bound
        if bound and cards.count(card) > free:
            bound_cards.append(card)
    return bound_cards


def lawful(
    seat: str,
    hand: Sequence[str],
    plays: Sequence[Play],
    rules: Mapping[str, Any],
    shown: Shown,
    must_lead: str | None = None,
) -> set[Cards]:
    """Return all that a seat may play from its hand; `must_lead` is the card of the first lead."""
    players = rules["players"]
    if not plays and must_lead in hand:
        alone = (str(must_lead),)
        return {alone * copies for copies in range(1, hand.count(alone[0]) + 1)}
    may = free_to_choose(hand, on_the_table(plays, players))
    free = {
        cards
        for cards in may
        if not any(
            held_back(card, hand, plays, rules)
            for card in shows_a_protected_card(cards, seat, hand, shown)
        )
    }
    return free or may


def offence(
    play: Play,
    hand: Sequence[str],
    plays: Sequence[Play],
    rules: Mapping[str, Any],
    shown: Shown,
    must_lead: str | None = None,
) -> str | None:
    """Say which rule a play breaks, the first one that it breaks: the lead, the suit, the card."""
    seat, cards = play
    if cards in lawful(seat, hand, plays, rules, shown, must_lead):
        return None
    if not plays and must_lead in hand:
        return "wrong_first_lead"
    table = on_the_table(plays, rules["players"])
    if cards not in free_to_choose(hand, table):
        return "revoke" if table else "lead_not_a_pair"
    if not table:
        return "protected_card_led"
    held = [
        card
        for card in shows_a_protected_card(cards, seat, hand, shown)
        if held_back(card, hand, plays, rules)
    ]
    follows = any(card[0] == table[0][1][0][0] for card in held)
    return "protected_card_followed" if follows else "protected_card_discarded"
