"""Who withdraws from a round robin or a movement, as pure functions: whose matches stand and whose
are cancelled.

Nothing of the record changes. A match that is cancelled counts for nobody; of one that was still to
come it is said whom the other side would have met, so that it is made good.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from tournaments.standings.match_scores import Order, match_points, unplayed_points
from tournaments.standings.round_scores import PAIR, Away, Counts, Field, Table
from tournaments.standings.withdrawal_terms import MadeGood, Standing, WithdrawalRules, standing_of


@dataclass(frozen=True, slots=True)
class Robin:
    """A round robin: its rounds, how many matches each entry of it was to play, and who missed
    whom, as (round, entry, who was gone). `made_good` says what counts instead where points rank.
    """

    rounds: frozenset[int]
    matches: Mapping[str, int]
    missed: tuple[tuple[int, str, str], ...] = ()
    made_good: MadeGood | None = None


@lru_cache(maxsize=16)
def rules_of(order: Order) -> WithdrawalRules:
    """Return what a withdrawal does where matches rank so: the whole is what both sides share, the
    indemnity what a match counts that is won without play.

    >>> [str(one) for one in (rules_of(Order.VP_20).whole, rules_of(Order.VP_20).indemnity)]
    ['20', '3/5']
    """
    whole = sum(match_points(order, (Fraction(0), Fraction(0)), 1), Fraction(0))
    return WithdrawalRules(whole=whole, indemnity=unplayed_points(order) / whole)


def applied(known: Field, robins: Iterable[Robin]) -> Field:
    """Return what counts in an event after those who withdrew from its round robins."""
    for robin in robins:
        if known.order.by_match or robin.made_good:
            known = _without(known, robin)
    return known


def standings_of(known: Field, robin: Robin) -> dict[str, Standing]:
    """Return what becomes of the matches of everybody who withdrew from a round robin."""
    played = Counter(
        entry
        for table in _tables(known)
        if table.round in robin.rounds and table.is_over and not table.absent
        for side in table.sides
        for entry in side
    )
    rules = rules_of(known.order) if known.order.by_match else WithdrawalRules()
    return {
        entry: standing_of(played[entry], matches, rules)
        for entry, matches in robin.matches.items()
        if entry in known.withdrawn and matches
    }


def _tables(known: Field) -> Iterator[Table]:
    """Yield the tables, where points rank with who has withdrawn as absent where nobody played."""
    scored = set() if known.order.by_match else {(one.entry, one.round) for one in known.scored}
    for table in known.tables:
        is_played = known.order.by_match or any(
            (entry, table.round) in scored for side in table.sides for entry in side
        )
        gone = (place for place, side in enumerate(table.sides) if set(side) <= known.withdrawn)
        yield table if is_played or table.absent else replace(table, absent=frozenset(gone))


def _without(known: Field, robin: Robin) -> Field:
    found = standings_of(known, robin)
    standings = found
    if robin.made_good and not robin.made_good.of_matches:
        standings = dict.fromkeys(found, Standing.STAND)
    tables = [_table(table, robin, standings) for table in _tables(known)]
    missed = {(number, entry): gone for number, entry, gone in robin.missed if gone in standings}
    away = [_away(one, missed.get((one.round, one.entry), ""), standings) for one in known.away]
    away += _not_met(tables, robin, standings)
    stand = {one for one in known.excused if standings.get(one) is Standing.STAND}
    away += _left(away, robin, stand)
    return replace(
        known,
        tables=tables,
        away=[replace(one, made_good=robin.made_good) if one.opponent else one for one in away],
        kept=known.kept | {one for one in stand if found[one] is Standing.STAND},
    )


def _left(away: Iterable[Away], robin: Robin, excused: AbstractSet[str]) -> Iterator[Away]:
    """Yield what those have of the rounds that they left for a reason that was accepted: of half
    of their matches at the most.
    """
    given: Counter[str] = Counter()
    for one in sorted(away, key=lambda one: one.round):
        gone = one.opponent
        if gone in excused and given[gone] < robin.matches[gone] // 2:
            given[gone] += 1
            yield Away(gone, one.round, opponent=gone)


def _table(table: Table, robin: Robin, standings: Mapping[str, Standing]) -> Table:
    """Return a match, cancelled where one of its sides withdrew too early."""
    if table.round not in robin.rounds or len(table.sides) != PAIR:
        return table
    everybody = (entry for side in table.sides for entry in side)
    early = (one for one in everybody if standings.get(one) is Standing.CANCELLED)
    return replace(table, cancelled=next(early, ""))


def _away(away: Away, gone: str, standings: Mapping[str, Standing]) -> Away:
    if not gone:
        return away
    is_cancelled = standings[gone] is Standing.CANCELLED
    return replace(away, opponent=gone, counts=Counts.CANCELLED if is_cancelled else away.counts)


def _not_met(
    tables: Iterable[Table], robin: Robin, standings: Mapping[str, Standing]
) -> Iterator[Away]:
    """Yield who was drawn against somebody who withdrew before they played."""
    for table in tables:
        drawn = table.round in robin.rounds and table.is_over and table.worth is None
        if not drawn or table.cancelled or len(table.absent) != 1:
            continue
        (absent,) = table.absent
        for gone in (entry for entry in table.sides[absent] if entry in standings):
            others = table.sides[1 - absent]
            yield from (Away(entry, table.round, opponent=gone) for entry in others)
