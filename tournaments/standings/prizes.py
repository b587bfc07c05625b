"""Prizes by rank, with a rule for ties, as a pure function: exact amounts, and things beside
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.codes import WordedCode, worded
from tournaments.standings.round_scores import TieBreak
from tournaments.standings.tie_breaks import Equals, TieBreakInput, TieBreakValue, split_equals


class PrizeTies(WordedCode):
    """The rule for the prizes of entries that share a rank."""

    DIVIDED = worded(
        "divided", "Entries that share a place divide the prizes of its places equally."
    )
    """The prizes of the places that they fill are put together and divided equally."""
    NEXT_TIE_BREAK = worded(
        "next_tie_break", "Further tie-breaks separate entries that share a place."
    )
    """Further tie-breaks part them; who is equal by these too divides."""
    HIGHER = worded("higher", "Everybody who shares a place has the prize of the better place.")
    """Each has the prize of the better place, and those of the other places are not given."""


@dataclass(frozen=True, slots=True)
class PlacedEntry:
    """An entry and its rank; entries that share ranks have the better one."""

    entry: str
    place: int


@dataclass(frozen=True, slots=True)
class Prize:
    """The prize of an entry: `places` are the ranks whose prizes it gets or divides with `among`.

    `decided` are the tie-breaks used for the prize alone. `things` are not divided: with `by_lot`
    each of them goes to one of `among`, drawn by lot by hand.
    """

    entry: str
    place: int
    amount: Fraction
    places: tuple[int, ...]
    among: tuple[str, ...]
    decided: tuple[TieBreakValue, ...] = ()
    things: tuple[str, ...] = ()
    by_lot: bool = False


@dataclass(frozen=True, slots=True)
class PrizeRules:
    """The prizes from the first place on, and the rule for ties.

    `things` come with the amount of a rank, empty if there is none; the list may be shorter than
    the amounts.
    """

    amounts: tuple[Fraction, ...]
    ties: PrizeTies = PrizeTies.DIVIDED
    tie_breaks: tuple[TieBreak, ...] = ()
    things: tuple[str, ...] = ()


def prizes(
    placed: Sequence[PlacedEntry], rules: PrizeRules, facts: TieBreakInput | None = None
) -> tuple[Prize, ...]:
    """Return the prizes, the best first.

    `facts` is the input of further tie-breaks. Raises ValueError if these are used without it.

    >>> tied = [PlacedEntry("a", 1), PlacedEntry("b", 1), PlacedEntry("c", 3)]
    >>> rules = PrizeRules((Fraction(100), Fraction(50)))
    >>> [(prize.entry, int(prize.amount)) for prize in prizes(tied, rules)]
    [('a', 75), ('b', 75)]
    """
    if rules.ties is PrizeTies.NEXT_TIE_BREAK and facts is None:
        raise ValueError("there are no values for further tie-breaks")
    return tuple(_share_out(placed, rules, facts))


def _share_out(
    placed: Sequence[PlacedEntry], rules: PrizeRules, facts: TieBreakInput | None
) -> Iterator[Prize]:
    first = 1
    for place, equals in _split_equals(placed, rules, facts):
        places = tuple(range(first, first + len(equals.entries)))
        first = places[-1] + 1
        paid = places[:1] if rules.ties is PrizeTies.HIGHER else places
        amount, things = _amount(places, rules), _things(paid, rules)
        if not amount and not things:
            continue
        by_lot = bool(things) and len(equals.entries) > 1 and rules.ties is not PrizeTies.HIGHER
        for entry in equals.entries:
            asked = equals.asked[entry]
            yield Prize(entry, place, amount, paid, equals.entries, asked, things, by_lot)


def _split_equals(
    placed: Sequence[PlacedEntry], rules: PrizeRules, facts: TieBreakInput | None
) -> Iterator[tuple[int, Equals]]:
    """Yield the groups of equals after the tie-breaks for prizes, with their ranks."""
    by_place: dict[int, list[str]] = {}
    for placed_entry in placed:
        by_place.setdefault(placed_entry.place, []).append(placed_entry.entry)
    for place in sorted(by_place):
        entries = by_place[place]
        if rules.ties is PrizeTies.NEXT_TIE_BREAK and facts is not None:
            for equals in split_equals(entries, rules.tie_breaks, facts):
                yield place, equals
        else:
            yield place, Equals(tuple(entries), dict.fromkeys(entries, ()))


def _amount(places: Sequence[int], rules: PrizeRules) -> Fraction:
    amounts = [
        rules.amounts[place - 1] if place <= len(rules.amounts) else Fraction(0) for place in places
    ]
    if rules.ties is PrizeTies.HIGHER:
        return amounts[0]
    return sum(amounts, Fraction(0)) / len(places)


def _things(places: Sequence[int], rules: PrizeRules) -> tuple[str, ...]:
    things = (rules.things[place - 1] for place in places if place <= len(rules.things))
    return tuple(thing for thing in things if thing)
