"""Answers about a leased table and about a report that is being written.

Values become JSON data with the words beside their codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any, TypedDict, cast

from rest_framework import serializers

from referee.leases import leases
from referee.leases.leases import Opened
from referee.sheets import queries
from referee.sheets.official_parts import part_problems
from scoring.game import Context
from scoring.notation import read_cards
from scoring.problems import Problem
from scoring.settlement import Line, Settlement
from tournaments import wording
from tournaments.models import Deal, Table
from tournaments.structure.games import game_of, ruleset_of
from web.tablet.api.errors import ProblemAnswer, problem_answers
from web.tablet.api.schema import Time


class TableAnswer(TypedDict):
    """A table as its device shows it."""

    number: int
    code: str


class NamedAnswer(TypedDict):
    """Something with a public name and a name for people."""

    uid: str
    name: str


class PlaceOfTable(TypedDict):
    """A table and its tournament."""

    table: TableAnswer
    tournament: NamedAnswer


class LeftBehindAnswer(TypedDict):
    """What the previous device of a taken-over table left undone."""

    heard_at: Time | None
    waiting: Annotated[int | None, "How much it then said it had to send; null: it never said."]
    missing: Annotated[list[int], "The numbers of the deals without a sheet."]
    not_counted: Annotated[
        list[int],
        "The numbers of the deals whose sheet has problems and counts for nothing yet.",
    ]


class LeaseAnswer(PlaceOfTable):
    """A leased table: the token proves the lease from now on."""

    token: str
    lease: str
    took_over: LeftBehindAnswer | None


class ReleaseAnswer(TypedDict):
    """A table given back."""

    lease: str
    released: bool


class LineAnswer(TypedDict):
    """One step of a seat's sum, in words."""

    code: str
    text: str
    cards: list[str]
    points: int


class SettledAnswer(TypedDict):
    """The settlement of a report; every part is empty while the report has problems."""

    raw: dict[str, int]
    scores: dict[str, int]
    lines: dict[str, list[LineAnswer]]
    conversions: dict[str, list[LineAnswer]]


def _play_form(**options: Any) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.JSONField(), min_length=2, max_length=2, **options
    )


Play = Annotated[list[Any], _play_form]
PLAY = "A play is [seat, card], with two decks [seat, [card]] or [seat, [card, card]]."


class TrickAnswer(TypedDict):
    """A complete trick: who led, each seat with its card, and who won."""

    leader: str
    plays: Annotated[list[Play], PLAY]
    winner: str


class FlagAnswer(TypedDict):
    """A play that is against the rules, counted from 0, and why, in words and as a code."""

    play: int
    code: str
    seat: str
    card: str
    cards: list[str]
    text: str


class FollowingAnswer(TypedDict):
    """How far a report has come: hands, tricks, who plays next and what may be played."""

    hands: dict[str, list[str]]
    left: dict[str, list[str]]
    trick: Annotated[list[Play], PLAY]
    next: str | None
    tricks: list[TrickAnswer]
    won: dict[str, list[str]]
    legal: Annotated[
        list[Any], "The cards that may be played; with two decks the lists of one or two."
    ]
    flags: list[FlagAnswer]
    missing: list[str]
    done: bool
    warnings: Annotated[
        list[ProblemAnswer],
        "What is unlikely after the deals before, and holds all the same.",
    ]
    unanswered: Annotated[
        list[str], "The codes of the questions of the blank sheet that are to be answered yet."
    ]


class OutlookAnswer(TypedDict):
    """What is still open: each range is the lowest and the highest total of a seat."""

    unplaced: list[str]
    within_reach: dict[str, list[str]]
    raw: dict[str, list[int]]
    scores: dict[str, list[int]]


class PreviewAnswer(SettledAnswer):
    """The settlement of a report, and what is still open if that was asked."""

    problems: list[ProblemAnswer]
    following: FollowingAnswer
    outlook: OutlookAnswer | None


class UnknownDealsAnswer(TypedDict):
    """The deals that the database never had: it was restored from before their draw."""

    unknown: list[str]


class CardsAnswer(TypedDict):
    """The cards that were typed, and everything that could not be read."""

    cards: list[str]
    problems: list[ProblemAnswer]


def lease(opened: Opened) -> LeaseAnswer:
    """Return a leased table, with the token that proves the lease."""
    left_behind = leases.left_behind(opened.lease)
    return {
        "token": opened.token,
        "lease": opened.lease.uid,
        **place_of(opened.lease.table),
        "took_over": cast(LeftBehindAnswer, asdict(left_behind)) if left_behind else None,
    }


def place_of(table: Table) -> PlaceOfTable:
    """Return a table and its tournament."""
    tournament = table.tournament
    return {
        "table": {"number": table.number, "code": table.code},
        "tournament": {"uid": tournament.uid, "name": tournament.name},
    }


def preview(deal: Deal, report: object, *, foreseen: bool) -> PreviewAnswer:
    """Return the settlement of a report, its progress, and what is still open if asked."""
    outcome, context = queries.outcome(deal, report), queries.context_of(deal)
    problems = (*part_problems(deal, report, by_referee=False), *outcome.problems)
    game, rules = game_of(deal.event), ruleset_of(deal).rules
    outlook = game.outlook(report, game.rules(rules), context) if foreseen else None
    return {
        "problems": problem_answers(problems),
        **settled(None if problems else outcome.settlement),
        "following": following(deal, report, context),
        "outlook": cast(OutlookAnswer, outlook.as_json()) if outlook else None,
    }


def settled(settlement: Settlement | None) -> SettledAnswer:
    """Return the points of every seat with the lines behind them; all empty without any."""
    if settlement is None:
        return {"raw": {}, "scores": {}, "lines": {}, "conversions": {}}
    seats = settlement.scores
    return {
        "raw": dict(settlement.raw),
        "scores": dict(settlement.scores),
        "lines": {seat: _lines(settlement.lines_of(seat)) for seat in seats},
        "conversions": {seat: _lines(settlement.conversions_of(seat)) for seat in seats},
    }


def _lines(lines: Sequence[Line]) -> list[LineAnswer]:
    return [
        {
            "code": line.code.value,
            "text": wording.line_text(line),
            "cards": list(line.cards),
            "points": line.points,
        }
        for line in lines
    ]


def following(deal: Deal, report: object, context: Context) -> FollowingAnswer:
    """Return what a report says so far and what follows from it, flags with their sentences."""
    game = game_of(deal.event)
    following = game.follow(report, game.rules(ruleset_of(deal).rules), context)
    flags = [
        {**flag.as_json(), "text": wording.problem_text(flag.as_problem())}
        for flag in following.flags
    ]
    warnings = problem_answers(following.warnings)
    return cast(FollowingAnswer, {**following.as_json(), "flags": flags, "warnings": warnings})


def typed_cards(text: str, copies: int) -> CardsAnswer:
    """Return the cards of a typed hand, with everything that could not be read.

    `copies` is how often each card is dealt.
    """
    problems: list[Problem] = []
    cards = read_cards(text, "hands", problems, copies=copies)
    return {"cards": list(cards), "problems": problem_answers(problems)}
