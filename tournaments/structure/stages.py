"""The stages of an event: plan, current stage, settings, and members.

If an event has two winners, the line of every entry follows from the draw alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tournaments.models import (
    DrawMethod,
    Entry,
    Event,
    Form,
    Group,
    GroupMember,
    OddField,
    Round,
    Stage,
)
from tournaments.models.event_choices import OF_FIELD
from tournaments.pairing import notes
from tournaments.pairing import rounds as pairing
from tournaments.pairing.knockout import knockout_draw as knockout
from tournaments.pairing.movements import board_rounds
from tournaments.pairing.movements.board_choice import MOST_WINNERS
from tournaments.standings.qualification_rules import FeedRule

WITHOUT_CROSS_TABLE: Final = frozenset(
    {DrawMethod.KNOCKOUT, DrawMethod.MOVEMENT, *pairing.OVER_BOARDS}
)
"""Draw methods without a meaningful cross table."""
LETTERS: Final = 26


def current(event: Event) -> Stage:
    """Return the current stage: the last one with members, otherwise the first."""
    stages = Stage.objects.filter(event=event).order_by("number")
    entered = stages.filter(groups__members__isnull=False).last()
    return entered or stages[0]


def following(stage: Stage) -> Stage | None:
    """Return the stage after one; None after the last."""
    return stage.event.stages.filter(number__gt=stage.number).order_by("number").first()


def method_of(stage: Stage) -> DrawMethod:
    """Return the draw method of a stage, which the director may override."""
    return DrawMethod(stage.draw_method or stage.event.draw_method)


def is_knockout(stage: Stage) -> bool:
    """Return whether a stage is played as a knockout."""
    return method_of(stage) == DrawMethod.KNOCKOUT


def has_knockout(_event: Event, stages: Sequence[Stage]) -> bool:
    """Whether an event has a stage that is a knockout."""
    return any(map(is_knockout, stages))


def has_groups(_event: Event, stages: Sequence[Stage]) -> bool:
    """Whether an event has several groups, or several stages."""
    return len(stages) > 1 or any(stage.groups_wanted > 1 for stage in stages)


def has_cross_tables(event: Event, stages: Sequence[Stage]) -> bool:
    """Whether an event has a stage with cross tables; a knockout has its bracket.

    There are no matches to win where all tables are compared.
    """
    has_matches = event.form in (Form.PAIRS, Form.TEAMS)
    if not has_matches or event.comparison in OF_FIELD:
        return False
    return any(method_of(stage) not in WITHOUT_CROSS_TABLE for stage in stages)


def deals_of(stage: Stage) -> int:
    """Return the number, or the maximum, of deals in a match of a stage."""
    return stage.deals_per_round or stage.event.deals_per_round


def rounds_of(stage: Stage) -> int | None:
    """Return the planned number of rounds of a stage; None if it is not set.

    The planned rounds of an event apply if it has one stage.
    """
    if stage.rounds_planned is not None or following(stage) or stage.number > 1:
        return stage.rounds_planned
    return stage.event.rounds_planned


def group_name(number: int) -> str:
    """Return the name of a group in slots and on pages.

    >>> group_name(1), group_name(3)
    ('A', 'C')
    """
    return chr(ord("A") + number - 1) if number <= LETTERS else str(number)


def groups_of(stage: Stage) -> Mapping[Group, tuple[Entry, ...]]:
    """Return the entries of every group of a stage, in the order of their places there.

    A first stage without group members has all entries of the event in its one group.
    """
    groups = list(stage.groups.order_by("number"))
    members = GroupMember.objects.filter(group__in=groups).select_related("entry")
    entries: dict[int, list[Entry]] = {group.pk: [] for group in groups}
    for member in members.order_by("number"):
        entries[member.group_id].append(member.entry)
    if stage.number == 1 and not any(entries.values()):
        entries[groups[0].pk] = list(stage.event.entries.order_by("number"))
    return {group: tuple(entries[group.pk]) for group in groups}


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A stage as planned; missing values are those of the event.

    `feed` is the rule of qualification from the stage before: the first stage has none. `knockout`
    are the options of a knockout's draw.
    """

    name: str = ""
    draw_method: str = ""
    rounds_planned: int | None = None
    deals_per_round: int | None = None
    groups_wanted: int = 1
    feed: FeedRule | None = None
    knockout: knockout.KnockoutOptions | None = None

    def feed_json(self) -> dict[str, Any]:
        """Return the qualification rule as a stage stores it; empty without one."""
        return self.feed.as_json() if self.feed else {}

    def knockout_json(self) -> dict[str, Any]:
        """Return the options of the knockout as a stage stores them; empty without any."""
        return knockout.options_json(self.knockout) if self.knockout else {}


def has_two_winners(event: Event) -> bool:
    """Whether north-south and east-west of an event are ranked apart."""
    return bool(event.movement.get("winners", 1) == MOST_WINNERS)


def three_may_meet(event: Event) -> bool:
    """Whether three may meet in a round of an event."""
    return event.odd_field == OddField.THREE_WAY


def lines_drawn(round_: Round) -> Mapping[str, str]:
    """Return the line of every entry, by its printed number, in the movement of a round."""
    stored = notes.read(round_.reasons).input
    if stored is None:
        return {}
    drawn = board_rounds.lines(pairing.read(stored, round_.seed))
    return {number: line.value for number, line in drawn.items()}
