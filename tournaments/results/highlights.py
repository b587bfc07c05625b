"""The highlights of an event: the deal with the largest swing, and the feats of players.

They follow from a snapshot and from the lines of settlements, which are read separately because a
snapshot has none. Sealed deals and deals that do not count are left out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from json import loads
from typing import Any, Final

from django.db.models import F, Q
from django.db.models.fields.json import KeyTextTransform

from scoring.game import find_game
from scoring.seats import COMPASS, partner_of
from tournaments.models import Deal, DealNumber, Event, Result
from tournaments.results.event_record import sealed_from
from tournaments.results.game_results import not_counted
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import DealRow, MatchRow, SittingRow

PLAYED: Final = (Result.Kind.PLAYED, Result.Kind.CLAIMED)
"""The kinds of results that follow from cards."""

SettlementLines = Mapping[int, str | None]
"""The lines of the live settlement of each played deal as JSON text, by the key of the deal."""

Feats = Mapping[int, tuple[tuple[str, StrEnum], ...]]
"""By the key of a deal, each seat that did anything with what it did."""


def read_lines(event: Event) -> SettlementLines:
    """Return the lines of the settlements of an event, by one query.

    Of a game without feats only deals of note have them, when the event is finished.
    """
    if not find_game(event.game).feats and event.state != Event.State.FINISHED:
        return {}
    live = Q(results__version=F("version"), results__kind__in=PLAYED)
    rows = Deal.objects.filter(live, event=event, done=True).values_list(
        "pk", KeyTextTransform("lines", "results__settlement")
    )
    return dict(rows.iterator())


def feats_by_deal(game: str, lines: SettlementLines) -> Feats:
    """Return the feats of seats in the deals of an event; none if the game has none."""
    told = find_game(game).feats
    return {deal: tuple(feats_of_lines(text, told)) for deal, text in lines.items() if told}


def feats_of_lines(
    lines: str | None, told: Mapping[StrEnum, StrEnum]
) -> Iterator[tuple[str, StrEnum]]:
    """Yield the feats of seats in the lines of a settlement; of each seat only the rarest, which
    comprises the others.
    """
    feat_by_code = {str(code): feat for code, feat in told.items()}
    rarest = next(iter(told.values()))
    did: dict[str, dict[StrEnum, None]] = defaultdict(dict)
    for line in lines_of(lines):
        if line["code"] in feat_by_code:
            did[line["seat"]][feat_by_code[line["code"]]] = None
    for seat, feats in did.items():
        for feat in [rarest] if rarest in feats else feats:
            yield seat, feat


def lines_of(text: str | None) -> Sequence[Mapping[str, Any]]:
    """Return the lines of a settlement from their JSON text; none without a settlement."""
    lines: Sequence[Mapping[str, Any]] = loads(text or "[]")
    return lines


@dataclass(frozen=True, slots=True)
class DealOfTheEvening:
    """The deal with the largest swing: its place, and the seats with the most and the least."""

    uid: str
    round: int
    table: int
    number: DealNumber
    best: tuple[str, ...]
    most: int
    worst: tuple[str, ...]
    least: int

    @property
    def swing(self) -> int:
        """The difference between the best and the worst seat, in points."""
        return self.most - self.least


@dataclass(frozen=True, slots=True)
class FeatCount:
    """A feat, and how often each person did it: the most frequent first, then in order of play."""

    feat: StrEnum
    people: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Highlights:
    """The highlights of an event; `deal` is None while nothing has been played."""

    deal: DealOfTheEvening | None
    feats: tuple[FeatCount, ...]

    def __bool__(self) -> bool:
        return self.deal is not None or bool(self.feats)


def highlights(snapshot: EventSnapshot, feats: Feats) -> Highlights:
    """Return the highlights of the public part of an event."""
    counted = tuple(public_deals(snapshot))
    best = max(counted, key=lambda found: spread(found[2]), default=None)
    swings = best is not None and spread(best[2]) > (0, 0)
    deal = _deal_of_the_evening(snapshot, *best) if best and swings else None
    times: Mapping[StrEnum, Counter[int]] = defaultdict(Counter)
    for _match, sitting, row in counted:
        persons = {seat.label: seat.person for seat in sitting.seats}
        for label, feat in feats.get(row.key, ()):
            if label in persons:
                times[feat][persons[label]] += 1
    in_order = sorted(times, key=list(type(next(iter(times)))).index) if times else []
    counts = (FeatCount(feat, _most_first(times[feat], snapshot.names)) for feat in in_order)
    return Highlights(deal, tuple(counts))


def public_deals(snapshot: EventSnapshot) -> Iterator[tuple[MatchRow, SittingRow, DealRow]]:
    """Yield the deals that were played, count and are not sealed, in order of play."""
    late, sealed = not_counted(snapshot), sealed_from(snapshot)
    for sitting in snapshot.sittings:
        match = snapshot.match_by_key[sitting.match]
        if not match.is_public or (sealed is not None and match.round.number >= sealed):
            continue
        for row in sitting.deals:
            is_shown = row.uid not in late and not row.is_sealed_in(snapshot.event)
            if row.result and row.result.kind in PLAYED and is_shown:
                yield match, sitting, row


def spread(row: DealRow) -> tuple[int, int]:
    """Return the sort key of a deal by swing; of equal ones the largest score is first."""
    scores = row.result.scores.values() if row.result else ()
    return (max(scores) - min(scores), max(map(abs, scores))) if scores else (0, 0)


def winners(scores: Mapping[str, int]) -> tuple[str, ...]:
    """Return the seats that won a deal: one, or both partners; none if others were as good.

    >>> winners({"N": 90, "W": -10, "S": -80}), winners({"N": 4, "W": -4, "S": 4, "E": -4})
    (('N',), ('N', 'S'))
    >>> winners({"N": 0, "W": -100}), winners({"N": 50, "W": 50, "S": -100}), winners({})
    ((), (), ())
    """
    most = max(scores.values(), default=0)
    best = tuple(label for label, score in scores.items() if score == most)
    is_side = len(best) == 2 and best[0] in COMPASS and partner_of(best[0]) == best[1]
    return best if most > 0 and (len(best) == 1 or is_side) else ()


def _deal_of_the_evening(
    snapshot: EventSnapshot, match: MatchRow, sitting: SittingRow, row: DealRow
) -> DealOfTheEvening:
    scores = row.result.scores if row.result else {}
    most, least = max(scores.values()), min(scores.values())
    names = {seat.label: snapshot.names[seat.person] for seat in sitting.seats}

    def _with(score: int) -> tuple[str, ...]:
        return tuple(name for label, name in names.items() if scores.get(label) == score)

    place = match.round.number, sitting.table, row.number_in(snapshot.event)
    return DealOfTheEvening(row.uid, *place, _with(most), most, _with(least), least)


def _most_first(times: Counter[int], names: Mapping[int, str]) -> tuple[tuple[str, int], ...]:
    """Return how often each person did it, by name; namesakes are not counted together."""
    return tuple((names[person], count) for person, count in times.most_common())
