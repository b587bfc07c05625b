"""Which rows an operation writes: so many of its own, and none of its neighbours'.

three = assemble("drafted")
written(lambda: organise.publish_round(three.draft, three.director))

A question that forgets a part of its key writes more rows than one that asks by all of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from tests import cast as people
from tests.cast import Cast
from tests.kept_worlds import kept, rows
from tournaments import organise
from tournaments.models import (
    AuditEntry,
    ClubEntry,
    Entry,
    Event,
    LogMention,
    Publication,
    PublicationTerms,
    Round,
)
from tournaments.record.audit import Actor

OF_THE_LOG: Final = frozenset(
    model._meta.db_table
    for model in (AuditEntry, ClubEntry, LogMention, Publication, PublicationTerms)
)
"""What every change writes besides."""
COUNTERS: Final = frozenset({"log_head", "log_seq", "public_revision"})


def written(act: Callable[[], object]) -> dict[str, int]:
    """Return how many rows of each table something added, changed (~) and took away.

    The log, what is published, and the numbers that count changes are left out.
    """
    before = rows.read()
    act()
    return difference(before, rows.read())


def difference(before: rows.Rows, after: rows.Rows) -> dict[str, int]:
    """Return how many rows of each table came, changed and went."""
    found: Counter[str] = Counter()
    for table in rows.tables():
        if table.name in OF_THE_LOG:
            continue
        kept_columns = [n for n, name in enumerate(table.columns) if name not in COUNTERS]
        old, new = before.get(table.name, {}), after.get(table.name, {})
        name = table.name.partition("_")[2]
        found[f"+{name}"] += len(new.keys() - old.keys())
        found[f"-{name}"] += len(old.keys() - new.keys())
        found[f"~{name}"] += sum(
            any(old[key][n] != new[key][n] for n in kept_columns) for key in old.keys() & new.keys()
        )
    return {name: count for name, count in found.items() if count}


@dataclass(frozen=True)
class Three:
    """An event, one beside it in the tournament, and one of another tournament of the club."""

    cast: Cast
    own: Event
    other: Event
    away: Event

    @property
    def director(self) -> Actor:
        return self.cast.director

    def entry(self, number: int = 1, event: Event | None = None) -> Entry:
        related = Entry.objects.select_related("event__tournament__club", "event__ruleset")
        return related.get(event=event or self.own, number=number)

    def round(self, event: Event | None = None, number: int = 1) -> Round:
        related = ("event__tournament__club", "event__ruleset", "group__stage__event")
        rounds = Round.objects.select_related(*related)
        return rounds.get(event=event or self.own, number=number)

    def play(self, event: Event) -> None:
        """Give every deal of the first round of an event a result."""
        cast = replace(self.cast, tournament=event.tournament)
        cast.play(self.round(event))

    def fresh(self, event: Event | None = None) -> Event:
        related = Event.objects.select_related("tournament__club", "ruleset")
        return related.get(pk=(event or self.own).pk)


@kept
def assemble(stage: str = "entered", *, players: int = 8) -> Three:
    """Return three events as far as all of them have come: entered, drafted, in_play or closed."""
    cast = people.assemble(players=players)
    later = organise.create_tournament(
        cast.club,
        cast.director,
        name="冬季赛",
        starts_on=date(2026, 11, 22),
        time_zone="Asia/Shanghai",
    )
    plan = organise.EventPlan("第二项", "gongzhu", {"preset": "classic"}, 2)
    names: Mapping[str, str] = {"other": "子丑寅卯辰", "away": "一二三四五"}
    made = {}
    for place, tournament in (("other", cast.tournament), ("away", later)):
        made[place] = organise.create_event(tournament, cast.director, plan)
        organise.add_entries(made[place], cast.director, [[name] for name in names[place]])
    three = Three(cast, cast.event, made["other"], made["away"])
    if stage != "entered":
        for event in (three.own, three.other, three.away):
            _advance(three, event, stage)
    return three


def _advance(three: Three, event: Event, stage: str) -> None:
    round_ = organise.draw_round(event, three.director, seed="seed")
    if stage == "drafted":
        return
    organise.publish_round(round_, three.director)
    if stage == "closed":
        three.play(event)
        organise.close_round(round_, three.director)
