"""Values of a pasted list: its lines, the questions about them, and the terms under which it is
read.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from scoring.problems import Problem
from tournaments.entries.names import key_of
from tournaments.entries.reading.reasons import ListDoubt
from tournaments.entries.reading.values import ListKind, ListQuestion, ListReading


@dataclass(frozen=True, slots=True)
class PastedLine:
    """A line of a pasted list as it was understood.

    `text` is its editable form, which parses to the same line. `left_out` says why it is no entry,
    `problem` what has to be corrected before anything is saved.
    """

    number: int
    original: str
    text: str = ""
    members: tuple[str, ...] = ()
    name: str = ""
    club: str = ""
    captain: str = ""
    remark: str = ""
    dropped: tuple[str, ...] = ()
    left_out: Problem | None = None
    problem: Problem | None = None
    doubt: ListDoubt | None = None
    part: int = 0
    """Which of the entries of its line it is."""

    @property
    def is_entry(self) -> bool:
        """Whether the line will be entered."""
        return self.left_out is None and self.problem is None and self.doubt is None

    @property
    def box(self) -> tuple[int, int]:
        """The key of the input field of the line."""
        return self.number, self.part


@dataclass(frozen=True, slots=True)
class PastedList:
    """The lines of a pasted list that are not empty, in order."""

    lines: tuple[PastedLine, ...]
    reading: ListReading = field(default_factory=lambda: ListReading(()))

    @property
    def questions(self) -> tuple[ListQuestion, ...]:
        """The questions shown above the list, about lines that were not corrected."""
        return tuple(
            question
            for question in self.reading.questions
            if any(line.doubt is question.doubt for line in self.lines)
        )

    @property
    def entries(self) -> tuple[PastedLine, ...]:
        """The lines that will be entered."""
        return tuple(line for line in self.lines if line.is_entry)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems to correct, in the order of the lines."""
        return tuple(line.problem for line in self.lines if line.problem)

    @property
    def left_out(self) -> tuple[PastedLine, ...]:
        """The lines that will not be entered."""
        return tuple(line for line in self.lines if line.left_out)


@dataclass(frozen=True)
class ListTerms:
    """What a list is read for: the size of an entry, and the persons and teams already entered.

    Several sizes mean teams.
    """

    sizes: range
    taken: Mapping[str, int]
    """The names of persons that are entered, with the numbers of their entries."""
    teams: Collection[str] = ()
    shared: Collection[str] = ()
    """The names that several members have: the same name again may be somebody else."""
    registered: Collection[str] = ()
    """The names of members that are of one character, which might be no names otherwise."""

    @property
    def are_teams(self) -> bool:
        """Whether the entries are teams."""
        return len(self.sizes) > 1

    @property
    def kind(self) -> ListKind:
        """The kind of entry that is listed."""
        if self.are_teams:
            return ListKind.TEAMS
        return ListKind.INDIVIDUALS if self.sizes[0] == 1 else ListKind.PAIRS

    @cached_property
    def taken_by_key(self) -> Mapping[str, int]:
        """The numbers of the entries by the keys of their persons' names."""
        return {key_of(name): number for name, number in self.taken.items()}

    @cached_property
    def shared_keys(self) -> frozenset[str]:
        """The keys of names that several members share."""
        return frozenset(map(key_of, self.shared))

    @cached_property
    def known_keys(self) -> frozenset[str]:
        """The keys of names that need no question whether they are names."""
        return frozenset([*map(key_of, self.registered), *self.taken_by_key])

    @cached_property
    def team_keys(self) -> frozenset[str]:
        """The keys of the teams that are entered."""
        return frozenset(map(key_of, self.teams))
