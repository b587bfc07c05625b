"""The rules of qualification from one stage to the next (晋级办法), parsed from JSON and checked.

A rule takes the first entries of each group, the best ones at one rank of all groups, or the first
of all; each has a slot, such as `A1`, `3.1` (the best third) or `T1`, and slots may meet crosswise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any, Final

from scoring.problems import Problem
from scoring.reading import (
    as_choice,
    as_list,
    as_number,
    as_object,
    as_text,
    at,
    echo,
    required,
    unknown_fields,
)
from tournaments.codes import WordedCode, worded
from tournaments.standings.group_results import Carry, CarryFormula, CarryRule

MOST: Final = 1000
"""More places than any stage has."""


class StageProblem(WordedCode):
    """The problems of a qualification rule, and of the ranks to which it is applied."""

    NOTHING_TAKEN = worded("nothing_taken", "The rule takes nobody to the next stage.")
    NOT_A_SHARE = worded("not_a_share", "“%(value)s” is not a share from 0 to 1, such as 1/2.")
    SLOT_UNKNOWN = worded("slot_unknown", "There is no slot %(slot)s.")
    SLOT_TWICE = worded("slot_twice", "Slot %(slot)s is filled or paired twice.")
    SLOT_UNUSED = worded("slot_unused", "Slot %(slot)s meets nobody.")
    GROUPS_ODD = worded(
        "groups_odd", "Groups cross in twos, and their number here is odd: %(count)s."
    )
    CROSSES_FIRST_ONLY = worded("crosses_first_only", "Only the first of each group can cross.")
    TOO_FEW_PLACED = worded("too_few_placed", "Nobody is there for slot %(slot)s.")
    CUT_SHARED = worded(
        "cut_shared",
        "%(entries)s share the place for slot %(slot)s, and only some of them advance.",
    )  # slot, entries: those that share the rank that only some of them get
    NO_PLACE = worded(
        "no_place", "Advancing without a place in the stage before: %(entries)s."
    )  # entries


class TakeKind(WordedCode):
    """Which entries a rule takes."""

    FIRST = worded("first_of_each", "the first of each group")
    BEST = worded("best_at_place", "the best of one place over all groups")
    TOP = worded("top_of_all", "the first of all who are left")


@dataclass(frozen=True, slots=True)
class Take:
    """The first `count` of each group, the best `count` at rank `place`, or the first `count` of
    all.
    """

    kind: TakeKind
    count: int
    place: int = 0

    def slots(self, groups: Sequence[str]) -> tuple[str, ...]:
        """Return the slots that it fills, the better ones first.

        >>> Take(TakeKind.FIRST, 2).slots("AB"), Take(TakeKind.BEST, 1, 3).slots("AB")
        (('A1', 'B1', 'A2', 'B2'), ('3.1',))
        """
        numbers = range(1, self.count + 1)
        if self.kind is TakeKind.FIRST:
            return tuple(f"{group}{number}" for number in numbers for group in groups)
        if self.kind is TakeKind.BEST:
            return tuple(f"{self.place}.{number}" for number in numbers)
        return tuple(f"T{number}" for number in numbers)


@dataclass(frozen=True, slots=True)
class FeedRule:
    """Who qualifies for the next stage, the first pairings there, and the carry-over.

    `meet` pairs slots. `crosswise` pairs the first of each two groups with the last qualified of
    the other: A1–B2 and B1–A2.
    """

    takes: tuple[Take, ...]
    meet: tuple[tuple[str, str], ...] = ()
    crosswise: bool = False
    carry: CarryRule = field(default_factory=CarryRule)

    def slots(self, groups: Sequence[str]) -> tuple[str, ...]:
        """Return all slots in the order of the takes."""
        return tuple(slot for take in self.takes for slot in take.slots(groups))

    def meetings(self, groups: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return the pairs of slots that meet.

        >>> FeedRule((Take(TakeKind.FIRST, 2),), crosswise=True).meetings("ABCD")
        (('A1', 'B2'), ('C1', 'D2'), ('B1', 'A2'), ('D1', 'C2'))
        """
        if not self.crosswise:
            return self.meet
        return crossing(groups, sum(take.count for take in self.takes))

    def as_json(self) -> dict[str, Any]:
        """Return the rule as JSON for `read_rule`."""
        return {
            "take": [_take_json(take) for take in self.takes],
            "meet": "crosswise" if self.crosswise else [list(pair) for pair in self.meet],
            "carry": _carry_json(self.carry),
        }


def crossing(groups: Sequence[str], count: int) -> tuple[tuple[str, str], ...]:
    """Return the crosswise pairings if `count` of each group qualify.

    The first halves of all pairs of groups come before the second ones, so that the first two of
    one group can meet again only in the final.

    >>> crossing("AB", 2), crossing("AB", 1)
    ((('A1', 'B2'), ('B1', 'A2')), (('A1', 'B1'),))
    """
    twos = list(zip(groups[::2], groups[1::2], strict=False))
    upper, lower = [], []
    for first, second in twos:
        for number in range(1, count + 1):
            mirrored = count + 1 - number
            own, theirs = (first, second) if number % 2 else (second, first)
            if number <= mirrored:
                upper.append((f"{own}{number}", f"{theirs}{mirrored}"))
            if number < mirrored:
                lower.append((f"{theirs}{number}", f"{own}{mirrored}"))
    return tuple(upper + lower)


def read_rule(data: object) -> tuple[FeedRule | None, tuple[Problem, ...]]:
    """Return the rule in JSON data, or None and every problem of the data.

    >>> read_rule({"take": [{"kind": "first_of_each", "count": 2}], "meet": "crosswise"})[1]
    ()
    >>> [problem.code.value for problem in read_rule({"take": []})[1]]
    ['nothing_taken']
    """
    problems: list[Problem] = []
    fields = as_object(data, "", problems)
    unknown_fields(fields, ("take", "meet", "carry"), "", problems)
    takes = _read_takes(fields, problems) if isinstance(data, Mapping) else ()
    meet = fields.get("meet", [])
    pairs = () if meet == "crosswise" else _read_pairs(meet, problems)
    carry = _read_carry(fields.get("carry", {}), problems)
    rule = FeedRule(takes, pairs, meet == "crosswise", carry)
    return (None if problems else rule), tuple(problems)


def check(rule: FeedRule, groups: Sequence[str]) -> tuple[Problem, ...]:
    """Return the problems of a rule for a stage of these groups.

    >>> rule = FeedRule((Take(TakeKind.FIRST, 1),), (("A1", "C1"),))
    >>> [(problem.code.value, dict(problem.values)["slot"]) for problem in check(rule, "AB")]
    [('slot_unknown', 'C1'), ('slot_unused', 'B1')]
    """
    if rule.crosswise:
        return tuple(_crosswise_problems(rule, groups))
    slots = rule.slots(groups)
    met = [slot for pair in rule.meet for slot in pair]
    unknown = [slot for slot in dict.fromkeys(met) if slot not in slots]
    twice = [slot for slot in dict.fromkeys(met) if met.count(slot) > 1]
    twice += [slot for slot in dict.fromkeys(slots) if slots.count(slot) > 1]
    unused = [slot for slot in slots if slot not in met] if met else []
    return (
        *(_slot_problem(StageProblem.SLOT_UNKNOWN, slot) for slot in unknown),
        *(_slot_problem(StageProblem.SLOT_TWICE, slot) for slot in twice),
        *(_slot_problem(StageProblem.SLOT_UNUSED, slot) for slot in unused),
    )


def _crosswise_problems(rule: FeedRule, groups: Sequence[str]) -> list[Problem]:
    problems = []
    if len(groups) % 2:
        values = (("count", len(groups)),)
        problems.append(Problem(StageProblem.GROUPS_ODD, "meet", values=values))
    if [take.kind for take in rule.takes] != [TakeKind.FIRST]:
        problems.append(Problem(StageProblem.CROSSES_FIRST_ONLY, "meet"))
    return problems


def _slot_problem(code: StageProblem, slot: str) -> Problem:
    return Problem(code, "meet", values=(("slot", slot),))


def _read_takes(fields: Mapping[str, Any], problems: list[Problem]) -> tuple[Take, ...]:
    if not _require(fields, "take", "", problems):
        return ()
    if fields["take"] == []:
        problems.append(Problem(StageProblem.NOTHING_TAKEN, "take"))
    takes = as_list(fields["take"], "take", problems)
    kept = [_read_take(row, at("take", place), problems) for place, row in enumerate(takes)]
    return tuple(take for take in kept if take is not None)


def _read_take(data: object, path: str, problems: list[Problem]) -> Take | None:
    fields, names = as_object(data, path, problems), tuple(TakeKind)
    if not isinstance(data, Mapping) or not _require(fields, "kind", path, problems):
        return None
    name = as_choice(fields["kind"], names, at(path, "kind"), problems)
    if name is None:
        return None
    is_best = name == TakeKind.BEST
    unknown_fields(fields, ("kind", "count", *(["place"] if is_best else [])), path, problems)
    count = _read_number(fields, "count", path, problems)
    place = _read_number(fields, "place", path, problems) if is_best else 0
    return Take(TakeKind(name), count, place)


def _require(fields: Mapping[str, Any], name: str, path: str, problems: list[Problem]) -> bool:
    """Return whether a required field is present; a missing one is added to the problems."""
    required(fields, name, path, problems)
    return name in fields


def _read_number(fields: Mapping[str, Any], name: str, path: str, problems: list[Problem]) -> int:
    """Read a required number; 1 stands for an invalid one."""
    if not _require(fields, name, path, problems):
        return 1
    return as_number(fields[name], 1, MOST, at(path, name), problems) or 1


def _read_pairs(data: object, problems: list[Problem]) -> tuple[tuple[str, str], ...]:
    pairs = []
    for place, row in enumerate(as_list(data, "meet", problems)):
        path = at("meet", place)
        texts = [as_text(slot, path, problems) for slot in as_list(row, path, problems)]
        match texts:
            case [str() as first, str() as second]:
                pairs.append((first, second))
            case _:
                problems.append(_slot_problem(StageProblem.SLOT_UNKNOWN, echo(str(row))))
    return tuple(pairs)


def _read_carry(data: object, problems: list[Problem]) -> CarryRule:
    fields = as_object(data, "carry", problems)
    if not fields:
        return CarryRule()
    unknown_fields(fields, ("kind", "share", "formula"), "carry", problems)
    if not _require(fields, "kind", "carry", problems):
        return CarryRule()
    name = as_choice(fields["kind"], tuple(Carry), "carry.kind", problems)
    kind = Carry.NONE if name is None else Carry(name)
    formula = None
    if kind is Carry.FORMULA and _require(fields, "formula", "carry", problems):
        formula = _read_formula(fields["formula"], problems)
    return CarryRule(kind, _read_share(fields.get("share", 1), problems), formula)


def _read_formula(data: object, problems: list[Problem]) -> CarryFormula | None:
    fields, path = as_object(data, "carry.formula", problems), "carry.formula"
    if not isinstance(data, Mapping):
        return None
    unknown_fields(fields, ("num_q", "max_q", "num_f", "max_f"), path, problems)
    return CarryFormula(
        num_q=_read_number(fields, "num_q", path, problems),
        max_q=_read_number(fields, "max_q", path, problems),
        num_f=_read_number(fields, "num_f", path, problems),
        max_f=_read_number(fields, "max_f", path, problems),
    )


def _read_share(data: object, problems: list[Problem]) -> Fraction:
    """Read a share from 0 to 1: a whole number or a text like `1/2`."""
    text = str(data) if isinstance(data, int | str) and not isinstance(data, bool) else ""
    above, _, below = text.partition("/")
    if above.isdecimal() and (below or "1").isdecimal() and int(below or "1"):
        share = Fraction(int(above), int(below or "1"))
        if share <= 1:
            return share
    values = (("value", echo(str(data))),)
    problems.append(Problem(StageProblem.NOT_A_SHARE, "carry.share", values=values))
    return Fraction(1)


def _take_json(take: Take) -> dict[str, Any]:
    shown: dict[str, Any] = {"kind": take.kind.value, "count": take.count}
    return shown | ({"place": take.place} if take.kind is TakeKind.BEST else {})


def _carry_json(carry: CarryRule) -> dict[str, Any]:
    shown: dict[str, Any] = {"kind": carry.kind.value, "share": str(carry.share)}
    if carry.formula is not None:
        shown["formula"] = asdict(carry.formula)
    return shown
