"""Qualification for the next stage (晋级), as a pure function of its rule and the groups' ranks.

Each entry that qualifies has a slot and the reason for it; a rank names the deciding tie-break.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.problems import Problem
from tournaments.codes import WordedCode, worded
from tournaments.standings.qualification_rules import FeedRule, StageProblem, Take, TakeKind


@dataclass(frozen=True, slots=True)
class Placing:
    """The rank of an entry and its total: `scores` + `carried` + `penalties`.

    One that is not `ranked` has no place, because it played too little or was given none.
    """

    place: int
    shared: bool
    entry: str
    scores: Fraction
    carried: Fraction
    penalties: Fraction
    matches: int
    withdrawn: bool = False
    ranked: bool = True

    @property
    def total(self) -> Fraction:
        """The sum that ranks first."""
        return self.scores + self.carried + self.penalties


class FedBy(WordedCode):
    """Why an entry qualifies in its slot."""

    PLACE = worded("fed_by_place", "by the place in the group")
    RECORD = worded("fed_by_record", "by the average of a match, compared over the groups")
    LOT = worded("fed_by_lot", "by lot, as others were equal")


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry of a group with its rank there, and its average match score.

    Groups may have different sizes, so entries of several are compared by the average.
    """

    group: str
    placing: Placing

    @property
    def entry(self) -> str:
        """The entry of the placing."""
        return self.placing.entry

    @property
    def average(self) -> Fraction:
        """The total over the number of matches."""
        return self.placing.total / max(1, self.placing.matches)


@dataclass(frozen=True, slots=True)
class QualifyingSlot:
    """An entry that qualifies: its slot, its group and rank before, and the reason for the slot."""

    name: str
    entry: str
    group: str
    place: int
    average: Fraction
    by: FedBy


@dataclass(frozen=True, slots=True)
class Qualification:
    """The qualified entries in the order of the slots, the first pairings, and the problems.

    If `CUT_SHARED` is among the problems, a lot has decided who qualifies; `NO_PLACE` says who
    qualifies without one.
    """

    slots: tuple[QualifyingSlot, ...]
    meetings: tuple[tuple[str, str], ...]
    problems: tuple[Problem, ...]

    @property
    def entries(self) -> tuple[str, ...]:
        """The entries that qualify, in the order of the slots."""
        return tuple(slot.entry for slot in self.slots)


def qualify(
    rule: FeedRule,
    tables: Mapping[str, Sequence[Placing]],
    seed: str = "",
    records: Mapping[str, tuple[Fraction, ...]] | None = None,
) -> Qualification:
    """Return who qualifies by the ranks of all groups; withdrawn entries do not.

    Entries of several groups are compared by their averages, and then by their `records`, the
    highest first, such as the net difference of a match. Remaining ties, and shared ranks within a
    group, are ordered by lots drawn from the seed.

    >>> def placed(*entries):
    ...     return [Placing(n, False, entry, Fraction(20 - n), Fraction(0), Fraction(0), 1)
    ...             for n, entry in enumerate(entries, 1)]
    >>> rule = FeedRule((Take(TakeKind.FIRST, 2),), crosswise=True)
    >>> qualify(rule, {"A": placed("a", "b", "c"), "B": placed("d", "e", "f")}).meetings
    (('a', 'e'), ('d', 'b'))
    """
    filling = _SlotFiller(tables, seed, records or {})
    for take in rule.takes:
        filling.take(take)
    filling.doubt_the_unranked()
    by_slot = {slot.name: slot.entry for slot in filling.slots}
    pairs = rule.meetings(tuple(tables))
    return Qualification(
        slots=tuple(filling.slots),
        meetings=tuple(
            (by_slot[slot], by_slot[other])
            for slot, other in pairs
            if slot in by_slot and other in by_slot
        ),
        problems=tuple(filling.problems),
    )


@dataclass(slots=True)
class _SlotFiller:
    """Slots that are being filled, one take after another."""

    tables: Mapping[str, Sequence[Placing]]
    seed: str
    records: Mapping[str, tuple[Fraction, ...]]
    slots: list[QualifyingSlot] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def take(self, take: Take) -> None:
        """Fill the slots of a take with entries that are not taken yet."""
        if take.kind is TakeKind.FIRST:
            for number in range(1, take.count + 1):
                for group in self.tables:
                    self._fill_first(group, number, take.count)
        elif take.kind is TakeKind.BEST:
            at_place = [self._candidate_at(group, take.place) for group in self.tables]
            self._fill_best(
                [candidate for candidate in at_place if candidate and self._is_left(candidate)],
                take,
            )
        else:
            everybody = [
                candidate for group in self.tables for candidate in self._group_order(group)
            ]
            self._fill_best(
                [candidate for candidate in everybody if self._is_left(candidate)], take
            )

    def doubt_the_unranked(self) -> None:
        """Add a problem with those that fill a slot and have no place."""
        taken = {slot.entry for slot in self.slots}
        unranked = [
            Candidate(group, placing)
            for group, placings in self.tables.items()
            for placing in placings
            if placing.entry in taken and not placing.ranked
        ]
        if unranked:
            self._add_problem(StageProblem.NO_PLACE, "", unranked)

    def _fill_first(self, group: str, number: int, count: int) -> None:
        candidate, name = self._candidate_at(group, number), f"{group}{number}"
        if candidate is None:
            self._add_problem(StageProblem.TOO_FEW_PLACED, name)
            return
        equal = self._equals_of(candidate)
        if number == count and equal[-1] in self._group_order(group)[count:]:
            self._add_problem(StageProblem.CUT_SHARED, name, equal)
        self._fill(name, candidate, FedBy.LOT if len(equal) > 1 else FedBy.PLACE)

    def _fill_best(self, candidates: list[Candidate], take: Take) -> None:
        ranked = sorted(
            candidates, key=lambda candidate: (self._record(candidate), self._lot(candidate))
        )
        by = FedBy.RECORD if len(self.tables) > 1 else FedBy.PLACE
        for name, chosen in zip(take.slots(()), ranked, strict=False):
            equal = [other for other in ranked if self._record(other) == self._record(chosen)]
            self._fill(name, chosen, FedBy.LOT if len(equal) > 1 else by)
            if name == take.slots(())[-1] and equal[-1] in ranked[take.count :]:
                self._add_problem(StageProblem.CUT_SHARED, name, equal)
            if take.kind is TakeKind.BEST and self._equals_of(chosen)[-1] != chosen:
                self._add_problem(StageProblem.CUT_SHARED, name, self._equals_of(chosen))
        for name in take.slots(())[len(ranked) :]:
            self._add_problem(StageProblem.TOO_FEW_PLACED, name)

    def _candidate_at(self, group: str, place: int) -> Candidate | None:
        order = self._group_order(group)
        return order[place - 1] if place <= len(order) else None

    def _group_order(self, group: str) -> list[Candidate]:
        """Return the entries of a group that can qualify, the best first; equals in the order of
        the lot.
        """
        kept = [
            Candidate(group, placing) for placing in self.tables[group] if not placing.withdrawn
        ]
        return sorted(kept, key=lambda candidate: (candidate.placing.place, self._lot(candidate)))

    def _record(self, candidate: Candidate) -> tuple[Fraction, ...]:
        """Return the sort key of entries across groups; within a single group their ranks."""
        if len(self.tables) == 1:
            return (Fraction(candidate.placing.place),)
        return tuple(
            -value for value in (candidate.average, *self.records.get(candidate.entry, ()))
        )

    def _is_left(self, candidate: Candidate) -> bool:
        return candidate.entry not in {slot.entry for slot in self.slots}

    def _equals_of(self, candidate: Candidate) -> list[Candidate]:
        return [
            other
            for other in self._group_order(candidate.group)
            if other.placing.place == candidate.placing.place
        ]

    def _fill(self, name: str, candidate: Candidate, by: FedBy) -> None:
        place = candidate.placing.place
        self.slots.append(
            QualifyingSlot(name, candidate.entry, candidate.group, place, candidate.average, by)
        )

    def _add_problem(self, code: StageProblem, name: str, equal: Sequence[Candidate] = ()) -> None:
        values: tuple[tuple[str, str | int], ...] = (("slot", name),) if name else ()
        if equal:
            values += (("entries", ", ".join(candidate.entry for candidate in equal)),)
        self.problems.append(Problem(code, "take", values=values))

    def _lot(self, candidate: Candidate) -> str:
        return hashlib.sha256(f"{self.seed}:feed:{candidate.entry}".encode()).hexdigest()
