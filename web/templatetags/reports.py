"""Filters that read the report of a deal by seat; a report may leave out seats."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import product
from math import ceil
from typing import Any, Final

from django import template
from django.urls import reverse

from scoring.cards import RANKS, SUITS
from scoring.game import find_game
from scoring.seats import partner_of
from tournaments.wording import games
from tournaments.wording.shengji.lines import of_attackers, outcome_text
from web.publish.pages.deal import LineView, SumView
from web.publish.pages.replay import PlayView
from web.publish.pages.tables import SeatView

register = template.Library()

_IN_HAND: Final = {
    suit + rank: place for place, (suit, rank) in enumerate(product(SUITS, reversed(RANKS)))
}


@register.filter
def of_seat(by_seat: Mapping[str, Sequence[str]], label: str) -> Sequence[str]:
    """`{% for code in facts.won|of_seat:seat.label %}`: what belongs to a seat, or nothing."""
    return by_seat.get(label, ())


@register.filter
def among(cards: Sequence[str], asked: Collection[str]) -> list[str]:
    """`{% for code in won|among:page.asked %}`: the cards that a sheet asks for, as in a hand."""
    return [code for code in as_hand(cards) if code in asked]


@register.filter
def as_hand(cards: Sequence[str]) -> list[str]:
    """`{% for suit in won|as_hand|suits %}`: cards by suits, the highest first.

    A record of card counts has none to show.
    """
    if isinstance(cards, str | int):
        return []
    return sorted(cards, key=lambda code: _IN_HAND.get(code, -1))


@register.filter
def held_by(hands: Iterable[tuple[str, Sequence[str]]], label: str) -> Sequence[str]:
    """`{% with held=hands|held_by:seat.label %}`: the hand of a seat, or nothing."""
    return dict(hands).get(label, ())


@register.filter
def play_of(plays: Iterable[PlayView], label: str) -> PlayView | None:
    """`{% with play=trick.plays|play_of:"N" %}`: what a seat played to a trick, or nothing."""
    return next((play for play in plays if play.label == label), None)


@register.filter
def at_seat(seats: Iterable[SeatView], label: str) -> SeatView | None:
    """`{% with dealer=seats|at_seat:facts.dealer %}`: the seat of a label, or nothing."""
    return next((seat for seat in seats if seat.label == label), None)


@register.filter
def side_of(dealer: str | None, label: str) -> str:
    """`{% with side=facts.dealer|side_of:seat.label %}`: "dealer", "partner" or "attackers"."""
    if not dealer:
        return ""
    return {dealer: "dealer", partner_of(dealer): "partner"}.get(label, "attackers")


@register.filter
def line_of(sums: Iterable[SumView], code: str) -> LineView | None:
    """`{% with kitty=version.sums|line_of:"kitty_points" %}`: the first step of a kind, if any."""
    steps = (line for total in sums for line in (*total.lines, *total.conversions))
    return next((line for line in steps if line.code == code), None)


@register.filter
def taken(sums: Iterable[SumView]) -> str:
    """`{{ version.sums|taken }}`: the attackers' points in a deal of 升级, or nothing."""
    return str(of_attackers(_steps(sums)).get("points", ""))


@register.filter
def outcome(sums: Iterable[SumView]) -> str:
    """`{{ version.sums|outcome }}`: what came of a deal of 升级, or nothing."""
    return outcome_text(_steps(sums))


def _steps(sums: Iterable[SumView]) -> dict[str, Mapping[str, Any]]:
    return {line.code: line.values for total in sums for line in total.conversions}


@register.filter
def by_side(sums: Sequence[SumView]) -> list[list[SumView]]:
    """`{% for side in version.sums|by_side %}`: the seats, partners with one sum together."""
    half = len(sums) // 2
    pairs = [list(pair) for pair in zip(sums[:half], sums[half:], strict=False)]
    share = any(total.lines for total in sums) and all(
        _calculation(a) == _calculation(b) for a, b in pairs
    )
    return pairs if share else [[total] for total in sums]


def _calculation(seat_sum: SumView) -> tuple[object, ...]:
    return (seat_sum.lines, seat_sum.raw, seat_sum.conversions, seat_sum.score)


@register.filter
def evenly(number: int, most: int) -> int:
    """`{{ ticks|evenly:14 }}`: how many stand in a row if rows are as long as each other.

    >>> [evenly(number, 7) for number in (12, 14, 20, 30)]
    [6, 7, 7, 6]
    """
    rows = max(1, ceil(number / most))
    return ceil(number / rows)


@register.simple_tag
def option(game: str, question: str, answer: str | None) -> str:
    """`{% option event.game "trump" facts.trump %}`: the name of an answer to a question."""
    return games.option_name(game, question, answer)


@register.filter
def glossary_of(game: str) -> str:
    """`{% with address=event.game|glossary_of %}`: the address of a game's glossary, or nothing."""
    return reverse("glossary", args=[game]) if find_game(game).glossary else ""
