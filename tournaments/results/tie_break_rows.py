"""Facts for tie-breaks beside the matches: extra deals, and lost games (局)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

from tournaments.models import Event, ExtraDeal, Game, Round, Side
from tournaments.standings.round_scores import NO_FACTS, DecidingDeal, GameLoss, TieBreak, TieFacts
from tournaments.structure import games, match_parts

PUBLIC = (Round.State.PUBLISHED, Round.State.CLOSED)


def facts_of(event: Event) -> TieFacts:
    """Return the facts that the tie-breaks of an event need, in a fixed number of queries."""
    asked = set(event.tie_breaks) & {TieBreak.EXTRA_DEAL, TieBreak.FEWEST_GAMES_LOST}
    if not asked:
        return NO_FACTS
    lost = tuple(_games_lost(event)) if match_parts.ends_by_rules(event) else None
    return TieFacts(tuple(_extra_deals(event)), lost)


def live(event: Event) -> list[ExtraDeal]:
    """Return the extra deals of an event that were not taken back, in order."""
    rows = ExtraDeal.objects.filter(event=event, retired_by=None).order_by("pk")
    return [row for row in rows if row.points]


def _extra_deals(event: Event) -> Iterator[DecidingDeal]:
    for extra_deal in live(event):
        points = {entry: Fraction(value) for entry, value in extra_deal.points.items()}
        yield DecidingDeal(extra_deal.after_round, points)


def _games_lost(event: Event) -> Iterator[GameLoss]:
    """Yield the entries that were pig in each game that has ended, with the round."""
    ended_games = {key: state for key, state in games.game_standings(event).items() if state.ended}
    rounds = dict(
        Game.objects.filter(pk__in=ended_games, match__round__state__in=PUBLIC).values_list(
            "pk", "match__round__number"
        )
    )
    pigs = [
        (pig, rounds[key])
        for key, state in ended_games.items()
        if key in rounds
        for pig in state.pigs
    ]
    entries = defaultdict(list)
    sides = Side.objects.filter(uid__in={pig for pig, _ in pigs})
    for side, entry in sides.values_list("uid", "entries__uid"):
        entries[side].append(entry)
    yield from (GameLoss(entry, number) for pig, number in pigs for entry in entries[pig])
