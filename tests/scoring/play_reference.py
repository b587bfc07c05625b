"""A second opinion on play: slow, from the words of the texts, sharing nothing with the engine.

Everything is worked out anew from the whole list of plays; cards are taken apart as text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]

Play = tuple[str, str]
Exposed = Mapping[str, str]
"""The kind of exposure by card."""


def tricks_of(plays: Sequence[Play], players: int) -> list[list[Play]]:
    """Return the complete tricks."""
    whole = [list(plays[at : at + players]) for at in range(0, len(plays), players)]
    return [trick for trick in whole if len(trick) == players]


def taker(trick: Sequence[Play]) -> str:
    """T9 L281: the highest card of the suit that was led takes the trick."""
    suit = trick[0][1][0]
    ranks = {ORDER.index(card[1:]): seat for seat, card in trick if card[0] == suit}
    return ranks[max(ranks)]


def exposed_by_now(exposed: Exposed, fourth: bool) -> dict[str, str]:
    """T8 L137: three are shown, and the fourth is shown by itself."""
    shown = dict(exposed)
    rest = [card for card in ("SQ", "HA", "DJ", "C10") if card not in shown]
    if fourth and len(rest) == 1:
        shown[rest[0]] = "exposed"
    return shown


def held_back(
    card: str, hand: Sequence[str], plays: Sequence[Play], players: int, protection: str
) -> bool:
    """Say whether an exposed card may not be played now, going by the text of its protection."""
    done = tricks_of(plays, players)
    table = list(plays[len(done) * players :])
    only_one = len([one for one in hand if one[0] == card[0]]) == 1
    leads = table == []
    follows = not leads and table[0][1][0] == card[0]
    if protection == "none":
        return False
    if protection == "deal_first_trick":
        # T1 L9: not in the first trick; a bare one may, but not by who plays first.
        return done == [] and not (only_one and not leads)
    suit_was_led = any(trick[0][1][0] == card[0] for trick in done)
    if suit_was_led or only_one:
        return False
    # T2 L35, T3 L62, T6 L105: it may not be played to the first trick of its suit.
    # T9 L275: nor thrown away before that.
    return leads or follows or protection == "suit_first_trick_and_discards"


def lawful(
    hand: Sequence[str],
    plays: Sequence[Play],
    players: int,
    protection: str,
    exposed: Exposed,
    must_lead: str | None,
) -> set[str]:
    """Return the cards that may be played from a hand."""
    if not plays and must_lead in hand:
        return {str(must_lead)}
    table = list(plays[len(tricks_of(plays, players)) * players :])
    may = list(hand)
    if table:
        same = [card for card in hand if card[0] == table[0][1][0]]
        may = same or may
    free = {
        card
        for card in may
        if exposed.get(card) != "exposed" or not held_back(card, hand, plays, players, protection)
    }
    return free or set(may)
