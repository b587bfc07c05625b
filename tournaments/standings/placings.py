"""The places of a group or a stage, as a pure function of its matches.

It ranks from results of matches where `ranking` ranks from deals, with the same tie-breaks; it adds
what was carried over from the stage before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.standings.round_scores import RoundSum, TieBreak
from tournaments.standings.tie_breaks import TieBreakInput, TieBreakValue, split_equals


@dataclass(frozen=True, slots=True)
class Contest:
    """The input of placings. `entries` stand in the order of their numbers.

    `penalties` are negative and in the unit of the scores. `withdrawn` stand after all others.
    """

    entries: Sequence[str]
    rounds: Mapping[str, Sequence[RoundSum]]
    tie_breaks: tuple[TieBreak, ...] = ()
    carried: Mapping[str, Fraction] = field(default_factory=dict)
    penalties: Mapping[str, Fraction] = field(default_factory=dict)
    withdrawn: frozenset[str] = frozenset()
    warnings: Mapping[str, int] | None = None
    games_lost: Mapping[str, int] | None = None
    extra_deals: Sequence[Mapping[str, Fraction]] = ()
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Placing:
    """A place, what it is made of, and what decided it.

    `total` = `scores` + `carried` + `penalties`. `asked` are the tie-breaks that were asked of
    the entry and its equals, in order; who stands `behind` all others does so by more than a total.
    """

    place: int
    shared: bool
    entry: str
    scores: Fraction
    carried: Fraction
    penalties: Fraction
    matches: int
    withdrawn: bool = False
    asked: tuple[TieBreakValue, ...] = ()
    behind: int = 0

    @property
    def total(self) -> Fraction:
        """The sum that ranks first."""
        return self.scores + self.carried + self.penalties

    @property
    def decided_by(self) -> TieBreakValue | None:
        """The tie-break that decided; None where the total did, or nothing could."""
        return None if self.shared or not self.asked else self.asked[-1]


def placings(contest: Contest) -> tuple[Placing, ...]:
    """Return the places, the best first; equals share the better one.

    >>> won = RoundSum(1, 8, Fraction(0), match_points=Fraction(12))
    >>> [(row.place, row.entry) for row in placings(Contest(["a", "b"], {"b": [won]}))]
    [(1, 'b'), (2, 'a')]
    """
    return tuple(_place_entries(contest))


def _place_entries(contest: Contest) -> Iterator[Placing]:
    facts = TieBreakInput(
        rounds=contest.rounds,
        worth={entry: _scores(sums) for entry, sums in contest.rounds.items()},
        totals={
            entry: _make_placing(entry, 0, (), False, contest).total for entry in contest.entries
        },
        penalties=contest.penalties,
        seed=contest.seed,
        warnings=contest.warnings,
        games_lost=contest.games_lost,
        extra_deals=contest.extra_deals,
    )
    equal: dict[tuple[bool, Fraction], list[str]] = defaultdict(list)
    for entry in contest.entries:
        equal[entry in contest.withdrawn, -facts.totals[entry]].append(entry)
    place = 1
    for key in sorted(equal):
        for equals in split_equals(equal[key], contest.tie_breaks, facts):
            for entry in equals.entries:
                yield _make_placing(
                    entry, place, equals.asked[entry], len(equals.entries) > 1, contest
                )
            place += len(equals.entries)


def _make_placing(
    entry: str, place: int, asked: tuple[TieBreakValue, ...], shared: bool, contest: Contest
) -> Placing:
    sums = contest.rounds.get(entry, ())
    return Placing(
        place=place,
        shared=shared,
        entry=entry,
        scores=_scores(sums),
        carried=contest.carried.get(entry, Fraction(0)),
        penalties=contest.penalties.get(entry, Fraction(0)),
        matches=sum(total.match_points is not None for total in sums),
        withdrawn=entry in contest.withdrawn,
        asked=asked,
        behind=int(entry in contest.withdrawn),
    )


def _scores(sums: Sequence[RoundSum]) -> Fraction:
    return sum((total.match_points or Fraction(0) for total in sums), Fraction(0))
