"""Who goes on to the next stage (晋级), by its rule and the places of the groups before, as a pure
function: each with a slot and the reason why.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from scoring.problems import Problem
from tournaments.standings.placings import Placing
from tournaments.standings.stage_rules import FeedRule, StageProblem, Take, TakeKind


class FedBy(StrEnum):
    """Why an entry goes on with its slot."""

    PLACE = "fed_by_place"
    RECORD = "fed_by_record"
    LOT = "fed_by_lot"


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry of a group with its place there, and what it made of its matches on average.

    Groups may have different sizes, so it is the average that compares entries of several.
    """

    group: str
    placing: Placing

    @property
    def entry(self) -> str:
        """Who it is."""
        return self.placing.entry

    @property
    def average(self) -> Fraction:
        """The total over the number of matches."""
        return self.placing.total / max(1, self.placing.matches)


@dataclass(frozen=True, slots=True)
class Slot:
    """An entry that goes on: its slot, whence, and why it has this slot and no other."""

    name: str
    entry: str
    group: str
    place: int
    average: Fraction
    by: FedBy


@dataclass(frozen=True, slots=True)
class Feed:
    """Who goes on, in the order of the slots, who meets whom first, and what is in the way.

    With a `CUT_SHARED` among the problems, a lot has decided about going on.
    """

    slots: tuple[Slot, ...]
    meetings: tuple[tuple[str, str], ...]
    problems: tuple[Problem, ...]

    @property
    def entries(self) -> tuple[str, ...]:
        """Who goes on."""
        return tuple(slot.entry for slot in self.slots)


def feed(
    rule: FeedRule,
    tables: Mapping[str, Sequence[Placing]],
    seed: str = "",
    records: Mapping[str, tuple[Fraction, ...]] | None = None,
) -> Feed:
    """Return who goes on by the places of all groups; who has withdrawn does not.

    Entries of several groups are compared by their averages, and then by their `records`, the
    highest first: as the net difference of a match. Between those whom all that leaves equal, and
    between entries of one group that share a place, the order is drawn from the seed.

    >>> def placed(*entries):
    ...     return [Placing(n, False, one, Fraction(20 - n), Fraction(0), Fraction(0), 1)
    ...             for n, one in enumerate(entries, 1)]
    >>> rule = FeedRule((Take(TakeKind.FIRST, 2),), crosswise=True)
    >>> feed(rule, {"A": placed("a", "b", "c"), "B": placed("d", "e", "f")}).meetings
    (('a', 'e'), ('d', 'b'))
    """
    filling = _Filling(tables, seed, records or {})
    for take in rule.takes:
        filling.take(take)
    by_slot = {slot.name: slot.entry for slot in filling.slots}
    pairs = rule.meetings(tuple(tables))
    return Feed(
        slots=tuple(filling.slots),
        meetings=tuple(
            (by_slot[one], by_slot[other])
            for one, other in pairs
            if one in by_slot and other in by_slot
        ),
        problems=tuple(filling.problems),
    )


@dataclass(slots=True)
class _Filling:
    """Slots that are being filled, one take after the other."""

    tables: Mapping[str, Sequence[Placing]]
    seed: str
    records: Mapping[str, tuple[Fraction, ...]]
    slots: list[Slot] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def take(self, take: Take) -> None:
        """Fill the slots of a take with those who are not taken yet."""
        if take.kind is TakeKind.FIRST:
            for number in range(1, take.count + 1):
                for group in self.tables:
                    self._first(group, number, take.count)
        elif take.kind is TakeKind.BEST:
            at_place = [self._at(group, take.place) for group in self.tables]
            self._best([one for one in at_place if one and self._is_left(one)], take)
        else:
            everybody = [one for group in self.tables for one in self._order(group)]
            self._best([one for one in everybody if self._is_left(one)], take)

    def _first(self, group: str, number: int, count: int) -> None:
        found, name = self._at(group, number), f"{group}{number}"
        if found is None:
            self._note(StageProblem.TOO_FEW_PLACED, name)
            return
        equal = self._equal(found)
        if number == count and equal[-1] in self._order(group)[count:]:
            self._note(StageProblem.CUT_SHARED, name, equal)
        self._fill(name, found, FedBy.LOT if len(equal) > 1 else FedBy.PLACE)

    def _best(self, candidates: list[Candidate], take: Take) -> None:
        ranked = sorted(
            candidates, key=lambda candidate: (self._record(candidate), self._drawn(candidate))
        )
        by = FedBy.RECORD if len(self.tables) > 1 else FedBy.PLACE
        for name, found in zip(take.slots(()), ranked, strict=False):
            equal = [one for one in ranked if self._record(one) == self._record(found)]
            self._fill(name, found, FedBy.LOT if len(equal) > 1 else by)
            if name == take.slots(())[-1] and equal[-1] in ranked[take.count :]:
                self._note(StageProblem.CUT_SHARED, name, equal)
            if take.kind is TakeKind.BEST and self._equal(found)[-1] != found:
                self._note(StageProblem.CUT_SHARED, name, self._equal(found))
        for name in take.slots(())[len(ranked) :]:
            self._note(StageProblem.TOO_FEW_PLACED, name)

    def _at(self, group: str, place: int) -> Candidate | None:
        order = self._order(group)
        return order[place - 1] if place <= len(order) else None

    def _order(self, group: str) -> list[Candidate]:
        """Who of a group can go on, the best first; equals as the lot has drawn them."""
        kept = [Candidate(group, one) for one in self.tables[group] if not one.withdrawn]
        return sorted(kept, key=lambda one: (one.placing.place, self._drawn(one)))

    def _record(self, candidate: Candidate) -> tuple[Fraction, ...]:
        """What ranks entries of all groups, the lowest first; of a single group their places."""
        if len(self.tables) == 1:
            return (Fraction(candidate.placing.place),)
        return tuple(
            -value for value in (candidate.average, *self.records.get(candidate.entry, ()))
        )

    def _is_left(self, candidate: Candidate) -> bool:
        return candidate.entry not in {slot.entry for slot in self.slots}

    def _equal(self, candidate: Candidate) -> list[Candidate]:
        return [
            one
            for one in self._order(candidate.group)
            if one.placing.place == candidate.placing.place
        ]

    def _fill(self, name: str, candidate: Candidate, by: FedBy) -> None:
        place = candidate.placing.place
        self.slots.append(
            Slot(name, candidate.entry, candidate.group, place, candidate.average, by)
        )

    def _note(self, code: StageProblem, name: str, equal: Sequence[Candidate] = ()) -> None:
        values: tuple[tuple[str, str | int], ...] = (("slot", name),)
        if equal:
            values += (("entries", ", ".join(one.entry for one in equal)),)
        self.problems.append(Problem(code, "take", values=values))

    def _drawn(self, candidate: Candidate) -> str:
        return hashlib.sha256(f"{self.seed}:feed:{candidate.entry}".encode()).hexdigest()
