"""What a ruling of a heavy level does besides its points, as values that look and deed share.

A match or a game that is lost, a disqualification. A version in force, its preview and its words
all come from the same list; what it did is taken back by the uid of the version.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from referee.models import RulingSanction, RulingVersion
from referee.rulings.decisions import Offender, Source
from referee.rulings.proposals import Sanction
from scoring.problems import Problem
from tournaments.record.audit import Change
from tournaments.results.snapshot import EventSnapshot


class RulingEffect(Protocol):
    """One thing that follows from the levels of a decision."""

    @property
    def offenders(self) -> Sequence[Offender]:
        """Whose levels bring it about."""
        ...

    @property
    def words(self) -> str:
        """What it is, in words."""
        ...

    @property
    def problem(self) -> Problem | None:
        """Why it cannot be done; None where it can."""
        ...

    def on(self, snapshot: EventSnapshot) -> EventSnapshot:
        """Return the event as it would be with it. Writes nothing."""
        ...

    def post(self, made: Change, version: RulingVersion) -> None:
        """Do it as a part of the change; its rows bear the version's uid."""
        ...


@dataclass(frozen=True, slots=True)
class LevelEffects:
    """How a group of levels is carried out, and taken back.

    `effects` reads the event from the snapshot alone. `undo` takes back what a version did,
    `without` leaves out of a snapshot what versions of these uids did, and `done` says what a
    sanction in force did.
    """

    effects: Callable[[EventSnapshot, Source, Sequence[Sanction]], Iterator[RulingEffect]]
    undo: Callable[[Change, RulingVersion, str], None]
    without: Callable[[EventSnapshot, Collection[str]], EventSnapshot]
    done: Callable[[RulingSanction], str]


_by_level: dict[str, LevelEffects] = {}


def register(level: str, effects: LevelEffects) -> None:
    """Register how a level is carried out. Raises ValueError where another way is registered."""
    if _by_level.setdefault(level, effects) is not effects:
        raise ValueError(f"what follows from {level} is registered already")


def effects_of(
    snapshot: EventSnapshot, source: Source, sanctions: Sequence[Sanction]
) -> list[RulingEffect]:
    """Return what follows from sanctions in an event as the snapshot has it, in a fixed order."""
    return [
        effect
        for way in _ways()
        if (rows := [row for row in sanctions if _by_level.get(row.level.value) is way])
        for effect in way.effects(snapshot, source, rows)
    ]


def assumed(
    snapshot: EventSnapshot, source: Source, sanctions: Sequence[Sanction]
) -> EventSnapshot:
    """Return the event as it would be with what follows from sanctions."""
    for effect in effects_of(snapshot, source, sanctions):
        snapshot = effect.on(snapshot)
    return snapshot


def without(snapshot: EventSnapshot, uids: Collection[str]) -> EventSnapshot:
    """Return the event as it would be without what versions of these uids did."""
    for way in _ways():
        snapshot = way.without(snapshot, uids)
    return snapshot


def undo(made: Change, version: RulingVersion, reason: str) -> None:
    """Take back what a version did, by the origin that its rows bear."""
    for way in _ways():
        way.undo(made, version, reason)


def words_for(effects: Sequence[RulingEffect], offender: Offender, level: str) -> str:
    """Return what follows from a level for an offender, in words; empty for nothing."""
    own = (effect for effect in effects if offender in effect.offenders)
    words = (effect.words for effect in own if is_heavy(level))
    return " · ".join(filter(None, words))


def words_done(sanction: RulingSanction) -> str:
    """Return in words what followed from a sanction in force; empty for nothing."""
    way = _by_level.get(sanction.level)
    return way.done(sanction) if way else ""


def is_heavy(level: str) -> bool:
    """Whether something follows from a level besides its points."""
    return level in _by_level


def _ways() -> tuple[LevelEffects, ...]:
    """Return every way once, in the order in which they were registered."""
    return tuple({id(way): way for way in _by_level.values()}.values())
