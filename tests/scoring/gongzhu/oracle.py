"""A second opinion: a slow, obvious scorer that shares nothing with the engine.

It looks at one card at a time, with the rules as their dictionary, and knows no lines. Where it
and the engine differ, one of them has misread `docs/rules/gongzhu.md`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
HEARTS = ["H" + rank for rank in RANKS]
SIXTEEN = ["SQ", "DJ", "C10", *HEARTS]
PARTNER = {"N": "S", "S": "N", "W": "E", "E": "W"}

Rules = Mapping[str, Any]
Shown = Sequence[tuple[str, str]]


def raw_points(
    rules: Rules,
    won: Mapping[str, Sequence[str]],
    shown: Shown,
    owners: Mapping[str, str],
) -> dict[str, int]:
    """Return the raw points of every seat."""
    shown = with_fourth(rules, shown)
    return {seat: pile_points(rules, seat, pile, shown, owners) for seat, pile in won.items()}


def with_fourth(rules: Rules, shown: Shown) -> Shown:
    cards = {card for card, _ in shown}
    if rules["auto_expose_fourth"] and len(cards) == 3:
        [fourth] = {"SQ", "DJ", "C10", "HA"} - cards
        return [*shown, (fourth, "exposed")]
    return shown


def pile_points(
    rules: Rules, seat: str, pile: Sequence[str], shown: Shown, owners: Mapping[str, str]
) -> int:
    cards = [card for card in pile if card in SIXTEEN]
    slam = is_slam(rules, cards)
    if slam and rules["slam"] == "fixed_unexposed" and not shown:
        return int(rules["slam_value"])
    own = [card for card in cards if rules["self_won"] and owners.get(card) == seat]
    if slam and rules["slam"] == "proportional":
        with_exposures = Fraction(others_points(rules, cards, shown, own))
        with_exposures *= multiplier(rules, cards, shown, own)
        without = others_points(rules, cards, [], []) * multiplier(rules, cards, [], [])
        share = rules["slam_value"] * with_exposures / without
        assert share.denominator == 1
        return int(share)
    others = others_points(rules, cards, shown, own)
    if "C10" not in cards:
        return others
    if transformer_is_alone(rules, cards, others):
        return others + transformer_points(rules, cards, shown, own)
    return others * multiplier(rules, cards, shown, own)


def others_points(rules: Rules, cards: Sequence[str], shown: Shown, own: Sequence[str]) -> int:
    """Everything but the transformer."""
    full = cards.count("HA") == rules["decks"] and all(
        cards.count(heart) == rules["decks"] for heart in HEARTS
    )
    slam = is_slam(rules, cards)
    points = 0
    for card in cards:
        if card == "DJ":
            points += rules["sheep"] * times_shown("DJ", shown) * (2 if "DJ" in own else 1)
        if card == "SQ":
            pig = -100 * times_shown("SQ", shown) * (2 if "SQ" in own else 1)
            flips = {"slam": slam, "all_hearts": full or slam, "never": False}[rules["pig_flips"]]
            points += -pig if flips else pig
    return points + hearts_points(rules, cards, shown, own, full or slam)


def is_slam(rules: Rules, cards: Sequence[str]) -> bool:
    return all(cards.count(card) == rules["decks"] for card in slam_cards(rules))


def slam_cards(rules: Rules) -> list[str]:
    """All sixteen, or where T1 is read by its words (L7-8) all that count."""
    if rules["slam_hearts"] == "nonzero":
        return [card for card in SIXTEEN if card not in HEARTS or heart_face(rules, card)]
    return SIXTEEN


def hearts_points(
    rules: Rules, cards: Sequence[str], shown: Shown, own: Sequence[str], full: bool
) -> int:
    factor = times_shown("HA", shown)
    suit = "HA" in own and rules["self_won_heart_ace"] == "suit"
    if full and rules["all_hearts"] != "flip":
        return int(rules["all_hearts"] * factor * (2 if suit else 1))
    points = 0
    for card in cards:
        if card in HEARTS:
            doubled = suit or (card == "HA" and "HA" in own)
            points += heart_face(rules, card) * factor * (2 if doubled else 1)
    return -points if full else points


def heart_face(rules: Rules, card: str) -> int:
    rank = card[1:]
    if rank in ("J", "Q", "K", "A"):
        return {"J": -20, "Q": -30, "K": -40, "A": -50}[rank]
    if rules["hearts"] == "pips":
        return -10 if rank == "4" else -int(rank)
    return 0 if rank in ("2", "3", "4") else -10


def times_shown(card: str, shown: Shown) -> int:
    factor = 1
    for other, kind in shown:
        if other == card:
            factor *= 4 if kind == "first" else 2
    return factor


def transformer_is_alone(rules: Rules, cards: Sequence[str], others: int) -> bool:
    rest = [card for card in cards if card != "C10"]
    if rules["transformer_alone"] == "no_scoring_card":
        return rest == []
    if rules["transformer_alone"] == "no_nonzero_card":
        return all(card in HEARTS and heart_face(rules, card) == 0 for card in rest)
    return others == 0


def transformer_points(rules: Rules, cards: Sequence[str], shown: Shown, own: Sequence[str]) -> int:
    value = rules["transformer_alone_value"]
    if rules["decks"] == 1:
        return int(value * times_shown("C10", shown) * (2 if "C10" in own else 1))
    copies = cards.count("C10")
    exposed = min(copies, [card for card, _ in shown].count("C10"))
    return int(value * (copies + exposed))


def multiplier(rules: Rules, cards: Sequence[str], shown: Shown, own: Sequence[str]) -> int:
    if rules["decks"] == 1:
        both = "C10" in own and rules["self_won_transformer"] == "both"
        return 2 * times_shown("C10", shown) * (2 if both else 1)
    exposed = [card for card, _ in shown].count("C10")
    table = {
        (0, 0): 1, (0, 1): 1, (0, 2): 1,
        (1, 0): 2, (1, 1): 4, (1, 2): 4,
        (2, 0): 4, (2, 1): 8, (2, 2): 16,
    }  # fmt: skip
    return table[cards.count("C10"), exposed]


def scores(rules: Rules, raw: Mapping[str, int]) -> dict[str, int]:
    """Return the scores of every seat."""
    result = {}
    for seat in raw:
        exact = normalised(rules["normalise"], seat, raw)
        if rules["normalise"] != "zero_sum_exact":
            exact = Fraction(half_away(exact))
        exact *= rules["scale"]
        assert exact.denominator == 1
        result[seat] = int(exact)
    return result


def normalised(how: str, seat: str, raw: Mapping[str, int]) -> Fraction:
    points = Fraction(raw[seat])
    if how.startswith("zero_sum"):
        others = [raw[other] for other in raw if other != seat]
        return points - Fraction(sum(others), len(others))
    if how.startswith("pair"):
        own = raw[seat] + raw[PARTNER[seat]]
        other = sum(raw[each] for each in raw if each not in (seat, PARTNER[seat]))
        values = {"sum": Fraction(own), "average": Fraction(own, 2)}
        return values.get(how.removeprefix("pair_"), Fraction(own - other, 2))
    return points


def half_away(exact: Fraction) -> int:
    size, sign = abs(exact), 1 if exact >= 0 else -1
    below = size.numerator // size.denominator
    return sign * (below + 1 if size - below >= Fraction(1, 2) else below)


def residue(rules: Rules, raw: Mapping[str, int]) -> int | None:
    """Return what the scores sum to where their form promises zero: T8 L158, L205, T9 L347."""
    if rules["normalise"] in ("none", "pair_sum", "pair_average"):
        return None
    return sum(scores(rules, raw).values())
