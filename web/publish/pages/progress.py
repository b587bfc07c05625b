"""The public progress of an event: its rounds, and how many of their deals are in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from tournaments import results
from tournaments.models import BoardSource, Event, Game, Round
from tournaments.results.snapshot import EventSnapshot, derived, sealed_rounds
from tournaments.structure import segments

DEALS = "matches__segments__sittings__deals"


@dataclass(frozen=True, slots=True)
class PublicRound:
    """A public round: the number of its deals, and how many have a result.

    If games (局) end by rule, the number of deals is not known beforehand: `to_the_end` is set, and
    `deals` are those so far.
    """

    number: int
    is_open: bool
    deals: int
    done: int
    to_the_end: bool = False
    awaits_line_ups: bool = False
    """Whether line-ups of further segments are still to come."""

    @property
    def is_without_results(self) -> bool:
        """Whether it is in play without any result, so that people look for their seats."""
        return self.is_open and not self.done


def public_rounds() -> QuerySet[Round]:
    """Return the published and closed rounds; the caller filters by public events."""
    return Round.objects.filter(state__in=Round.PUBLIC)


@derived
def round_states(snapshot: EventSnapshot) -> tuple[PublicRound, ...]:
    """Return the public rounds of an event."""
    in_games = {game.match for game in snapshot.games}
    states = []
    for round_ in snapshot.public_rounds:
        matches = [match.key for match in snapshot.matches_of(round_)]
        deals = [
            deal.done
            for match in matches
            for sitting in snapshot.sittings_by_match[match]
            for deal in sitting.deals
        ]
        state = PublicRound(
            number=round_.number,
            is_open=round_.state == Round.State.PUBLISHED,
            deals=len(deals),
            done=sum(deals),
            to_the_end=any(match in in_games for match in matches),
            awaits_line_ups=any(map(snapshot.awaits_line_ups, matches)),
        )
        states.append(state)
    return tuple(states)


def current_rounds(events: Sequence[Event]) -> Mapping[int, PublicRound]:
    """Return the last public round of each event by the key of the event."""
    return {event: states[-1] for event, states in _states(events).items()}


def state_words(state: PublicRound) -> str:
    """Return the state of a round as a sentence."""
    values = {"number": state.number, "done": state.done, "deals": state.deals}
    if not state.is_open:
        text = ngettext(
            "Round %(number)s is closed: %(deals)s deal.",
            "Round %(number)s is closed: %(deals)s deals.",
            state.deals,
        )
        return text % values
    if state.to_the_end:
        return gettext("Round %(number)s is in play, deals recorded so far: %(done)s.") % values
    if state.done == state.deals and state.awaits_line_ups:
        return gettext("Round %(number)s: line-ups are awaited.") % values
    if state.done == state.deals:
        text = ngettext(
            "Round %(number)s: its %(deals)s deal is in.",
            "Round %(number)s: all %(deals)s deals are in.",
            state.deals,
        )
        return text % values
    text = ngettext(
        "Round %(number)s is in play: %(done)s of %(deals)s deal is in.",
        "Round %(number)s is in play: %(done)s of %(deals)s deals are in.",
        state.deals,
    )
    return text % values


def withdrawn_words(snapshot: EventSnapshot) -> str:
    """Return the sentence that the last draw was withdrawn; empty once another one is published."""
    last = snapshot.withdrawn_draw
    if last is None or last.closed_at is None:
        return ""
    at = timezone.localtime(last.closed_at, ZoneInfo(snapshot.event.tournament.time_zone))
    return gettext(
        "The draw of round %(number)s was withdrawn at %(time)s. A new one will be published."
    ) % {"number": last.number, "time": at.strftime("%H:%M")}


def sealed_words(event: Event) -> str:
    """Return why the standings do not include all rounds, as a sentence; empty if they do."""
    if event.boards == BoardSource.TABLE:
        return ""
    return sealed_text(sealed_rounds(results.read(event)))


def sealed_text(rounds: Iterable[int]) -> str:
    """Return why the standings do not include sealed rounds; empty if none is sealed."""
    sealed = min(rounds, default=None)
    if sealed is None:
        return ""
    if sealed == 1:
        return gettext(
            "Others have still to play these boards: the standings begin when they are opened."
        )
    return gettext(
        "Others have still to play the boards of round %(number)s: until they are opened, the "
        "standings stay as they were after round %(before)s."
    ) % {"number": sealed, "before": sealed - 1}


def _states(events: Sequence[Event]) -> Mapping[int, tuple[PublicRound, ...]]:
    rows = (
        public_rounds()
        .filter(event__in=events)
        .annotate(deals=Count(DEALS), done=Count(DEALS, filter=Q(**{f"{DEALS}__done": True})))
        .annotate(to_the_end=Exists(Game.objects.filter(match__round=OuterRef("pk"))))
        .annotate(waits=Exists(segments.unrevealed(match__round=OuterRef("pk"))))
        .order_by("event_id", "number")
        .values_list("event_id", "number", "state", "deals", "done", "to_the_end", "waits")
    )
    return {
        event: tuple(
            PublicRound(number, state == Round.State.PUBLISHED, deals, done, to_the_end, waits)
            for _, number, state, deals, done, to_the_end, waits in group
        )
        for event, group in groupby(rows, key=itemgetter(0))
    }
